"""Scenes from text, files and dicts; errors that point."""
import numpy
import pytest

import weft
from conftest import cloth_scene, sand_scene


def test_text_file_and_dict_are_the_same_world(tmp_path):
    text = weft.scene_text(sand_scene())
    path = tmp_path / "sand.toml"
    path.write_text(text)
    hashes = {weft.Simulation(given).hash for given in (sand_scene(), text, path, str(path))}
    assert len(hashes) == 1


def test_numpy_numbers_may_stand_in_a_dict():
    scene = sand_scene()
    scene["object"][0]["at"] = numpy.array([0, 0, 0.12])
    scene["solver"]["dx"] = numpy.float64(0.04)
    assert weft.Simulation(scene).hash == weft.Simulation(sand_scene()).hash


def test_a_misspelt_key_is_an_error_that_points_at_it(tmp_path):
    path = tmp_path / "wrong.toml"
    path.write_text(weft.scene_text(sand_scene()).replace("friction", "frction"))
    with pytest.raises(weft.Error) as caught:
        weft.Simulation(path)
    assert caught.value.code == "E0203"
    line = [i for i, text in enumerate(path.read_text().splitlines(), 1) if "frction" in text][0]
    assert caught.value.place.startswith(f"{path}:{line}:")
    assert "friction" in caught.value.hint
    assert "E0203" in str(caught.value)
    assert weft.explain("E0203").startswith("E0203: ")


def test_errors_of_dicts_point_into_the_text_they_become():
    with pytest.raises(weft.Error) as caught:
        weft.Simulation(cloth_scene(solver={"dx": "4 parsec"}))
    assert caught.value.code.startswith("E02") and ":" in caught.value.place


@pytest.mark.parametrize("wrong, code", [("nowhere.toml", "E0404"), ("a = [", "E0202")])
def test_what_is_no_scene(wrong, code):
    with pytest.raises(weft.Error) as caught:
        weft.Simulation(wrong)
    assert caught.value.code == code


def test_settings_change_keys():
    sim = weft.Simulation(sand_scene(), set={"solver.dx": "8 cm", "collider.floor.friction": 0.1})
    assert sim["floor"].friction == 0.1
    assert len(sim["sand"]) < len(weft.Simulation(sand_scene())["sand"])


def test_unknown_names_tell_the_known_ones():
    sim = weft.Simulation(sand_scene())
    with pytest.raises(weft.Error) as caught:
        sim["salt"]
    assert caught.value.code == "E0565" and "sand" in caught.value.hint
    with pytest.raises(weft.Error) as caught:
        sim["sand"].quantity("colour")
    assert caught.value.code == "E0545"
    assert "sand" in sim and "salt" not in sim
