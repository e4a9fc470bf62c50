"""Files opened in Blender without a window.  blender -b --python read_blender.py -- DUMP FOLDER FORMAT

PC2 moves its rest OBJ by a Mesh Cache modifier; PLY and OBJ are imported; VDB becomes a volume object. What Blender
then holds is compared with the run: every coordinate exactly."""
import glob
import os
import sys

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from truth import Result, read_truth  # noqa: E402

READER = "Blender " + bpy.app.version_string


def clear():
    bpy.ops.wm.read_factory_settings(use_empty=True)


def vertices(mesh):
    return [tuple(v.co) for v in mesh.vertices]


def faces(mesh):
    return [tuple(p.vertices) for p in mesh.polygons]


def edges(mesh):
    return sorted(tuple(sorted(e.vertices)) for e in mesh.edges)


def check_topology(r, mesh, thing, where):
    if thing.kind == "mesh" and thing.exact:
        r.equal(where + " faces", faces(mesh), thing.faces)
    if thing.kind == "curves":
        r.equal(where + " edges", edges(mesh), sorted(thing.segments))


def check_uv(r, mesh, thing, where):
    if not thing.uv:
        return
    if not mesh.uv_layers:
        return r.fail(where + ": no texture coordinates")
    r.same(where + " uv", [tuple(d.uv) for d in mesh.uv_layers[0].data], thing.uv)


def import_obj(path):
    """The imported objects by name, in the run's own axes."""
    clear()
    bpy.ops.wm.obj_import(filepath=path, forward_axis="Y", up_axis="Z", validate_meshes=False)
    return {o.name: o for o in bpy.data.objects}


def read_obj(frames, folder, r, skipped):
    for frame in frames:
        objects = import_obj(glob.glob(os.path.join(folder, f"*.{frame.number:06d}.obj"))[0])
        for t in frame.things:
            where = f"{t.name} frame {frame.number}"
            if t.name not in objects:
                if t.kind == "points":
                    skipped.add(t.name)
                else:
                    r.fail(where + ": not imported")
                continue
            mesh = objects[t.name].data
            r.positions(where, vertices(mesh), t)
            check_topology(r, mesh, t, where)
            check_uv(r, mesh, t, where)


def read_obj_points(frames, folder, r, skipped):
    """Files with points alone: Blender makes one object of all of them."""
    for frame in frames:
        objects = import_obj(glob.glob(os.path.join(folder, f"*.{frame.number:06d}.obj"))[0])
        want = [x for t in frame.things if t.kind == "points" for x in t.position]
        r.equal("objects", len(objects), 1)
        r.same(f"frame {frame.number}", vertices(next(iter(objects.values())).data), want)


def read_pc2(frames, folder, r, skipped):
    for i, t in enumerate(frames[0].things):
        objects = import_obj(os.path.join(folder, t.name + ".obj"))
        if t.name not in objects:
            r.fail(f"{t.name}: its rest mesh was not imported")
            continue
        o = objects[t.name]
        check_topology(r, o.data, t, t.name + " at rest")
        check_uv(r, o.data, t, t.name + " at rest")
        m = o.modifiers.new("cache", "MESH_CACHE")
        m.cache_format = "PC2"
        m.filepath = os.path.join(folder, t.name + ".pc2")
        m.frame_start = frames[0].number  # Blender does not look at the start the file names
        for frame in frames:
            bpy.context.scene.frame_set(frame.number)
            evaluated = o.evaluated_get(bpy.context.evaluated_depsgraph_get())
            r.positions(f"{t.name} frame {frame.number}", vertices(evaluated.to_mesh()), frame.things[i])
            evaluated.to_mesh_clear()


def read_ply(frames, folder, r, skipped):
    for frame in frames:
        for t in frame.things:
            clear()
            where = f"{t.name} frame {frame.number}"
            bpy.ops.import_mesh.ply(filepath=os.path.join(folder, f"{t.name}.{frame.number:06d}.ply"))
            mesh = bpy.data.meshes[0]
            r.positions(where, vertices(mesh), t)
            check_topology(r, mesh, t, where)
            if t.uv and mesh.uv_layers:
                check_uv(r, mesh, t, where)


def read_vdb(frames, folder, r, skipped):
    for frame in frames:
        for t in frame.things:
            if t.kind != "points":
                continue
            clear()
            where = f"{t.name} frame {frame.number}"
            bpy.ops.object.volume_import(filepath=os.path.join(folder, f"{t.name}.{frame.number:06d}.vdb"), align="WORLD")
            volume = bpy.data.volumes[0]
            if not volume.grids.load():
                r.fail(f"{where}: {volume.grids.error_message}")
                continue
            grids = {g.name: g for g in volume.grids}
            r.equal(where + " grids", sorted(grids), ["density", "surface"])
            for name, voxel in (("surface", t.radius), ("density", 2 * t.radius)):
                r.equal(f"{where} {name} type", grids[name].data_type, "FLOAT")
                for k in range(3):
                    r.near(f"{where} {name} voxel", abs(grids[name].matrix_object[k][k] - voxel), 1e-6 * voxel)
            check_surface(r, t, where)


def check_surface(r, t, where):
    """The density's surface as Blender meshes it is near the points. A voxel (2 r) has density within a voxel of a point in
    each axis, and the mesh crosses at most one more: sqrt(1 + 1 + 4) voxels."""
    from mathutils.kdtree import KDTree
    o = [o for o in bpy.data.objects if o.type == "VOLUME"][0]
    mesh = bpy.data.meshes.new("m")
    holder = bpy.data.objects.new("m", mesh)
    bpy.context.scene.collection.objects.link(holder)
    m = holder.modifiers.new("v", "VOLUME_TO_MESH")
    m.object = o
    m.grid_name = "density"
    m.threshold = 0.1
    m.resolution_mode = "GRID"
    evaluated = holder.evaluated_get(bpy.context.evaluated_depsgraph_get())
    shown = vertices(evaluated.to_mesh())
    if not shown:
        return r.fail(where + ": the density has no surface")
    tree = KDTree(len(t.position))
    for i, x in enumerate(t.position):
        tree.insert(x, i)
    tree.balance()
    for x in shown:
        r.near(where + " surface", tree.find(x)[2], 2 * 6 ** 0.5 * t.radius)


WHAT = {
    "pc2": "coordinates of every frame through a Mesh Cache modifier on the rest OBJ; its faces, edges, uv",
    "obj": "coordinates, faces, lines, uv",
    "obj_points": "coordinates of points, in files without faces",
    "ply": "coordinates, faces, edges, uv",
    "vdb": "grids, types, voxel sizes; the meshed density lies around the points",
}


def main():
    dump, folder, format = sys.argv[sys.argv.index("--") + 1:]
    r, skipped = Result(format.split("_")[0], READER, WHAT[format]), set()
    read = {"pc2": read_pc2, "obj": read_obj, "obj_points": read_obj_points, "ply": read_ply, "vdb": read_vdb}
    read[format](read_truth(dump), folder, r, skipped)
    if skipped:
        r.what += "; this reader leaves out points beside meshes (" + ", ".join(sorted(skipped)) + ")"
    r.report()


try:
    main()
except Exception as e:  # Blender itself would exit with 0
    import traceback
    traceback.print_exc()
    sys.exit(1)
