"""Scenes as TOML text, the way people write them: aligned keys, short tables on one line, a comment where it helps.

A table is a dictionary; a key that is None is left out. Lists of tables become a line each, long lists of numbers are
wrapped. Floats keep seven digits: what single precision, Blender's own, can tell apart."""
import json
import re

LINE = 110


def number(x):
    if isinstance(x, int):
        return str(x)
    x = float(x)
    if x != x or x in (float("inf"), float("-inf")):
        raise ValueError(f"{x} cannot be written: a number of the scene is not finite")
    return format(0.0 if x == 0 else x, ".7g")


def key(name):
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else json.dumps(name)


def value(v):
    """On one line."""
    if isinstance(v, bool):
        return "true" if v else "false"
    if isinstance(v, str):
        return json.dumps(v, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(v, dict):
        inside = ", ".join(f"{key(k)} = {value(x)}" for k, x in v.items() if x is not None)
        return "{ " + inside + " }" if inside else "{}"
    if isinstance(v, (list, tuple)):
        return "[" + ", ".join(value(x) for x in v) + "]"
    return number(v)


def wrapped(items, indent):
    """Texts of a list's items, as many on a line as fit."""
    lines, line = [], ""
    for item in items:
        if line and len(indent) + len(line) + len(item) > LINE:
            lines.append(indent + line.rstrip())
            line = ""
        line += item + ", "
    return "[\n" + "\n".join(lines + [indent + line.rstrip()]) + "\n]"


def value_of_key(v):
    """As the value of a key of its own: over several lines where one would be too long. Only lists may be broken: TOML's inline
    tables end on the line where they begin, but the lists in them need not."""
    text = value(v)
    if len(text) <= LINE:
        return text
    if isinstance(v, (list, tuple)):
        if any(isinstance(x, dict) for x in v):
            return "[\n" + "".join(f"  {nested(x)},\n" for x in v) + "]"
        return wrapped([value(x) for x in v], "  ")
    return nested(v)


def nested(v):
    """A table on one line, but for long lists in it."""
    if not isinstance(v, dict) or len(value(v)) <= LINE:
        return value(v)
    return "{ " + ", ".join(f"{key(k)} = {value_of_key(x)}" for k, x in v.items() if x is not None) + " }"


def table(fields):
    """The lines `key = value` of a table, their equals signs in one column."""
    fields = {key(k): v for k, v in fields.items() if v is not None}
    width = max(map(len, fields), default=0)
    return "".join(f"{k:<{width}} = {value_of_key(v)}\n" for k, v in fields.items())


def comment(text):
    return "".join(f"# {line}\n" for line in text.splitlines())


def scene(top, lists, head=""):
    """A scene: `top` its single keys, `lists` the pairs (name, [table]) of its [[name]]; a table's "#" is a comment above it."""
    text = comment(head) + table(top)
    for name, tables in lists:
        for t in tables:
            text += f"\n{comment(t.get('#') or '')}[[{name}]]\n" + table({k: v for k, v in t.items() if k != "#"})
    return text
