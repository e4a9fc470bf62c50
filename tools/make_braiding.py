#!/usr/bin/env python3
"""Writes scenes/braiding.toml: three hanging locks whose tips follow prescribed paths through a plait and back. Run it from anywhere.

The tip of lock k goes on the path of a plait's lock, phi = 2 pi k/3 + psi(t), and rises as the locks wind up:
    x = A sin phi,   y = B sin 2 phi,   z = LOW + RISE psi / psi_end
"""
import math
import pathlib

A, B, TOP, LENGTH, RISE = 0.05, 0.03, 0.8, 0.6, 0.09  # [m]
TURNS, WIND, HOLD, UNWIND, KEYS_A_SECOND = 1.5, 3.0, 0.5, 2.5, 16  # [1], [s], [s], [s], [1/s]
COLOURS = ("#c99a4b", "#7a4a22", "#3b2417")


def wound(t):
    """From 0 to 1, gently, and back."""
    s = min(1.0, t / WIND) if t < WIND + HOLD else max(0.0, 1 - (t - WIND - HOLD) / UNWIND)
    return s * s * (3 - 2 * s)


def place(k, part):
    phi = 2 * math.pi * (k / 3 + TURNS * part)
    return A * math.sin(phi), B * math.sin(2 * phi), TOP - LENGTH + RISE * part


def lock(k):
    keys = []
    for i in range(int((WIND + HOLD + UNWIND) * KEYS_A_SECOND) + 1):
        t = i / KEYS_A_SECOND
        x, y, z = place(k, wound(t))
        keys.append(f"    {{ time = {t:.4g}, at = [{x:.4f}, {y:.4f}, {z:.4f}] }},")
    x, y, _ = place(k, 0)
    led = "\n".join(keys)
    return f'''
[[object]]
name      = "lock{k + 1}"
type      = "hair"
material  = {{ preset = "wisps", friction = 0.3 }}
shape     = {{ hair_tube = {{ radius = "1.2 cm", length = {LENGTH}, strands = 300, segments = 150, seed = {k + 1} }} }}
at        = [{x:.4f}, {y:.4f}, {TOP}]
thickness = "0.8 mm"
colour    = "{COLOURS[k]}"
count_crossings = true
pins      = [
  {{ roots = true }},
  {{ tips = true, keys = [
{led}
  ] }},
]
'''


def draft(k):
    return f'''object.lock{k + 1}.shape.hair_tube.strands = 20
object.lock{k + 1}.shape.hair_tube.segments = 60
object.lock{k + 1}.thickness = "3 mm"
'''


SCENE = f'''# Three locks of hair are plaited by leading their tips, and unplaited. After "Braiding" of Han et al. 2019. Written by tools/make_braiding.py.
format = 1
title  = "Braiding"
time   = {{ fps = 24, frames = [1, {int(24 * (WIND + HOLD + UNWIND)) + 1}] }}
solver = {{ dx = "6 mm" }}

[case]
long = true   # only with --long or by name
{lock(0)}{lock(1)}{lock(2)}
[[probe]]
name    = "middle"
measure = {{ object = "lock1", quantity = "x", take = "mean" }}

[[probe]]
name    = "fastest"
measure = {{ quantity = "speed", take = "p99" }}

[[probe]]
name    = "stretch1"
measure = {{ object = "lock1", quantity = "stretch", take = "p99" }}

[[probe]]
name    = "stretch2"
measure = {{ object = "lock2", quantity = "stretch", take = "p99" }}

[[probe]]
name    = "stretch3"
measure = {{ object = "lock3", quantity = "stretch", take = "p99" }}

[[expect]]
name  = "nothing whips: the tips are led at a third of a metre per second"
value = "max(fastest)"
below = 1

[[expect]]
name  = "the locks are plaited, not drawn out"
value = "max(stretch1 + stretch2 + stretch3)/3"
below = 1.02

[[expect]]
name  = "they hang from their roots"
value = "max(abs(middle))"
below = 0.05

[render]
camera = {{ from = [0.5, -1.15, 0.62], to = [0, 0, 0.5], angle = "34 deg" }}
still  = 78

[quality.draft]
solver.dx = "1.5 cm"
time.frames = [1, 20]
{draft(0)}{draft(1)}{draft(2)}'''

if __name__ == "__main__":
    pathlib.Path(__file__).resolve().parent.parent.joinpath("scenes/braiding.toml").write_text(SCENE)
