"""The add-on in a window: the buttons as an artist presses them.  blender --python in_window.py -- WEFT WORK

Simulates by the modal operator while the timeline follows, cancels, goes on, provokes an error; leaves a screenshot of each in WORK and
exits with 0 when all was as it should be. Runs under Xvfb. Its steps are a generator: each `yield` gives Blender seconds to live."""
import os
import sys
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.dirname(HERE), HERE]

import bpy  # noqa: E402

import weft_addon.panels  # noqa: E402
from checks import PROGRAM, WORK  # noqa: E402
from weft_addon import collect, operators, playback, runner  # noqa: E402

LONGEST = 240  # [s] for a simulation of seconds


def shot(name):
    bpy.ops.screen.screenshot(filepath=os.path.join(WORK, f"window_{name}.png"))


def view():
    window = bpy.context.window_manager.windows[0]
    area = next(a for a in window.screen.areas if a.type == "VIEW_3D")
    return {"window": window, "area": area, "region": next(r for r in area.regions if r.type == "WINDOW")}


def press(operator, *how, **arguments):
    with bpy.context.temp_override(**view()):
        return operator(*how, **arguments)


def weft():
    return bpy.context.scene.weft


def until(condition):
    for _ in range(2 * LONGEST):
        if condition():
            return
        yield 0.5
    raise AssertionError(f"waited too long: {weft().message}")


def choose(name):
    bpy.context.view_layer.objects.active = bpy.data.objects[name]


def steps():
    space = view()["area"].spaces.active
    space.show_region_ui, space.shading.color_type = True, "MATERIAL"
    space.region_3d.view_distance, space.region_3d.view_location = 1.6, (0, 0, 0.35)
    for name in ("Skirt 1", "Curls", "Body"):
        choose(name)
        yield 0.7
        shot(name.split()[0].lower())

    assert press(bpy.ops.weft.simulate, "INVOKE_DEFAULT") == {"RUNNING_MODAL"}
    assert not bpy.ops.weft.simulate.poll() and bpy.ops.weft.cancel.poll()
    yield from until(lambda: bpy.context.scene.frame_current > 2)
    assert playback.results(bpy.context.scene), "no results while it runs"
    assert bpy.context.window_manager.weft_progress > 0 and "Frame" in weft().message
    yield 0.3
    shot("running")
    bpy.ops.weft.cancel()
    yield from until(lambda: operators.active is None)
    assert "Stopped at frame" in weft().message, weft().message
    stopped = runner.resumable(collect.run_of(bpy.context.scene))
    assert stopped is not None and stopped < bpy.context.scene.frame_end
    yield 0.3
    shot("stopped")
    press(bpy.ops.weft.simulate, "INVOKE_DEFAULT")  # a dialogue that offers to go on
    yield 0.7
    assert operators.active is None
    shot("offer")

    press(bpy.ops.weft.simulate, resume=True)
    yield from until(lambda: operators.active is None)
    assert weft().message.startswith("Done") and bpy.context.scene.frame_current == bpy.context.scene.frame_end, weft().message
    yield 0.7
    shot("done")

    bpy.data.objects["Skirt 1"].weft.numbers["poisson"].value = 0.9
    press(bpy.ops.weft.simulate)
    yield from until(lambda: operators.active is None)
    assert weft().failed and "E0209" in weft().message, weft().message
    yield 0.7
    shot("error")
    bpy.ops.weft.log()
    yield 0.7


def run(generator):
    """Takes a step; when the next one is due."""
    try:
        return next(generator)
    except StopIteration:
        print("the window: all as it should be")
        sys.stdout.flush()
        os._exit(0)
    except BaseException:
        traceback.print_exc()
        shot("failed")
        sys.stdout.flush()
        os._exit(1)


bpy.context.preferences.view.show_splash = False
for c in weft_addon.panels.CLASSES:
    c.bl_category = "Item"  # the tab that is open: no script can press another
bpy.ops.preferences.addon_enable(module="weft_addon")
bpy.context.preferences.addons["weft_addon"].preferences.program = PROGRAM
bpy.ops.wm.open_mainfile(filepath=os.path.join(WORK, "window", "window.blend"), load_ui=False)
bpy.app.timers.register(lambda s=steps(): run(s), first_interval=2)
