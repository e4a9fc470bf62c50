"""The mesh of a result: the object's own, with its polygons, uv and materials, where its vertices are the run's; otherwise the run's."""
import bpy
import numpy
from mathutils.kdtree import KDTree

from . import frames
from .sampling import vertices

NEAR = 1e-4  # in parts of the object's size: a scene is written with seven digits


def size_of(x):
    return max(1e-9, float((x.max(axis=0) - x.min(axis=0)).max())) if len(x) else 1e-9


def matching(own, run):
    """For each of the object's vertices the run's that is it; None where there is one without. The same order comes first; a rigid
    body, say, has a vertex for every corner of every face in the run."""
    tolerance = NEAR * size_of(own)
    if own.shape == run.shape and float(numpy.abs(own - run).max(initial=0)) < tolerance:
        return numpy.arange(len(own), dtype=numpy.int32)
    tree = KDTree(len(run))
    for i, x in enumerate(run):
        tree.insert(x, i)
    tree.balance()
    found = [tree.find(x) for x in own]
    if not found or any(distance is None or distance > tolerance for _, _, distance in found):
        return None
    return numpy.array([i for _, i, _ in found], dtype=numpy.int32)


def mesh_of(name, template, thing, attribute):
    """`template`: the object's mesh in the world at the first frame, or None; `thing`: the run's arrays at that frame."""
    x = thing["position"]
    if template is not None and "faces" in thing:
        numbers = matching(vertices(template), x)
        if numbers is not None:
            template.name = name
            if len(numbers) != len(x) or (numbers != numpy.arange(len(x))).any():
                layer = template.attributes.new(attribute, "INT", "POINT")
                layer.data.foreach_set("value", numbers)
            return template
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(x.tolist(), frames.segments(thing).tolist(), frames.polygons(thing))
    mesh.vertices.foreach_set("co", x.ravel())  # from_pydata may go through doubles: the run's own bits
    if template is not None:
        for m in template.materials:
            mesh.materials.append(m)
        bpy.data.meshes.remove(template)
    mesh.update()
    return mesh
