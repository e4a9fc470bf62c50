"""Steps, frames and times; the same bits as the program; saving; threads and signals."""
import csv
import os
import signal
import subprocess
import threading
import time

import numpy
import pytest

import weft
from conftest import cloth_scene, sand_scene


def hashes_of_program(program, scene, folder):
    path = folder / "scene.toml"
    path.write_text(weft.scene_text(scene))
    subprocess.run([program, "run", str(path), "-o", str(folder / "a.run"), "--quiet", "--force"], check=True)
    with open(folder / "a.run/stats.csv", newline="") as file:
        return {int(row["frame"]): row["state_hash"] for row in csv.DictReader(file)}


SCENES = {
    "cloth": cloth_scene(), "sand": sand_scene(),
    "implicit": cloth_scene(solver={"dx": "4 cm", "step": "implicit"}),
    "auto": sand_scene(solver={"dx": "4 cm", "step": "auto"}),
    "every step": sand_scene(probe=[{"name": "t", "every": "step", "measure": {"quantity": "z", "take": "max"}}]),
}


@pytest.mark.parametrize("name", SCENES)
def test_states_are_those_of_the_program(program, tmp_path, name):
    expected = hashes_of_program(program, SCENES[name], tmp_path)
    sim = weft.Simulation(SCENES[name])
    assert {sim.frame: sim.hash}.items() <= expected.items()
    for _ in range(6):
        sim.run()
        assert sim.hash == expected[sim.frame]
    sim = weft.Simulation(SCENES[name])
    while sim.frame < 6:
        sim.step()
    assert sim.hash == expected[6]


def test_probes_are_those_of_the_program(program, tmp_path):
    hashes_of_program(program, cloth_scene(), tmp_path)
    sim = weft.Simulation(cloth_scene())
    sim.run(6)
    run = weft.open(tmp_path / "a.run")
    for column in ("time", "height", "push"):
        numpy.testing.assert_array_equal(numpy.asarray(sim.probes[column]), numpy.asarray(run.probes[column]))


def test_time_and_frames():
    sim = weft.Simulation(sand_scene())
    assert (sim.time, sim.frame, sim.steps) == (0, 0, 0)
    sim.step()
    assert sim.steps == 1 and 0 < sim.time < sim.frame_time == 1 / 50
    sim.run(2)
    assert sim.frame == 2 and sim.time == 2 / 50
    sim.run_until(0.055)
    assert sim.frame == 2 and sim.time == 0.055
    sim.run(6)  # past the scene's last frame
    assert sim.frame == 8 and sim.time == pytest.approx(8 / 50)
    assert sim.stats["kinetic"] >= 0 and sim.stats["mass"] == pytest.approx(sim["sand"].totals["mass"])


@pytest.mark.parametrize("scene", [cloth_scene(), sand_scene()])
@pytest.mark.parametrize("when", ["frame", "safe", "any"])
def test_saved_and_loaded_goes_on_with_the_same_bits(tmp_path, scene, when):
    sim, path = weft.Simulation(scene), tmp_path / "state.weft"
    sim.run(2)
    for _ in range({"frame": 0, "safe": 16, "any": 5}[when]):
        sim.step()
    sim.save(path)
    loaded = weft.load(path)
    assert (loaded.hash, loaded.time, loaded.frame) == (sim.hash, sim.time, sim.frame)
    sim.run(3)
    loaded.run(3)
    assert loaded.hash == sim.hash
    assert loaded.probes["time"].tolist() == sim.probes["time"].tolist()[-len(loaded.probes):]
    if when != "any":
        whole = weft.Simulation(scene)
        while whole.frame < sim.frame:
            whole.run()
        assert whole.hash == sim.hash


def test_what_has_been_steered_is_saved(tmp_path):
    sim = weft.Simulation(cloth_scene())
    sim["ball"].drive(velocity=[0.1, 0, 0.2], spin=[0, 0, 3])
    sim["shirt"].pins[0].move_to([0, 0, 0.1], by=0.09)
    sim["shirt"].pins[1].release()
    sim.gravity = [0, 0, -3]
    sim.run(2)
    sim.save(tmp_path / "state.weft")
    loaded = weft.load(tmp_path / "state.weft")
    sim.run(4)
    loaded.run(4)
    assert loaded.hash == sim.hash
    assert not loaded["shirt"].pins[1].holds
    numpy.testing.assert_array_equal(loaded["ball"].position, sim["ball"].position)


def test_files_that_are_no_simulations(tmp_path):
    sim = weft.Simulation(sand_scene())
    sim.save(tmp_path / "good.weft")
    whole = (tmp_path / "good.weft").read_bytes()
    (tmp_path / "bad.weft").write_bytes(whole[:1000] + bytes([whole[1000] ^ 1]) + whole[1001:])
    (tmp_path / "short.weft").write_bytes(whole[: len(whole) // 2])
    for name in ("bad.weft", "short.weft", "none.weft"):
        with pytest.raises(weft.Error) as caught:
            weft.load(tmp_path / name)
        assert caught.value.code.startswith("E04")
    with pytest.raises(weft.Error):
        sim.save(tmp_path / "no" / "folder.weft")


def long_scene():
    return sand_scene(time={"fps": 0.02, "frames": [0, 1]})  # one frame of 50 s


def test_ctrl_c_stops_a_long_run():
    sim = weft.Simulation(long_scene())
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        sim.run()
    assert time.monotonic() - began < 5
    steps = sim.steps
    assert steps > 0 and steps % 16 == 0  # a place where stopping costs no bits
    sim.step()
    assert sim.steps == steps + 1


def test_other_threads_run_while_it_steps():
    sim = weft.Simulation(long_scene())
    seen, done = [], threading.Event()

    def count():
        while not done.is_set():
            seen.append(time.monotonic())
            time.sleep(0.005)

    thread = threading.Thread(target=count)
    thread.start()
    began = time.monotonic()
    try:
        while time.monotonic() < began + 0.5:
            called = time.monotonic()
            sim.run_until(sim.time + 1)
            back = time.monotonic()
            if back - called > 0.1:  # long enough for somebody else to have had a turn in this one call
                break
    finally:
        done.set()
        thread.join()
    assert sum(called < moment < back for moment in seen) > 3


def test_one_thread_at_a_time():
    sim = weft.Simulation(long_scene())
    thread = threading.Thread(target=lambda: sim.run_until(0.5))
    thread.start()
    try:
        with pytest.raises(weft.Error) as caught:
            while thread.is_alive():
                sim["sand"].positions
                time.sleep(0.001)
        assert caught.value.code == "E0564"
    finally:
        thread.join()
    assert sim.time == 0.5


def test_threads_change_nothing():
    before = weft.threads()
    hashes = set()
    try:
        for n in (1, 2, 3):
            weft.set_threads(n)
            assert weft.threads() == n
            sim = weft.Simulation(cloth_scene())
            sim.run(3)
            hashes.add(sim.hash)
    finally:
        weft.set_threads(before)
    assert len(hashes) == 1
