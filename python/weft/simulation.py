"""Simulations that are stepped from Python."""
import os

from . import _weft
from .scenes import read_scene
from .tables import table


class Simulation:
    """A scene that is stepped from Python.

    scene    a path, TOML text, or a dict with the same keys
    quality  'draft', 'normal' or 'final'
    set      changes of keys, as `weft run --set`: {"solver.dx": "1 cm"}
    device   'cpu', 'gpu' or 'auto' instead of what the scene says
    folder   where meshes of a text or a dict are looked for

    sim["name"] is a weft.Body, weft.RigidBody or weft.Collider. States are those of `weft run` to the last bit: sim.hash is
    the state_hash of stats.csv.
    """

    def __init__(self, scene, *, quality="normal", set=None, device="", folder=None):
        text, name = read_scene(scene, folder)
        self._held = _weft._make(text, name, _settings(set), quality, device)

    @classmethod
    def _of(cls, held):
        made = cls.__new__(cls)
        made._held = held
        return made

    # Stepping.
    def step(self):
        """One step, never past the end of a frame; on a graphics card as many as it likes."""
        self._held.step()

    def run(self, frames=1):
        """To the ends of so many frames. A step that goes wrong is tried again smaller, as `weft run` does."""
        self._held.run(frames)

    def run_until(self, time):
        """To a time [s], over the ends of frames in between."""
        self._held.run_until(time)

    @property
    def time(self):
        """Now [s]."""
        return self._held.time

    @property
    def frame(self):
        """The last finished frame."""
        return self._held.frame

    @property
    def frame_time(self):
        """When the frame in progress ends [s]."""
        return self._held.frame_time

    @property
    def steps(self):
        """How many have been made."""
        return self._held.steps

    # What is in it.
    def __getitem__(self, name):
        return self._held[name]

    def __contains__(self, name):
        return any(one.name == name for one in self.bodies + self.colliders)

    @property
    def bodies(self):
        """All objects, in the order of the scene."""
        return self._held.bodies

    @property
    def colliders(self):
        """All obstacles, in the order of the scene."""
        return self._held.colliders

    @property
    def gravity(self):
        """Acceleration of everything [m/s^2]; may be set."""
        return self._held.gravity

    @gravity.setter
    def gravity(self, value):
        self._held.gravity = value

    # Looking at it.
    @property
    def hash(self):
        """Of everything the world remembers: two simulations with the same hash go on alike."""
        return self._held.hash

    @property
    def stats(self):
        """Now: time, energies, momentum, mass, ...; dt, its limit and substeps of the frame in progress or the last one."""
        return self._held.stats

    @property
    def probes(self):
        """The scene's probes, a row per finished frame: probes['time'] is an array (a pandas.DataFrame where pandas is)."""
        return table(*self._held._probe_table())

    @property
    def warnings(self):
        """What looks wrong in the scene, as `weft check` says it."""
        return self._held.warnings

    @property
    def device(self):
        """What steps it: 'cpu', or a graphics card."""
        return self._held.device

    @property
    def scene(self):
        """The scene as TOML with every key filled in."""
        return self._held.scene_text

    @property
    def title(self):
        return self._held.title

    def snapshot(self):
        """What a frame of a run folder would hold now: a weft.Frame."""
        return self._held.snapshot()

    def save(self, path):
        """Everything, with what has been steered. weft.load(path) goes on with the same bits as this simulation does.

        At ends of frames, and after every sixteenth step in them, saving changes nothing in this simulation. Elsewhere its points
        are put in order, so that both go on alike: not worse, but rounded otherwise than without saving.
        """
        self._held.save(os.fspath(path))

    def __repr__(self):
        return f"<weft.Simulation {self.title!r} at {self.time:.6g} s, frame {self.frame}>"


def load(path, *, device=""):
    """A simulation as Simulation.save left it."""
    return Simulation._of(_weft._load(os.fspath(path), device))


def _settings(changes):
    from .scenes import _value
    return [f"{key}={value if isinstance(value, str) else _value(value)}" for key, value in (changes or {}).items()]
