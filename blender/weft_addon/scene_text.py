"""The scene file of what was collected from Blender: plain dictionaries in, TOML out. Nothing here knows Blender."""
from . import toml_text

# The object's own numbers that each kind takes, in the order in which they are written; 0 of those in DEFAULTS is left out.
NUMBERS = {
    "cloth": ("thickness", "bending", "drag"),
    "shell": ("thickness", "drag"),
    "hair": ("thickness",),
    "fibre": ("thickness", "bending"),
    "solid": ("spacing", "friction", "restitution"),
    "putty": ("spacing", "friction", "restitution"),
    "rigid": ("density", "friction", "restitution"),
    "grains": ("spacing",),
    "collider": ("friction",),
}
LEFT_OUT_WHEN_ZERO = ("thickness", "bending", "drag", "spacing", "restitution")
PINNED = ("cloth", "shell", "hair", "fibre", "solid", "putty")

SIGN = "# Written by the Weft add-on"  # by which it knows its own files
HEAD = """Written by the Weft add-on of Blender from "{blend}". Metres, z up; frames are Blender's.
It needs no Blender: weft check scene.toml; weft run scene.toml. Simulate in Blender writes it again."""


def own_numbers(kind, numbers):
    return {n: numbers[n] for n in NUMBERS[kind] if not (n in LEFT_OUT_WHEN_ZERO and numbers[n] == 0)}


def material(preset, changed):
    """The preset's name, or a table with the numbers that are not the preset's."""
    return {"preset": preset, **changed} if changed else preset


def object_table(o):
    """[[object]] of a description: name, kind, file, place, preset, changed, numbers, velocity, pins, source_rate, colour."""
    kind = o["kind"]
    table = {"name": o["name"], "type": kind}
    table["shape"] = {"curves" if kind in ("hair", "fibre") else "mesh": o["file"]}
    table.update(o["place"])
    if kind != "rigid":
        table["material"] = material(o["preset"], o["changed"])
    table.update(own_numbers(kind, o["numbers"]))
    if o["source_rate"] > 0 and kind == "grains":
        table["source"] = {"rate": o["source_rate"], **({"velocity": o["velocity"]} if any(o["velocity"]) else {})}
    elif any(o["velocity"]):
        table["velocity"] = o["velocity"]
    table["pins"] = o["pins"] or None
    table["colour"] = o["colour"]
    table["#"] = o["comment"]
    return table


def collider_table(c):
    """[[collider]] of a description: name, shape, place or keys or sequence, numbers, colour."""
    table = {"name": c["name"], "shape": c["shape"], **c["place"], **own_numbers("collider", c["numbers"])}
    table["colour"] = c["colour"]
    table["sequence"] = c["sequence"]
    table["keys"] = c["keys"]
    table["#"] = c["comment"]
    return table


def scene_toml(d):
    top = {
        "format": 1,
        "title": d["title"],
        "time": {"fps": d["fps"], "frames": list(d["frames"])},
        "solver": {"dx": d["dx"], **({"step": d["step"]} if d["step"] != "explicit" else {}), "gravity": d["gravity"]},
        "output": {"write": ["frames", "npz"]},
    }
    lists = [("object", [object_table(o) for o in d["objects"]]), ("collider", [collider_table(c) for c in d["colliders"]])]
    return toml_text.scene(top, lists, HEAD.format(blend=d["blend"]))


def hex_colour(linear):
    """"#rrggbb" of linear red, green and blue."""
    def byte(x):
        x = min(1.0, max(0.0, x))
        x = 12.92 * x if x <= 0.0031308 else 1.055 * x ** (1 / 2.4) - 0.055
        return round(255 * x)
    return "#" + "".join(f"{byte(x):02x}" for x in linear[:3])
