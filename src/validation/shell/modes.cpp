/// Plates in the linear theory, and what tips over or buckles.
#include <fmt/format.h>

#include "exec/error.h"
#include "validation/shell/support.h"

namespace weft {
namespace {

constexpr Bench::Made kPlate{1e9, 0.3, 0.01};

/// A unit square, held as the case says.
Bench square(const ShellCase& c) {
  PatchOptions o;
  o.faces_u = o.faces_v = c.faces;
  o.surface = [](double u, double v) { return Vec3d{{u, v, 0}}; };
  if (c.open_edges) o.edges.fill(EdgeKind::open);
  Bench b(c, o, kPlate);
  const bool cantilever = c.support == "cantilever";
  for (int edge = 0; edge < 4; ++edge) {
    if (cantilever && edge != 3) continue;
    if (c.support == "hinged") b.patch.hold(b.ties, edge, 2);
    else b.patch.clamp(b.ties, edge, 2);
  }
  return b;
}

void hold_in_plane(Bench& b) {
  b.patch.hold(b.ties, 3, 0);
  b.patch.hold(b.ties, 3, 1);
}

template <class Scaled>
void add_modes(Series& s, const char* name, const Modes& modes, Scaled&& scaled) {
  s["time"].push_back(0);
  for (std::size_t i = 0; i < modes.values.size(); ++i)
    s[fmt::format("{}_{}", name, i + 1)].push_back(scaled(modes.values[i]));
}

/// The number of waves round u in the deflection along `direction` at v = 1/2.
template <class Direction>
int waves(const Bench& b, const Points& shape, int samples, Direction&& direction) {
  std::vector<double> w;
  for (int i = 0; i < samples; ++i) {
    const double u = double(i) / samples;
    w.push_back(dot(b.at(u, 0.5, shape), direction(u)));
  }
  int best = 0;
  double strongest = 0;
  for (int n = 0; n <= samples / 2; ++n) {
    double re = 0, im = 0;
    for (int i = 0; i < samples; ++i) {
      const double a = 2 * kPi * n * i / samples;
      re += w[std::size_t(i)] * std::cos(a), im += w[std::size_t(i)] * std::sin(a);
    }
    if (re * re + im * im > strongest) strongest = re * re + im * im, best = n;
  }
  return best;
}

}  // namespace

Series shell_plate(const ShellCase& c) {
  Bench b = square(c);
  hold_in_plane(b);
  add_area_load(b.model, {{0, 0, 1}}, b.loads.dead);
  StaticSolver solver(b.model, b.ties, b.loads);
  Series s;
  add_row(s, 0,
          {{"w", b.at(0.5, 0.5, solver.linear())[2] * plate_stiffness(kPlate.of(c))},
           {"unknowns", double(solver.unknowns())}});
  return s;
}

Series shell_plate_vibration(const ShellCase& c) {
  Bench b = square(c);
  hold_in_plane(b);
  const StaticSolver solver(b.model, b.ties, b.loads);
  Series s;
  // With rho h = 1: omega a^2 sqrt(rho h / D)
  add_modes(s, "omega", vibration_modes(solver, 1 / kPlate.thickness, c.modes),
            [&](double squared) { return std::sqrt(squared / plate_stiffness(kPlate.of(c))); });
  s["unknowns"].push_back(double(solver.unknowns()));
  return s;
}

/// Pressed along x.
Series shell_plate_buckling(const ShellCase& c) {
  Bench b = square(c);
  b.patch.hold(b.ties, 3, 0);
  b.patch.hold(b.ties, 0, 1);
  add_line_load(b.model, b.patch.edge(1), {{-1, 0, 0}}, b.loads.dead);
  StaticSolver solver(b.model, b.ties, b.loads);
  Series s;
  add_modes(s, "N", buckling_modes(solver, c.modes),
            [&](double N) { return N / (kPi * kPi * plate_stiffness(kPlate.of(c))); });
  s["unknowns"].push_back(double(solver.unknowns()));
  return s;
}

/// A strip on edge, clamped at its short side: it tips over under its own weight.
Series shell_heavy_strip(const ShellCase& c) {
  const Bench::Made made = Bench::Made{1e9, 0.35, 1e-3}.of(c);
  PatchOptions o;
  o.faces_u = c.faces;
  o.faces_v = c.across > 0 ? c.across : std::max(2, int(std::lround(c.faces * c.ratio)));
  const double wide = c.ratio;
  o.surface = [=](double u, double v) { return Vec3d{{u, 0, wide * v}}; };
  if (c.open_edges) o.edges = {EdgeKind::open, EdgeKind::open, EdgeKind::open, EdgeKind::extended};
  Bench b(c, o, made);
  b.patch.clamp(b.ties, 3, 1);
  for (int k : {0, 2}) b.patch.hold(b.ties, 3, k);
  add_area_load(b.model, {{0, 0, -plate_stiffness(made)}}, b.loads.dead);
  StaticSolver solver(b.model, b.ties, b.loads);
  Series s;
  add_row(s, 0,
          {{"gamma", buckling_modes(solver, c.modes).values.at(0)}, {"unknowns", double(solver.unknowns())}});
  return s;
}

namespace {

constexpr double kRadius = 1, kLength = 2;
constexpr Bench::Made kCylinder{1e9, 0.3, 0.01};

/// A whole cylinder about z, u round it and v along it, both ends kept round.
Bench cylinder(const ShellCase& c) {
  PatchOptions o;
  o.faces_u = c.faces, o.faces_v = c.across > 0 ? c.across : c.faces / 3;
  o.edges = {EdgeKind::extended, EdgeKind::joined, EdgeKind::extended, EdgeKind::joined};
  o.surface = [](double u, double v) {
    return Vec3d{{kRadius * std::cos(2 * kPi * u), kRadius * std::sin(2 * kPi * u), kLength * v}};
  };
  Bench b(c, o, kCylinder);
  for (int edge : {0, 2})
    for (int k : {0, 1}) b.patch.hold(b.ties, edge, k);
  return b;
}

Series buckled(const ShellCase& c, const Bench& b, StaticSolver& solver, const char* name, double scale) {
  const Modes modes = buckling_modes(solver, c.modes);
  const Points shape = solver.displacement(modes.shapes.col(0));
  const auto outwards = [](double u) { return Vec3d{{std::cos(2 * kPi * u), std::sin(2 * kPi * u), 0}}; };
  Series s;
  add_row(s, 0,
          {{name, modes.values.at(0) * scale},
           {"lobes", double(waves(b, shape, 4 * c.faces, outwards))},
           {"unknowns", double(solver.unknowns())}});
  return s;
}

}  // namespace

/// Pressed from the side, ends free to move along the axis.
Series shell_cylinder_pressure(const ShellCase& c) {
  Bench b = cylinder(c);
  b.ties.fix(3 * b.patch.vertex(0, 0) + 2);
  b.loads.pressure = -1;
  StaticSolver solver(b.model, b.ties, b.loads);
  return buckled(c, b, solver, "p", 1);
}

/// Shortened along the axis by a unit strain; stress by Hooke's law.
Series shell_cylinder_axial(const ShellCase& c) {
  Bench b = cylinder(c);
  b.patch.hold(b.ties, 0, 2);
  b.patch.hold(b.ties, 2, 2, -kLength);
  StaticSolver solver(b.model, b.ties, b.loads);
  return buckled(c, b, solver, "sigma", kCylinder.young);
}

}  // namespace weft
