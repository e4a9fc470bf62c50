"""The add-on's words held against the program's own: its lists, and a scene with something of every kind that it must take."""
import os
import subprocess
import tomllib

import numpy
import pytest

from weft_addon import frames, mesh_files, presets, runner, scene_text

PROGRAM = os.environ.get("WEFT_PROGRAM")
pytestmark = pytest.mark.skipif(not PROGRAM, reason="WEFT_PROGRAM does not say where weft is")

MADE_OF = {"cloth": "cotton", "shell": "plastic", "hair": "wisps", "fibre": "wool", "solid": "gelatin", "putty": "putty", "rigid": "", "grains": "sand"}


def test_every_kind_is_a_body_of_the_program():
    assert set(scene_text.NUMBERS) - {"collider"} == set(presets.lists(PROGRAM)["bodies"])


def test_presets_come_with_their_numbers_and_bodies():
    lists = presets.lists(PROGRAM)
    assert "cotton" in presets.presets_of(PROGRAM, "cloth") and "cotton" not in presets.presets_of(PROGRAM, "grains")
    assert "sand" in presets.presets_of(PROGRAM, "grains") and presets.presets_of(PROGRAM, "rigid") == []
    told = subprocess.run([PROGRAM, "list", "presets"], capture_output=True, text=True, check=True).stdout
    assert [line.split()[0] for line in told.splitlines()] == list(lists["presets"])
    for p in lists["presets"].values():
        assert p["bodies"] and p["source"]
        for n in p["numbers"]:
            assert n["low"] <= n["value"] <= n["high"] and n["meaning"]
    assert {n["name"]: n["value"] for n in lists["presets"]["cotton"]["numbers"]}["young"] == 60000


def shapes(folder):
    """A square, a cube and a strand."""
    square = numpy.array([(x, y, 0) for y in range(5) for x in range(5)], dtype=numpy.float32) / 20
    mesh_files.write_mesh(f"{folder}/meshes/square.obj", square, [[5 * j + i, 5 * j + i + 1, 5 * j + i + 6, 5 * j + i + 5] for j in range(4) for i in range(4)])
    cube = numpy.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=numpy.float32) / 10
    faces = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]
    mesh_files.write_mesh(f"{folder}/meshes/cube.obj", cube, faces)
    for k in (1, 2, 3):
        mesh_files.write_mesh(f"{folder}/meshes/lump_{k:04d}.obj", cube * (1 + 0.01 * k), faces)
    mesh_files.write_strands(f"{folder}/meshes/strand.obj", [(0, 0, -k / 50) for k in range(6)], [6])


def one_of_each():
    numbers = {"thickness": 0.002, "bending": 1e-6, "drag": 0.1, "spacing": 0.05, "density": 500, "friction": 0.4, "restitution": 0.1}
    files = {"cloth": "square", "shell": "square", "hair": "strand", "fibre": "strand"}
    pins = {"cloth": [{"ids": [0, 1], "keys": [{"time": 0, "at": [0, 0, 0]}, {"time": 1, "at": [0.1, 0, 0], "rotate": {"axis": [0, 0, 1], "angle": 1}}]}],
            "hair": [{"roots": True, "follow": "lump"}], "fibre": [{"ends": True}], "shell": [{"ids": [0]}], "solid": [{"nearest": [2, 0, 1]}]}
    objects = [{"name": kind, "kind": kind, "numbers": numbers, "colour": "#336699", "comment": "", "file": f"meshes/{files.get(kind, 'cube')}.obj",
                "place": {"at": [k, 0, 1], "rotate": {"axis": [0, 0, 1], "angle": 0.3}}, "preset": preset, "changed": {"density": 500} if preset else {},
                "velocity": [0.1, 0, 0], "source_rate": 0, "pins": pins.get(kind, [])} for k, (kind, preset) in enumerate(MADE_OF.items())]
    objects.append({**objects[-1], "name": "tap", "place": {"at": [0, 1, 1]}, "source_rate": 1.5})
    lump = {"name": "lump", "numbers": numbers, "colour": None, "comment": "deforms", "place": {}, "keys": None,
            "shape": {"mesh": "meshes/lump_0001.obj"}, "sequence": {"files": "meshes/lump_####.obj", "fps": 24}}
    return {"title": "one of each", "blend": "none", "fps": 24, "frames": (1, 3), "dx": 0.05, "step": "explicit", "gravity": [0, 0, -9.81],
            "objects": objects, "colliders": [lump]}


@pytest.fixture
def scene(tmp_path):
    shapes(tmp_path)
    (tmp_path / "scene.toml").write_text(scene_text.scene_toml(one_of_each()), encoding="utf-8")
    return tmp_path


def test_the_program_takes_what_the_add_on_writes(scene):
    kind, said = runner.check(PROGRAM, scene, "scene.toml", "normal")
    assert kind != "ERROR", said
    assert "points" in said
    tomllib.loads((scene / "scene.toml").read_text(encoding="utf-8"))


def test_a_run_is_read_back(scene):
    r = runner.Runner([PROGRAM, "run", "scene.toml", "-o", "scene.run", "--force", "--quality", "draft", "--log-json"], scene, scene / "weft.log")
    events = []
    while not r.finished:
        events += r.poll()
    r.close()
    assert r.error() is None, r.errors
    assert [e["frame"] for e in events if e["event"] == "frame"] == [1, 2, 3]
    run = str(scene / "scene.run")
    assert frames.numbers(run) == [1, 2, 3] and runner.resumable(run) is None
    things = frames.things(run, 1)
    assert set(things) == {*MADE_OF, "tap", "lump"}
    assert len(things["tap"]["position"]) == 0 and len(things["hair"]["curves"]) == 1
    fell = frames.positions(run, "rigid", 3)[:, 2].mean() - frames.positions(run, "rigid", 1)[:, 2].mean()
    assert fell < 0
