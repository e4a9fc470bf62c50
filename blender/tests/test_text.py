"""Scenes as text: what is written is what TOML reads back, and looks as a person would write it."""
import math
import tomllib

import pytest

from weft_addon import scene_text, toml_text
from weft_addon.names import scene_names


def read(text):
    return tomllib.loads(text)


@pytest.mark.parametrize("value", [
    0, -3, 0.5, 1e-9, -2.5e12, True, False, "", "plain", 'quotes " and \\', "line\nbreak\ttab", "Schürze é 布", "\x7f\x01",
    [], [1, 2.5, "x"], {"a": 1, "b c": [1, {"d": "e"}]}, [{"time": 0.5, "at": [0, 0, 1.25]}]])
def test_a_value_is_read_back(value):
    assert read("x = " + toml_text.value_of_key(value) + "\n")["x"] == value


def test_numbers_keep_seven_digits_and_none_that_single_precision_does_not_have():
    assert toml_text.number(0.10000000149011612) == "0.1"
    assert toml_text.number(1.2345678) == "1.234568"
    assert toml_text.number(-0.0) == "0"
    for x in (math.nan, math.inf):
        with pytest.raises(ValueError):
            toml_text.number(x)


def test_long_lists_are_wrapped_and_read_back():
    ids = list(range(500))
    text = toml_text.table({"pins": [{"ids": ids, "hold": "xz"}, {"nearest": [0, 0, 1], "follow": None}]})
    assert read(text)["pins"] == [{"ids": ids, "hold": "xz"}, {"nearest": [0, 0, 1]}]
    assert max(map(len, text.splitlines())) <= toml_text.LINE + 20


def test_keys_are_a_line_each():
    keys = [{"time": k / 24, "at": [0.0, k, 0.0]} for k in range(9)]
    lines = toml_text.table({"name": "ball", "keys": keys}).splitlines()
    assert lines[0] == 'name = "ball"' and lines[1] == "keys = [" and len(lines) == 12


def test_equals_signs_stand_in_one_column():
    text = toml_text.table({"a": 1, "longer": 2, "left_out": None})
    assert text == "a      = 1\nlonger = 2\n"


def described():
    numbers = {"thickness": 0, "bending": 0, "drag": 0.1, "spacing": 0, "density": 1000, "friction": 0.3, "restitution": 0}
    thing = {"numbers": numbers, "colour": None, "comment": "", "place": {"at": [0, 0, 1]}, "velocity": [0, 0, 0], "source_rate": 0,
             "pins": [], "preset": "cotton", "changed": {}}
    return {"title": "t", "blend": "t.blend", "fps": 24.0, "frames": (1, 9), "dx": 0.02, "step": "explicit", "gravity": [0, 0, -9.81],
            "objects": [{**thing, "name": "skirt", "kind": "cloth", "file": "meshes/skirt.obj", "changed": {"young": 5e4}, "pins": [{"ids": [0, 1]}]},
                        {**thing, "name": "tap", "kind": "grains", "file": "meshes/tap.obj", "preset": "water", "source_rate": 2, "velocity": [0, 0, -1]},
                        {**thing, "name": "crate", "kind": "rigid", "file": "meshes/crate.obj", "velocity": [1, 0, 0]}],
            "colliders": [{**thing, "name": "floor", "shape": {"plane": [0, 0, 1]}, "place": {}, "keys": None, "sequence": None, "comment": '"Floor 1" in Blender'}]}


def test_a_scene():
    text = scene_text.scene_toml(described())
    scene = read(text)
    skirt, tap, crate = scene["object"]
    assert scene["time"] == {"fps": 24, "frames": [1, 9]} and scene["solver"]["dx"] == 0.02 and "step" not in scene["solver"]
    assert skirt["material"] == {"preset": "cotton", "young": 50000} and skirt["drag"] == 0.1 and "thickness" not in skirt
    assert skirt["pins"] == [{"ids": [0, 1]}] and "velocity" not in skirt and "density" not in skirt
    assert tap["source"] == {"rate": 2, "velocity": [0, 0, -1]} and "velocity" not in tap
    assert "material" not in crate and crate["density"] == 1000 and crate["velocity"] == [1, 0, 0]
    assert scene["collider"] == [{"name": "floor", "shape": {"plane": [0, 0, 1]}, "friction": 0.3}]
    assert '# "Floor 1" in Blender\n[[collider]]' in text and text.startswith("# Written by")


def test_names_are_the_scenes_and_each_is_taken_once():
    names = scene_names(["Crate.001", "Crate 001", "Schürze", "x" * 90, ""])
    assert names["Crate.001"] == "Crate_001" and names["Crate 001"] == "Crate_001_2"
    assert len(set(names.values())) == 5 and all(0 < len(n) <= 64 for n in names.values())


def test_colours_go_from_linear_to_srgb():
    assert scene_text.hex_colour((0, 1, 0.2158605)) == "#00ff80"
    assert scene_text.hex_colour((-1, 2, 0.001)) == "#00ff03"
