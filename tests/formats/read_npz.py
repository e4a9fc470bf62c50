"""NPZ by NumPy: every array.  read_npz.py DUMP FOLDER"""
import glob
import os
import sys

import numpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from truth import Result, read_truth  # noqa: E402


def rows(a):
    return [tuple(x) if a.ndim > 1 else (x,) for x in a.tolist()]


def main(dump, folder):
    r = Result("npz", "NumPy " + numpy.__version__, "coordinates, velocities, ids, colours, quantities, topology, uv")
    for frame in read_truth(dump):
        files = glob.glob(os.path.join(folder, f"*.{frame.number:06d}.npz"))
        r.equal("files of a frame", len(files), 1)
        npz = numpy.load(files[0])
        r.equal("frame", int(npz["frame"]), frame.number)
        r.equal("time", float(npz["time"]), frame.time)
        for t in frame.things:
            where = f"{t.name} frame {frame.number}"
            r.positions(where, rows(npz[t.name + ".position"]), t)
            for name, want in t.attributes.items():
                r.same(f"{where} {name}", rows(npz[f"{t.name}.{name}"]), want)
            if t.kind == "mesh" and t.exact:
                corners, at, faces = npz[t.name + ".corners"].tolist(), 0, []
                for n in npz[t.name + ".faces"].tolist():
                    faces.append(tuple(corners[at:at + n]))
                    at += n
                r.equal(where + " faces", faces, t.faces)
            if t.uv:
                r.same(where + " uv", rows(npz[t.name + ".uv"]), t.uv)
    r.report()


main(*sys.argv[1:])
