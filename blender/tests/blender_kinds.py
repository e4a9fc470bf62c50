"""One of every kind, obstacles that deform, pins that move in every way they can."""
import glob

import bpy
import numpy

import scenes
from checks import PROGRAM, Shared, kept, result
from weft_addon import binding, collect, playback, sampling

THINGS = ["Carried", "Bent", "Held", "Jelly", "Sand", "Crate_001", "Gum", "Fur", "Yarn", "Sheet"]


def in_the_world(obj):
    depsgraph = bpy.context.evaluated_depsgraph_get()
    evaluated = obj.evaluated_get(depsgraph)
    m = numpy.array(evaluated.matrix_world)
    x = sampling.vertices(evaluated.to_mesh()) @ m[:3, :3].T + m[:3, 3]
    evaluated.to_mesh_clear()
    return x


class Kinds(Shared):
    @classmethod
    def setUpClass(cls):
        cls.path = cls.folder(cls, "kinds")
        cls.scene = scenes.kinds(cls.path, PROGRAM)
        bpy.ops.weft.simulate()
        bpy.ops.wm.save_mainfile()

    def setUp(self):
        bpy.ops.wm.open_mainfile(filepath=self.path)
        self.scene = bpy.context.scene

    def test_every_vertex_is_the_runs(self):
        self.same_as_run(self.scene, THINGS + ["Tap"])

    def test_they_begin_where_blender_has_them(self):
        self.scene.frame_set(self.scene.frame_start)
        for name in ("Carried", "Bent", "Held", "Crate.001", "Sheet"):
            obj = bpy.data.objects[name]
            x = in_the_world(obj)
            self.assertLess(numpy.abs(kept(result(obj.weft.thing)) - x).max(), 1e-5 + binding.NEAR * 0.01, name)

    def test_pinned_vertices_go_as_blender_animates_them(self):
        for name, chosen in (("Carried", [0, 6]), ("Bent", [0, 3, 6])):
            obj = bpy.data.objects[name]
            for frame in range(self.scene.frame_start, self.scene.frame_end + 1):
                self.scene.frame_set(frame)
                x = in_the_world(obj)[chosen]
                self.assertLess(numpy.abs(kept(result(name))[chosen] - x).max(), 2e-5, f"{name} at {frame}")

    def test_a_pin_follows_the_collider_that_deforms(self):
        self.scene.frame_set(self.scene.frame_start)
        first = kept(result("Held"))[0].copy()
        self.scene.frame_set(self.scene.frame_end)
        self.assertGreater(numpy.abs(kept(result("Held"))[0] - first).max(), 1e-3)

    def test_a_source_pours_points(self):
        counts = []
        for frame in (3, 4, 6):
            self.scene.frame_set(frame)
            counts.append(len(result("Tap").data.vertices))
        self.assertLess(counts[0], counts[1])
        self.assertLess(counts[1], counts[2])

    def test_the_crate_keeps_its_own_faces(self):
        self.assertEqual([len(p.vertices) for p in result("Crate_001").data.polygons], [4] * 6)
        self.assertEqual(len(result("Crate_001").data.vertices), 8)

    def test_removed_results_leave_the_originals(self):
        bpy.ops.weft.remove_results()
        self.assertFalse([o for o in bpy.data.objects if o.weft_result.run])
        self.assertFalse(bpy.data.objects["Jelly"].hide_render)

    def test_results_are_made_of_the_run_alone(self):
        """As after a resume of a run whose scene was written in another session."""
        bpy.ops.weft.remove_results()
        playback.make_results(self.scene, collect.run_of(self.scene), "//weft/scene.run", {})
        self.same_as_run(self.scene, THINGS + ["Tap"])
        self.assertEqual({len(p.vertices) for p in result("Carried").data.polygons}, {3})

    def test_hidden_and_disabled_originals_give_the_same_scene(self):
        """Beside their results originals are hidden; an artist may have disabled them too, and then Blender does not evaluate them."""
        folder = collect.folder_of(self.scene)

        def files():
            paths = sorted(glob.glob(folder + "/meshes/*.obj")) + [folder + "/scene.toml"]
            return {path: open(path, encoding="utf-8").read() for path in paths}

        bent = bpy.data.objects["Bent"]
        before, bent.hide_viewport = files(), True
        self.assertTrue(bent.hide_get())
        bpy.ops.weft.check()
        self.assertEqual(files(), before)
        self.assertTrue(bent.hide_viewport and bent.hide_get())
