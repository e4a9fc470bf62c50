"""Which vertices are held, and how they move: a vertex group, or the roots of strands.

Held vertices move with the object when it is animated (keys), each on its own when its modifiers or shape keys deform it, or
as if glued to a collider."""
import numpy

from . import motion
from .sampling import CannotWrite, vertices

HALF = 0.5
STRANDS = ("hair", "fibre")
TAKES_PINS = ("cloth", "shell", "solid", "putty") + STRANDS


def vertices_of_group(obj, mesh):
    """Numbers of the vertices whose weight is above a half; None without a group."""
    name = obj.weft.pin_group
    if not name or obj.weft.kind not in TAKES_PINS:
        return None
    group = obj.vertex_groups.get(name)
    if not group:
        raise CannotWrite(f"'{obj.name}' has no vertex group '{name}'")
    chosen = [v.index for v in mesh.vertices if any(g.group == group.index and g.weight > HALF for g in v.groups)]
    if not chosen:
        raise CannotWrite(f"no vertex of '{obj.name}' has a weight above a half in the group '{name}'")
    return chosen


def moves_with_it(obj):
    """Whether its own animation tells where pinned vertices go, so that it must be watched."""
    return obj.type == "MESH" and bool(obj.weft.pin_group) and not obj.weft.follow and obj.weft.kind in TAKES_PINS


def pins(obj, mesh, group, followed, track, times):
    """The list `pins` of the object's table. `mesh`: as it stands at the first frame, in the object's axes; `followed`: the
    collider's name in the scene."""
    kind = obj.weft.kind
    if obj.weft.follow and not followed:
        raise CannotWrite(f"'{obj.name}' follows '{obj.weft.follow.name}', which is not marked as a collider")
    if kind in STRANDS:
        return [{"roots": True, "follow": followed}] if obj.weft.pin_roots and kind == "hair" else roots_of_yarn(obj, followed)
    if group is None:
        return []
    if kind in ("solid", "putty"):  # filled with points of its own: the nearest to each of the group's
        at = motion.moved(vertices(mesh), numpy.array(obj.matrix_world))[group]
        which = [{"nearest": list(map(float, x))} for x in at]
    else:
        which = [{"ids": group}]
    if followed:
        return [{**w, "follow": followed} for w in which]
    if track is None or track.still:
        return which
    if track.rigid:
        return [{**w, "keys": motion.keys(times, track.matrices)} for w in which]
    return one_by_one(which if len(which) > 1 else [{"ids": [v]} for v in group], group, track, times)


def roots_of_yarn(obj, followed):
    return [{"ends": True, "follow": followed}] if obj.weft.pin_roots and obj.weft.kind == "fibre" else []


def one_by_one(which, group, track, times):
    """A pin for each vertex, which goes its own way."""
    ways = numpy.array([track.world(k)[group] for k in range(len(times))])
    return [{**w, "keys": [{"time": t, "at": list(map(float, ways[k, i]))} for k, t in enumerate(times)]}
            for i, w in enumerate(which)]
