"""Frames of a run as arrays: RUN/export/npz/NAME.000001.npz, a file per frame, each whole when it appears."""
import os
import re
import zipfile

import numpy


def folder(run):
    return os.path.join(run, "export", "npz")


def path(run, number):
    stem = os.path.splitext(os.path.basename(os.path.normpath(run)))[0]
    return os.path.join(folder(run), f"{stem}.{number:06d}.npz")


def numbers(run):
    """The frames that are there."""
    try:
        names = os.listdir(folder(run))
    except OSError:
        return []
    return sorted(int(m[1]) for m in (re.search(r"\.(\d+)\.npz$", n) for n in names) if m)


def nearest(run, number):
    """The last frame up to this one, or the first there is; None while there is none."""
    if os.path.exists(path(run, number)):
        return number
    there = numbers(run)
    before = [n for n in there if n <= number]
    return before[-1] if before else there[0] if there else None


def things(run, number):
    """{ thing: { "position": ..., "faces": ... } } of a frame; arrays are read when asked for. Empty when it cannot be read."""
    try:
        file = numpy.load(path(run, number))
    except (OSError, ValueError, zipfile.BadZipFile):
        return {}
    found = {}
    for name in file.files:
        thing, dot, what = name.rpartition(".")
        if dot:
            found.setdefault(thing, Arrays(file, thing))
    return found


class Arrays:
    """The arrays of one thing."""

    def __init__(self, file, thing):
        self._file, self._thing = file, thing

    def __contains__(self, what):
        return f"{self._thing}.{what}" in self._file.files

    def __getitem__(self, what):
        return self._file[f"{self._thing}.{what}"]

    def get(self, what, otherwise=None):
        return self[what] if what in self else otherwise


def polygons(thing):
    """Lists of vertices, one per face."""
    if "faces" not in thing:
        return []
    corners, ends = thing["corners"], numpy.cumsum(thing["faces"])
    return [list(map(int, c)) for c in numpy.split(corners, ends[:-1])]


def segments(thing):
    """The edges along strands: pairs of neighbours that belong to one strand."""
    if "curves" not in thing:
        return numpy.zeros((0, 2), dtype=numpy.int32)
    counts = thing["curves"].astype(numpy.int64)
    strand = numpy.repeat(numpy.arange(len(counts)), counts)
    first = numpy.flatnonzero(strand[:-1] == strand[1:])
    return numpy.stack([first, first + 1], axis=1).astype(numpy.int32)


def positions(run, thing, time):
    """Where a thing's vertices are at a frame, or between two of them on straight lines. None when there is no such frame."""
    whole = int(numpy.floor(time))
    number = nearest(run, whole)
    if number is None:
        return None
    here = things(run, number).get(thing)
    if here is None:
        return None
    part = time - whole
    if part <= 0 or number != whole:
        return here["position"]
    after = things(run, whole + 1).get(thing)
    if after is None or after["position"].shape != here["position"].shape:
        return here["position"]
    return ((1 - part) * here["position"] + part * after["position"]).astype(numpy.float32)
