"""Colliders and pins that are led, and what they feel."""
import numpy
import pytest

import weft
from conftest import cloth_scene


def hanging(**changes):
    """A cloth that hangs from its top edge, still from the start but for its own weight."""
    cloth = {"name": "cloth", "type": "cloth", "material": {"preset": "cotton", "young": "2 kPa"},
             "shape": {"sheet": {"width": 0.32, "height": 0.32, "spacing": 0.04}}, "rotate": {"axis": [1, 0, 0], "angle": "90 deg"},
             "pins": [{"box": [[-1, -1, 0.155], [1, 1, 1]]}], "drag": 4}
    cloth.update(changes)
    return {"format": 1, "time": {"fps": 50, "frames": [0, 10]}, "solver": {"dx": "4 cm"}, "object": [cloth]}


@pytest.mark.parametrize("change", [{}, {"coupling": "grid"}], ids=["mesh", "grid"])
def test_a_pin_feels_the_weight_it_holds(change):
    if change:
        change = dict(change, drag=None)
    scene = hanging(**change)
    scene["object"][0] = {k: v for k, v in scene["object"][0].items() if v is not None}
    sim = weft.Simulation(scene)
    cloth = sim["cloth"]
    sim.run(25)
    sim.run(50)  # the mean over a second: vibrations cancel
    weight = cloth.totals["mass"] * 9.81
    pin = cloth.pins[0]
    assert pin.force[2] == pytest.approx(-weight, rel=0.05)
    assert abs(pin.force[:2]).max() < 0.05 * weight
    assert set(pin.points) == set(numpy.flatnonzero(cloth.positions[:, 2] > 0.155))


def test_a_pin_is_led():
    sim = weft.Simulation(hanging())
    cloth, pin = sim["cloth"], sim["cloth"].pins[0]
    held = pin.points
    start = cloth.positions[held]
    pin.move_to([0.1, 0, 0.05], by=0.1)
    sim.run_until(0.05)
    numpy.testing.assert_allclose(cloth.positions[held], start + [0.05, 0, 0.025], atol=1e-9)
    sim.run_until(0.2)
    numpy.testing.assert_allclose(cloth.positions[held], start + [0.1, 0, 0.05], atol=1e-9)
    pin.drive(velocity=[0, 1, 0])
    sim.run_until(0.25)
    numpy.testing.assert_allclose(cloth.velocities[held], numpy.broadcast_to([0, 1, 0], (len(held), 3)), atol=1e-9)
    pin.release()
    sim.run_until(0.35)
    assert cloth.positions[held][:, 2].max() < start[:, 2].max() + 0.05 - 0.01


def test_led_step_by_step_is_as_told_by_the_scene():
    told = cloth_scene()
    told["collider"][0].pop("at")
    told["collider"][0]["keys"] = [{"time": 0, "at": [0, 0, 0.25]}, {"time": 0.06, "at": [0.03, 0, 0.28]}]
    scripted, led = weft.Simulation(told), weft.Simulation(cloth_scene())
    led["ball"].move_to([0.03, 0, 0.28], by=0.06)
    for sim in (scripted, led):
        sim.run(6)
    numpy.testing.assert_array_equal(led["shirt"].positions, scripted["shirt"].positions)
    assert led.hash == scripted.hash


def test_pins_follow_the_collider_that_is_led():
    scene = cloth_scene()
    scene["object"][0]["pins"] = [{"ids": [0, 1, 2], "follow": "ball"}]
    sim = weft.Simulation(scene)
    start = sim["shirt"].positions[:3]
    sim["ball"].move_to(sim["ball"].position + [0.05, 0, 0.05], by=0.1)
    sim.run_until(0.1)
    numpy.testing.assert_allclose(sim["shirt"].positions[:3], start + [0.05, 0, 0.05], atol=1e-9)


def test_a_collider_turns():
    sim = weft.Simulation(cloth_scene())
    ball = sim["ball"]
    ball.move_to(rotation=[0, 0, numpy.pi / 2], by=0.04)
    sim.run_until(0.02)
    numpy.testing.assert_allclose(ball.rotation, [numpy.cos(numpy.pi / 8), 0, 0, numpy.sin(numpy.pi / 8)], atol=1e-9)
    numpy.testing.assert_allclose(ball.spin, [0, 0, numpy.pi / 2 / 0.04], rtol=1e-9)
    ball.drive()
    sim.run_until(0.03)
    numpy.testing.assert_allclose(ball.spin, 0)


def test_forces_on_colliders_are_means_over_the_last_call():
    scene = {"format": 1, "time": {"fps": 50, "frames": [0, 10]}, "solver": {"dx": "4 cm"},
             "object": [{"name": "sand", "material": {"preset": "sand"}, "shape": {"box": [0.16, 0.16, 0.16]},
                         "at": [0, 0, 0.081]}],
             "collider": [{"name": "floor", "shape": {"plane": [0, 0, 1]}, "friction": 0.8}]}
    sim = weft.Simulation(scene)
    sim.run(25)
    weight = sim["sand"].totals["mass"] * 9.81
    sim.run(20)
    assert sim["floor"].force[2] == pytest.approx(-weight, rel=0.03)
    means, times = [], []
    at = sim.time
    for _ in range(40):
        before = sim.time
        sim.step()
        means.append(sim["floor"].force[2] * (sim.time - before))
        times.append(sim.time - before)
    assert sum(means) / sum(times) == pytest.approx(-weight, rel=0.1)
    assert sum(times) == pytest.approx(sim.time - at)


def test_what_cannot_be_led():
    sim = weft.Simulation(cloth_scene())
    sim.run(2)
    with pytest.raises(weft.Error) as caught:
        sim["ball"].move_to([0, 0, 1], by=0.01)
    assert caught.value.code == "E0562"
    with pytest.raises(weft.Error) as caught:
        sim["ball"].move_to(rotation=[1, 2])
    assert caught.value.code == "E0563"
    with pytest.raises(weft.Error) as caught:
        sim["ball"].drive(velocity=[0, 0, float("inf")])
    assert caught.value.code == "E0563"
