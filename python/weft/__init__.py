"""Weft simulates things that touch, slide, fold and tangle: cloth, knits, hair, shells, solids, rigid bodies, sand, snow.

A scene is a TOML file, its text, or a plain dict with the same keys (docs/scene_reference.md):

    import weft

    sim = weft.Simulation({
        "format": 1,
        "time": {"fps": 50, "frames": [0, 100]},
        "solver": {"dx": "2 cm"},
        "object": [{"name": "shirt", "type": "cloth", "material": {"preset": "cotton"},
                    "mesh": {"grid": [40, 40], "size": ["60 cm", "60 cm"]}, "at": [0, 0, 0.5]}],
        "collider": [{"name": "ball", "shape": {"sphere": "15 cm"}, "friction": 0.3}],
    })
    sim.run(10)                          # ten frames; sim.step() makes one step
    x = sim["shirt"].positions           # (n, 3), row k is point k
    f = sim["ball"].force                # mean over the last call [N]
    sim["ball"].move_to([0, 0, 0.2])     # until the end of the next frame
    sim.save("state.weft")               # weft.load("state.weft") goes on with the same bits

    weft.run("scene.toml", "a.run")      # what `weft run` does
    a = weft.open("a.run")
    a[12]["shirt"].positions             # frame 12
    a.stats["kinetic"], a.probes["time"]

What is wrong with a scene or a call is a weft.Error with code, place and hint; weft.explain(code) tells more.
Everything is in SI units. One simulation is stepped by one thread at a time; Python's other threads run meanwhile.
"""
from ._weft import (
    Body, Collider, Error, Frame, FrameCollider, FrameObject, Pin, RigidBody, __version__, explain, precision, read_frame,
    set_threads, threads)
from .folders import Run, open, run
from .scenes import scene_text
from .simulation import Simulation, load

__all__ = [
    "Simulation", "load", "run", "open", "Run", "Body", "RigidBody", "Collider", "Pin", "Frame", "FrameObject",
    "FrameCollider", "read_frame", "Error", "explain", "scene_text", "threads", "set_threads", "precision", "__version__"]
