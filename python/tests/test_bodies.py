"""What bodies know and what can be changed of them, in the order of ids."""
import numpy
import pytest

import weft
from conftest import cloth_scene, sand_scene


def kinds_scene():
    """One of each kind that can be put point by point, apart from each other."""
    return {
        "format": 1, "time": {"fps": 50, "frames": [0, 4]}, "solver": {"dx": "4 cm"},
        "object": [
            {"name": "sand", "material": {"preset": "sand"}, "shape": {"box": [0.12, 0.12, 0.12]}, "at": [0, 0, 0.3]},
            {"name": "cloth", "type": "cloth", "material": {"preset": "cotton", "young": "2 kPa"},
             "shape": {"sheet": {"width": 0.2, "height": 0.2, "spacing": 0.04}}, "at": [1, 0, 0.5]},
            {"name": "veil", "type": "cloth", "coupling": "grid", "material": {"preset": "cotton", "young": "2 kPa"},
             "shape": {"sheet": {"width": 0.2, "height": 0.2, "spacing": 0.04}}, "at": [2, 0, 0.5]},
            {"name": "jelly", "type": "solid", "material": "jelly",
             "shape": {"box": [0.16, 0.16, 0.16]}, "spacing": "8 cm", "at": [3, 0, 0.3]},
            {"name": "sheet", "type": "shell", "material": {"preset": "card"}, "thickness": "2 mm",
             "shape": {"plate": {"width": 0.2, "height": 0.2, "spacing": 0.05}}, "at": [4, 0, 0.5]},
        ],
        "collider": [{"name": "floor", "shape": {"plane": [0, 0, 1]}, "friction": 0.5}]}


def test_rows_are_points_whatever_their_order_in_memory():
    sim = weft.Simulation(sand_scene(object=[{
        "name": "sand", "material": {"preset": "sand"}, "shape": {"box": [0.16, 0.16, 0.16]}, "at": [0, 0, 0.3],
        "velocity": [1, 0.5, 0]}]))
    sand = sim["sand"]
    start = sand.positions
    sim.run(3)  # through many cells
    moved = sand.positions - start
    # In free flight all points do alike: rows in another order would not.
    numpy.testing.assert_allclose(moved, numpy.broadcast_to(moved.mean(axis=0), moved.shape), atol=2e-3)
    assert moved[:, 0].mean() == pytest.approx(0.06, rel=0.02)
    numpy.testing.assert_array_equal(sand.quantity("id"), numpy.arange(len(sand)))
    for axis, name in enumerate("xyz"):
        numpy.testing.assert_array_equal(sand.quantity(name), sand.positions[:, axis])
        numpy.testing.assert_array_equal(sand.quantity("v" + name), sand.velocities[:, axis])
    speed = numpy.linalg.norm(sand.velocities, axis=1)
    numpy.testing.assert_allclose(sand.quantity("speed"), speed, rtol=1e-6)


def test_arrays_are_the_present_and_cannot_be_written():
    sim = weft.Simulation(sand_scene())
    sand = sim["sand"]
    first = sand.positions
    assert sand.positions is first and not first.flags.writeable and first.dtype == numpy.float64
    with pytest.raises(ValueError):
        first[0] = 0
    kept = first.copy()
    sim.step()
    assert sand.positions is not first
    numpy.testing.assert_array_equal(first, kept)  # of the past, as it was


def test_assigning_what_is_there_changes_nothing():
    for scene in (cloth_scene(), sand_scene()):
        one, two = weft.Simulation(scene), weft.Simulation(scene)
        for sim in (one, two):
            sim.run(2)
        body = two.bodies[0]
        body.positions = body.positions
        body.velocities = body.velocities
        assert one.hash == two.hash
        one.run(2)
        two.run(2)
        assert one.hash == two.hash


