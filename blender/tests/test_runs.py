"""The process beside Blender, and frames read from a run folder. A script stands in for weft where only its words matter."""
import json
import os
import stat
import time

import numpy
import pytest

from weft_addon import frames, presets, runner


def program(tmp_path, body):
    """A program that says what `body`, a shell script, says."""
    path = tmp_path / "weft"
    path.write_text("#!/bin/sh\n" + body)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def to_the_end(r):
    events, began = [], time.monotonic()
    while not r.finished and time.monotonic() - began < 20:
        events += r.poll()
        time.sleep(0.01)
    r.close()
    return events


ERROR = """echo 'error[E0209]: "young" is out of range' >&2
echo '  --> scene.toml:3:7' >&2
echo '3 | young = -1' >&2
echo '          ^^ must be at least 0' >&2
exit 4
"""


def test_events_arrive_and_are_logged(tmp_path):
    body = """echo '{"event":"frame","frame":1,"last":2}'
echo 'no JSON'
echo '{"event":"warning","code":"W0501","text":"crossed","hint":"h"}'
echo '{"event":"end","status":"done","frame":2}'
"""
    r = runner.Runner([program(tmp_path, body), "run"], tmp_path, tmp_path / "weft.log")
    events = to_the_end(r)
    assert [e["event"] for e in events] == ["frame", "warning", "end"]
    assert r.error() is None and [w["code"] for w in r.warnings] == ["W0501"]
    log = (tmp_path / "weft.log").read_text()
    assert log.startswith("$ ") and "no JSON" in log


def test_errors_have_code_place_and_hint(tmp_path):
    r = runner.Runner([program(tmp_path, ERROR)], tmp_path, tmp_path / "log")
    to_the_end(r)
    e = r.error()
    assert (e.kind, e.code, e.where) == ("error", "E0209", "scene.toml:3:7")
    assert "must be at least 0" in e.hint
    assert runner.told(e).startswith('"young" is out of range (E0209)\nin scene.toml:3:7\n')


def test_help_lines_and_warnings_are_told_apart():
    found = runner.messages("warning[W0205]: inside\n  help: move it\n        or not\nerror[E0404]: cannot read 'x'\n  --> x\n")
    assert [(m.kind, m.code) for m in found] == [("warning", "W0205"), ("error", "E0404")]
    assert found[0].hint == "move it\nor not" and found[1].where == "x"


def test_an_end_without_a_word_is_an_error_too(tmp_path):
    r = runner.Runner([program(tmp_path, "kill -9 $$\n")], tmp_path, tmp_path / "log")
    to_the_end(r)
    assert "without a word" in r.error().what


def test_cancel_is_an_interrupt(tmp_path):
    body = "trap 'exit 130' INT\necho '{\"event\":\"frame\"}'\nwhile :; do sleep 0.05; done\n"
    r = runner.Runner([program(tmp_path, body)], tmp_path, tmp_path / "log")
    while not r.poll():
        time.sleep(0.01)
    r.cancel()
    to_the_end(r)
    assert r.returncode == 130 and r.error() is None


def test_a_program_that_is_not_there(tmp_path):
    with pytest.raises(OSError):
        runner.Runner([str(tmp_path / "nothing")], tmp_path, tmp_path / "log")
    with pytest.raises(presets.NoProgram, match="There is no program"):
        presets.lists(str(tmp_path / "nothing"))


def test_a_program_that_cannot_list(tmp_path):
    with pytest.raises(presets.NoProgram, match="cannot list its bodies"):
        presets.lists(program(tmp_path, ERROR))


def test_what_can_be_resumed(tmp_path):
    assert runner.resumable(tmp_path) is None
    (tmp_path / "run.json").write_text(json.dumps({"status": "interrupted", "frame": 7}))
    assert runner.resumable(tmp_path) == 7
    (tmp_path / "run.json").write_text(json.dumps({"status": "done", "frame": 9}))
    assert runner.resumable(tmp_path) is None
    (tmp_path / "run.json").write_text("{")
    assert runner.resumable(tmp_path) is None


def a_run(tmp_path, numbers):
    run = tmp_path / "scene.run"
    os.makedirs(frames.folder(run))
    for n in numbers:
        x = numpy.full((4, 3), n, dtype=numpy.float32)
        numpy.savez(frames.path(run, n), **{"frame": n, "a.b.position": x, "a.b.faces": numpy.array([3, 3]), "a.b.corners": numpy.array([0, 1, 2, 0, 2, 3]),
                                            "hair.position": x, "hair.curves": numpy.array([3, 1])})
    return str(run)


def test_frames_that_are_there(tmp_path):
    run = a_run(tmp_path, [2, 3, 7])
    assert frames.numbers(run) == [2, 3, 7]
    assert [frames.nearest(run, n) for n in (0, 2, 5, 7, 99)] == [2, 2, 3, 7, 7]
    assert frames.nearest(str(tmp_path / "no.run"), 1) is None and frames.positions(str(tmp_path / "no.run"), "a.b", 1) is None


def test_positions_between_frames(tmp_path):
    run = a_run(tmp_path, [2, 3, 7])
    assert (frames.positions(run, "a.b", 2.25) == 2.25).all()
    assert (frames.positions(run, "a.b", 3.5) == 3).all()  # the next frame is not there
    assert frames.positions(run, "nobody", 2) is None


def test_topology(tmp_path):
    things = frames.things(a_run(tmp_path, [1]), 1)
    assert frames.polygons(things["a.b"]) == [[0, 1, 2], [0, 2, 3]] and frames.polygons(things["hair"]) == []
    assert frames.segments(things["hair"]).tolist() == [[0, 1], [1, 2]]


def test_a_broken_frame_is_none(tmp_path):
    run = a_run(tmp_path, [1])
    with open(frames.path(run, 1), "r+b") as f:
        f.truncate(100)
    assert frames.things(run, 1) == {}
