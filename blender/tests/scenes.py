"""Small scenes made by script, as an artist would by hand."""
import math

import bpy

FRAMES = (1, 12)
STRANDS = 40


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
    for i in range(STRANDS):
        up, spline = (0.4 - 0.8 * (i // 8) / 4), data.splines.new("POLY")  # rows and columns on the side of the body
        spline.points.add(9)
        for k, p in enumerate(spline.points):
            away, along = 0.122 + 0.016 * k, 0.5 * ((i % 8) / 7 - 0.5)
            p.co = (-away * math.cos(along) * math.cos(up), 1.25 * away * math.sin(along), 0.4 + away * math.sin(up), 1)
    obj = bpy.data.objects.new("Curls", data)
    bpy.context.scene.collection.objects.link(obj)
    bpy.context.view_layer.objects.active = obj
    coloured(added("Curls", "hair", "wisps"), (0.25, 0.12, 0.05))
    obj.weft.thickness, obj.weft.follow = 0.002, follow
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


def at_frames(thing, path, first, last, index=-1):
    """Animates a property from the first frame's value to the last's."""
    for frame, value in zip((bpy.context.scene.frame_start, bpy.context.scene.frame_end), (first, last)):
        setattr(thing, path, value)
        thing.keyframe_insert(path, index=index, frame=frame)


def key_shape(obj, moved):
    """A shape key that moves every vertex as `moved` says, from nothing to all of it over the scene."""
    obj.shape_key_add(name="Basis")
    key = obj.shape_key_add(name="Moved")
    for i, v in enumerate(obj.data.vertices):
        key.data[i].co = moved(v.co)
    at_frames(key, "value", 0.0, 1.0)


def pinned(obj, chosen):
    obj.vertex_groups.new(name="Pins").add(chosen, 1.0, "REPLACE")
    obj.weft.pin_group = "Pins"


def flags(x):
    """Three cloths: carried by their object, which is stretched and turned; pinned vertices that deform; and held to a collider
    that deforms below them."""
    bpy.ops.mesh.primitive_grid_add(x_subdivisions=6, y_subdivisions=6, size=0.2, location=(x, 0, 0.5), rotation=(1.2, 0.2, 0))
    carried = added("Carried", "cloth", "silk")
    carried.scale = (1.5, -1, 1)
    at_frames(carried, "location", (x, 0, 0.5), (x + 0.05, 0, 0.55))
    pinned(carried, [0, 6])
    bpy.ops.mesh.primitive_grid_add(x_subdivisions=6, y_subdivisions=6, size=0.2, location=(x, 0.6, 0.5))
    bent = added("Bent", "cloth", "denim")
    key_shape(bent, lambda v: (v[0] * 0.8, v[1], v[2] + v[0] * v[0]))
    pinned(bent, [0, 3, 6])
    bpy.ops.mesh.primitive_grid_add(x_subdivisions=6, y_subdivisions=6, size=0.2, location=(x, -0.6, 0.52))
    held = added("Held", "cloth", "cotton")
    pinned(held, [0])
    bpy.ops.mesh.primitive_uv_sphere_add(segments=12, ring_count=8, radius=0.1, location=(x, -0.6, 0.4))
    lump = added("Lump", "collider")
    key_shape(lump, lambda v: (v[0], v[1] * 1.3, v[2] * 0.9))
    held.weft.follow = lump


def heap(x):
    """Things that fill a closed mesh."""
    def cube(name, kind, preset, y, size=0.2):
        bpy.ops.mesh.primitive_cube_add(size=size, location=(x, y, 0.3), rotation=(0.3, 0.2, 0.1))
        return added(name, kind, preset)
    cube("Jelly", "solid", "gelatin", 0)
    cube("Sand", "grains", "sand", 0.6)
    cube("Tap", "grains", "water", 1.2).weft.source_rate = 20
    crate = cube("Crate.001", "rigid", None, -0.6)
    crate.weft.velocity, crate.weft.density, crate.weft.friction = (0.3, 0, 0.5), 300, 0.5
    cube("Gum", "putty", "soft_putty", -1.2, 0.15)


def threads(x):
    """Hair made of hair curves on a ball, and yarn from a Bezier curve."""
    bpy.ops.mesh.primitive_uv_sphere_add(segments=12, ring_count=8, radius=0.1, location=(x, 0, 0.5))
    ball = bpy.context.object
    ball.modifiers.new("hair", "PARTICLE_SYSTEM")
    settings = ball.particle_systems[0].settings
    settings.type, settings.count, settings.hair_length, settings.hair_step = "HAIR", 9, 0.15, 6
    bpy.context.view_layer.update()
    bpy.ops.curves.convert_from_particle_system()
    hair = added("Fur", "hair", "wisps")
    ball.modifiers.clear()
    ball.weft.kind = "collider"
    hair.weft.thickness, hair.weft.follow = 0.001, ball
    bpy.ops.curve.primitive_bezier_curve_add(radius=0.15, location=(x, 0.6, 0.5))
    yarn = added("Yarn", "fibre", "wool")
    yarn.weft.thickness = 0.004


def kinds(path, program):
    """One of everything."""
    scene = fresh(path, program)
    scene.frame_start, scene.frame_end = 3, 6
    scene.weft.dx = 0.06
    flags(0)
    heap(1.5)
    threads(3)
    bpy.ops.mesh.primitive_grid_add(x_subdivisions=5, y_subdivisions=5, size=0.3, location=(-1.5, 0, 0.4))
    sheet = added("Sheet", "shell", "plastic")
    sheet.weft.thickness = 0.002
    floor()
    bpy.ops.wm.save_mainfile()
    return scene
