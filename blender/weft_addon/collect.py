"""From Blender's scene to a folder that weft can run: scene.toml and meshes/."""
import contextlib
import os
import shutil

import bpy
import numpy

from . import mesh_files, motion, names, pins, presets, properties, sampling, scene_text, strands
from .preferences import preferences
from .sampling import CannotWrite

SCENE, RUN, MESHES = "scene.toml", "scene.run", "meshes"


def folder_of(scene):
    """The folder as a whole path; throws when there is none to write to."""
    path = bpy.path.abspath(scene.weft.folder)
    if not os.path.isabs(path) or (scene.weft.folder.startswith("//") and not bpy.data.filepath):
        raise CannotWrite("Save the .blend first, or choose a whole path as folder: // is where the .blend is")
    return os.path.normpath(path)


def clear(folder):
    """Makes room for what is written; throws when the folder holds a scene, meshes or a run that are not the add-on's."""
    scene, meshes, run = (os.path.join(folder, name) for name in (SCENE, MESHES, RUN))
    try:
        with open(scene, encoding="utf-8", errors="replace") as f:
            ours = f.readline().startswith(scene_text.SIGN)
    except FileNotFoundError:
        ours = not os.path.exists(meshes) and not os.path.exists(run)
    if not ours:
        raise CannotWrite(f"'{folder}' holds a scene that this add-on did not write, and would be written over: choose another folder")
    os.makedirs(folder, exist_ok=True)
    shutil.rmtree(meshes, ignore_errors=True)


def run_of(scene):
    return os.path.join(folder_of(scene), RUN)


def marked(context):
    """What Weft is to see: in this view layer, for Blender evaluates nothing else."""
    return [o for o in context.view_layer.objects if o.weft.kind != properties.NONE]


@contextlib.contextmanager
def enabled(objects):
    """Blender evaluates nothing that is disabled in viewports (the monitor, not the eye): for a while nothing is."""
    disabled = [o for o in objects if o.hide_viewport]
    try:
        for o in disabled:
            o.hide_viewport = False
        yield
    finally:
        for o in disabled:
            o.hide_viewport = True


def colour_of(obj):
    m = obj.active_material
    if not m:
        return None
    node = m.node_tree and next((n for n in m.node_tree.nodes if n.type == "BSDF_PRINCIPLED"), None)
    return scene_text.hex_colour(node.inputs["Base Color"].default_value if node else m.diffuse_color)


def changed_numbers(obj):
    """The material's numbers that are not the preset's, in single precision, which is all that Blender keeps."""
    numbers = properties.preset_numbers(obj.weft.preset)
    return {n.name: n.value for n in obj.weft.numbers
            if n.name in numbers and numpy.float32(n.value) != numpy.float32(numbers[n.name])}


def common(obj, name):
    settings = obj.weft
    settings.thing = name
    own = {n: getattr(settings, n) for n in {n for kind in scene_text.NUMBERS.values() for n in kind}}
    return {"name": name, "kind": settings.kind, "numbers": own, "colour": colour_of(obj),
            "comment": "" if name == obj.name else f'"{obj.name}" in Blender'}


