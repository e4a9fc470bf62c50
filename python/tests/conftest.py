"""Small scenes that the tests share."""
import os
import pathlib
import shutil

import pytest

SOURCE = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture
def program():
    """The command line of the same build."""
    path = os.environ.get("WEFT_PROGRAM") or shutil.which("weft") or SOURCE / "build/release/weft"
    if not os.path.exists(path):
        pytest.skip("there is no weft to compare with: WEFT_PROGRAM names it")
    return str(path)


def cloth_scene(**changes):
    """A cloth that hangs from two corners over a ball on the floor."""
    scene = {
        "format": 1,
        "title": "a cloth",
        "time": {"fps": 50, "frames": [0, 6]},
        "solver": {"dx": "4 cm"},
        "object": [{
            "name": "shirt", "type": "cloth", "material": {"preset": "cotton", "young": "2 kPa"},
            "shape": {"sheet": {"width": 0.36, "height": 0.36, "spacing": 0.04}}, "at": [0, 0, 0.4],
            "pins": [{"ids": [0]}, {"ids": [9]}]}],
        "collider": [
            {"name": "ball", "shape": {"sphere": "10 cm"}, "at": [0, 0, 0.25], "friction": 0.3},
            {"name": "floor", "shape": {"plane": [0, 0, 1]}, "friction": 0.5}],
        "probe": [{"name": "height", "measure": {"object": "shirt", "quantity": "z", "take": "mean"}},
                  {"name": "push", "measure": {"collider": "ball", "quantity": "force_z"}}],
        "output": {"quantities": ["speed", "stretch"]}}
    scene.update(changes)
    return scene


def sand_scene(**changes):
    """A small heap of sand that falls on the floor: its points are sorted by cell again and again."""
    scene = {
        "format": 1,
        "time": {"fps": 50, "frames": [0, 6]},
        "solver": {"dx": "4 cm"},
        "object": [{"name": "sand", "material": {"preset": "sand"}, "shape": {"box": [0.16, 0.16, 0.16]},
                    "at": [0, 0, 0.12]}],
        "collider": [{"name": "floor", "shape": {"plane": [0, 0, 1]}, "friction": 0.5}],
        "probe": [{"name": "top", "measure": {"object": "sand", "quantity": "z", "take": "max"}}]}
    scene.update(changes)
    return scene
