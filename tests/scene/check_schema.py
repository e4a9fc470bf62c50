#!/usr/bin/env python3
"""Checks `weft schema` against scenes and against the reader: tests/scene/check_schema.py WEFT SOURCE_FOLDER

Every scene that ships, every scene of tests/data and every kind of `weft new` validates. In each of them a misspelt
key in any table is refused. Every table of the scene reference, which is printed from the lists that the reader
refuses unknown keys by, has in the schema exactly its keys; and the reader itself, asked with a scene that has most tables, calls no key unknown
that the schema knows.
"""
import copy
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib

import jsonschema

FREE = {"expect", "case", "run", "point", "transfer", "shell", "solid", "rod", "quality"}  # of validation, or changes
failures = []


def fail(text):
    failures.append(text)


def output_of(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def tables_of(value, path=()):
    """Every table in a scene with its path, but for those whose keys the schema leaves free."""
    if isinstance(value, dict):
        yield path, value
        for key, item in value.items():
            if path or key not in FREE:
                yield from tables_of(item, path + (key,))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from tables_of(item, path + (number,))


def at(value, path):
    for step in path:
        value = value[step]
    return value


def complaints(errors):
    """Where keys are called unknown, also inside alternatives none of which fits."""
    for error in errors:
        if error.validator == "additionalProperties":
            yield tuple(error.absolute_path)
        yield from complaints(error.context)


def check_scene(validator, name, text):
    scene = tomllib.loads(text)
    for error in validator.iter_errors(scene):
        if error.validator == "required" and name.startswith("validation"):
            continue  # what is missing there stands in [[run]]
        fail(f"{name}: {'.'.join(map(str, error.absolute_path))}: {error.message[:300]}")
    paths = [path for path, table in tables_of(scene) if table]
    wrong = copy.deepcopy(scene)
    for path in paths:  # beside a right key, so that nothing is missing
        table = at(wrong, path)
        table["misspelt"] = next(iter(table.values()))
    refused = set(complaints(validator.iter_errors(wrong)))
    for path in paths:
        if path not in refused:
            fail(f"{name}: a misspelt key in {'.'.join(map(str, path)) or 'the scene'} passes")
    return len(paths)


def check_wrong(validator):
    """What the reader refuses, and an editor should mark as one types."""
    good = {"format": 1, "time": {"frames": [1, 2]}, "solver": {"dx": "1 cm"},
            "object": [{"material": "sand", "shape": {"box": [1, 1, "10 cm"]}}]}
    if not validator.is_valid(good):
        fail("the smallest scene does not validate")
    changes = {
        "a quality that is none": lambda s: s.update(quality={"drfat": {}}),
        "no material": lambda s: s["object"][0].pop("material"),
        "no time": lambda s: s.pop("time"),
        "an unknown type": lambda s: s["object"][0].update(type="clth"),
        "an unknown preset": lambda s: s["object"][0].update(material="snad"),
        "a parameter of another law": lambda s: s["object"][0].update(material={"preset": "sand", "yield_stress": 1}),
        "a preset and a law": lambda s: s["object"][0].update(material={"preset": "sand", "law": "sand"}),
        "a number that is none": lambda s: s["solver"].update(dx="wide"),
        "a negative dx": lambda s: s["solver"].update(dx=-1),
        "two numbers for three": lambda s: s["object"][0].update(at=[0, 0]),
        "a key of another type": lambda s: s["object"][0].update(type="cloth", shape={"sheet": {}}, material="cotton",
                                                                points_per_cell=8),
        "a flag in quotes": lambda s: s["solver"].update(plane="true"),
        "an unknown format of output": lambda s: s.update(output={"write": ["abc"]}),
    }
    for what, change in changes.items():
        wrong = copy.deepcopy(good)
        change(wrong)
        if validator.is_valid(wrong):
            fail(f"{what} passes")
    return len(changes)


def documented(program):
    """Title of each table of the scene reference -> its keys; the same title may come more than once."""
    found, title, is_key_table = [], "", False
    for line in output_of(program, "list", "keys", "--markdown").splitlines():
        if heading := re.match(r"##+ (.*)", line):
            title = heading[1].replace("`", "")
        is_key_table = is_key_table and line.startswith("|") or line.startswith("| key |")
        if line.startswith("| key |"):
            found.append((title, set()))
        elif is_key_table and (key := re.match(r"\| `([^`]+)` \|", line)):
            found[-1][1].add(key[1])
    return found


def check_keys(program, schema):
    """The reader's tables and the schema's, both ways."""
    known = [(t["title"], set(t["properties"])) for t in schema["definitions"].values()
             if "properties" in t and not t.get("allOf")]
    known.append(("top level", set(schema["properties"])))
    expected = []
    for title, keys in documented(program):
        if law := re.match(r"Law (\S+)", title):
            expected.append((f"material of the law {law[1]}", keys | {"preset", "law"}))
        else:
            expected.append((title, keys))
    for title, keys in expected:
        if (title, keys) not in known:
            fail(f"the schema has no '{title}' with the keys {sorted(keys)}")
    for title, keys in known:
        if (title, keys) not in expected:
            fail(f"only the schema knows '{title}' with the keys {sorted(keys)}")
    return len(expected), sum(len(keys) for _, keys in expected)


def schema_of_tables(schema, part, value, path=()):
    """Walks a scene and its schema together: path, and the part of the schema that describes the table there."""
    while "$ref" in part or part.get("allOf"):
        if "$ref" in part:
            part = schema["definitions"][part["$ref"].split("/")[-1]]
        elif "if" in part["allOf"][0]:  # by `type`
            fitting = [c["then"] for c in part["allOf"] if jsonschema.Draft7Validator(c["if"]).is_valid(value)]
            if not fitting:
                return
            part = fitting[0]
        else:
            part = part["allOf"][0]
    for choice in part.get("anyOf", []):
        yield from schema_of_tables(schema, choice, value, path)
    if isinstance(value, list) and isinstance(part.get("items"), dict):
        for number, item in enumerate(value):
            yield from schema_of_tables(schema, part["items"], item, path + (number,))
    if isinstance(value, dict) and "properties" in part:
        yield path, part
        for key, item in value.items():
            yield from schema_of_tables(schema, part["properties"].get(key, {}), item, path + (key,))


def as_toml(value):
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {as_toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(as_toml, value)) + "]"
    return json.dumps(value)


def check_reader(program, schema, scene, folder):
    """The reader knows the schema's keys: one of another type is refused for what it is, not as unknown (E0203)."""
    asked = set()
    for path, part in schema_of_tables(schema, schema, scene):
        for key in part["properties"]:
            table = at(scene, path)
            if key in table or (part.get("title"), key) in asked or (not path and key in FREE):
                continue
            asked.add((part.get("title"), key))
            wrong = copy.deepcopy(scene)
            at(wrong, path)[key] = [[[True]]]
            file = pathlib.Path(folder, "asked.toml")
            file.write_text("\n".join(f"{k} = {as_toml(v)}" for k, v in wrong.items()))
            said = subprocess.run([program, "check", str(file)], capture_output=True, text=True)
            if "E0203" in said.stderr or said.returncode != 2:
                fail(f"the reader does not know '{key}' of {part.get('title')}: {said.stderr[:200]}")
    if len(asked) < 100:
        fail(f"only {len(asked)} keys were asked of the reader")
    return len(asked)


def main():
    program, source = sys.argv[1], pathlib.Path(sys.argv[2])
    schema = json.loads(output_of(program, "schema"))
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    scenes = {str(p.relative_to(source)): p.read_text() for folder in ("scenes", "tests/data/worlds", "validation")
              for p in sorted((source / folder).glob("*.toml"))}
    kinds = re.search(r"--kind TEXT(.*?)\n\s*(?:-|\n|$)", output_of(program, "new", "--help"), re.S)[1]
    with tempfile.TemporaryDirectory() as folder:
        for kind in re.findall(r"[a-z]{3,}", kinds):
            output_of(program, "new", f"{folder}/{kind}.toml", "--kind", kind)
            scenes[f"weft new --kind {kind}"] = pathlib.Path(folder, f"{kind}.toml").read_text()
        asked = check_reader(program, schema, tomllib.loads(scenes["tests/data/worlds/all_kinds.toml"]), folder)
    tables = sum(check_scene(validator, name, text) for name, text in scenes.items())
    wrong = check_wrong(validator)
    lists, keys = check_keys(program, schema)
    print(f"{len(scenes)} scenes, {tables} misspelt keys, {wrong} other mistakes, {lists} tables with {keys} keys, "
          f"{asked} keys asked of the reader")
    for text in failures[:40]:
        print(text)
    sys.exit(1 if failures else 0)


main()