@pytest.mark.parametrize("name", ["sand", "cloth", "veil", "jelly", "sheet"])
def test_points_put_elsewhere_go_on_from_there(name):
    sim = weft.Simulation(kinds_scene())
    sim.run(1)
    body = sim[name]
    moved = body.positions + [0, 0, 1.5]
    body.positions = moved
    numpy.testing.assert_allclose(body.positions, moved, atol=1e-6)
    elastic = body.totals["elastic"]
    body.velocities = [0.5, 0, 1]
    numpy.testing.assert_allclose(body.velocities, numpy.broadcast_to([0.5, 0, 1], moved.shape), atol=1e-7)
    began = sim.time
    sim.run_until(began + 0.02)
    flown = body.positions - moved
    expected = [0.5 * 0.02, 0, 1 * 0.02 - 0.5 * 9.81 * 0.02**2]
    numpy.testing.assert_allclose(flown.mean(axis=0), expected, atol=4e-4)
    assert body.totals["elastic"] <= elastic + 1e-3


def test_a_stretched_cloth_pulls_back():
    sim = weft.Simulation(kinds_scene())
    cloth = sim["cloth"]
    x = cloth.positions.copy()
    x[:, 0] = 1 + (x[:, 0] - 1) * 1.2
    cloth.positions = x
    assert cloth.quantity("stretch").max() == pytest.approx(1.2, rel=0.01)
    assert cloth.totals["elastic"] > 0
    sim.run_until(0.005)
    width = numpy.ptp(cloth.positions[:, 0])
    assert width < 0.2 * 1.2


@pytest.mark.parametrize("wrong", [numpy.zeros((3, 3)), [[0, 0]], [0, float("nan"), 0]])
def test_positions_that_do_not_fit(wrong):
    sim = weft.Simulation(cloth_scene())
    before = sim.hash
    with pytest.raises(weft.Error) as caught:
        sim["shirt"].positions = wrong
    assert caught.value.code == "E0563" and sim.hash == before


def ball_scene(**more):
    ball = {"name": "ball", "type": "rigid", "shape": {"sphere": "10 cm"}, "density": 500, "at": [0, 0, 0.1]}
    ball.update(more)
    return {"format": 1, "time": {"fps": 50, "frames": [0, 10]}, "solver": {"dx": "5 cm"}, "object": [ball],
            "collider": [{"name": "floor", "shape": {"plane": [0, 0, 1]}, "friction": 0.5}]}


def test_a_rigid_body_at_rest_feels_the_floor_and_the_floor_feels_it():
    sim = weft.Simulation(ball_scene())
    sim.run(10)
    ball, floor = sim["ball"], sim["floor"]
    weight = ball.mass * 9.81
    sim.run(5)
    assert ball.force[2] == pytest.approx(weight, rel=0.01)
    assert floor.force[2] == pytest.approx(-weight, rel=0.01)


def test_a_rigid_body_is_put_and_pushed():
    sim = weft.Simulation(ball_scene())
    ball = sim["ball"]
    sim.gravity = [0, 0, 0]
    ball.position = [0, 0, 2]
    ball.velocity = [1, 0, 0]
    ball.spin = [0, 0, 2]
    sim.run(1)
    numpy.testing.assert_allclose(ball.position, [0.02, 0, 2], atol=1e-9)
    numpy.testing.assert_allclose(ball.rotation, [numpy.cos(0.02), 0, 0, numpy.sin(0.02)], atol=1e-5)
    ball.applied_force = [0, ball.mass * 3, 0]
    sim.run(5)
    assert ball.velocity[1] == pytest.approx(0.3, rel=1e-3)
    numpy.testing.assert_allclose(ball.force, 0, atol=1e-9)  # what one applies oneself is not felt
    numpy.testing.assert_allclose(ball.positions.mean(axis=0), ball.centre, atol=1e-3)
    with pytest.raises(AttributeError):
        ball.positions = [0, 0, 0]


def test_snapshots_are_frames():
    sim = weft.Simulation(cloth_scene())
    sim.run(2)
    frame = sim.snapshot()
    assert frame.number == 2 and frame.time == sim.time and frame.objects == ["shirt"]
    shirt = frame["shirt"]
    numpy.testing.assert_array_equal(shirt.positions, sim["shirt"].positions.astype(numpy.float32))
    assert shirt.triangles.shape[1] == 3 and shirt.triangles.max() == len(shirt) - 1
    positions = shirt.positions
    del frame, shirt  # arrays keep what they look at
    assert numpy.isfinite(positions).all()
