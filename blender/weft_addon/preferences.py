"""Where the program is, and how much of the machine it may take."""
import bpy


class WeftPreferences(bpy.types.AddonPreferences):
    bl_idname = __package__

    program: bpy.props.StringProperty(name="Program", subtype="FILE_PATH", default="weft",
                                      description="The program weft: its path, or its name when it is where programs are looked for")
    threads: bpy.props.IntProperty(name="Threads", min=0, max=4096, default=0,
                                   description="How many the simulation may use; results do not depend on it. 0: all cores")

    def draw(self, context):
        self.layout.prop(self, "program")
        self.layout.prop(self, "threads")


def preferences():
    return bpy.context.preferences.addons[__package__].preferences


def register():
    bpy.utils.register_class(WeftPreferences)


def unregister():
    bpy.utils.unregister_class(WeftPreferences)
