"""What the tests in Blender share: runs read back by way of text, and what Blender holds and draws."""
import glob
import os
import shutil
import subprocess
import sys
import unittest

import bpy
import numpy

from weft_addon import collect

ARGUMENTS = sys.argv[sys.argv.index("--") + 1:]
PROGRAM, WORK = map(os.path.abspath, ARGUMENTS[:2])


def exported(run):
    """{ frame: { thing: float32 vertices } } of a run."""
    folder = run + ".obj"
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run([PROGRAM, "export", run, "obj", "-o", folder, "--quiet"], check=True)
    out = {}
    for path in sorted(glob.glob(os.path.join(folder, "*.obj"))):
        things = out.setdefault(int(path.split(".")[-2]), {})
        with open(path, encoding="utf-8") as f:
            for line in f:
                words = line.split()
                if words and words[0] == "o":
                    here = things.setdefault(words[1], [])
                elif words and words[0] == "v":
                    here.append([float(w) for w in words[1:4]])
    return {n: {t: numpy.array(x, dtype=numpy.float32).reshape(-1, 3) for t, x in things.items()} for n, things in out.items()}


def shown(obj):
    """The vertices that Blender draws: of the evaluated mesh, or of the curves or points that its nodes make of it."""
    depsgraph = bpy.context.evaluated_depsgraph_get()
    mesh = obj.evaluated_get(depsgraph).to_mesh()
    x = numpy.empty(3 * len(mesh.vertices), dtype=numpy.float32)
    mesh.vertices.foreach_get("co", x)
    obj.evaluated_get(depsgraph).to_mesh_clear()
    return x.reshape(-1, 3)


def kept(obj):
    x = numpy.empty(3 * len(obj.data.vertices), dtype=numpy.float32)
    obj.data.vertices.foreach_get("co", x)
    return x.reshape(-1, 3)


def result(thing):
    return next(o for o in bpy.data.objects if o.weft_result.thing == thing)


def numbers(obj):
    """The run's number of each vertex."""
    if "weft_vertex" not in obj.data.attributes:
        return slice(None)
    n = numpy.empty(len(obj.data.vertices), dtype=numpy.int32)
    obj.data.attributes["weft_vertex"].data.foreach_get("value", n)
    return n


class Shared(unittest.TestCase):
    def folder(self, name):
        path = os.path.join(WORK, name)
        shutil.rmtree(path, ignore_errors=True)
        os.makedirs(path)
        return os.path.join(path, name + ".blend")

    def same_as_run(self, scene, things):
        """Every vertex of every frame; the number of floats compared."""
        run, compared = collect.run_of(scene), 0
        told = exported(run)
        self.assertEqual(sorted(told), list(range(scene.frame_start, scene.frame_end + 1)))
        for number, want in told.items():
            scene.frame_set(number)
            for thing in things:
                obj = result(thing)
                expected = want[thing][numbers(obj)]
                numpy.testing.assert_array_equal(kept(obj), expected, f"{thing} at frame {number}")
                if not obj.modifiers:
                    numpy.testing.assert_array_equal(shown(obj), expected, f"{thing} as drawn at frame {number}")
                compared += expected.size
        print(f"compared {compared} numbers of {', '.join(things)}")
        return compared
