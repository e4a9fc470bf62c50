"""Simulate, cancel, check: the buttons. One simulation runs at a time, in the background, watched by a modal operator's timer; without
a window, or when a script asks for it, the operator waits for the end."""
import os
import time

import bpy

from . import collect, playback, presets, runner
from .preferences import preferences

LOG = "weft.log"
INTERVAL = 0.25  # [s] between looks at the process

active = None  # the Simulation that runs


class Simulation:
    """A run from its scene to its last frame."""

    def __init__(self, context, resume):
        self.scene_name, self.templates = context.scene.name, {}
        self.run = collect.run_of(self.scene)
        self.stored_run = self.scene.weft.folder.rstrip("/\\") + "/" + collect.RUN
        self.made = False
        self.outcome = None
        folder = collect.folder_of(self.scene)
        program = presets.find_program(preferences().program)
        if resume:
            words = [program, "resume", collect.RUN]
        else:
            self.templates = write_scene(context)
            words = [program, "run", collect.SCENE, "-o", collect.RUN, "--force", "--quality", self.scene.weft.quality]
        if preferences().threads:
            words += ["--threads", str(preferences().threads)]
        self.log = os.path.join(folder, LOG)
        self.runner = runner.Runner(words + ["--log-json"], folder, self.log)
        self.say("Weft is starting ...")

    @property
    def scene(self):
        """Looked up each time: an undo puts another in its place."""
        return bpy.data.scenes.get(self.scene_name) or bpy.context.scene

    def say(self, text, failed=False):
        self.scene.weft.message, self.scene.weft.failed = text, failed

    def look(self, manager):
        """What has come since last time; True while there may be more."""
        for event in self.runner.poll():
            if event.get("event") == "frame":
                self.arrived(event, manager)
            elif event.get("event") == "end":
                self.outcome = event
        return not self.runner.finished

    def arrived(self, event, manager):
        frame, first, last = event["frame"], self.scene.frame_start, event["last"]
        manager.weft_progress = 100 * (frame - first) / max(1, last - first)
        left = event.get("seconds_left") or 0
        self.say(f"Frame {frame} of {last}" + (f", {time_text(left)} left" if left else ""))
        if not self.made:
            self.made = bool(playback.make_results(self.scene, self.run, self.stored_run, self.templates))
        if self.scene.weft.jump and not bpy.app.background:
            self.scene.frame_set(frame)
        elif frame == self.scene.frame_current:
            playback.show(self.scene)

    def finish(self, manager):
        """(kind, text) for a report."""
        self.runner.close()
        self.look(manager)
        keep_log(self.log)
        playback.show(self.scene)
        end = self.outcome or {}
        if end.get("status") in ("stopped", "interrupted"):
            reason = f": {end['reason']}" if end["status"] == "stopped" and end.get("reason") else ""
            text = f"Stopped at frame {end.get('frame')}{reason}. Simulate offers to go on from there"
            self.say(text)
            return ("WARNING" if reason else "INFO"), text
        error = self.runner.error()
        if error:
            text = runner.told(error)
            self.say(text, failed=True)
            return "ERROR", text
        warnings = [f"{w['text']} ({w['code']})" for w in self.runner.warnings]
        text = "\n".join([f"Done: frames {self.scene.frame_start} to {self.scene.frame_end}"] + warnings)
        self.say(text)
        return ("WARNING" if warnings else "INFO"), text


def time_text(seconds):
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def write_scene(context):
    """Writes the scene; the current frame stays. Returns the meshes of the results to come."""
    frame, manager = context.scene.frame_current, context.window_manager
    manager.progress_begin(context.scene.frame_start, context.scene.frame_end)
    try:
        with playback.paused():
            writer = collect.Writer(context, manager.progress_update)
            writer.write()
    finally:
        manager.progress_end()
        with playback.paused():
            context.scene.frame_set(frame)
    return writer.templates


def keep_log(path):
    """The run's log as a text of Blender's, to be read in its Text Editor."""
    text = bpy.data.texts.get(LOG) or bpy.data.texts.new(LOG)
    with open(path, encoding="utf-8", errors="replace") as f:
        text.from_string(f.read())


TROUBLE = (presets.NoProgram, collect.CannotWrite, OSError, ValueError)


