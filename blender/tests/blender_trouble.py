"""What goes wrong: errors of weft reach the user with code and hint, a stopped run goes on, nonsense is refused in words."""
import os
import shutil
import subprocess

import bpy

import scenes
from checks import PROGRAM, Shared
from weft_addon import collect, frames, operators, runner

HERE = os.path.dirname(os.path.abspath(__file__))


def said(operator, **arguments):
    """What a failing operator reports."""
    try:
        operator(**arguments)
    except RuntimeError as e:
        return str(e)
    raise AssertionError("it did not fail")


class Trouble(Shared):
    def setUp(self):
        self.scene = scenes.fresh(self.folder("trouble"), PROGRAM)

    def cloth(self):
        scenes.floor()
        return scenes.skirt()

    def test_nothing_marked(self):
        self.assertIn("mark an object", said(bpy.ops.weft.simulate))

    def test_no_program(self):
        self.cloth()
        bpy.context.preferences.addons["weft_addon"].preferences.program = "/nowhere/weft"
        self.assertIn("no program '/nowhere/weft'", said(bpy.ops.weft.simulate))

    def test_an_unsaved_file_has_no_folder(self):
        bpy.ops.wm.read_homefile(use_empty=True)
        bpy.ops.preferences.addon_enable(module="weft_addon")
        self.assertIn("Save the .blend first", said(bpy.ops.weft.simulate))

    def test_errors_of_weft_come_with_code_and_hint(self):
        scenes.number(self.cloth(), "poisson", 0.9)
        text = said(bpy.ops.weft.simulate)
        self.assertRegex(text, r"\(E0\d\d\d\)")
        self.assertIn("poisson", text)
        self.assertIn("scene.toml", text)
        self.assertTrue(self.scene.weft.failed)
        self.assertIn("error[E0", bpy.data.texts[operators.LOG].as_string())

    def test_the_check_says_what_weft_says(self):
        self.cloth()
        self.assertEqual(bpy.ops.weft.check(), {"FINISHED"})
        self.assertIn("points", self.scene.weft.message)
        self.assertFalse(os.path.exists(collect.run_of(self.scene)))

    def test_an_open_mesh_is_no_collider(self):
        self.cloth()
        bpy.data.objects["Floor"].weft.plane = False
        self.assertRegex(said(bpy.ops.weft.simulate), r"\(E0\d\d\d\)")

    def test_an_empty_pin_group(self):
        cloth = self.cloth()
        cloth.weft.pin_group = "Other"
        self.assertIn("no vertex group 'Other'", said(bpy.ops.weft.simulate))

    def test_a_folder_of_somebody_else_is_left_alone(self):
        self.cloth()
        folder = collect.folder_of(self.scene)
        os.makedirs(folder + "/meshes")
        self.assertIn("choose another folder", said(bpy.ops.weft.simulate))
        self.assertTrue(os.path.exists(folder + "/meshes"))
        with open(folder + "/scene.toml", "w", encoding="utf-8") as f:
            f.write("format = 1\n")
        self.assertIn("choose another folder", said(bpy.ops.weft.check))
        self.assertEqual(open(folder + "/scene.toml", encoding="utf-8").read(), "format = 1\n")

    def test_a_cancelled_run_goes_on_to_the_same_bytes(self):
        self.cloth()
        bpy.ops.weft.simulate()
        whole = self.last_frame()
        run = collect.run_of(self.scene)
        shutil.rmtree(run)
        simulation = operators.Simulation(bpy.context, resume=False)
        cancelled = False
        while simulation.look(bpy.context.window_manager):
            if frames.numbers(run) and not cancelled:
                simulation.runner.cancel()
                cancelled = True
        kind, text = simulation.finish(bpy.context.window_manager)
        self.assertEqual(kind, "INFO")
        self.assertIn("Stopped at frame", text)
        self.assertLess(runner.resumable(run), self.scene.frame_end)
        bpy.ops.weft.simulate(resume=True)
        self.assertIsNone(runner.resumable(run))
        self.assertEqual(self.last_frame(), whole)

    def test_a_second_simulation_keeps_the_results_modifiers(self):
        cloth = self.cloth()
        self.scene.frame_end = 2
        bpy.ops.weft.simulate()
        first = [o for o in self.scene.objects if o.weft_result.run]
        first[0].modifiers.new("smooth", "SUBSURF")
        scenes.number(cloth, "young", 40000)
        bpy.ops.weft.simulate()
        self.assertEqual([o for o in self.scene.objects if o.weft_result.run], first)
        self.assertEqual([m.type for m in first[0].modifiers], ["SUBSURF"])
        self.assertEqual(len(bpy.data.meshes), 3)  # the cloth's, the floor's, the result's: nothing is left behind

    def last_frame(self):
        with open(frames.path(collect.run_of(self.scene), self.scene.frame_end), "rb") as f:
            return f.read()


INSTALL = """
import bpy, sys
bpy.ops.preferences.addon_install(filepath=sys.argv[-1])
bpy.ops.preferences.addon_enable(module='weft_addon')
import weft_addon
print('FROM', weft_addon.__file__)
bpy.context.scene.weft.dx = 0.5
bpy.ops.preferences.addon_disable(module='weft_addon')
print('LEFT', hasattr(bpy.types.Scene, 'weft'), len(bpy.app.handlers.frame_change_pre))
"""


class Zip(Shared):
    def test_the_zip_is_installed_enabled_and_leaves_nothing(self):
        work = os.path.dirname(self.folder("zip"))
        path = os.path.join(work, "weft_blender.zip")
        subprocess.run([os.path.join(HERE, "../../tools/make_blender_addon"), path], check=True)
        done = subprocess.run([bpy.app.binary_path, "--background", "--factory-startup", "--python-exit-code", "1", "--python-expr", INSTALL, "--", path],
                              env={**os.environ, "BLENDER_USER_SCRIPTS": os.path.join(work, "scripts")}, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn(f"FROM {work}/scripts/addons/weft_addon/__init__.py", done.stdout)
        self.assertIn("LEFT False 0", done.stdout)
