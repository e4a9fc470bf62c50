/// Large deflections: three tests of Sze, Liu and Lo 2004, and a clamped plate.
#include "validation/shell/support.h"

namespace weft {
namespace {

/// A strip along x, held at x = 0.
Bench strip(const ShellCase& c, double length, EdgeKind tip) {
  PatchOptions o;
  o.faces_u = c.faces, o.faces_v = c.across > 0 ? c.across : 1;
  o.surface = [=](double u, double v) { return Vec3d{{length * u, v, 0}}; };
  o.edges = {EdgeKind::open, tip, EdgeKind::open, c.open_edges ? EdgeKind::open : EdgeKind::extended};
  Bench b(c, o, {1.2e6, 0, 0.1});
  b.patch.clamp(b.ties, 3, 2);
  for (int k : {0, 1}) {
    if (c.open_edges) b.patch.clamp(b.ties, 3, k);
    else b.patch.hold(b.ties, 3, k);
  }
  return b;
}

}  // namespace

/// A cantilever of length 10 under a dead shear force of 4 at its tip (P L^2/EI = 4).
Series shell_end_shear(const ShellCase& c) {
  Bench b = strip(c, 10, EdgeKind::open);
  add_line_load(b.model, b.patch.edge(1), {{0, 0, 4}}, b.loads.dead);
  StaticSolver solver(b.model, b.ties, b.loads);
  Series s;
  for (int i = 1; i <= 10; ++i) {
    solver.advance(0.1 * i);
    const Vec3d tip = b.at(1, 0.5, solver.positions());
    add_row(s, 0.1 * i, {{"W", tip[2]}, {"U", 10 - tip[0]}, {"unknowns", double(solver.unknowns())}});
  }
  return s;
}

/// A strip of length 12 rolled up to a full circle by a couple at its tip: M = f 2 pi E I / L.
Series shell_roll_up(const ShellCase& c) {
  constexpr double L = 12;
  Bench b = strip(c, L, EdgeKind::extended);
  add_edge_couple(b.model, b.patch.edge(1), {{0, -1, 0}}, 50 * kPi / 3, b.loads.couples);
  StaticSolver solver(b.model, b.ties, b.loads);
  Series s;
  for (double f : {0.25, 0.5, 0.75, 1.0}) {
    solver.advance(f);
    const Vec3d tip = b.at(1, 0.5, solver.positions());
    const double a = 2 * kPi * f, x = L * std::sin(a) / a, z = L * (1 - std::cos(a)) / a;
    add_row(s, f,
            {{"x", tip[0]},
             {"z", tip[2]},
             {"error", std::hypot(tip[0] - x, tip[2] - z) / L},
             {"unknowns", double(solver.unknowns())}});
  }
  return s;
}

/// A ring cut along a radius: one lip clamped (u = 0), the other lifted by 0.8 per length;
/// v from inside outwards.
Series shell_slit_annulus(const ShellCase& c) {
  PatchOptions o;
  o.faces_u = c.faces, o.faces_v = c.across > 0 ? c.across : std::max(c.faces / 8, 2);
  o.surface = [](double u, double v) {
    const double r = 6 + 4 * v, a = 2 * kPi * u;
    return Vec3d{{r * std::cos(a), r * std::sin(a), 0}};
  };
  if (c.open_edges) o.edges = {EdgeKind::open, EdgeKind::open, EdgeKind::open, EdgeKind::extended};
  Bench b(c, o, {21e6, 0, 0.03});
  b.patch.clamp(b.ties, 3, 2);
  for (int k : {0, 1}) b.patch.hold(b.ties, 3, k);
  add_line_load(b.model, b.patch.edge(1), {{0, 0, 0.8}}, b.loads.dead);
  StaticSolver solver(b.model, b.ties, b.loads);
  Series s;
  for (double q : {0.025, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0}) {
    if (q > c.load) break;
    solver.advance(q);
    const Points& x = solver.positions();
    add_row(s, q,
            {{"A", b.at(1, 0, x)[2]},
             {"B", b.at(1, 1, x)[2]},
             {"iterations", double(solver.iterations())},
             {"unknowns", double(solver.unknowns())}});
  }
  return s;
}

/// A square plate with clamped, immovable edges under dead pressure.
Series shell_plate_deflection(const ShellCase& c) {
  constexpr double E = 1e9, h = 0.005;
  PatchOptions o;
  o.faces_u = o.faces_v = c.faces;
  o.surface = [](double u, double v) { return Vec3d{{u, v, 0}}; };
  if (c.open_edges) o.edges.fill(EdgeKind::open);
  Bench b(c, o, {E, 0.3, h});
  for (int edge = 0; edge < 4; ++edge) {
    b.patch.clamp(b.ties, edge, 2);
    for (int k : {0, 1}) b.patch.hold(b.ties, edge, k);
  }
  add_area_load(b.model, {{0, 0, E * h * h * h * h}}, b.loads.dead);
  StaticSolver solver(b.model, b.ties, b.loads);
  Series s;
  for (double Q : {5., 10., 20., 50., 100., 200., 300., 400.}) {
    solver.advance(Q);
    add_row(s, Q,
            {{"w", b.at(0.5, 0.5, solver.positions())[2] / h}, {"unknowns", double(solver.unknowns())}});
  }
  return s;
}

}  // namespace weft
