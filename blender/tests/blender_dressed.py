"""Cloth on a moving body, and hair: what an artist begins with."""
import os
import subprocess

import bpy
import numpy

import scenes
from checks import PROGRAM, WORK, Shared, kept, result, shown
from weft_addon import collect, frames


class Simulated(Shared):
    """The scene is simulated once and opened for every test."""
    path = None

    @classmethod
    def setUpClass(cls):
        if not Simulated.path:
            Simulated.path = cls.folder(cls, "dressed")
            scenes.dressed(cls.path, PROGRAM)
            bpy.ops.weft.simulate()
            bpy.ops.wm.save_mainfile()

    def setUp(self):
        bpy.ops.wm.open_mainfile(filepath=self.path)
        self.scene = bpy.context.scene


class Dressed(Simulated):
    def test_every_vertex_is_the_runs(self):
        self.same_as_run(self.scene, ["Skirt_1", "Curls"])

    def test_the_cloth_moved_and_fell_on_the_body(self):
        self.scene.frame_set(1)
        first = kept(result("Skirt_1"))
        self.scene.frame_set(12)
        last = kept(result("Skirt_1"))
        self.assertLess(last[:, 2].min(), first[:, 2].min() - 0.1)
        numpy.testing.assert_allclose(last[[0, 1]], first[[0, 1]], atol=1e-6)  # pinned
        self.assertGreater(numpy.abs(last[2] - first[2]).max(), 1e-4)  # weight 0.3: not
        middle = last[numpy.hypot(last[:, 0] - 0.06, last[:, 1]) < 0.06]
        self.assertGreater(middle[:, 2].min(), 0.5)  # the body is below

    def test_the_roots_move_with_the_body(self):
        body = bpy.data.objects["Body"]
        self.scene.frame_set(1)
        at_rest = numpy.array(body.matrix_world.inverted())
        roots = kept(result("Curls"))[::10]
        self.scene.frame_set(12)
        now = numpy.array(body.matrix_world) @ at_rest
        numpy.testing.assert_allclose(kept(result("Curls"))[::10], roots @ now[:3, :3].T + now[:3, 3], atol=2e-5)

    def test_between_frames_it_goes_straight(self):
        self.scene.frame_set(5)
        a = kept(result("Skirt_1"))
        self.scene.frame_set(6)
        b = kept(result("Skirt_1"))
        self.scene.frame_set(5, subframe=0.5)
        numpy.testing.assert_allclose(kept(result("Skirt_1")), (a + b) / 2, atol=1e-6)

    def test_polygons_stay_quads_and_the_material_stays(self):
        mesh = result("Skirt_1").data
        self.assertEqual({len(p.vertices) for p in mesh.polygons}, {4})
        self.assertEqual(mesh.materials[0].name, "Skirt 1")
        self.assertTrue(bpy.data.objects["Skirt 1"].hide_render)

    def test_strands_are_drawn_as_tubes_around_them(self):
        self.scene.frame_set(9)
        obj = result("Curls")
        tube, line = shown(obj).reshape(10 * scenes.STRANDS, 5, 3), kept(obj)
        numpy.testing.assert_allclose(tube.mean(axis=1), line, atol=1e-6)
        away = numpy.linalg.norm(tube - line[:, None], axis=2)
        numpy.testing.assert_allclose(away.reshape(scenes.STRANDS, 10, 5)[:, [0, -1]], 0.001, rtol=1e-3)  # at bends more

    def test_the_scene_needs_no_blender(self):
        """What weft makes of the file alone is what it made for Blender."""
        folder = os.path.dirname(collect.run_of(self.scene))
        subprocess.run([PROGRAM, "run", "scene.toml", "-o", "alone.run", "--quiet", "--frames", "1:3"], cwd=folder, check=True)
        for number in (1, 3):
            with open(frames.path(collect.run_of(self.scene), number), "rb") as f:
                self.assertEqual(f.read(), open(frames.path(os.path.join(folder, "alone.run"), number), "rb").read())


class Pictures(Simulated):
    def stage(self):
        """A camera and a sun."""
        self.scene.cycles.use_denoising = False  # Debian's Blender has no denoiser
        camera = bpy.data.objects.new("Camera", bpy.data.cameras.new("Camera"))
        self.scene.collection.objects.link(camera)
        camera.location, camera.rotation_euler = (-0.5, -1.15, 0.36), (1.53, 0, -0.41)
        light = bpy.data.objects.new("Sun", bpy.data.lights.new("Sun", "SUN"))
        light.rotation_euler, light.data.energy = (0.6, -0.5, 0.2), 3
        self.scene.collection.objects.link(light)
        render = self.scene.render
        self.scene.camera, render.resolution_x, render.resolution_y, render.resolution_percentage = camera, 480, 360, 100

    def test_pictures(self):
        """A frame by Workbench and one by Cycles, for people to look at; here: neither is empty."""
        render = self.scene.render
        self.stage()
        self.scene.frame_set(12)
        self.scene.cycles.samples = 24
        for engine in ("BLENDER_WORKBENCH", "CYCLES"):
            if engine == "BLENDER_WORKBENCH" and not os.environ.get("DISPLAY"):
                continue  # it draws by OpenGL, which needs a display
            render.engine, render.filepath = engine, os.path.join(WORK, f"dressed_{engine.lower()}.png")
            bpy.ops.render.render(write_still=True)
            image = bpy.data.images.load(render.filepath)
            pixels = numpy.array(image.pixels[:]).reshape(-1, 4)
            self.assertGreater(pixels[:, :3].std(), 0.03)
            blue = (pixels[:, 2] > 1.3 * pixels[:, 0]).mean()
            self.assertGreater(blue, 0.02)  # the skirt

    def test_an_animation_is_rendered_with_each_frames_vertices(self):
        render = self.scene.render
        self.stage()
        render.engine, self.scene.cycles.samples = "CYCLES", 2
        render.resolution_percentage, render.filepath = 20, os.path.join(WORK, "still.png")
        self.scene.frame_set(11)
        bpy.ops.render.render(write_still=True)
        self.scene.frame_set(1)
        self.scene.frame_start, self.scene.frame_end, render.filepath = 11, 11, os.path.join(WORK, "animation_")
        bpy.ops.render.render(animation=True)
        still, animated = (numpy.array(bpy.data.images.load(os.path.join(WORK, name)).pixels[:]) for name in ("still.png", "animation_0011.png"))
        numpy.testing.assert_array_equal(still, animated)
