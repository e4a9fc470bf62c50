"""Strands from Blender's curves: legacy curves of any type (as finely as they are shown) and hair curves (their points)."""
import bpy
import numpy

from .sampling import CannotWrite, vertices


def of_hair_curves(curves):
    x = numpy.empty(3 * len(curves.points), dtype=numpy.float32)
    curves.attributes["position"].data.foreach_get("vector", x)
    return x.reshape(-1, 3), [c.points_length for c in curves.curves]


def without_thickness(curve):
    """A copy whose evaluated mesh is lines alone."""
    bare = curve.copy()
    bare.bevel_depth = bare.extrude = bare.offset = 0
    bare.bevel_object = bare.taper_object = None
    bare.dimensions = "3D"
    return bare


def of_curve(context, obj):
    """A spline's vertices follow one another in the mesh, an edge between neighbours."""
    bare = without_thickness(obj.data)
    holder = bpy.data.objects.new("weft strands", bare)
    context.scene.collection.objects.link(holder)
    try:
        context.view_layer.update()
        evaluated = holder.evaluated_get(context.evaluated_depsgraph_get())
        mesh = evaluated.to_mesh()
        x, joined = vertices(mesh), {tuple(sorted(e.vertices)) for e in mesh.edges}
        evaluated.to_mesh_clear()
    finally:
        bpy.data.objects.remove(holder)
        bpy.data.curves.remove(bare)
    lengths = []
    for i in range(len(x)):
        if i and (i - 1, i) in joined:
            lengths[-1] += 1
        else:
            lengths.append(1)
    return x, lengths


def strands(context, obj):
    """(vertices in the object's axes, points of each strand)."""
    if obj.type == "CURVES":
        x, lengths = of_hair_curves(obj.evaluated_get(context.evaluated_depsgraph_get()).data)
    elif obj.type == "CURVE":
        x, lengths = of_curve(context, obj)
    else:
        raise CannotWrite(f"'{obj.name}' is no curve: hair and yarn are made of curves")
    if not lengths or min(lengths) < 2:
        raise CannotWrite(f"'{obj.name}' has a strand of a single point, or none: a strand has at least two points")
    return x, lengths
