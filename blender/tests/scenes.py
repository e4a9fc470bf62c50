"""Small scenes made by script, as an artist would by hand."""
import math

import bpy

FRAMES = (1, 12)


def fresh(path, program):
    """An empty scene, saved at `path`, in which // means something; `program`: weft's path."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.preferences.addon_enable(module="weft_addon")
    bpy.context.preferences.addons["weft_addon"].preferences.program = program
    scene = bpy.context.scene
    scene.frame_start, scene.frame_end = FRAMES
    scene.render.fps = 24
    bpy.ops.wm.save_as_mainfile(filepath=path)
    return scene


def added(name, kind, preset=None):
    obj = bpy.context.object
    obj.name = name
    obj.weft.kind = kind
    if preset:
        obj.weft.preset = preset
    return obj


def coloured(obj, colour):
    m = bpy.data.materials.new(obj.name)
    m.diffuse_color = (*colour, 1)
    m.use_nodes = True
    m.node_tree.nodes["Principled BSDF"].inputs["Base Color"].default_value = (*colour, 1)
    obj.data.materials.append(m)
    return obj


def number(obj, name, value):
    obj.weft.numbers[name].value = value


def body():
    """A ball that goes up, sideways and turns."""
    bpy.ops.mesh.primitive_uv_sphere_add(segments=24, ring_count=16, radius=0.12, location=(0, 0, 0.4))
    ball = coloured(added("Body", "collider"), (0.75, 0.5, 0.4))
    ball.scale = (1, 1.25, 1)
    ball.keyframe_insert("location", frame=1)
    ball.keyframe_insert("rotation_euler", frame=1)
    ball.location, ball.rotation_euler = (0.06, 0, 0.44), (0, 0, math.radians(70))
    ball.keyframe_insert("location", frame=12)
    ball.keyframe_insert("rotation_euler", frame=12)
    return ball


def floor():
    bpy.ops.mesh.primitive_plane_add(size=4)
    plane = coloured(added("Floor", "collider"), (0.5, 0.5, 0.5))
    plane.weft.plane = True
    return plane


def skirt():
    """A square of cloth above the body, one corner pinned."""
    bpy.ops.mesh.primitive_grid_add(x_subdivisions=16, y_subdivisions=16, size=0.5, location=(0, 0, 0.56), rotation=(0, 0, 0.3))
    cloth = coloured(added("Skirt 1", "cloth", "cotton"), (0.2, 0.35, 0.75))
    number(cloth, "young", 50000)
    group = cloth.vertex_groups.new(name="Pins")
    group.add([0, 1], 1.0, "REPLACE")
    group.add([2], 0.3, "REPLACE")
    cloth.weft.pin_group = "Pins"
    return cloth


def curls(follow):
    """Strands beside the body, hanging from its side, as a legacy curve with a thickness."""
    data = bpy.data.curves.new("Curls", "CURVE")
    data.dimensions, data.bevel_depth = "3D", 0.002
    for i in range(7):
        spline = data.splines.new("POLY")
        spline.points.add(9)
        for k, p in enumerate(spline.points):
            p.co = (-0.125 - 0.014 * k, -0.06 + 0.02 * i, 0.4 + 0.004 * math.sin(k + i), 1)
    obj = bpy.data.objects.new("Curls", data)
    bpy.context.scene.collection.objects.link(obj)
    bpy.context.view_layer.objects.active = obj
    coloured(added("Curls", "hair", "wisps"), (0.25, 0.12, 0.05))
    obj.weft.thickness, obj.weft.follow = 0.0008, follow
    return obj


def dressed(path, program):
    """Cloth on a moving body, and hair."""
    scene = fresh(path, program)
    scene.weft.dx = 0.03
    ball = body()
    floor()
    skirt()
    curls(ball)
    bpy.ops.wm.save_mainfile()
    return scene