class WEFT_OT_simulate(bpy.types.Operator):
    """Write the scene, simulate it and show the result as it comes"""
    bl_idname = "weft.simulate"
    bl_label = "Simulate"
    bl_options = {"UNDO"}  # a step of its own: undoing what came before leaves the results

    resume: bpy.props.BoolProperty(name="Go on where it stopped", default=False,
                                   description="Continue the run that is there, as it was begun: what was changed since does not count")
    wait: bpy.props.BoolProperty(default=False, options={"HIDDEN", "SKIP_SAVE"}, description="Return when it is done")

    @classmethod
    def poll(cls, context):
        return active is None

    def invoke(self, context, event):
        try:
            frame = runner.resumable(collect.run_of(context.scene))
        except collect.CannotWrite:
            frame = None
        self.resume = frame is not None
        if frame is None:
            return self.execute(context)
        self.stopped_at = frame
        return context.window_manager.invoke_props_dialog(self)

    def draw(self, context):
        self.layout.label(text=f"There is a run that stopped at frame {self.stopped_at}.")
        self.layout.prop(self, "resume")
        self.layout.label(text="Otherwise it begins again, and what is there is lost.")

    def execute(self, context):
        global active
        try:
            active = Simulation(context, self.resume)
        except TROUBLE as e:
            context.scene.weft.message, context.scene.weft.failed = str(e), True
            self.report({"ERROR"}, str(e))
            return {"CANCELLED"}
        if self.wait or bpy.app.background:
            return self.to_the_end(context)
        self.timer = context.window_manager.event_timer_add(INTERVAL, window=context.window)
        context.window_manager.modal_handler_add(self)
        return {"RUNNING_MODAL"}

    def to_the_end(self, context):
        while active.look(context.window_manager):
            time.sleep(0.05)
        return self.done(context)

    def modal(self, context, event):
        if event.type != "TIMER":
            return {"PASS_THROUGH"}
        more = active.look(context.window_manager)
        redraw(context)
        if more:
            return {"PASS_THROUGH"}
        context.window_manager.event_timer_remove(self.timer)
        return self.done(context)

    def done(self, context):
        global active
        simulation, active = active, None
        kind, text = simulation.finish(context.window_manager)
        redraw(context)
        self.report({kind}, text)
        return {"CANCELLED"} if kind == "ERROR" else {"FINISHED"}

    def cancel(self, context):
        """Blender closes, or opens another file."""
        global active
        if active:
            active.runner.cancel()
            active.runner.close()
            active = None


def redraw(context):
    for window in context.window_manager.windows:
        for area in window.screen.areas:
            if area.type == "VIEW_3D":
                area.tag_redraw()


class WEFT_OT_cancel(bpy.types.Operator):
    """Stop at the next safe place; Simulate can go on from there"""
    bl_idname = "weft.cancel"
    bl_label = "Cancel"

    @classmethod
    def poll(cls, context):
        return active is not None

    def execute(self, context):
        active.runner.cancel()
        context.scene.weft.message = "Stopping at the next safe place ..."
        return {"FINISHED"}


class WEFT_OT_write(bpy.types.Operator):
    """Write the scene and its meshes without simulating, and let weft check them"""
    bl_idname = "weft.check"
    bl_label = "Write and check"

    @classmethod
    def poll(cls, context):
        return active is None

    def execute(self, context):
        weft = context.scene.weft
        try:
            playback.drop(write_scene(context))
            program = presets.find_program(preferences().program)
            kind, said = runner.check(program, collect.folder_of(context.scene), collect.SCENE, weft.quality)
        except TROUBLE as e:
            kind, said = "ERROR", str(e)
        weft.message, weft.failed = said, kind == "ERROR"
        self.report({kind}, said)
        return {"CANCELLED"} if kind == "ERROR" else {"FINISHED"}


class WEFT_OT_log(bpy.types.Operator):
    """Show the log of the last run in a window of its own"""
    bl_idname = "weft.log"
    bl_label = "Show log"

    @classmethod
    def poll(cls, context):
        return LOG in bpy.data.texts

    def execute(self, context):
        bpy.ops.wm.window_new()
        area = context.window_manager.windows[-1].screen.areas[0]
        area.type = "TEXT_EDITOR"
        area.spaces.active.text = bpy.data.texts[LOG]
        return {"FINISHED"}


class WEFT_OT_remove_results(bpy.types.Operator):
    """Remove the results and show the originals again"""
    bl_idname = "weft.remove_results"
    bl_label = "Remove results"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        return active is None and bool(playback.results(context.scene))

    def execute(self, context):
        playback.remove_results(context.scene)
        return {"FINISHED"}


CLASSES = (WEFT_OT_simulate, WEFT_OT_cancel, WEFT_OT_write, WEFT_OT_log, WEFT_OT_remove_results)


def register():
    for c in CLASSES:
        bpy.utils.register_class(c)


def unregister():
    global active
    if active:
        active.runner.cancel()
        active.runner.close()
        active = None
    for c in reversed(CLASSES):
        bpy.utils.unregister_class(c)
