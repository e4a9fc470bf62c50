"""VDB by OpenVDB's own Python module: metadata, every voxel of the density, the sign of the level set.
read_openvdb.py DUMP FOLDER"""
import math
import os
import sys

import pyopenvdb

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from truth import Result, read_truth  # noqa: E402

HALF = 2.0 ** -10  # relative error of a half-precision number, doubled


def expected_density(points, h):
    """Linear weights of points that fill a voxel of their spacing each."""
    density = {}
    for x in points:
        base = [math.floor(a / h) for a in x]
        w = [a / h - b for a, b in zip(x, base)]
        for c in range(8):
            ijk = tuple(base[k] + (c >> k & 1) for k in range(3))
            weight = math.prod(w[k] if c >> k & 1 else 1 - w[k] for k in range(3))
            density[ijk] = density.get(ijk, 0) + weight
    return density


def check_density(r, grid, thing, where):
    want = expected_density(thing.position, 2 * thing.radius)
    got = {item.min: item.value for item in grid.citerOnValues()}
    for ijk in set(want) | set(got):
        error = abs(want.get(ijk, 0) - got.get(ijk, 0))
        r.near(f"{where} density at {ijk}", error / max(1, want.get(ijk, 0)), HALF + 1e-4)


def check_surface(r, grid, thing, where):
    """Points are inside; what is inside has a point within three radii."""
    h, at, cells = thing.radius, grid.getConstAccessor(), {}
    for x in thing.position:
        r.near(f"{where} surface at {x}", max(0, at.getValue(tuple(round(a / h) for a in x))), 0)
        cells.setdefault(tuple(math.floor(a / (3 * h)) for a in x), []).append(x)
    for item in grid.citerOnValues():
        if item.value > 0:
            continue
        x = [a * h for a in item.min]
        c = [math.floor(a / (3 * h)) for a in x]
        near = (p for i in (-1, 0, 1) for j in (-1, 0, 1) for k in (-1, 0, 1)
                for p in cells.get((c[0] + i, c[1] + j, c[2] + k), ()))
        if not any(math.dist(p, x) < 3 * h for p in near):
            r.fail(f"{where}: inside at {x}, where no point is")


def main(dump, folder):
    r = Result("vdb", "OpenVDB " + ".".join(map(str, pyopenvdb.LIBRARY_VERSION)),
               "metadata, every voxel of the density (as half), sign of the level set at every point and voxel")
    for frame in read_truth(dump):
        for t in frame.things:
            if t.kind != "points":
                continue
            where = f"{t.name} frame {frame.number}"
            grids, about = pyopenvdb.readAll(os.path.join(folder, f"{t.name}.{frame.number:06d}.vdb"))
            grids = {g.name: g for g in grids}
            r.equal(where + " grids", {n: g.gridClass for n, g in grids.items()},
                    {"surface": "level set", "density": "fog volume"})
            r.equal(where + " metadata", (about["object"], about["frame"], about["time"], about["point_radius"]),
                    (t.name, frame.number, frame.time, t.radius))
            check_density(r, grids["density"], t, where)
            check_surface(r, grids["surface"], t, where)
    r.report()


main(*sys.argv[1:])
