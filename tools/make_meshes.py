#!/usr/bin/env python3
"""Writes the meshes of scenes/meshes/: closed triangle meshes, counter-clockwise seen from outside.

Each is a profile of (r, z) points turned about the z axis, or swept along a circle. Run it from anywhere.
"""
import math
import os

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "scenes", "meshes")


def write(name, vertices, faces, about):
    with open(os.path.join(FOLDER, name), "w", encoding="ascii") as out:
        out.write(f"# {about}; written by tools/make_meshes.py\n")
        for x, y, z in vertices:
            out.write(f"v {x:.5f} {y:.5f} {z:.5f}\n")
        for face in faces:
            out.write("f " + " ".join(str(i + 1) for i in face) + "\n")


def turned(profile, segments, squash=lambda a: 1.0):
    """A closed profile of (r, z), r > 0, counter-clockwise in the (r, z) half plane, turned about z."""
    n = len(profile)
    vertices = []
    for s in range(segments):
        a = 2 * math.pi * s / segments
        k = squash(a)
        vertices += [(r * k * math.cos(a), r * k * math.sin(a), z) for r, z in profile]
    faces = []
    for s in range(segments):
        t = (s + 1) % segments
        for i in range(n):
            j = (i + 1) % n
            a, b, c, d = s * n + i, t * n + i, t * n + j, s * n + j
            faces += [(a, b, c), (a, c, d)]
    return vertices, faces


def rotate_to_y(vertices):
    """The axis of turning becomes y instead of z (a proper rotation)."""
    return [(x, -z, y) for x, y, z in vertices]


def hourglass():
    """A thick wall around two funnels that meet in a narrow neck of radius 2.5 cm at z = 0."""
    neck, wide, height, outer = 0.025, 0.18, 0.3, 0.24
    inner = []
    for k in range(21):
        z = height - 2 * height * k / 20
        inner.append((neck + (wide - neck) * min(1.0, (abs(z) / 0.24) ** 1.15), z))
    profile = [(outer, -height), (outer, height)] + inner  # down the inside, up the outside
    vertices, faces = turned(profile, 48)
    write("hourglass.obj", vertices, faces, "hourglass wall, neck radius 2.5 cm")


def drum():
    """A ring about y with eight lifters on its inside."""
    segments, inner, outer, half = 96, 0.2, 0.24, 0.06
    profile = [(outer, -half), (outer, half), (inner, half), (inner, -half)]
    vertices = []
    for s in range(segments):
        a = 2 * math.pi * s / segments
        lift = 0.84 if s % 12 in (0, 1) else 1.0
        for r, z in profile:
            q = r * lift if r == inner else r
            vertices.append((q * math.cos(a), q * math.sin(a), z))
    _, faces = turned(profile, segments)
    write("drum.obj", rotate_to_y(vertices), faces, "drum with lifters, inner radius 20 cm")


def torus():
    """A ring of radius 10 cm and thickness 4 cm about z."""
    profile = [(0.1 + 0.04 * math.cos(2 * math.pi * k / 24), 0.04 * math.sin(2 * math.pi * k / 24)) for k in range(24)]
    vertices, faces = turned(profile, 48)
    write("torus.obj", vertices, faces, "torus, radii 10 cm and 4 cm")


def star():
    """A five-pointed star prism with a rounded outline, 6 cm thick."""
    points, faces, n, half = [], [], 60, 0.03
    outline = [0.07 + 0.035 * math.cos(5 * 2 * math.pi * k / n) for k in range(n)]
    for z in (-half, half):
        points += [(r * math.cos(2 * math.pi * k / n), r * math.sin(2 * math.pi * k / n), z) for k, r in enumerate(outline)]
    points += [(0, 0, -half), (0, 0, half)]
    for k in range(n):
        j = (k + 1) % n
        faces += [(k, j, n + j), (k, n + j, n + k), (2 * n, j, k), (2 * n + 1, n + k, n + j)]
    write("star.obj", points, faces, "star, 10.5 cm from centre to tip")


if __name__ == "__main__":
    os.makedirs(FOLDER, exist_ok=True)
    hourglass()
    drum()
    torus()
    star()
