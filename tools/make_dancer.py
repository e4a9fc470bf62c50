#!/usr/bin/env python3
"""Writes scenes/dancer_hair.toml: a dancer of capsules who turns, sways and bobs, with long hair. Run it from anywhere.

The whole body turns by yaw(t), sways by side(t) and bobs; the head also nods and turns a little further:
    yaw = 2.2 sin^2-like pirouettes to either side,   side = 0.12 sin(w t),   bob = 0.05 |sin(w t)|
"""
import math
import pathlib

SECONDS, KEYS_A_SECOND = 3.0, 24
SKIN, DRESS = "#d9b195", "#7d2f3f"
HEAD = (0.01, 0.0, 1.6)  # centre of the head when standing, looking along x [m]
RADIUS = 0.095


def gently(t):
    s = min(1.0, t / 0.6)
    return s * s * (3 - 2 * s)


def turn(t):
    return gently(t) * 2.4 * math.sin(2 * math.pi * 0.55 * t)


def shift(t):
    w = 2 * math.pi * 1.1
    return 0.0, gently(t) * 0.1 * math.sin(w * t), gently(t) * 0.05 * (abs(math.sin(w * t)) - 0.5)


def multiply(p, q):
    a, b, c, d = p
    e, f, g, h = q
    return (a * e - b * f - c * g - d * h, a * f + b * e + c * h - d * g, a * g - b * h + c * e + d * f,
            a * h + b * g - c * f + d * e)


def about(axis, angle):
    s = math.sin(angle / 2)
    return math.cos(angle / 2), axis[0] * s, axis[1] * s, axis[2] * s


def rotated(q, x):
    w = multiply(multiply(q, (0, *x)), (q[0], -q[1], -q[2], -q[3]))
    return w[1:]


def key(t, at, q):
    sine = math.sqrt(sum(c * c for c in q[1:]))
    angle = 2 * math.atan2(sine, q[0])
    axis = [c / sine for c in q[1:]] if sine > 1e-9 else [0, 0, 1]
    return (f"  {{ time = {t:.4g}, at = [{at[0]:.4f}, {at[1]:.4f}, {at[2]:.4f}], "
            f"rotate = {{ axis = [{axis[0]:.4f}, {axis[1]:.4f}, {axis[2]:.4f}], angle = {angle:.4f} }} }},")


def part(name, shape, centre, rest, colour, nod=0.0):
    """A collider that goes with the body; `rest` turns the shape when standing, `nod` is how much it nods."""
    keys = []
    for i in range(int(SECONDS * KEYS_A_SECOND) + 1):
        t = i / KEYS_A_SECOND
        body = about((0, 0, 1), turn(t))
        x = rotated(body, centre)
        by = shift(t)
        more = multiply(about((0, 0, 1), nod * 0.5 * math.sin(2 * math.pi * 0.55 * t)),
                        about((0, 1, 0), nod * gently(t) * 0.35 * math.sin(2 * math.pi * 1.1 * t)))
        keys.append(key(t, [x[k] + by[k] for k in range(3)], multiply(multiply(body, more), rest)))
    led = "\n".join(keys)
    return f'''
[[collider]]
name     = "{name}"
shape    = {{ {shape} }}
friction = 0.3
colour   = "{colour}"
keys     = [
{led}
]
'''


def capsule(name, a, b, radius, colour):
    middle = [(a[k] + b[k]) / 2 for k in range(3)]
    d = [b[k] - a[k] for k in range(3)]
    length = math.sqrt(sum(c * c for c in d))
    z = [c / length for c in d]
    axis = (-z[1], z[0], 0.0)
    sine = math.hypot(axis[0], axis[1])
    rest = about([c / sine for c in axis], math.atan2(sine, z[2])) if sine > 1e-9 else (1, 0, 0, 0)
    return part(name, f"capsule = {{ radius = {radius}, length = {length:.4f} }}", middle, rest, colour)


def body():
    text = part("head", f"sphere = {RADIUS}", HEAD, (1, 0, 0, 0), SKIN, nod=1.0)
    text += capsule("neck", (0, 0, 1.42), (0, 0, 1.5), 0.05, SKIN)
    text += capsule("shoulders", (0, -0.13, 1.36), (0, 0.13, 1.36), 0.06, DRESS)
    text += capsule("chest", (0, 0, 1.12), (0, 0, 1.3), 0.12, DRESS)
    text += capsule("hips", (0, -0.06, 0.95), (0, 0.06, 0.95), 0.13, DRESS)
    for side, y in (("left", 1), ("right", -1)):
        text += capsule(f"{side}_upper_arm", (0, 0.2 * y, 1.36), (0.03, 0.42 * y, 1.28), 0.042, SKIN)
        text += capsule(f"{side}_lower_arm", (0.03, 0.43 * y, 1.28), (0.16, 0.56 * y, 1.42), 0.035, SKIN)
        text += capsule(f"{side}_leg", (0, 0.08 * y, 0.1), (0, 0.08 * y, 0.85), 0.07, SKIN)
    return text


SCENE = f'''# A dancer turns, sways and bobs; her long hair flies and falls on her shoulders. After "Dancer" of Han et al. 2019. Written by tools/make_dancer.py.
format = 1
title  = "A dancer's hair"
time   = {{ fps = 24, frames = [1, {int(24 * SECONDS) + 1}] }}
solver = {{ dx = "1.5 cm" }}

[case]
long = true   # only with --long or by name

[[object]]
name      = "hair"
type      = "hair"
material  = {{ preset = "wisps", friction = 0.3 }}
shape     = {{ hair = {{ radius = {RADIUS}, strands = 2500, length = 0.5, segments = 60, cap = 0.5, tilt = "45 deg", comb = 0.4, droop = 0.85, curl = 0.002, pitch = 0.1, clumps = 80, clumping = 0.3 }} }}
at        = [{HEAD[0]}, {HEAD[1]}, {HEAD[2]}]
thickness = "0.6 mm"
pins      = [{{ roots = true, follow = "head" }}]
colour    = "#4a2a14"
count_crossings = true
{body()}
[[probe]]
name    = "farthest"
measure = {{ object = "hair", quantity = "sqrt(x^2 + y^2)", take = "max" }}

[[expect]]
name  = "hair flies"
value = "max(farthest)"
above = 0.25

[[expect]]
name  = "and stays on"
value = "max(farthest)"
below = 0.8

[render]
camera = {{ from = [2.1, -1.7, 1.6], to = [0, 0, 1.28], angle = "30 deg" }}
still  = 40

[quality.draft]
solver.dx = "3 cm"
time.frames = [1, 16]
object.hair.shape.hair.strands = 150
object.hair.shape.hair.segments = 24
object.hair.thickness = "2 mm"

# As large as in the paper: 490 thousand segments.
[quality.final]
solver.dx = "1 cm"
object.hair.shape.hair.strands = 6125
object.hair.shape.hair.segments = 80
object.hair.thickness = "0.4 mm"
'''

if __name__ == "__main__":
    pathlib.Path(__file__).resolve().parent.parent.joinpath("scenes/dancer_hair.toml").write_text(SCENE)
