#!/usr/bin/env python3
"""The drape of a fabric, as Cusick measured it: a disc of it hangs over a smaller support, and light from above shows how
much of the ring around the support it still covers.

    DC = (shadow - support) / (fabric - support)        0 hangs straight down, 1 stays flat

    python3 drape.py [--bending 3e-6] [--picture drape.png]
"""
import argparse

import numpy

import weft

FABRIC, SUPPORT = 0.15, 0.09  # radii of Cusick's discs [m]
WAVES = 5                     # how many folds it is nudged into


def scene(bending, spacing):
    """A disc that lies on the support; `bending` is its flexural rigidity [N m]."""
    return {
        "format": 1,
        "title": "drape test",
        "time": {"fps": 50, "frames": [0, 100]},
        "solver": {"dx": 2 * spacing},
        "object": [{
            "name": "fabric", "type": "cloth", "thickness": "0.5 mm", "density": 400,  # 200 g/m^2
            "material": {"preset": "cotton", "young": "200 kPa"}, "bending": bending, "drag": 0.3,
            "shape": {"disc": {"radius": FABRIC, "spacing": spacing}},
            "pins": [{"box": [[-r, -r, -1], [r, r, 1]]} for r in (SUPPORT / 2**0.5,)]}],
        "collider": [{"name": "support", "shape": {"cylinder": {"radius": SUPPORT, "height": 0.1}},
                      "at": [0, 0, -0.051], "friction": 0.5}]}


def shadow(positions, triangles, pixel=5e-4):
    """Area that triangles cover, seen from above [m^2]: the pixels whose centre is in one of them."""
    half = int(1.1 * FABRIC / pixel)
    covered = numpy.zeros((2 * half, 2 * half), dtype=bool)
    corners = positions[triangles][:, :, :2] / pixel + half - 0.5  # in pixels, centres at whole numbers
    for a, b, c in corners:
        low = numpy.maximum(numpy.ceil(numpy.min([a, b, c], axis=0)).astype(int), 0)
        high = numpy.minimum(numpy.floor(numpy.max([a, b, c], axis=0)).astype(int), 2 * half - 1)
        x, y = numpy.meshgrid(numpy.arange(low[0], high[0] + 1), numpy.arange(low[1], high[1] + 1), indexing="ij")
        side = [(q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]) for p, q in ((a, b), (b, c), (c, a))]
        inside = ((side[0] >= 0) & (side[1] >= 0) & (side[2] >= 0)) | ((side[0] <= 0) & (side[1] <= 0) & (side[2] <= 0))
        covered[low[0]:high[0] + 1, low[1]:high[1] + 1] |= inside
    return covered.sum() * pixel**2, covered


def drape_coefficient(bending, seconds=2.0, spacing=0.01):
    """(coefficient, picture of the shadow, places and triangles at the end)"""
    sim = weft.Simulation(scene(bending, spacing))
    x = sim["fabric"].positions
    nudge = numpy.zeros_like(x)  # no fabric is perfectly round; this one would be
    nudge[:, 2] = 0.1 * numpy.cos(WAVES * numpy.arctan2(x[:, 1], x[:, 0])) * (x[:, 0]**2 + x[:, 1]**2) / FABRIC**2
    sim["fabric"].velocities = nudge
    sim.run_until(seconds)
    drawn = sim["fabric"].drawn()
    area, covered = shadow(drawn.positions, drawn.triangles)
    ring = numpy.pi * (FABRIC**2 - SUPPORT**2)
    return (area - numpy.pi * SUPPORT**2) / ring, covered, drawn


def draw(covered, drawn, coefficient, path):
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure = pyplot.figure(figsize=(9, 4))
    left = figure.add_subplot(1, 2, 1)
    left.imshow(covered.T, origin="lower", cmap="Greys", extent=[-1.1 * FABRIC * 100, 1.1 * FABRIC * 100] * 2)
    left.add_patch(pyplot.Circle((0, 0), SUPPORT * 100, fill=False, color="tab:orange", label="support"))
    left.add_patch(pyplot.Circle((0, 0), FABRIC * 100, fill=False, color="tab:blue", label="fabric, flat"))
    left.set(title=f"shadow, drape coefficient {coefficient:.2f}", xlabel="cm", ylabel="cm")
    left.legend(loc="lower left", fontsize=8)
    right = figure.add_subplot(1, 2, 2, projection="3d")
    x, y, z = 100 * drawn.positions.T
    right.plot_trisurf(x, y, z, triangles=drawn.triangles, cmap="viridis")
    right.set_box_aspect((1, 1, numpy.ptp(z) / numpy.ptp(x)))
    right.set(xlabel="cm")
    figure.tight_layout()
    figure.savefig(path, dpi=100)
    pyplot.close(figure)


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bending", type=float, default=3e-6, help="flexural rigidity [N m]")
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--spacing", type=float, default=0.01, help="edges of the mesh [m]")
    parser.add_argument("--picture", help="a PNG of the shadow and the cloth")
    o = parser.parse_args(arguments)
    coefficient, covered, drawn = drape_coefficient(o.bending, o.seconds, o.spacing)
    print(f"drape coefficient {coefficient:.3f}")
    if o.picture:
        draw(covered, drawn, coefficient, o.picture)
    return coefficient


if __name__ == "__main__":
    main()
