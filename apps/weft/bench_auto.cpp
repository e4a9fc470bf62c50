/// weft bench auto: ten scenes by explicit and by implicit steps, and which of both `step = "auto"` picks.
#include "bench_auto.h"

#include <fmt/format.h>

#include <cmath>

#include "bench_implicit.h"
#include "bodies/grains/grains.h"
#include "bodies/shell/shell.h"
#include "bodies/thin/thin.h"
#include "geometry/fill.h"
#include "materials/presets.h"
#include "stiff_things.h"
#include "world/choose_step.h"

namespace weft {
namespace {

constexpr double kDx = 0.02;

/// Above a floor with friction.
World above_floor(std::unique_ptr<Body> body) {
  World w;
  w.solver.dx = kDx;
  w.solver.dt_max = 1;
  w.bodies.push_back(std::move(body));
  Collider floor;
  floor.friction = 0.4;
  w.colliders.push_back(floor);
  return w;
}

/// A block of 8 points per cell that stands on the floor or falls on it.
World block_of(const char* preset, const Vec3d& half, double above) {
  GrainsOptions g;
  g.name = preset;
  g.material = make_preset(preset);
  g.point_volume = std::pow(kDx / 2, 3);
  g.positions = fill(Box{half}, Pose{{{0, 0, half[2] + above}}}, Fill{kDx / 2, Sampling::jittered, 1, false});
  g.velocities = {Vec3d{{0, 0, above > 0 ? -1.0 : 0.0}}};
  return above_floor(make_grains(g));
}
World sand() { return block_of("sand", {{0.1, 0.1, 0.2}}, 0); }
World snow() { return block_of("snow", {{0.12, 0.12, 0.12}}, 0.01); }
World jelly() { return block_of("jelly", {{0.12, 0.12, 0.12}}, 0.01); }

/// n by n squares of a cell, level, 2 cm above the floor.
template <class Options, class Add>
void add_squares(Options& o, int n, Add&& add) {
  const auto at = [&](int i, int j) { return std::uint32_t(j * (n + 1) + i); };
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i) o.rest.push_back({{i * kDx, j * kDx, 0.3 + 0.02 * std::sin(0.4 * i)}});
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) add(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
}

/// Held at two corners.
World cotton() {
  ThinOptions o;
  o.name = "cotton";
  o.material = make_preset("cotton");
  o.section = 1e-3;
  add_squares(o, 24, [&](std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    o.triangles.push_back({a, b, c});
    o.triangles.push_back({a, c, d});
  });
  Pin pin;
  pin.vertices = {0, 24};
  o.pins = {pin};
  return above_floor(make_thin(o));
}

/// Held along an edge.
World foil() {
  constexpr int n = 20;
  ShellOptions o;
  o.name = "foil";
  o.material = make_preset("foil");
  o.thickness = 2e-4;
  add_squares(o, n, [&](std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    o.quads.push_back({a, b, c, d});
  });
  Pin pin;
  for (int i = 0; i <= n; ++i) pin.vertices.push_back(std::uint32_t(i));
  o.pins = {pin};
  return above_floor(make_shell(o));
}

/// Strands half a cell apart that fall on each other.
World wool() {
  constexpr int side = 12, segments = 30;
  ThinOptions o;
  o.name = "wool";
  o.material = make_preset("wool");
  o.section = 0.2 * kDx * kDx;
  for (int j = 0; j < side; ++j)
    for (int i = 0; i < side; ++i) {
      for (int k = 0; k <= segments; ++k) o.rest.push_back({{k * kDx, 0.5 * i * kDx, (0.5 * j + 1) * kDx}});
      o.counts.push_back(segments + 1);
    }
  return above_floor(make_thin(o));
}

}  // namespace

nlohmann::ordered_json bench_auto(int row, int threads) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  int number = 0;
  for (const Race& race : {Race{"sand", 0.25, sand},
                           {"snow", 0.25, snow},
                           {"jelly", 0.25, jelly},
                           {"cotton", 0.25, cotton},
                           {"wool", 0.125, wool},
                           {"foil", 0.05, foil},
                           {"stiff block", 0.5, stiff_block},
                           {"stiff sheet", 0.25, stiff_sheet},
                           {"stiff wires", 0.125, stiff_wires},
                           {"stiff shell", 0.125, stiff_shell}}) {
    if (++number != row && row) continue;
    World w = race.make();
    for (Collider& c : w.colliders) c.move_to(0);
    w.solver.step = Stepping::implicitly;
    const bool picked = choose_step(w, 1.0 / 24) == Stepping::implicitly;
    const Lap a = run_race(race, Stepping::explicitly, threads),
              b = run_race(race, Stepping::implicitly, threads);
    all.push_back({{"case", race.name},
                   {"simulated_s", race.seconds},
                   {"explicit_s", a.seconds},
                   {"explicit_steps", a.steps},
                   {"implicit_s", b.seconds},
                   {"implicit_steps", b.steps},
                   {"newton", b.newton},
                   {"krylov", b.krylov},
                   {"picked", picked ? "implicit" : "explicit"},
                   {"faster", b.seconds < a.seconds ? "implicit" : "explicit"}});
  }
  return all;
}

void print_auto(const nlohmann::ordered_json& all) {
  fmt::print("{:<12} {:>9} {:>20} {:>36} {:>10} {:>10}\n", "", "simulated", "explicit: s, steps",
             "implicit: s, steps, newton, krylov", "faster", "auto");
  int right = 0;
  for (const auto& j : all) {
    right += j["picked"] == j["faster"];
    fmt::print("{:<12} {:>8.3f}s {:>12.2f} {:>7} {:>14.2f} {:>6} {:>6} {:>7} {:>10} {:>10}\n",
               j["case"].get<std::string>(), j["simulated_s"].get<double>(), j["explicit_s"].get<double>(),
               j["explicit_steps"].get<int>(), j["implicit_s"].get<double>(), j["implicit_steps"].get<int>(),
               j["newton"].get<int>(), j["krylov"].get<int>(), j["faster"].get<std::string>(),
               j["picked"].get<std::string>());
  }
  fmt::print("auto picked the faster in {} of {}\n", right, all.size());
}

}  // namespace weft
