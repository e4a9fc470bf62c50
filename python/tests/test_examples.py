"""The examples, short: coarse meshes, and what they find is what it must be."""
import importlib.util
import pathlib

import numpy
import pytest

import weft

EXAMPLES = pathlib.Path(__file__).resolve().parents[1] / "examples"


@pytest.fixture(autouse=True)
def one_thread():
    """Meshes of some hundred points gain nothing by more, and wait for each other where others use the machine."""
    before = weft.threads()
    weft.set_threads(1)
    yield
    weft.set_threads(before)


def example(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def is_picture(path):
    return path.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n" and path.stat().st_size > 5000


def test_a_gripper_folds_a_cloth(tmp_path):
    sim, log = example("fold_cloth").main(["--picture", str(tmp_path / "fold.png")])
    assert is_picture(tmp_path / "fold.png")
    x = sim["cloth"].positions
    assert numpy.ptp(x[:, 0]) < 0.2          # it was 30 cm long: the edge lies on the other side
    assert numpy.ptp(x[:, 1]) > 0.28         # as wide as before
    assert numpy.ptp(x[:, 2]) < 0.03         # and flat on the table
    held = log[(log[:, 0] > 1.6) & (log[:, 0] < 2.2), 1]
    assert 0.7 < held.mean() < 1.3           # with the force it wanted
    assert log[:, 1].max() < 6               # it did not crush
    assert log[-1, 1] < 1e-3                 # and let go


def test_drape_coefficients_grow_with_stiffness(tmp_path):
    drape = example("drape")
    limp = drape.main(["--spacing", "0.02", "--seconds", "0.5", "--bending", "1e-6", "--picture", str(tmp_path / "d.png")])
    stiff = drape.main(["--spacing", "0.02", "--seconds", "0.5", "--bending", "2e-4"])
    assert is_picture(tmp_path / "d.png")
    assert 0.1 < limp < 0.8 * stiff and 0.8 < stiff <= 1.02


def test_shadows_are_areas():
    drape = example("drape")
    square = numpy.array([[-0.05, -0.05, 0], [0.05, -0.05, 0], [0.05, 0.05, 0.1], [-0.05, 0.05, 0.1]])
    twice = numpy.array([[0, 1, 2], [0, 2, 3], [0, 1, 3]])  # what is covered twice counts once
    assert drape.shadow(square, twice)[0] == pytest.approx(0.01, rel=0.01)


def test_a_stiffness_is_fitted_to_a_period():
    young, theory = example("fit_stiffness").main(["--spacing", "0.04", "--period", "0.5"])
    assert young == pytest.approx(theory, rel=0.2)  # five faces along the strip
