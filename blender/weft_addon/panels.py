"""The sidebar's tab "Weft" in the 3D View: the simulation, and what the active object is."""
import textwrap

import bpy

from . import operators, presets, properties, scene_text
from .pins import STRANDS, TAKES_PINS
from .preferences import preferences

LETTER = 7.5  # [pixels] width of a letter at scale 1, roughly


def lines_of(context, text, most=12):
    """A text broken to the width of the region."""
    width = max(20, int(context.region.width / (LETTER * context.preferences.system.ui_scale)) - 4)
    lines = [w for line in text.splitlines() for w in textwrap.wrap(line, width)]
    return lines[:most] + (["..."] if len(lines) > most else [])


class Panel:
    bl_space_type, bl_region_type, bl_category = "VIEW_3D", "UI", "Weft"


class WEFT_PT_simulation(Panel, bpy.types.Panel):
    bl_label = "Simulation"

    def draw(self, context):
        layout, weft = self.layout, context.scene.weft
        layout.use_property_split = True
        layout.use_property_decorate = False
        column = layout.column()
        column.enabled = operators.active is None
        column.prop(weft, "dx")
        column.prop(weft, "quality")
        column.prop(weft, "step")
        frames = column.column(align=True)
        frames.prop(context.scene, "frame_start", text="Frames")
        frames.prop(context.scene, "frame_end", text="to")
        column.prop(weft, "folder")
        layout.prop(weft, "jump")
        self.buttons(context)
        self.message(context)

    def buttons(self, context):
        layout = self.layout
        if operators.active:
            row = layout.row(align=True)
            row.prop(context.window_manager, "weft_progress", slider=True, text="")
            row.operator("weft.cancel", text="", icon="CANCEL")
        else:
            layout.operator("weft.simulate", icon="PLAY")
            row = layout.row(align=True)
            row.operator("weft.check", icon="CHECKMARK")
            row.operator("weft.remove_results", text="", icon="TRASH")

    def message(self, context):
        weft = context.scene.weft
        if not weft.message:
            return
        box = self.layout.box().column(align=True)
        box.alert = weft.failed
        for i, line in enumerate(lines_of(context, weft.message)):
            box.label(text=line, icon="ERROR" if weft.failed and i == 0 else "NONE")
        if operators.LOG in bpy.data.texts:
            self.layout.operator("weft.log", icon="TEXT")


class WEFT_PT_object(Panel, bpy.types.Panel):
    bl_label = "Object"

    @classmethod
    def poll(cls, context):
        return context.object is not None

    def draw(self, context):
        layout, obj = self.layout, context.object
        layout.use_property_split = True
        layout.use_property_decorate = False
        layout.enabled = operators.active is None
        if obj.weft_result.run:
            layout.label(text=f"Shows '{obj.weft_result.thing}' of a run", icon="PLAY")
            layout.prop(obj.weft_result, "run")
            return
        weft = obj.weft
        layout.label(text=obj.name, icon="OBJECT_DATA")
        layout.prop(weft, "kind")
        if weft.kind == properties.NONE:
            return
        self.trouble(context)
        if weft.kind == properties.COLLIDER:
            layout.prop(weft, "plane")
        elif weft.kind != "rigid":
            layout.prop(weft, "preset")
            self.numbers(weft)
        for name in scene_text.NUMBERS[weft.kind]:
            layout.prop(weft, name)
        if weft.kind != properties.COLLIDER:
            layout.prop(weft, "velocity")
        if weft.kind == "grains":
            layout.prop(weft, "source_rate")
        self.pins(obj)

    def trouble(self, context):
        try:
            presets.lists(preferences().program)
        except presets.NoProgram as e:
            for line in lines_of(context, str(e)):
                self.layout.label(text=line, icon="ERROR")

    def numbers(self, weft):
        """The material's numbers; those that are not the preset's are written."""
        column = self.layout.column(align=True)
        told = properties.told_numbers(weft.preset)
        for item in weft.numbers:
            unit = told.get(item.name, {}).get("unit")
            column.prop(item, "value", text=item.name.replace("_", " ").capitalize() + (f" [{unit}]" if unit else ""))

    def pins(self, obj):
        weft = obj.weft
        if weft.kind not in TAKES_PINS:
            return
        if weft.kind in STRANDS:
            self.layout.prop(weft, "pin_roots")
        else:
            self.layout.prop_search(weft, "pin_group", obj, "vertex_groups")
        if weft.pin_group or weft.kind in STRANDS:
            self.layout.prop(weft, "follow")


CLASSES = (WEFT_PT_simulation, WEFT_PT_object)


def register():
    for c in CLASSES:
        bpy.utils.register_class(c)


def unregister():
    for c in reversed(CLASSES):
        bpy.utils.unregister_class(c)
