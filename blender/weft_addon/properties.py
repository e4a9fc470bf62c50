"""What an artist says about an object and about the whole; saved in the .blend."""
import bpy
from bpy.props import (BoolProperty, CollectionProperty, EnumProperty, FloatProperty, FloatVectorProperty, PointerProperty,
                       StringProperty)

from . import presets
from .preferences import preferences

NONE = "NONE"
COLLIDER = "collider"
STRANDS = ("hair", "fibre")
KINDS = [
    (NONE, "Nothing", "Weft does not see it"),
    ("cloth", "Cloth", "A mesh that hangs and folds; its edges keep their lengths"),
    ("shell", "Shell", "A mesh that resists bending and may keep dents; best made of quads"),
    ("hair", "Hair", "Curves that stretch, bend and twist as elastic rods, root first"),
    ("fibre", "Yarn", "Curves that are limp threads"),
    ("solid", "Soft solid", "A closed mesh filled with tetrahedra"),
    ("putty", "Putty", "A closed mesh filled with stuff that flows, splits and merges"),
    ("rigid", "Rigid", "A closed mesh that does not deform"),
    ("grains", "Grains", "A closed mesh filled with sand, snow, water and the like"),
    (COLLIDER, "Collider", "An obstacle. It moves as it is animated"),
]


class WeftNumber(bpy.types.PropertyGroup):
    """A number of a material; `name` is the scene's."""
    value: FloatProperty(name="Value", precision=4, description="Written into the scene when it differs from the preset's")


class WeftObject(bpy.types.PropertyGroup):
    def kind_changed(self, context):
        first = {"cloth": "cotton", "shell": "plastic", "hair": "human_hair", "grains": "sand"}.get(self.kind)
        names = names_of_presets(self.kind)
        if self.preset not in names:
            self.preset = first if first in names else names[0] if names else ""
        if self.kind == "shell" and self.thickness == 0:
            self.thickness = 0.001

    def preset_changed(self, context):
        """The numbers become the preset's."""
        self.numbers.clear()
        for name, value in preset_numbers(self.preset).items():
            item = self.numbers.add()
            item.name, item.value = name, value

    def search_presets(self, context, text):
        return [n for n in names_of_presets(self.kind) if text.lower() in n]

    def can_be_followed(self, other):
        return other.weft.kind == COLLIDER

    kind: EnumProperty(name="Kind", items=KINDS, default=NONE, update=kind_changed)
    preset: StringProperty(name="Preset", update=preset_changed, search=search_presets,
                           description="What it is made of: a material of `weft list presets`")
    numbers: CollectionProperty(type=WeftNumber)
    thickness: FloatProperty(name="Thickness", unit="LENGTH", min=0, max=10, precision=5, step=0.1,
                             description="Of the sheet, or diameter of a strand. 0: the program's default")
    bending: FloatProperty(name="Bending", min=0, precision=7, description="Resistance to bending [N m], of yarn [N m^2]. 0: limp")
    drag: FloatProperty(name="Drag of the air", min=0, precision=3, description="Resistance of the air, per area and speed [kg/m^2/s]")
    spacing: FloatProperty(name="Spacing", unit="LENGTH", min=0, precision=4,
                           description="Of points, or length of the tetrahedra's edges. 0: from the grid spacing")
    density: FloatProperty(name="Density", min=0.001, max=1e6, default=1000, description="[kg/m^3]")
    friction: FloatProperty(name="Friction", min=0, max=100, soft_max=2, default=0.3, description="Coulomb's coefficient")
    restitution: FloatProperty(name="Bounce", min=0, max=1, description="The part of the speed of an impact that comes back")
    velocity: FloatVectorProperty(name="Velocity", unit="VELOCITY", size=3, description="At the first frame [m/s]")
    pin_group: StringProperty(name="Pin group", description="Vertex group whose vertices (weight above 0.5) are held, or move as the object is animated")
    pin_roots: BoolProperty(name="Hold roots", default=True, description="The first two points of every strand are held, or follow the collider below")
    follow: PointerProperty(name="Follow", type=bpy.types.Object, poll=can_be_followed,
                            description="A collider that the pinned vertices, or the roots, move with as if glued to it")
    plane: BoolProperty(name="Endless plane", description="A plane without an end through the object's origin, facing its local Z")
    source_rate: FloatProperty(name="Pours", min=0, max=1e9, description="Mass poured from the shape per second [kg/s]. 0: the shape is full at the start")
    thing: StringProperty(options={"HIDDEN"}, description="Its name in the scene that was simulated last")


class WeftScene(bpy.types.PropertyGroup):
    folder: StringProperty(name="Folder", subtype="DIR_PATH", default="//weft",
                           description="Gets the scene, its meshes and the run. // is where the .blend is")
    dx: FloatProperty(name="Grid spacing", unit="LENGTH", min=1e-5, default=0.02, precision=4, step=0.1,
                      description="The one quality knob: how fine contact is seen. Half of it costs about sixteen times as much")
    quality: EnumProperty(name="Quality", default="normal", items=[
        ("draft", "Draft", "Grid spacing doubled"), ("normal", "Normal", "As said"), ("final", "Final", "Grid spacing halved")])
    step: EnumProperty(name="Steps", default="explicit", items=[
        ("explicit", "Explicit", "Steps as short as the stiffest material asks for"),
        ("implicit", "Implicit", "Steps that speed alone limits: for stiff things that move slowly"),
        ("auto", "Automatic", "Whichever a short trial finds cheaper")])
    jump: BoolProperty(name="Show new frames", default=True, description="Go to each frame as it arrives")
    message: StringProperty(options={"HIDDEN", "SKIP_SAVE"}, description="What the program said last")
    failed: BoolProperty(options={"HIDDEN", "SKIP_SAVE"})


class WeftResult(bpy.types.PropertyGroup):
    """On an object that shows a result."""
    run: StringProperty(name="Run", subtype="DIR_PATH", description="The run folder that this object shows")
    thing: StringProperty(name="Thing", description="The name in that run")


def names_of_presets(kind):
    if kind in (NONE, COLLIDER, "rigid"):
        return []
    try:
        return presets.presets_of(preferences().program, kind)
    except presets.NoProgram:
        return []


def told_numbers(name):
    """What the program says of the preset's numbers, by name; nothing when it or the program is not there."""
    try:
        preset = presets.lists(preferences().program)["presets"].get(name)
    except presets.NoProgram:
        preset = None
    return {n["name"]: n for n in preset["numbers"]} if preset else {}


def preset_numbers(name):
    return {n: told["value"] for n, told in told_numbers(name).items()}


CLASSES = (WeftNumber, WeftObject, WeftScene, WeftResult)


def register():
    for c in CLASSES:
        bpy.utils.register_class(c)
    bpy.types.Object.weft = PointerProperty(type=WeftObject)
    bpy.types.Object.weft_result = PointerProperty(type=WeftResult)
    bpy.types.Scene.weft = PointerProperty(type=WeftScene)
    bpy.types.WindowManager.weft_progress = FloatProperty(name="Progress", subtype="PERCENTAGE", min=0, max=100)


def unregister():
    del bpy.types.WindowManager.weft_progress, bpy.types.Scene.weft, bpy.types.Object.weft_result, bpy.types.Object.weft
    for c in reversed(CLASSES):
        bpy.utils.unregister_class(c)
