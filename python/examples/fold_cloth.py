#!/usr/bin/env python3
"""A gripper with two fingers folds a cloth: it closes on the edge that hangs over a table until it feels the force it wants,
carries the edge over to the other side, holding that force, and lets go.

    python3 fold_cloth.py [--picture fold.png]

The loop is a robot's: every 5 ms it reads the forces on the fingers and says how they move next.
"""
import argparse

import numpy

import weft

SIZE, TABLE = 0.30, 0.20     # of the cloth, height of the table [m]
FINGER = (0.03, 0.10, 0.006)  # sizes of a finger [m]
PERIOD = 0.005               # of the control loop [s]
CLEAR = 0.03                 # the fingers' middle above the table when they let go [m]


def scene(spacing):
    return {
        "format": 1,
        "title": "a gripper folds a cloth",
        "time": {"fps": 200, "frames": [0, 800]},
        "solver": {"dx": spacing},
        "object": [{
            "name": "cloth", "type": "cloth", "thickness": "1 mm", "density": 300, "drag": 0.5, "bending": 2e-5,
            "material": {"preset": "cotton", "young": "60 kPa", "friction": 0.4},
            "shape": {"sheet": {"width": SIZE, "height": SIZE, "spacing": spacing}},
            "at": [0, 0, TABLE + 0.001]}],
        "collider": [
            {"name": "table", "shape": {"box": [0.34, 0.5, TABLE]}, "at": [-0.06, 0, TABLE / 2], "friction": 0.4},
            {"name": "upper", "shape": {"box": FINGER}, "at": [0.14, 0, TABLE + 0.03], "friction": 1.5},
            {"name": "lower", "shape": {"box": FINGER}, "at": [0.14, 0, TABLE - 0.03], "friction": 1.5}]}


class Gripper:
    """Two fingers with a gap between them; `centre` is in the middle."""

    def __init__(self, sim):
        self.sim, self.upper, self.lower = sim, sim["upper"], sim["lower"]
        self.centre = (self.upper.position + self.lower.position) / 2
        self.gap = self.upper.position[2] - self.lower.position[2] - FINGER[2]
        self.grip = 0.0  # half of what presses the fingers apart, smoothed over some periods as a sensor would [N]
        self.log = []

    def control(self, centre, closing):
        """One period: the fingers' middle goes to `centre`, the gap shrinks at `closing` [m/s]."""
        self.centre = numpy.asarray(centre, dtype=float)
        self.gap = min(max(self.gap - closing * PERIOD, 0.0), 0.06)
        arrive = self.sim.time + PERIOD
        half = numpy.array([0, 0, (self.gap + FINGER[2]) / 2])
        self.upper.move_to(self.centre + half, by=arrive)
        self.lower.move_to(self.centre - half, by=arrive)
        self.sim.run_until(arrive)
        pressed = max(0.0, (self.upper.force[2] - self.lower.force[2]) / 2)
        self.grip += (pressed - self.grip) * 0.15
        self.log.append((self.sim.time, self.grip, *(self.upper.force + self.lower.force), self.gap, *self.centre))

    def hold(self, centre, wanted):
        """One period with the grip led to `wanted` [N]."""
        self.control(centre, numpy.clip(0.004 * (wanted - self.grip) / wanted, -0.004, 0.004))


def fold(spacing=0.02, wanted=1.0, seconds=1.2):
    sim = weft.Simulation(scene(spacing))
    hand = Gripper(sim)
    start = hand.centre.copy()
    while hand.grip < wanted and sim.time < 1.5:   # close
        hand.control(start, 0.06 if hand.gap > 0.004 else 0.01)
    began = sim.time
    while sim.time < began + seconds:               # half a circle over the middle of the cloth
        s = (sim.time + PERIOD - began) / seconds
        angle = numpy.pi * min(1.0, s * s * (3 - 2 * s))
        radius = 0.11
        hand.hold(start + [-radius * (1 - numpy.cos(angle)), 0, 0.9 * radius * numpy.sin(angle) + CLEAR * min(s, 1)], wanted)
    carried = hand.centre.copy()
    for _ in range(20):                             # let go, above the table
        hand.control(carried, -0.2 if hand.gap < 0.02 else 0)
    for k in range(80):                             # and away, along the edge's own direction
        hand.control(carried + [-0.002 * k, 0, 0], 0)
    for _ in range(40):                             # the cloth comes to rest
        hand.control(hand.centre, 0)
    return sim, numpy.array(hand.log)


def draw(sim, log, path):
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure = pyplot.figure(figsize=(10, 4))
    left = figure.add_subplot(1, 2, 1)
    left.plot(log[:, 0], log[:, 1], label="grip, smoothed")
    left.plot(log[:, 0], log[:, 4], label="up, on both fingers")
    left.plot(log[:, 0], log[:, 2], label="along, on both fingers")
    left.set(xlabel="time [s]", ylabel="force [N]", title="forces on the fingers")
    left.legend()
    right = figure.add_subplot(1, 2, 2, projection="3d")
    drawn = sim["cloth"].drawn()
    x, y, z = 100 * drawn.positions.T
    right.plot_trisurf(x, y, z, triangles=drawn.triangles, cmap="viridis", edgecolor="k", linewidth=0.1)
    right.set_box_aspect((numpy.ptp(x), numpy.ptp(y), max(numpy.ptp(z), 4)))
    right.set(xlabel="x [cm]", ylabel="y [cm]", title="the cloth at the end")
    figure.tight_layout()
    figure.savefig(path, dpi=100)
    pyplot.close(figure)


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--spacing", type=float, default=0.02, help="edges of the mesh [m]")
    parser.add_argument("--force", type=float, default=1.0, help="how hard it grips [N]")
    parser.add_argument("--seconds", type=float, default=1.2, help="for the way over")
    parser.add_argument("--picture", help="a PNG of the forces and the cloth")
    o = parser.parse_args(arguments)
    sim, log = fold(o.spacing, o.force, o.seconds)
    x = sim["cloth"].positions
    print(f"gripped with {log[:, 1].max():.2f} N at most; the cloth is now {100 * numpy.ptp(x[:, 0]):.1f} cm long, "
          f"it was {100 * SIZE:.0f} cm")
    if o.picture:
        draw(sim, log, o.picture)
    return sim, log


if __name__ == "__main__":
    main()
