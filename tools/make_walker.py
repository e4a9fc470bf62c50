#!/usr/bin/env python3
"""Writes scenes/shell_walk.toml: a figure of capsules that walks on the spot in wide trousers. Run it from anywhere.

A leg swings about the hip by a(t) and bends its knee by b(t), both begun gently over the first half second:
    a = 0.42 sin(w t),   b = 0.35 (1 - cos(w t - 0.9)) / 2 + 0.35 max(0, cos(w t)),   w = 2 pi / period
The other leg is half a period behind. The figure faces -y, as the trousers do.
"""
import math
import pathlib

PERIOD, KEYS_A_SECOND, SECONDS = 1.1, 16, 2.0
HIP, KNEE, ANKLE = 0.93, 0.50, 0.08  # heights when standing [m]
FLOOR = 0.0


def pose(t, phase):
    w = 2 * math.pi / PERIOD
    gently = min(1, t / 0.5) ** 2 * (3 - 2 * min(1, t / 0.5))
    s = w * t + phase
    a = 0.42 * math.sin(s)
    b = 0.35 * (1 - math.cos(s - 0.9)) / 2 + 0.35 * max(0, math.cos(s))
    return gently * a, gently * b


def bob(t):
    """The hips sink while the legs are apart [m]."""
    gently = min(1, t / 0.5)
    return -0.035 * gently * math.sin(2 * math.pi / PERIOD * t) ** 2


def direction(angle):
    return (-math.sin(angle), -math.cos(angle))  # (y, z) of a limb that points down, swung forwards


def key(t, x, y, z, angle):
    return f'  {{ time = {t:.4g}, at = [{x:.3g}, {y:.4g}, {z:.4g}], rotate = {{ axis = [1, 0, 0], angle = {angle:.4g} }} }},'


def limb(name, radius, length, keys):
    body = "\n".join(keys)
    return f'''
[[collider]]
name     = "{name}"
shape    = {{ capsule = {{ radius = {radius}, length = {length:.3g} }} }}
friction = 0.3
colour   = "#d9c3a8"
keys     = [
{body}
]
'''


def legs():
    times = [k / KEYS_A_SECOND for k in range(int(SECONDS * KEYS_A_SECOND) + 1)]
    text = ""
    for side, x, phase in (("left", 0.1, 0.0), ("right", -0.1, math.pi)):
        thigh, shin = [], []
        for t in times:
            a, b = pose(t, phase)
            hip = (0.0, HIP + bob(t))
            d = direction(a)
            knee = (hip[0] + d[0] * (HIP - KNEE), hip[1] + d[1] * (HIP - KNEE))
            e = direction(a - b)
            thigh.append(key(t, x, (hip[0] + knee[0]) / 2, (hip[1] + knee[1]) / 2, -a))
            half = (KNEE - ANKLE) / 2
            shin.append(key(t, x, knee[0] + e[0] * half, knee[1] + e[1] * half, b - a))
        text += limb(f"{side}_thigh", 0.07, HIP - KNEE, thigh) + limb(f"{side}_shin", 0.045, KNEE - ANKLE, shin)
    for name, radius, length, height, turn in (("pelvis", 0.1, 0.09, 1.0, True), ("torso", 0.108, 0.26, 1.28, False),
                                               ("head", 0.1, 0.04, 1.66, False)):
        axis = "rotate = { axis = [0, 1, 0], angle = 1.5708 }" if turn else "rotate = { angle = 0 }"
        keys = [f"  {{ time = {t:.4g}, at = [0, 0, {height + bob(t):.4g}], {axis} }}," for t in times]
        text += limb(name, radius, length, keys)
    return text


SCENE = '''# A figure walks on the spot in wide trousers, which swing and fold with its legs. Written by tools/make_walker.py.
format = 1
title  = "Walking in wide trousers"
time   = {{ fps = 24, frames = [1, 48] }}
solver = {{ dx = "1.5 cm" }}

[[object]]
name     = "trousers"
type     = "shell"
shape    = {{ trousers = {{ stance = 0.2, cuff = 0.5, rise = 0.28 }} }}
at       = [0, 0, 0.06]
material = {{ preset = "denim_shell", warp = "1.5 MPa", weft = "1.2 MPa", bias = "40 kPa", contact = "30 kPa", shear = "10 kPa" }}
thickness = "1 mm"
pins     = [{{ where = "waist", clamp = true, follow = "pelvis" }}]
colour   = "#3a5a8c"
{legs}
[[collider]]
name     = "floor"
shape    = {{ plane = [0, 0, 1] }}
friction = 0.4

[[probe]]
name    = "cuff_front"
measure = {{ object = "trousers", quantity = "y", take = "min", box = [[-1, -2, 0], [1, 2, 0.5]] }}

[[probe]]
name    = "stretch"
measure = {{ object = "trousers", quantity = "stretch", take = "p95" }}

[[expect]]
name  = "the trousers go with the legs"
value = "min(cuff_front)"
below = -0.2

[[expect]]
name  = "and are not torn apart"
value = "max(stretch)"
below = 1.3

[render]
camera = {{ from = [2.2, -2.6, 1.3], to = [0, 0, 0.82], angle = "34 deg" }}
still  = 36

[quality.draft]
solver.dx = "4 cm"
time.frames = [1, 30]
'''

scene = pathlib.Path(__file__).resolve().parent.parent / "scenes" / "shell_walk.toml"
scene.write_text(SCENE.format(legs=legs()))
