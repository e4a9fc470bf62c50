/// weft bench putty: total wall time of implicit steps of 2 ms against explicit steps as long as they may be,
/// for the particles and the ratios of step lengths of ZLKW13, Table 1. The paper tells no material: Young's
/// modulus is such that the paper's explicit step is 1 spacing/c. At 1.2 the dropped cube still holds, at 1.4
/// it bursts. Explicit steps cost the same all the time, so that some of them tell what all of them cost.
#include "bench_putty.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bodies/putty/putty_body.h"
#include "exec/clock.h"
#include "world/world.h"

namespace weft {
namespace {

constexpr double kSpacing = 0.01, kImplicitStep = 2e-3, kSpeed = 2;
constexpr double kCourant = 1;  // of explicit steps
constexpr int kTimed = 500;     // explicit steps

struct Row {
  const char* name;
  std::size_t particles;
  double explicit_step;       ///< the paper's [s]
  double paper_ratio;         ///< explicit over implicit time
  double yield_strain, flow;  ///< P_Y/E, nu_f
  bool cube;
};
constexpr Row kRows[] = {{"armadillo top, softest", 19866, 5e-5, 467.0 / 59, 0.002, 0.5, false},
                         {"armadillo middle", 19866, 5e-5, 496.0 / 94, 0.02, 0.2, false},
                         {"armadillo bottom, stiffest", 19866, 2e-5, 1244.0 / 149, 1e9, 0, false},
                         {"cube", 2744, 1e-4, 90.0 / 52, 0.02, 0.2, true},
                         {"angry birds", 12974, 5e-5, 1153.0 / 158, 0.02, 0.2, false}};

/// A cube, or those points of a lattice that are nearest to the middle of an upright egg.
std::vector<Vec3d> points_of(const Row& row) {
  const int n = int(std::ceil(std::cbrt(double(row.particles)) * (row.cube ? 1 : 2)));
  std::vector<std::pair<double, Vec3d>> all;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) {
        const Vec3d x = Vec3d{{i - 0.5 * (n - 1), j - 0.5 * (n - 1), k - 0.5 * (n - 1)}} * kSpacing;
        all.push_back({x[0] * x[0] + x[1] * x[1] + 0.5 * x[2] * x[2], x});
      }
  if (!row.cube)
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Vec3d> out;
  double low = 0;
  for (std::size_t i = 0; i < std::min(row.particles, all.size()); ++i) {
    out.push_back(all[i].second);
    low = std::min(low, all[i].second[2]);
  }
  for (Vec3d& x : out) x[2] += kSpacing - low;
  return out;
}

struct Timing {
  double step_seconds;
  int steps;         ///< of the whole animation
  double gradients;  ///< iterations per step
};

Timing time_row(const Row& row, bool implicit, double seconds) {
  PuttyOptions o;
  o.name = "putty";
  o.spacing = kSpacing;
  o.points = points_of(row);
  o.velocities = {Vec3d{{0, 0, -kSpeed}}};
  const double c = kCourant * kSpacing / row.explicit_step;
  const double part = (1 - o.material.poisson) / ((1 + o.material.poisson) * (1 - 2 * o.material.poisson));
  o.material.young = o.material.density * c * c / part;
  o.material.yield_stress = std::min(row.yield_strain * o.material.young, 1e30);
  if (row.flow > 0) o.material.flow = row.flow;
  else o.material.yield_stress = 1e30;
  o.implicit = implicit;
  World w;
  w.solver.dx = 2 * kSpacing;
  w.solver.cfl = 1;
  w.solver.dt_fixed = implicit ? kImplicitStep : row.explicit_step;
  w.bodies.push_back(make_putty(o));
  Collider floor;
  floor.name = "floor";
  floor.friction = 0.3;
  w.colliders.push_back(floor);
  const int steps = int(std::ceil(seconds / w.solver.dt_fixed - 1e-9));
  const int timed = implicit ? steps : std::min(steps, kTimed);
  const double start = wall_seconds();
  for (int k = 0; k < timed; ++k) w.step(1e9);
  const PuttySolveReport& work = static_cast<const PuttyBody&>(*w.bodies[0]).work();
  return {(wall_seconds() - start) / timed, steps, double(work.gradients) / timed};
}

}  // namespace

nlohmann::ordered_json bench_putty(int row, double seconds, int threads) {
  nlohmann::ordered_json j;
  j["case"] = "putty";
  j["threads"] = threads;
  j["real"] = sizeof(Real) == 4 ? "float" : "double";
  j["simulated_seconds"] = seconds;
  j["implicit_step"] = kImplicitStep;
  for (int k = 0; k < int(std::size(kRows)); ++k) {
    if (row > 0 && k != row - 1) continue;
    const Row& r = kRows[k];
    const Timing a = time_row(r, true, seconds), b = time_row(r, false, seconds);
    const double implicit_seconds = a.step_seconds * a.steps, explicit_seconds = b.step_seconds * b.steps;
    nlohmann::ordered_json out;
    out["row"] = k + 1;
    out["name"] = r.name;
    out["particles"] = r.particles;
    out["explicit_step"] = r.explicit_step;
    out["implicit_seconds"] = implicit_seconds;
    out["explicit_seconds"] = explicit_seconds;
    out["implicit_ms_a_step"] = a.step_seconds * 1e3;
    out["explicit_steps_timed"] = std::min(b.steps, kTimed);
    out["explicit_ms_a_step"] = b.step_seconds * 1e3;
    out["gradients_a_step"] = a.gradients;
    out["points_per_second_per_core"] = double(r.particles) / a.step_seconds / threads;
    out["ratio"] = explicit_seconds / implicit_seconds;
    out["paper_ratio"] = r.paper_ratio;
    j["rows"].push_back(out);
  }
  return j;
}

void print_putty(const nlohmann::ordered_json& j) {
  fmt::print("putty: {} s simulated, implicit steps of {} s, {} threads, {}\n",
             j["simulated_seconds"].get<double>(), j["implicit_step"].get<double>(), j["threads"].get<int>(),
             j["real"].get<std::string>());
  for (const auto& r : j["rows"])
    fmt::print(
        "  {} {:<26} {:6} points  implicit {:7.2f} s ({:.1f} ms a step, {:.1f} iterations)  "
        "explicit {:8.2f} s (dt {:.1e})  ratio {:.1f}, paper {:.1f}\n",
        r["row"].get<int>(), r["name"].get<std::string>(), r["particles"].get<std::size_t>(),
        r["implicit_seconds"].get<double>(), r["implicit_ms_a_step"].get<double>(),
        r["gradients_a_step"].get<double>(), r["explicit_seconds"].get<double>(),
        r["explicit_step"].get<double>(), r["ratio"].get<double>(), r["paper_ratio"].get<double>());
}

}  // namespace weft
