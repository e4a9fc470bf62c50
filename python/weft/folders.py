"""Run folders: made as `weft run` makes them, and read."""
import os

from . import _weft
from .scenes import read_scene
from .simulation import _settings
from .tables import read_table


class Run:
    """A run folder, finished or in progress: run[12] is frame 12 (a weft.Frame), also run[12]["shirt"].positions.

    Iterating gives all frames that are there. stats and probes have a row per frame; stats["kinetic"] is an array (a column of a
    pandas.DataFrame where pandas is).
    """

    def __init__(self, path):
        self.path = os.fspath(path)
        _weft._run_info(self.path)  # it is one

    @property
    def info(self):
        """Of run.json: status, reason, first, last, frame, fps, time, steps, points, seconds, device, ..."""
        return _weft._run_info(self.path)

    @property
    def status(self):
        """'running', 'done', 'stopped', 'failed' or 'interrupted'"""
        return self.info["status"]

    @property
    def frames(self):
        """Numbers of the frames that are there."""
        return _weft._frame_numbers(self.path)

    @property
    def stats(self):
        """stats.csv (docs/running.md has the columns)."""
        return read_table(os.path.join(self.path, "stats.csv"))

    @property
    def probes(self):
        """probes.csv; None where the scene has no probes."""
        path = os.path.join(self.path, "probes.csv")
        return read_table(path) if os.path.exists(path) else None

    def __getitem__(self, number):
        return _weft.read_frame(os.path.join(self.path, "frames", f"{number:06d}.weft"))

    def __len__(self):
        return len(self.frames)

    def __iter__(self):
        return (self[number] for number in self.frames)

    def __contains__(self, number):
        return number in self.frames

    def __repr__(self):
        info = self.info
        return f"<weft.Run {self.path!r}: {info['status']}, frame {info['frame']} of {info['last']}>"


def open(path):
    """A run folder that is there."""
    return Run(path)


def run(scene, path, *, last_frame=None, quality="normal", set=None, device="", force=False, folder=None):
    """Simulates a scene into a new run folder, as `weft run` does, and opens it.

    last_frame  ends earlier or later than the scene says
    force       replaces a run that is there
    The others are those of weft.Simulation. Ctrl-C stops at a place from which `weft resume` goes on.
    """
    text, name = read_scene(scene, folder)
    _weft._run(text, name, _settings(set), quality, device, os.fspath(path), last_frame, force)
    return Run(path)
