/// weft bench implicit: stiff things by explicit and by implicit steps in the same run, and how far apart
/// they end.
#include "bench_implicit.h"

#include <fmt/format.h>

#include <cmath>

#include "bodies/grains/grains.h"
#include "bodies/thin/thin.h"
#include "exec/clock.h"
#include "geometry/fill.h"
#include "materials/presets.h"
#include "world/world.h"

namespace weft {
namespace {

constexpr double kDx = 0.04;

struct Race {
  const char* name;
  double seconds;  ///< simulated
  World (*make)();
};

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

/// A thousand times as stiff as jelly by default, tilted, onto a floor that holds it.
World block() {
  World w = of(solid("jelly", 1e8, {{0.16, 0.16, 0.16}},
                     Pose{{{0, 0, 0.25}}, Quaternion<double>::from_axis_angle({{0, 1, 0}}, 0.3)}));
  w.colliders.push_back(floor_of(Boundary::sticky, 0));
  return w;
}

/// The same onto a floor with friction, on which it topples and slides.
World toppling_block() {
  World w = block();
  w.colliders[0] = floor_of(Boundary::separate, 0.4);
  return w;
}

/// A beam of hard rubber held at one end.
World beam() {
  World w = of(solid("rubber", 3e8, {{0.6, 0.08, 0.08}}, Pose{{{0.5, 0, 0.5}}}));
  Collider clamp;
  clamp.shape = Box{{{0.2, 0.4, 0.4}}};
  clamp.start.position = {{-0.2, 0, 0.5}};
  clamp.boundary = Boundary::sticky;
  w.colliders.push_back(clamp);
  return w;
}

/// A bar of something like aluminium at a thousandth of its stiffness, dropped flat.
World bar() {
  World w = of(solid("von_mises", 1e9, {{0.3, 0.1, 0.06}}, Pose{{{0, 0, 0.12}}}));
  w.colliders.push_back(floor_of(Boundary::separate, 0));
  return w;
}

/// A stiff sheet held along one edge.
World sheet() {
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
World wires() {
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

struct Lap {
  double seconds = 0;
  int steps = 0, newton = 0, krylov = 0, unconverged = 0;
  std::vector<Vec3<float>> at;
};

Lap run(const Race& race, Stepping step) {
  World w = race.make();
  w.solver.step = step;
  for (Collider& c : w.colliders) c.move_to(0);
  Lap lap;
  const double start = wall_seconds(), frame = 1.0 / 24;
  for (int f = 1; w.time < race.seconds; ++f) {
    const double end = std::min(race.seconds, f * frame);
    while (w.time < end) {
      const StepReport r = w.step(end);
      ++lap.steps;
      lap.newton += r.solve.newton;
      lap.krylov += r.solve.krylov;
      lap.unconverged += r.solve.stop != SolveStop::none && !r.solve.converged();
    }
    w.forget_order();
  }
  lap.seconds = wall_seconds() - start;
  lap.at = w.bodies[0]->frame({}).position;
  return lap;
}

}  // namespace

nlohmann::ordered_json bench_implicit() {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const Race& race : {Race{"block", 1.0, block},
                           {"toppling block", 1.0, toppling_block},
                           {"beam", 1.0, beam},
                           {"bar", 0.5, bar},
                           {"sheet", 0.5, sheet},
                           {"wires", 0.25, wires}}) {
    const Lap a = run(race, Stepping::explicitly), b = run(race, Stepping::implicitly);
    double apart2 = 0;
    for (std::size_t i = 0; i < a.at.size(); ++i) apart2 += norm2((a.at[i] - b.at[i]).as<double>());
    all.push_back({{"case", race.name},
                   {"points", a.at.size()},
                   {"simulated_s", race.seconds},
                   {"explicit_s", a.seconds},
                   {"explicit_steps", a.steps},
                   {"implicit_s", b.seconds},
                   {"implicit_steps", b.steps},
                   {"newton", b.newton},
                   {"krylov", b.krylov},
                   {"unconverged", b.unconverged},
                   {"times_faster", a.seconds / b.seconds},
                   {"rms_apart_cells", std::sqrt(apart2 / double(a.at.size())) / kDx}});
  }
  return all;
}

void print_implicit(const nlohmann::ordered_json& all) {
  fmt::print("{:<15} {:>7} {:>21} {:>44} {:>7} {:>12}\n", "", "points", "explicit: s, steps",
             "implicit: s, steps, newton, krylov, unconv.", "faster", "apart, cells");
  for (const auto& j : all)
    fmt::print("{:<15} {:>7} {:>12.2f} {:>8} {:>15.2f} {:>6} {:>6} {:>8} {:>5} {:>7.2f} {:>12.3f}\n",
               j["case"].get<std::string>(), j["points"].get<std::size_t>(), j["explicit_s"].get<double>(),
               j["explicit_steps"].get<int>(), j["implicit_s"].get<double>(), j["implicit_steps"].get<int>(),
               j["newton"].get<int>(), j["krylov"].get<int>(), j["unconverged"].get<int>(),
               j["times_faster"].get<double>(), j["rms_apart_cells"].get<double>());
}

}  // namespace weft
