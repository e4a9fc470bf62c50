/// weft bench implicit: stiff things by explicit and by implicit steps in the same run, and how far apart
/// they end.
#include "bench_implicit.h"

#include <fmt/format.h>

#include <cmath>
#include <ctime>

#include "exec/clock.h"
#include "stiff_things.h"

namespace weft {
namespace {

/// What the run took: of the processor where it has one thread, so that other programs do not count.
double seconds_now(int threads) {
  return threads == 1 ? double(std::clock()) / CLOCKS_PER_SEC : wall_seconds();
}

}  // namespace

Lap run_race(const Race& race, Stepping step, int threads) {
  World w = race.make();
  w.solver.step = step;
  for (Collider& c : w.colliders) c.move_to(0);
  Lap lap;
  const double start = seconds_now(threads), frame = 1.0 / 24;
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
  lap.seconds = seconds_now(threads) - start;
  lap.at = w.bodies[0]->frame({}).position;
  return lap;
}

nlohmann::ordered_json bench_implicit(int row, int threads) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  int number = 0;
  for (const Race& race : {Race{"block", 1.0, stiff_block},
                           {"toppling block", 1.0, stiff_toppling_block},
                           {"beam", 1.0, stiff_beam},
                           {"bar", 0.5, stiff_bar},
                           {"sheet", 0.5, stiff_sheet},
                           {"wires", 0.25, stiff_wires},
                           {"shell", 0.25, stiff_shell}}) {
    if (++number != row && row) continue;
    const Lap a = run_race(race, Stepping::explicitly, threads),
              b = run_race(race, Stepping::implicitly, threads);
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
                   {"rms_apart_cells", std::sqrt(apart2 / double(a.at.size())) / kStiffDx}});
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
