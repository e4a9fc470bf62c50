#!/usr/bin/env python3
"""How stiff is it? A strip is clamped at one end, and its period was measured: the secant method finds the modulus with which
the simulated strip swings like that.

    python3 fit_stiffness.py [--period 0.2]

Beam theory says what to expect of a thin strip:  T = 2 pi / (3.516/L^2 sqrt(E t^2 / 12 rho)).
"""
import argparse
import math

import numpy

import weft

LENGTH, WIDTH, THICKNESS, DENSITY = 0.2, 0.04, 0.002, 1000.0  # [m], [kg/m^3]


def strip(young, spacing):
    """Clamped at its left end, pushed sideways at the start; gravity is off, as for a strip that swings lying on its edge."""
    return {
        "format": 1,
        "title": "clamped strip",
        "time": {"fps": 200, "frames": [0, 400]},
        "solver": {"dx": 2 * spacing, "gravity": [0, 0, 0]},
        "object": [{
            "name": "strip", "type": "shell", "thickness": THICKNESS,
            "material": {"law": "lamina", "young": young, "poisson": 0.0, "density": DENSITY},
            "shape": {"plate": {"width": LENGTH, "height": WIDTH, "spacing": spacing}},
            "bend_damping": 0, "stretch_damping": 1e-4,
            "pins": [{"where": "left", "clamp": True}]}]}


def period(young, spacing=0.02):
    """Of the slowest vibration [s]: the mean time between zeros of the tip's deflection."""
    sim = weft.Simulation(strip(young, spacing))
    body = sim["strip"]
    x = body.positions
    along = (x[:, 0] - x[:, 0].min()) / LENGTH
    push = numpy.zeros_like(x)
    push[:, 2] = 0.05 * along**2  # nearly the shape of the slowest vibration
    body.velocities = push
    tip = numpy.flatnonzero(along > 0.99)
    expected = beam_period(young)
    times, heights = [0.0], [0.0]
    while sim.time < 2.2 * expected:
        sim.run_until(sim.time + expected / 100)
        times.append(sim.time)
        heights.append(body.positions[tip, 2].mean())
    t, h = numpy.array(times), numpy.array(heights)
    cross = numpy.flatnonzero(h[1:-1] * h[2:] <= 0) + 1
    zeros = t[cross] - h[cross] * (t[cross + 1] - t[cross]) / (h[cross + 1] - h[cross])
    return 2 * (zeros[-1] - zeros[0]) / (len(zeros) - 1)


def beam_period(young):
    return 2 * math.pi / (3.516 / LENGTH**2 * math.sqrt(young * THICKNESS**2 / (12 * DENSITY)))


def fit(measured, spacing=0.02, tolerance=1e-3, say=lambda *_: None):
    """The modulus [Pa] whose period is the measured one: secants of ln T over ln E."""
    guess = (2 * math.pi * LENGTH**2 / (3.516 * measured)) ** 2 * 12 * DENSITY / THICKNESS**2
    points = []
    for young in (1.3 * guess, 0.8 * guess):
        points.append((math.log(young), math.log(period(young, spacing) / measured)))
        say(young, measured * math.exp(points[-1][1]))
    for _ in range(10):
        (a, f), (b, g) = points[-2:]
        c = b - g * (b - a) / (g - f)
        points.append((c, math.log(period(math.exp(c), spacing) / measured)))
        say(math.exp(c), measured * math.exp(points[-1][1]))
        if abs(points[-1][1]) < tolerance:
            return math.exp(c)
    raise RuntimeError("the period does not come near the measured one")


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--period", type=float, default=0.2, help="measured [s]")
    parser.add_argument("--spacing", type=float, default=0.02, help="edges of the mesh [m]")
    o = parser.parse_args(arguments)
    young = fit(o.period, o.spacing, say=lambda e, t: print(f"young {e:12.5g} Pa   period {t:8.5f} s"))
    theory = (2 * math.pi * LENGTH**2 / (3.516 * o.period)) ** 2 * 12 * DENSITY / THICKNESS**2
    print(f"young = {young:.4g} Pa; beam theory {theory:.4g} Pa")
    return young, theory


if __name__ == "__main__":
    main()
