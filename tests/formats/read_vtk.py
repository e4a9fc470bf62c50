"""VTP and PVD by VTK itself: every coordinate, every array, every cell.  read_vtk.py DUMP FOLDER"""
import os
import sys
import xml.etree.ElementTree as tree

import vtk

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from truth import Result, read_truth  # noqa: E402


def rows(a):
    return [a.GetTuple(i) for i in range(a.GetNumberOfTuples())]


def cells(c):
    ids, out = vtk.vtkIdList(), []
    c.InitTraversal()
    while c.GetNextCell(ids):
        out.append(tuple(ids.GetId(i) for i in range(ids.GetNumberOfIds())))
    return out


def check(r, data, thing, frame, where):
    r.positions(where + " points", rows(data.GetPoints().GetData()), thing)
    r.same(where + " time", rows(data.GetFieldData().GetArray("TimeValue")), [(frame.time,)])
    for name, want in thing.attributes.items():
        got = data.GetPointData().GetArray(name)
        if got is None:
            r.fail(f"{where}: no array '{name}'")
        else:
            r.same(f"{where} {name}", rows(got), want)
    if thing.kind == "points":
        r.equal(where + " verts", cells(data.GetVerts()), [(i,) for i in range(len(thing.position))])
    elif thing.kind == "mesh" and thing.exact:
        r.equal(where + " polys", cells(data.GetPolys()), thing.faces)
    elif thing.kind == "curves":
        pieces = [(c[k], c[k + 1]) for c in cells(data.GetLines()) for k in range(len(c) - 1)]
        r.equal(where + " lines", pieces, thing.segments)


def main(dump, folder):
    r = Result("vtp", "VTK " + vtk.vtkVersion.GetVTKVersion(),
               "coordinates, velocities, ids, colours, quantities, cells, times, every file in the PVD")
    frames = read_truth(dump)
    pvd = [f for f in os.listdir(folder) if f.endswith(".pvd")]
    r.equal("collections", len(pvd), 1)
    listed = {}
    for e in tree.parse(os.path.join(folder, pvd[0])).iter("DataSet"):
        listed.setdefault(float(e.get("timestep")), {})[e.get("name")] = e.get("file")
    for frame in frames:
        for thing in frame.things:
            reader = vtk.vtkXMLPolyDataReader()
            reader.SetFileName(os.path.join(folder, listed[frame.time][thing.name]))
            reader.Update()
            if reader.GetErrorCode():
                r.fail(f"{thing.name}: VTK error {reader.GetErrorCode()}")
            check(r, reader.GetOutput(), thing, frame, f"{thing.name} frame {frame.number}")
    r.report()


main(*sys.argv[1:])