class Writer:
    """Writes the scene once. `told` is called with each frame that is looked at."""

    def __init__(self, context, told=None):
        self.context, self.scene, self.told = context, context.scene, told
        self.folder = folder_of(self.scene)
        self.objects = marked(context)
        self.names = dict(zip((o.name for o in self.objects), names.scene_names([o.name for o in self.objects]).values()))
        self.templates = {}  # of the results: the name of the object's own mesh in the world, by the scene's name

    def write(self):
        if not any(o.weft.kind != properties.COLLIDER for o in self.objects):
            raise CannotWrite("Nothing moves in this scene: mark an object as cloth, hair, grains, ... first")
        presets.lists(preferences().program)
        self.fps = self.scene.render.fps / self.scene.render.fps_base
        self.times = [k / self.fps for k in range(self.scene.frame_end - self.scene.frame_start + 1)]
        if len(self.times) < 2:
            raise CannotWrite("The scene has a single frame: there is nothing to simulate")
        clear(self.folder)
        followed = {o.weft.follow.name for o in self.objects if o.weft.follow}
        watched = [o for o in self.objects if o.weft.kind == properties.COLLIDER or o.name in followed or pins.moves_with_it(o)]
        for o in watched:
            if o.type not in {"MESH", "CURVE", "SURFACE", "FONT", "META"}:
                raise CannotWrite(f"'{o.name}' has no surface: a collider needs a mesh")
        with enabled(self.objects):
            self.scene.frame_set(self.scene.frame_start)
            self.tracks = sampling.sample(self.context, watched, self.told)
            described = self.described()
        path = os.path.join(self.folder, SCENE)
        with open(path, "w", encoding="utf-8") as f:
            f.write(scene_text.scene_toml(described))
        return path

    def described(self):
        s = self.scene
        weft = s.weft
        blend = os.path.basename(bpy.data.filepath) or "unsaved.blend"
        moving = [o for o in self.objects if o.weft.kind != properties.COLLIDER]
        return {"title": os.path.splitext(blend)[0], "blend": blend, "fps": self.fps, "frames": (s.frame_start, s.frame_end),
                "dx": weft.dx, "step": weft.step, "gravity": list(s.gravity) if s.use_gravity else [0, 0, 0],
                "objects": [self.object(o) for o in moving],
                "colliders": [self.collider(o) for o in self.objects if o.weft.kind == properties.COLLIDER]}

    def file(self, name):
        return f"{MESHES}/{name}.obj"

    def path(self, name):
        return os.path.join(self.folder, MESHES, name + ".obj")

    def mesh(self, obj):
        """(vertices, faces, template) of the object as it is shown now, in its own axes; shells keep their polygons."""
        depsgraph = self.context.evaluated_depsgraph_get()
        mesh = bpy.data.meshes.new_from_object(obj.evaluated_get(depsgraph), preserve_all_data_layers=True, depsgraph=depsgraph)
        if not mesh or not mesh.polygons:
            raise CannotWrite(f"'{obj.name}' has no faces: a {obj.weft.kind} is made of a mesh")
        faces = sampling.polygons(mesh) if obj.weft.kind == "shell" else sampling.triangles(mesh)
        return sampling.vertices(mesh), faces, mesh

    def object(self, obj):
        o = common(obj, self.names[obj.name])
        if o["kind"] != "rigid" and not obj.weft.preset:
            raise CannotWrite(f"'{obj.name}' has no preset: choose what it is made of")
        settings, matrix = obj.weft, numpy.array(obj.matrix_world, dtype=float)
        left = motion.parts(matrix)[2]
        about = f'{obj.name} of {bpy.path.basename(bpy.data.filepath) or "Blender"}, in its own axes [m]'
        template = group = None
        if o["kind"] in properties.STRANDS:
            x, lengths = strands.strands(self.context, obj)
            mesh_files.write_strands(self.path(o["name"]), motion.moved(x, left), lengths, about)
        else:
            if obj.type != "MESH":
                raise CannotWrite(f"'{obj.name}' is no mesh: a {o['kind']} is made of a mesh")
            x, faces, template = self.mesh(obj)
            group = pins.vertices_of_group(obj, template)
            mesh_files.write_mesh(self.path(o["name"]), motion.moved(x, left), motion.outside_out(faces, left), about)
        o.update(file=self.file(o["name"]), place=motion.place(matrix), preset=settings.preset, changed=changed_numbers(obj),
                 velocity=list(settings.velocity), source_rate=settings.source_rate)
        followed = self.names.get(settings.follow.name) if settings.follow else None
        o["pins"] = pins.pins(obj, template, group, followed, self.tracks.get(obj.name), self.times)
        if template:
            template.transform(obj.matrix_world)
            self.templates[o["name"]] = template.name
        return o

    def collider(self, obj):
        c = common(obj, self.names[obj.name])
        track, name = self.tracks[obj.name], c["name"]
        c.update(place={}, keys=None, sequence=None)
        if obj.weft.plane:
            c["shape"] = {"plane": [0, 0, 1]}
        else:
            _, faces, mesh = self.mesh(obj)
            bpy.data.meshes.remove(mesh)
            if not track.rigid:
                return self.deforming(obj, c, track, faces)
            left = motion.parts(track.matrices[0])[2]
            about = f"{obj.name}, in its own axes [m]"
            mesh_files.write_mesh(self.path(name), motion.moved(track.first, left), motion.outside_out(faces, left), about)
            c["shape"] = {"mesh": self.file(name)}
        if track.still:
            c["place"] = motion.place(track.matrices[0])
        else:
            c["keys"] = motion.keys(self.times, track.matrices)
        return c

    def deforming(self, obj, c, track, faces):
        """A file per frame, in the world."""
        name, first = c["name"], self.scene.frame_start
        faces = motion.outside_out(faces, track.matrices[0])
        for k in range(len(self.times)):
            mesh_files.write_mesh(self.path(f"{name}_{first + k:04d}"), track.world(k), faces, f"{obj.name} at frame {first + k} [m]")
        c["shape"] = {"mesh": self.file(f"{name}_{first:04d}")}
        c["sequence"] = {"files": f"{MESHES}/{name}_####.obj", "fps": self.fps}
        return c
