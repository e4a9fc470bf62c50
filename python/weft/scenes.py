"""Scenes as text: from files, TOML or plain dicts."""
import math
import os
import re
from collections.abc import Mapping

_BARE = re.compile(r"[A-Za-z0-9_-]+\Z")


def read_scene(scene, folder=None):
    """(text, name) of a scene: name is what errors call it, and meshes are looked for beside it."""
    base = os.fspath(folder) if folder is not None else os.curdir
    if isinstance(scene, Mapping):
        return scene_text(scene), os.path.join(base, "scene")
    if isinstance(scene, str) and ("\n" in scene or "=" in scene):
        return scene, os.path.join(base, "scene")
    path = os.fspath(scene)
    try:
        with open(path, encoding="utf-8") as file:
            return file.read(), path
    except (OSError, UnicodeDecodeError) as reason:
        from ._weft import Error
        error = Error(f"[E0404] the scene '{path}' cannot be read: {reason}")
        error.code, error.place, error.hint = "E0404", path, "give a path, TOML text or a dict"
        raise error from reason


def scene_text(scene):
    """A scene given as a dict as TOML text: lists of dicts become [[object]], dicts become [solver]."""
    lines, tables = [], []
    for key, value in scene.items():
        if isinstance(value, Mapping):
            tables.append((f"[{_key(key)}]", value))
        elif _is_tables(value):
            tables.extend((f"[[{_key(key)}]]", one) for one in value)
        else:
            lines.append(f"{_key(key)} = {_value(value)}")
    for head, table in tables:
        lines += ["", head]
        lines += [f"{_key(key)} = {_value(value)}" for key, value in table.items()]
    return "\n".join(lines) + "\n"


def _is_tables(value):
    return isinstance(value, (list, tuple)) and len(value) > 0 and all(isinstance(one, Mapping) for one in value)


def _key(key):
    if not isinstance(key, str):
        raise TypeError(f"keys of a scene are text, not {key!r}")
    return key if _BARE.match(key) else _text(key)


def _text(text):
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c >= " " and c != "\x7f" else f"\\u{ord(c):04x}" for c in escaped) + '"'


def _value(value):
    if hasattr(value, "tolist"):  # NumPy's numbers and arrays
        value = value.tolist()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return repr(value) if math.isfinite(value) else "inf" if value > 0 else "-inf" if value < 0 else "nan"
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_value(one) for one in value) + "]"
    raise TypeError(f"a scene holds text, numbers, booleans, lists and dicts, not {type(value).__name__}: {value!r}")
