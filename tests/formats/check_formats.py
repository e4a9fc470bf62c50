#!/usr/bin/env python3
"""Exports runs and opens the files in other programs.  check_formats.py BUILD WORK [--docs]

Two runs: one made by hand with points, meshes, curves and colliders (tests/output/export_sample.h), and the first
frames of scenes/demo.toml. Prints a table; --docs puts it into docs/formats.md too. Exits with 1 when a program read
something else than the run holds, or could not read a file."""
import json
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
PYTHON = "/usr/bin/python3"  # Debian's, which has Debian's modules
BLENDER = ["blender", "-b", "-noaudio", "--python", os.path.join(HERE, "read_blender.py"), "--"]
READERS = [("pc2", BLENDER), ("ply", BLENDER), ("obj", BLENDER), ("obj_points", BLENDER), ("vdb", BLENDER),
           ("vdb", [PYTHON, os.path.join(HERE, "read_openvdb.py")]),
           ("vtp", [PYTHON, os.path.join(HERE, "read_vtk.py")]),
           ("npz", [PYTHON, os.path.join(HERE, "read_npz.py")])]


def call(*words):
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(words)}\nended with {done.returncode}:\n{done.stdout}")
    return done.stdout


def make_runs(build, work):
    """The run folders by what they are called in the table."""
    weft, sample = os.path.join(build, "weft"), os.path.join(build, "tests/format_sample")
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    runs = {"sample": os.path.join(work, "sample.run"), "demo": os.path.join(work, "demo.run")}
    call(sample, "make", runs["sample"], "4")
    call(weft, "run", os.path.join(ROOT, "scenes/demo.toml"), "--quality", "draft", "--frames", "1:4", "-o",
         runs["demo"], "--quiet")
    for run in runs.values():
        call(sample, "dump", run, run + ".dump")
    return runs


def points_of(run):
    """Names of the objects made of points."""
    with open(os.path.join(run + ".dump", "index.json")) as f:
        return [o["name"] for o in json.load(f)[0]["objects"] if o["kind"] == "points"]


def read_back(build, run, format, reader):
    folder = os.path.join(run, "export", format)
    call(os.path.join(build, "weft"), "export", run, format.split("_")[0], "-o", folder, "--quiet",
         *(["--objects", ",".join(points_of(run))] if format == "obj_points" else []))
    words = reader + [run + ".dump", folder] + ([format] if reader is BLENDER else [])
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    for line in done.stdout.splitlines():
        if line.startswith("RESULT "):
            return json.loads(line[len("RESULT "):])
    return {"format": format, "reader": reader[0], "what": "", "numbers": 0, "worst": 0,
            "wrong": "no result:\n" + done.stdout[-3000:]}


def table(results):
    lines = ["| format | read by | run | compared | numbers | largest difference | result |", "|---|---|---|---|--:|--:|---|"]
    for run, r in results:
        result = "**" + r["wrong"].splitlines()[0] + "**" if r["wrong"] else "same"
        lines.append(f"| {r['format']} | {r['reader']} | {run} | {r['what']} | {r['numbers']} | {r['worst']:.2g} | {result} |")
    return "\n".join(lines)


def put_in_docs(text):
    path = os.path.join(ROOT, "docs/formats.md")
    begin, end = "<!-- results: written by make test-formats -->\n", "<!-- end of results -->"
    with open(path, encoding="utf-8") as f:
        page = f.read()
    head, rest = page.split(begin)
    with open(path, "w", encoding="utf-8") as f:
        f.write(head + begin + text + "\n" + end + rest.split(end)[1])


def main(build, work, *options):
    results = []
    for name, run in make_runs(build, work).items():
        for format, reader in READERS:
            r = read_back(build, run, format, reader)
            print(f"{name:8}{format:11}{r['reader']:16}{r['numbers']:>9} numbers  {r['wrong'] or 'same'}", flush=True)
            results.append((name, r))
    text = table(results)
    print("\n" + text)
    if "--docs" in options:
        put_in_docs(text)
    sys.exit(any(r["wrong"] for _, r in results))


main(*sys.argv[1:])
