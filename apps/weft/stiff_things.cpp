/// Stiff things to race with: benches of implicit steps.
#include "stiff_things.h"

#include <cmath>

#include "bodies/grains/grains.h"
#include "bodies/shell/shell.h"
#include "bodies/thin/thin.h"
#include "geometry/fill.h"
#include "materials/presets.h"

namespace weft {
namespace {

constexpr double kDx = kStiffDx;

World of(std::unique_ptr<Body> body) {
  World w;
  w.solver.dx = kDx;
  w.solver.dt_max = 1;
  w.bodies.push_back(std::move(body));
  return w;
}

/// A solid box filled with 8 points per cell.
std::unique_ptr<Body> solid(const std::string& law, double young, const Vec3d& half, const Pose& pose) {
  GrainsOptions g;
  g.name = law;
  g.material = make_material(law);
  set_field(g.material, "young", young);
  prepare_material(g.material);
  g.point_volume = std::pow(kDx / 2, 3);
  g.positions = fill(Box{half}, pose, Fill{kDx / 2, Sampling::lattice, 1, false});
  return make_grains(g);
}

Collider floor_of(Boundary boundary, double friction) {
  Collider floor;
  floor.boundary = boundary;
  floor.friction = friction;
  return floor;
}

}  // namespace

/// A thousand times as stiff as jelly by default, tilted, onto a floor that holds it.
World stiff_block() {
  World w = of(solid("jelly", 1e8, {{0.16, 0.16, 0.16}},
                     Pose{{{0, 0, 0.25}}, Quaternion<double>::from_axis_angle({{0, 1, 0}}, 0.3)}));
  w.colliders.push_back(floor_of(Boundary::sticky, 0));
  return w;
}

/// The same onto a floor with friction, on which it topples and slides.
World stiff_toppling_block() {
  World w = stiff_block();
  w.colliders[0] = floor_of(Boundary::separate, 0.4);
  return w;
}

/// A beam of hard rubber held at one end.
World stiff_beam() {
  World w = of(solid("rubber", 3e8, {{0.6, 0.08, 0.08}}, Pose{{{0.5, 0, 0.5}}}));
  Collider clamp;
  clamp.shape = Box{{{0.2, 0.4, 0.4}}};
  clamp.start.position = {{-0.2, 0, 0.5}};
  clamp.boundary = Boundary::sticky;
  w.colliders.push_back(clamp);
  return w;
}

/// A bar of something like aluminium at a thousandth of its stiffness, dropped flat.
World stiff_bar() {
  World w = of(solid("von_mises", 1e9, {{0.3, 0.1, 0.06}}, Pose{{{0, 0, 0.12}}}));
  w.colliders.push_back(floor_of(Boundary::separate, 0));
  return w;
}

/// A stiff sheet held along one edge.
World stiff_sheet() {
  constexpr int n = 20;
  ThinOptions o;
  o.name = "sheet";
  o.material = make_material("cloth");
  set_field(o.material, "young", 1e8);
  prepare_material(o.material);
  o.section = 0.25 * kDx;
  const auto at = [](int i, int j) { return std::uint32_t(j * (n + 1) + i); };
  Pin pin;
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i) {
      o.rest.push_back({{(i - 0.5 * n) * kDx, j * kDx, 0.5}});
      if (j == 0) pin.vertices.push_back(at(i, 0));
    }
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      o.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      o.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  o.pins = {pin};
  return of(make_thin(o));
}

/// Wires that stick out of a wall.
World stiff_wires() {
  constexpr int count = 12, segments = 40;
  ThinOptions o;
  o.name = "wires";
  o.material = make_material("fibre");
  set_field(o.material, "stretch", 1e9);
  prepare_material(o.material);
  o.section = 1e-5;
  o.bending = 8e-3;
  Pin pin;
  for (int s = 0; s < count; ++s) {
    for (int k = 0; k <= segments; ++k) {
      if (k < 2) pin.vertices.push_back(std::uint32_t(o.rest.size()));
      o.rest.push_back({{k * 0.5 * kDx, s * 0.7 * kDx, 0.8}});
    }
    o.counts.push_back(segments + 1);
  }
  o.pins = {pin};
  return of(make_thin(o));
}

/// A stiff plate that begins to swing about one edge.
World stiff_shell() {
  constexpr int n = 20;
  ShellOptions o;
  o.name = "shell";
  o.material = make_material("lamina");
  set_field(o.material, "young", 1e9);
  prepare_material(o.material);
  o.thickness = 0.25 * kDx;
  const auto at = [](int i, int j) { return std::uint32_t(j * (n + 1) + i); };
  Pin pin;
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i) {
      o.rest.push_back({{(i - 0.5 * n) * kDx, j * kDx, 0.5}});
      if (j < 2) pin.vertices.push_back(at(i, j));
    }
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) o.quads.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)});
  o.pins = {pin};
  return of(make_shell(o));
}

}  // namespace weft
