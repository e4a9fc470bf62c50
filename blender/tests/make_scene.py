"""Writes the dressed scene for the test in a window.  blender --background --python make_scene.py -- WEFT WORK"""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.dirname(HERE), HERE]

import scenes  # noqa: E402
from checks import PROGRAM, WORK  # noqa: E402

os.makedirs(os.path.join(WORK, "window"))
scenes.dressed(os.path.join(WORK, "window", "window.blend"), PROGRAM)
