"""Blender's objects at each frame: matrices and, where they deform, vertices. Frames are visited once for all of them."""
import bpy
import numpy

from . import motion


class CannotWrite(Exception):
    """Something in the scene that Weft cannot be told."""


def vertices(mesh):
    x = numpy.empty(3 * len(mesh.vertices), dtype=numpy.float32)
    mesh.vertices.foreach_get("co", x)
    return x.reshape(-1, 3)


def polygons(mesh):
    return [list(p.vertices) for p in mesh.polygons]


def triangles(mesh):
    mesh.calc_loop_triangles()
    t = numpy.empty(3 * len(mesh.loop_triangles), dtype=numpy.int32)
    mesh.loop_triangles.foreach_get("vertices", t)
    return t.reshape(-1, 3).tolist()


class Track:
    """One object over all frames; `shapes` holds its vertices where they are not the first frame's, else None."""

    def __init__(self):
        self.matrices, self.shapes, self.first = [], [], None

    def add(self, obj, depsgraph, frame):
        evaluated = obj.evaluated_get(depsgraph)
        self.matrices.append(numpy.array(evaluated.matrix_world, dtype=float))
        mesh = evaluated.to_mesh()
        x = vertices(mesh)
        evaluated.to_mesh_clear()
        if self.first is None:
            self.first = x
        if x.shape != self.first.shape:
            raise CannotWrite(f"'{obj.name}' has {len(x)} vertices at frame {frame} and {len(self.first)} at the first: "
                              "a thing that moves must keep its vertices")
        self.shapes.append(None if motion.same(self.first, x, motion.STILL) else x)

    @property
    def rigid(self):
        return all(s is None for s in self.shapes) and motion.is_rigid(self.matrices)

    @property
    def still(self):
        return all(s is None for s in self.shapes) and motion.is_still(self.matrices)

    def world(self, k):
        """Its vertices in the world at the k-th sample."""
        x = self.first if self.shapes[k] is None else self.shapes[k]
        return motion.moved(x, self.matrices[k])


def is_animated(obj):
    """Whether it may differ from frame to frame; when in doubt yes."""
    def moves(thing):
        return bool(thing.animation_data and (thing.animation_data.action or thing.animation_data.drivers or thing.animation_data.nla_tracks))
    keys = getattr(obj.data, "shape_keys", None)
    return bool(moves(obj) or obj.constraints or obj.modifiers or (obj.data and moves(obj.data)) or (keys and moves(keys))
                or obj.rigid_body or (obj.parent and is_animated(obj.parent)) or (obj.parent and obj.parent.type == "ARMATURE"))


def sample(context, objects, told=None):
    """{ object's name: Track } over the scene's frames, which is at its first frame afterwards. Things that are not animated
    are looked at once."""
    scene = context.scene
    tracks = {o.name: Track() for o in objects}
    moving = [o for o in objects if is_animated(o)]
    for frame in range(scene.frame_start, scene.frame_end + 1):
        chosen = objects if frame == scene.frame_start else moving
        if not chosen:
            break
        scene.frame_set(frame)
        depsgraph = context.evaluated_depsgraph_get()
        for o in chosen:
            tracks[o.name].add(o, depsgraph, frame)
        if told:
            told(frame)
    scene.frame_set(scene.frame_start)
    return tracks
