#!/usr/bin/env python3
"""Writes the meshes of scenes/meshes/: closed triangle meshes, counter-clockwise seen from outside.

Each is a profile of (r, z) points turned about the z axis, an outline drawn out along z, or the surface of a level set.
Run it from anywhere.
"""
import math
import os

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "scenes", "meshes")


def write(name, vertices, faces, about):
    sides = [(face[k - 1], face[k]) for face in faces for k in range(3)]
    assert len(set(sides)) == len(sides) and set(sides) == {(b, a) for a, b in sides}, f"{name} is not closed"
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


def pinwheel():
    """A hub along z with six straight paddles: 40 cm across, 12 cm thick."""
    blades, hub, tip, width, half, arc = 6, 0.05, 0.2, 0.024, 0.06, 4
    side = math.asin(width / 2 / hub)
    outline = []
    for b in range(blades):
        a = 2 * math.pi * b / blades
        for r, s in ((hub * math.cos(side), -1), (tip, -1), (tip, 1), (hub * math.cos(side), 1)):
            y = s * width / 2
            outline.append((r * math.cos(a) - y * math.sin(a), r * math.sin(a) + y * math.cos(a)))
        for k in range(1, arc):  # the hub as far as the next paddle
            t = a + side + (2 * math.pi / blades - 2 * side) * k / arc
            outline.append((hub * math.cos(t), hub * math.sin(t)))
    n = len(outline)
    points = [(x, y, z) for z in (-half, half) for x, y in outline] + [(0, 0, -half), (0, 0, half)]
    faces = []
    for k in range(n):  # seen from the middle every point of the outline is visible: fans close the ends
        j = (k + 1) % n
        faces += [(k, j, n + j), (k, n + j, n + k), (2 * n, j, k), (2 * n + 1, n + k, n + j)]
    write("pinwheel.obj", points, faces, "pinwheel, 6 paddles, 40 cm across")


def ellipsoid(centre, radii, turn=0.0):
    """Roughly the distance to an ellipsoid whose axes are turned about y by `turn`."""
    c, s = math.cos(turn), math.sin(turn)

    def distance(p):
        x, y, z = (p[k] - centre[k] for k in range(3))
        q = (c * x - s * z, y, s * x + c * z)
        a = math.sqrt(sum((q[k] / radii[k]) ** 2 for k in range(3)))
        b = math.sqrt(sum((q[k] / radii[k] ** 2) ** 2 for k in range(3)))
        return a * (a - 1) / b if b > 1e-12 else -min(radii)

    return distance


def smooth_union(parts, k):
    """min(d, e) - k h^2 / 4 with h = max(0, 1 - |d - e| / k), part after part."""

    def distance(p):
        d = parts[0](p)
        for part in parts[1:]:
            e = part(p)
            h = max(0.0, 1 - abs(d - e) / k)
            d = min(d, e) - k * h * h / 4
        return d

    return distance


def surface_net(phi, lower, upper, h):
    """Triangles of phi = 0: a vertex in every cell that the surface crosses, a square around every edge that it
    crosses (Gibson 1998), then each vertex moved onto the surface along the gradient."""
    n = [int(math.ceil((upper[k] - lower[k]) / h)) + 1 for k in range(3)]
    at = lambda i, j, k: (lower[0] + i * h, lower[1] + j * h, lower[2] + k * h)
    value = [[[phi(at(i, j, k)) for k in range(n[2])] for j in range(n[1])] for i in range(n[0])]
    corners = [(c & 1, c >> 1 & 1, c >> 2) for c in range(8)]
    edges = [(a, b) for a in range(8) for b in range(a) if bin(a ^ b).count("1") == 1]
    vertices, cell = [], {}
    for i in range(n[0] - 1):
        for j in range(n[1] - 1):
            for k in range(n[2] - 1):
                v = [value[i + c[0]][j + c[1]][k + c[2]] for c in corners]
                cuts = []
                for a, b in edges:
                    if (v[a] < 0) != (v[b] < 0):
                        t = v[a] / (v[a] - v[b])
                        cuts.append([corners[a][d] * (1 - t) + corners[b][d] * t for d in range(3)])
                if cuts:
                    cell[i, j, k] = len(vertices)
                    mean = [sum(c[d] for c in cuts) / len(cuts) for d in range(3)]
                    vertices.append(at(i + mean[0], j + mean[1], k + mean[2]))
    faces = []
    for (i, j, k) in cell:
        for d in range(3):
            u, w = (d + 1) % 3, (d + 2) % 3
            p = [i, j, k]
            if p[u] == 0 or p[w] == 0:
                continue
            q = p[:]
            q[d] += 1
            first, second = value[i][j][k] < 0, value[q[0]][q[1]][q[2]] < 0
            if first == second:
                continue
            ring = []
            for du, dw in ((0, 0), (-1, 0), (-1, -1), (0, -1)):
                r = p[:]
                r[u] += du
                r[w] += dw
                ring.append(cell[tuple(r)])
            if second:
                ring.reverse()
            faces += [(ring[0], ring[1], ring[2]), (ring[0], ring[2], ring[3])]
    return [onto(phi, v, h) for v in vertices], faces


