/// The obstacle course of linear shells (MacNeal and Harder 1985;
/// Belytschko and others 1985), in its own units.
#include "validation/shell/support.h"

namespace weft {

/// Scordelis and Lo's roof, a quarter of it: u from the crown to the free edge,
/// v from the diaphragm to the middle.
Series shell_roof(const ShellCase& c) {
  constexpr double R = 25, half_length = 25, angle = 40 * kPi / 180, load = 90;
  PatchOptions o;
  o.faces_u = o.faces_v = c.faces;
  if (c.open_edges) o.edges[1] = EdgeKind::open;
  o.surface = [](double u, double v) {
    return Vec3d{{R * std::sin(angle * u), half_length * v, R * std::cos(angle * u)}};
  };
  Bench b(c, o, {4.32e8, 0, 0.25});
  b.patch.mirror(b.ties, 3, 0);
  b.patch.mirror(b.ties, 2, 1);
  for (int k : {0, 2}) b.patch.hold(b.ties, 0, k);
  add_area_load(b.model, {{0, 0, -load}}, b.loads.dead);
  StaticSolver solver(b.model, b.ties, b.loads);
  const Points u = solver.linear();
  double energy = 0;
  for (std::size_t i = 0; i < u.size(); ++i) energy += 4 * 0.5 * dot(u[i], b.loads.dead[i]);
  Series s;
  add_row(s, 0,
          {{"w", -b.at(1, 1, u)[2]},
           {"crown", b.at(0, 1, u)[2]},
           {"energy", energy},
           {"unknowns", double(solver.unknowns())}});
  return s;
}

/// An eighth of a cylinder between diaphragms: u from the load to a quarter round,
/// v from the end to the middle.
Series shell_pinched_cylinder(const ShellCase& c) {
  constexpr double R = 300, half_length = 300;
  PatchOptions o;
  o.faces_u = o.faces_v = c.faces;
  o.surface = [](double u, double v) {
    return Vec3d{{R * std::sin(kPi / 2 * u), half_length * v, R * std::cos(kPi / 2 * u)}};
  };
  Bench b(c, o, {3e6, 0.3, 3});
  b.patch.mirror(b.ties, 3, 0);
  b.patch.mirror(b.ties, 1, 2);
  b.patch.mirror(b.ties, 2, 1);
  for (int k : {0, 2}) b.patch.hold(b.ties, 0, k);
  add_point_load(b.model, b.patch.place(0, 1), {{0, 0, -0.25}}, b.loads.dead);
  StaticSolver solver(b.model, b.ties, b.loads);
  Series s;
  add_row(s, 0, {{"w", -b.at(0, 1, solver.linear())[2]}, {"unknowns", double(solver.unknowns())}});
  return s;
}

/// A quarter of a hemisphere with a hole of 18 degrees: u round the equator, v up to the hole.
Series shell_pinched_hemisphere(const ShellCase& c) {
  constexpr double R = 10, top = 72 * kPi / 180;
  PatchOptions o;
  o.faces_u = o.faces_v = c.faces;
  if (c.open_edges) o.edges[0] = o.edges[2] = EdgeKind::open;
  o.surface = [](double u, double v) {
    const double a = kPi / 2 * u, t = top * v;
    return Vec3d{{R * std::cos(a) * std::cos(t), R * std::sin(a) * std::cos(t), R * std::sin(t)}};
  };
  Bench b(c, o, {6.825e7, 0.3, 0.04});
  b.patch.mirror(b.ties, 3, 1);
  b.patch.mirror(b.ties, 1, 0);
  b.ties.fix(3 * b.patch.vertex(0, 0) + 2);  // it may not float away
  add_point_load(b.model, b.patch.place(0, 0), {{1, 0, 0}}, b.loads.dead);
  add_point_load(b.model, b.patch.place(1, 0), {{0, -1, 0}}, b.loads.dead);
  StaticSolver solver(b.model, b.ties, b.loads);
  Series s;
  add_row(s, 0, {{"u", b.at(0, 0, solver.linear())[0]}, {"unknowns", double(solver.unknowns())}});
  return s;
}

}  // namespace weft
