"""Names that the scene's format takes: letters, digits, _ and -, at most 64 of them, each once."""
import re


def scene_names(names):
    """For each of Blender's names one of the scene's."""
    taken, out = set(), {}
    for name in names:
        base = re.sub(r"[^A-Za-z0-9_-]", "_", name)[:56] or "thing"
        chosen, n = base, 2
        while chosen in taken:
            chosen, n = f"{base}_{n}", n + 1
        taken.add(chosen)
        out[name] = chosen
    return out