def onto(phi, x, h):
    for _ in range(3):
        e = 1e-3 * h
        g = [(phi(x[:k] + (x[k] + e,) + x[k + 1:]) - phi(x[:k] + (x[k] - e,) + x[k + 1:])) / (2 * e) for k in range(3)]
        size = max(sum(d * d for d in g), 1e-3)
        step = max(-0.3 * h, min(0.3 * h, phi(x))) / size
        x = tuple(x[k] - step * g[k] for k in range(3))
    return x


def rabbit():
    """A sitting rabbit that looks along x: 24 cm long, its paws on z = 0."""
    parts = [
        ellipsoid((-0.02, 0, 0.075), (0.085, 0.062, 0.07), 0.25),  # body
        ellipsoid((-0.055, 0, 0.07), (0.062, 0.066, 0.062)),  # haunches
        ellipsoid((0.075, 0, 0.145), (0.048, 0.04, 0.042), 0.2),  # head
        ellipsoid((0.112, 0, 0.133), (0.022, 0.022, 0.018)),  # snout
        ellipsoid((-0.118, 0, 0.05), (0.022, 0.02, 0.022)),  # tail
    ]
    for side in (-1, 1):
        parts += [
            ellipsoid((0.042, 0.026 * side, 0.215), (0.017, 0.012, 0.062), -0.35),  # ears
            ellipsoid((-0.01, 0.048 * side, 0.018), (0.052, 0.02, 0.017)),  # hind feet
            ellipsoid((0.062, 0.026 * side, 0.04), (0.018, 0.015, 0.042), 0.15),  # forelegs
            ellipsoid((0.074, 0.027 * side, 0.012), (0.024, 0.015, 0.011)),  # paws
        ]
    phi = smooth_union(parts, 0.018)
    vertices, faces = surface_net(phi, (-0.16, -0.09, -0.02), (0.16, 0.09, 0.3), 0.0106)
    write("rabbit.obj", vertices, faces, "sitting rabbit, 24 cm long")


def through(points, piece):
    """Catmull-Rom curve through points, as places `piece` apart."""
    ends = [[2 * a - b for a, b in zip(points[0], points[1])]] + points
    ends.append([2 * a - b for a, b in zip(points[-1], points[-2])])
    fine = []
    for a, b, c, d in zip(ends, ends[1:], ends[2:], ends[3:]):
        for t in (k / 40 for k in range(40)):
            fine.append([0.5 * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t * t +
                                (3 * q - p - 3 * r + s) * t ** 3) for p, q, r, s in zip(a, b, c, d)])
    fine.append(points[-1])
    way = [0]
    for a, b in zip(fine, fine[1:]):
        way.append(way[-1] + math.dist(a, b))
    count, out, at = int(way[-1] / piece), [], 0
    for k in range(count + 1):
        goal = way[-1] * k / count
        while at < len(way) - 2 and way[at + 1] < goal:
            at += 1
        share = min(1, (goal - way[at]) / (way[at + 1] - way[at]))
        out.append([p + (q - p) * share for p, q in zip(fine[at], fine[at + 1])])
    return out


def reef_knot():
    """Two bights: legs of each go over the arc of the other, under its legs and over its arc."""
    high, over = 0.0065, 0.03
    half = [(0.30, 0.010, 0), (0.22, 0.010, 0), (0.14, 0.010, 0), (0.09, 0.010, 0.002), (0.06, 0.0095, 0.9 * high),
            (over, 0.010, high), (0.55 * over, 0.013, 0), (0, 0.017, -high), (-0.5 * over, 0.022, 0),
            (-0.85 * over, 0.024, 0.8 * high), (-1.25 * over, 0.019, high), (-1.45 * over, 0.010, high),
            (-1.52 * over, 0, high)]
    rope = through([list(p) for p in half] + [[x, -y, z] for x, y, z in half[-2::-1]], 0.004)
    with open(os.path.join(FOLDER, "reef_knot.obj"), "w", encoding="ascii") as out:
        out.write("# a loose reef knot of two ropes; written by tools/make_meshes.py\n")
        for side in (1, -1):
            for x, y, z in rope:
                out.write(f"v {side * x:.6f} {y:.6f} {side * z:.6f}\n")
        for first in (1, 1 + len(rope)):
            out.write("l " + " ".join(str(first + k) for k in range(len(rope))) + "\n")


if __name__ == "__main__":
    os.makedirs(FOLDER, exist_ok=True)
    hourglass()
    drum()
    torus()
    star()
    pinwheel()
    rabbit()
    reef_knot()
