#!/usr/bin/env python3
"""What steps cost from Python and from the program: user seconds of the same steps, one thread, the least of several times.

    PYTHONPATH=build/release/python python3 python/tests/speed.py build/release/weft

The program is run for a thousand steps and for two thousand, so that starting and reading do not count.
"""
import os
import subprocess
import sys
import tempfile

import weft
from conftest import cloth_scene

DT = 1e-3


def scene(steps):
    return cloth_scene(solver={"dx": "4 cm", "dt": DT}, time={"fps": 1 / (steps * DT), "frames": [0, 1]}, probe=[])


def user_seconds(of):
    before = os.times()
    of()
    after = os.times()
    return after.user + after.children_user - before.user - before.children_user


def program(path, steps):
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/scene.toml", "w") as file:
            file.write(weft.scene_text(scene(steps)))
        return user_seconds(lambda: subprocess.run(
            [path, "run", f"{folder}/scene.toml", "-o", f"{folder}/a.run", "--quiet", "--threads", "1"], check=True))


def python(steps):
    sim = weft.Simulation(scene(2 * steps))

    def go():
        for _ in range(steps):
            sim.step()
    return user_seconds(go)


def main(path, steps=1000, times=5):
    weft.set_threads(1)
    of_program = min(program(path, 2 * steps) for _ in range(times)) - min(program(path, steps) for _ in range(times))
    of_python = min(python(steps) for _ in range(times))
    print(f"{steps} steps: {of_program:.3f} s by the program, {of_python:.3f} s from Python, "
          f"{100 * (of_python / of_program - 1):+.1f} %")


if __name__ == "__main__":
    main(sys.argv[1])
