"""What the program offers: `weft list bodies --json`, `weft list presets --json`. Asked once per program; nothing is copied here."""
import json
import os
import shutil
import subprocess

_lists = {}


class NoProgram(Exception):
    """There is no program weft, or it is too old for this add-on."""


def find_program(wanted):
    """The program's whole path."""
    path = shutil.which(os.path.expanduser(wanted or "weft"))
    if not path:
        raise NoProgram(f"There is no program '{wanted or 'weft'}'. Say where it is in the add-on's preferences")
    return path


def read_list(program, what):
    try:
        done = subprocess.run([program, "list", what, "--json"], capture_output=True, text=True, timeout=20, check=True)
        return json.loads(done.stdout)
    except (OSError, ValueError, subprocess.SubprocessError) as e:
        said = getattr(e, "stderr", "") or str(e)
        raise NoProgram(f"'{program}' cannot list its {what}: {said.strip()}") from e


def lists(wanted):
    """{ "bodies": {name: body}, "presets": {name: preset} } of the program."""
    program = find_program(wanted)
    known = (program, os.stat(program).st_mtime_ns)
    if known not in _lists:
        _lists.clear()
        _lists[known] = {what: {x["name"]: x for x in read_list(program, what)} for what in ("bodies", "presets")}
    return _lists[known]


def presets_of(wanted, body):
    """Names of the presets that a body of this type can be made of."""
    return [name for name, p in lists(wanted)["presets"].items() if body in p["bodies"]]
