"""Run folders."""
import numpy
import pytest

import weft
from conftest import cloth_scene


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return weft.run(cloth_scene(), tmp_path_factory.mktemp("runs") / "a.run")


def test_frames(run):
    assert run.status == "done" and run.frames == list(range(7)) and len(run) == 7 and 6 in run and 7 not in run
    shirt = run[3]["shirt"]
    assert shirt.positions.shape == (100, 3) and shirt.velocities.shape == (100, 3)
    numpy.testing.assert_array_equal(shirt.ids, numpy.arange(100))
    assert shirt.quantities == ["speed", "stretch"]
    numpy.testing.assert_allclose(shirt.quantity("speed"), numpy.linalg.norm(shirt.velocities, axis=1), rtol=1e-4,
                                  atol=1e-6)
    assert [frame.number for frame in run] == run.frames
    assert run[3]["ball"].kind == "sphere" and run[3]["ball"].size[0] == pytest.approx(0.1)


def test_frames_are_snapshots_of_the_same_simulation(run):
    sim = weft.Simulation(cloth_scene())
    sim.run(4)
    numpy.testing.assert_array_equal(sim.snapshot()["shirt"].positions, run[4]["shirt"].positions)
    numpy.testing.assert_array_equal(sim.snapshot()["shirt"].velocities, run[4]["shirt"].velocities)
    assert sim.hash == list(run.stats["state_hash"])[4]


def test_tables(run):
    stats, probes = run.stats, run.probes
    numpy.testing.assert_allclose(numpy.asarray(stats["time"]), numpy.arange(7) / 50)
    assert numpy.asarray(stats["kinetic"])[0] == 0 and (numpy.asarray(stats["kinetic"])[1:] > 0).all()
    assert (numpy.diff(numpy.asarray(probes["height"])) < 0).all()


def test_tables_without_pandas(run, monkeypatch):
    import sys
    monkeypatch.setitem(sys.modules, "pandas", None)
    assert isinstance(run.stats, numpy.ndarray) and run.stats["frame"].dtype.kind == "i"
    assert run.probes["height"].dtype == numpy.float64 and len(run.probes) == 7


def test_what_is_no_run(tmp_path, run):
    with pytest.raises(weft.Error) as caught:
        weft.open(tmp_path)
    assert caught.value.code == "E0410"
    with pytest.raises(weft.Error):
        run[99]
    with pytest.raises(weft.Error) as caught:
        weft.run(cloth_scene(), run.path)
    assert caught.value.code == "E0408"
    with pytest.raises(weft.Error) as caught:
        run[1]["shirt"].quantity("stress")
    assert caught.value.code == "E0545" and "stretch" in caught.value.hint
