"""Where things stand and how they move, from matrices sampled at every frame.

    M = R S,  R a rotation, S what is left (scale and shear):  x_world = at + R (S x_local)

S is put into the mesh; `at` and R are what a scene can say. A motion is rigid while S stays the same."""
import math

import numpy

# How far S may wander, in parts of its size, for a motion to count as rigid: what single precision blurs.
RIGID = 1e-4
STILL = 1e-6


def parts(matrix):
    """(at, R, S) of a 4 x 4 matrix, by the polar decomposition of its linear part."""
    m = numpy.asarray(matrix, dtype=float)
    u, _, vt = numpy.linalg.svd(m[:3, :3])
    rotation = u @ vt
    if numpy.linalg.det(rotation) < 0:  # mirrored: a rotation cannot say so, S does
        rotation = -rotation
    return m[:3, 3], rotation, rotation.T @ m[:3, :3]


def axis_angle(rotation):
    """Unit axis and angle from 0 to pi, by way of the quaternion with the largest part first."""
    r = rotation
    four = numpy.array([1 + r[0, 0] + r[1, 1] + r[2, 2], 1 + r[0, 0] - r[1, 1] - r[2, 2],
                        1 - r[0, 0] + r[1, 1] - r[2, 2], 1 - r[0, 0] - r[1, 1] + r[2, 2]])
    k = int(numpy.argmax(four))
    q = [numpy.array([four[0], r[2, 1] - r[1, 2], r[0, 2] - r[2, 0], r[1, 0] - r[0, 1]]),
         numpy.array([r[2, 1] - r[1, 2], four[1], r[0, 1] + r[1, 0], r[0, 2] + r[2, 0]]),
         numpy.array([r[0, 2] - r[2, 0], r[0, 1] + r[1, 0], four[2], r[1, 2] + r[2, 1]]),
         numpy.array([r[1, 0] - r[0, 1], r[0, 2] + r[2, 0], r[1, 2] + r[2, 1], four[3]])][k]
    q = q / numpy.linalg.norm(q)
    if q[0] < 0:
        q = -q
    sine = float(numpy.linalg.norm(q[1:]))
    if sine < 1e-9:
        return numpy.array([0.0, 0.0, 1.0]), 0.0
    return q[1:] / sine, 2 * math.atan2(sine, q[0])


def same(a, b, tolerance):
    a, b = numpy.asarray(a, dtype=float), numpy.asarray(b, dtype=float)
    return a.shape == b.shape and float(numpy.abs(a - b).max(initial=0)) <= tolerance * max(1e-9, float(numpy.abs(a).max(initial=0)))


def is_still(matrices):
    return all(same(matrices[0], m, STILL) for m in matrices)


def is_rigid(matrices):
    first = parts(matrices[0])[2]
    return all(same(first, parts(m)[2], RIGID) for m in matrices)


def neat(x, size):
    """Without the last digits of single precision: what is nothing beside `size` is 0."""
    return [0.0 if abs(a) < 1e-7 * size else float(a) for a in x]


def place(matrix):
    """{ at, rotate } of a scene; nothing where the thing stands at the origin, unturned."""
    at, rotation, _ = parts(matrix)
    axis, angle = axis_angle(rotation)
    out = {}
    if numpy.abs(at).max() > 1e-9:
        out["at"] = neat(at, float(numpy.abs(at).max()))
    if angle > 1e-6:
        out["rotate"] = {"axis": neat(axis, 1), "angle": angle}
    return out


def keys(times, matrices):
    """Keyframes { time, at, rotate }, one per sample."""
    return [{"time": t, "at": [0.0, 0.0, 0.0], **place(m)} for t, m in zip(times, matrices)]


def moved(vertices, matrix):
    """Points of a mesh by a 4 x 4 matrix, or by a 3 x 3 one."""
    m = numpy.asarray(matrix, dtype=float)
    x = numpy.asarray(vertices, dtype=float) @ m[:3, :3].T
    return x + m[:3, 3] if m.shape == (4, 4) else x


def outside_out(faces, matrix):
    """Faces turned over where the matrix mirrors, so that they still look outwards."""
    mirrors = numpy.linalg.det(numpy.asarray(matrix, dtype=float)[:3, :3]) < 0
    return [list(reversed(f)) for f in faces] if mirrors else faces
