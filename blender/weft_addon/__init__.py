"""Weft in Blender: mark objects, simulate, see the result. docs: blender/README.md

The modules toml_text, mesh_files, motion, names, scene_text, presets, runner and frames do not know Blender; the others do."""

bl_info = {
    "name": "Weft",
    "description": "Simulates cloth, shells, hair, soft and rigid solids, and grains in contact with each other",
    "author": "The Weft authors",
    "version": (0, 1, 0),
    "blender": (3, 4, 0),
    "location": "3D View > Sidebar > Weft",
    "category": "Physics",
}


def _parts():
    from . import operators, panels, playback, preferences, properties
    return [preferences, properties, operators, panels, playback]


def register():
    for part in _parts():
        part.register()


def unregister():
    for part in reversed(_parts()):
        part.unregister()
