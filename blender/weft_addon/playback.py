"""Shows runs: objects in the collection "Weft results" whose vertices are those of the run, at every frame, as far as it is.

A result is a mesh at the world's origin: with faces, with edges along strands, or with points alone. Node groups draw strands and
points with their thickness. The vertices are set when the frame changes; between two frames they go on straight lines."""
import bpy
import numpy
from bpy.app.handlers import persistent

from . import binding, frames, result_nodes

COLLECTION = "Weft results"
ATTRIBUTE = "weft_vertex"  # of a result's vertex: its number in the run, where the two differ

_paused = 0


class paused:
    """While the scene is being read, results stay as they are."""

    def __enter__(self):
        global _paused
        _paused += 1

    def __exit__(self, *_):
        global _paused
        _paused -= 1


def run_folder(obj):
    return bpy.path.abspath(obj.weft_result.run).rstrip("/\\")


def results(scene):
    return [o for o in scene.objects if o.type == "MESH" and o.weft_result.run]


def result_of(scene, thing, run):
    return next((o for o in results(scene) if o.weft_result.thing == thing and run_folder(o) == run), None)


def collection_of(scene):
    c = scene.collection.children.get(COLLECTION)
    if not c:
        c = bpy.data.collections.new(COLLECTION)
        scene.collection.children.link(c)
    return c


def hide(obj):
    """The original is where the simulation begins; the result is what is seen."""
    obj.hide_render = True
    obj.hide_set(True)


def make_results(scene, run, stored_run, templates):
    """Objects for the things of the run's first frame that came from objects of this scene. `templates`: names of their
    meshes in the world at the first frame; `stored_run`: the run folder as the .blend keeps it."""
    numbers = frames.numbers(run)
    if not numbers:
        return []
    first = frames.things(run, numbers[0])
    made = []
    for source in [o for o in scene.objects if o.weft.kind not in ("NONE", "collider") and o.weft.thing in first]:
        thing = source.weft.thing
        result = result_of(scene, thing, run)
        if not result or thing in templates:
            template = bpy.data.meshes.get(templates.pop(thing, ""))
            mesh = binding.mesh_of(thing, template, first[thing], ATTRIBUTE)
            result = put(scene, result, mesh, source)
        result.weft_result.run, result.weft_result.thing = stored_run, thing
        result_nodes.draw(result, source, first[thing])
        hide(source)
        made.append(result)
    drop(templates)
    scene.render.use_lock_interface = True  # vertices are set while a frame is rendered: the window must not read them then
    return made


def drop(templates):
    """Removes meshes that became no result."""
    for name in templates.values():
        if name in bpy.data.meshes:
            bpy.data.meshes.remove(bpy.data.meshes[name])
    templates.clear()


def put(scene, result, mesh, source):
    """A new result object, or new data for the one that is there, which keeps its modifiers."""
    if result:
        old, result.data = result.data, mesh
        if not old.users:
            bpy.data.meshes.remove(old)
    else:
        result = bpy.data.objects.new(source.name + " (Weft)", mesh)
        collection_of(scene).objects.link(result)
    if not mesh.materials:
        for m in source.data.materials:
            mesh.materials.append(m)
    return result


def set_vertices(mesh, x):
    if ATTRIBUTE in mesh.attributes:
        numbers = numpy.empty(len(mesh.vertices), dtype=numpy.int32)
        mesh.attributes[ATTRIBUTE].data.foreach_get("value", numbers)
        x = x[numbers] if numbers.max(initial=0) < len(x) else None
    elif len(x) != len(mesh.vertices) and not mesh.edges:  # points that a source pours
        mesh.clear_geometry()
        mesh.vertices.add(len(x))
    if x is None or len(x) != len(mesh.vertices):
        return False
    mesh.vertices.foreach_set("co", numpy.ascontiguousarray(x, dtype=numpy.float32).ravel())
    mesh.update()
    return True


def show(scene):
    """Sets the vertices of all results for the scene's frame."""
    for obj in results(scene):
        x = frames.positions(run_folder(obj), obj.weft_result.thing, scene.frame_current_final)
        if x is not None:
            set_vertices(obj.data, x)


def remove_results(scene):
    """The originals are seen again."""
    things = {o.weft_result.thing for o in results(scene)}
    for obj in results(scene):
        mesh = obj.data
        bpy.data.objects.remove(obj)
        if not mesh.users:
            bpy.data.meshes.remove(mesh)
    for source in scene.objects:
        if source.weft.thing in things and source.weft.kind not in ("NONE", "collider"):
            source.hide_render = False
            source.hide_set(False)


@persistent
def on_frame_change(scene, _depsgraph=None):
    if not _paused:
        show(scene)


def register():
    bpy.app.handlers.frame_change_pre.append(on_frame_change)


def unregister():
    bpy.app.handlers.frame_change_pre.remove(on_frame_change)
