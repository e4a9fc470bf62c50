"""The add-on driven by Blender without a window.  blender --background --python in_blender.py -- WEFT WORK [TEST ...]

Scenes are made by script, simulated with the program WEFT in the folder WORK and read back: every vertex that Blender shows is held against
what `weft export RUN obj` says of the same frame, which goes from the run's own frames, by way of text."""
import os
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.dirname(HERE), HERE]

import blender_dressed  # noqa: E402
import blender_kinds  # noqa: E402
import blender_trouble  # noqa: E402
from checks import ARGUMENTS  # noqa: E402

MODULES = (blender_dressed, blender_kinds, blender_trouble)


def suite(names):
    """All tests, or those named: CLASS or CLASS.TEST."""
    loader = unittest.TestLoader()
    if not names:
        return unittest.TestSuite(map(loader.loadTestsFromModule, MODULES))
    home = {name: module for module in MODULES for name in vars(module)}
    return unittest.TestSuite(loader.loadTestsFromName(name, home[name.split(".")[0]]) for name in names)


done = unittest.TextTestRunner(stream=sys.stdout, verbosity=2).run(suite(ARGUMENTS[2:]))
sys.stdout.flush()
os._exit(0 if done.wasSuccessful() else 1)  # Blender would say 0
