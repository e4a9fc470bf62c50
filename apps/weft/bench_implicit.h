#pragma once
#include <nlohmann/json.hpp>

#include "world/world.h"

namespace weft {

struct Race {
  const char* name;
  double seconds;  ///< simulated
  World (*make)();
};

/// What one kind of steps took.
struct Lap {
  double seconds = 0;
  int steps = 0, newton = 0, krylov = 0, unconverged = 0;
  std::vector<Vec3<float>> at;  ///< where points ended
};
Lap run_race(const Race& race, Stepping step, int threads);

/// Stiff things by explicit and implicit steps: seconds, steps, iterations, and how far apart they end.
/// row: one of them, 0: all.
nlohmann::ordered_json bench_implicit(int row, int threads);
void print_implicit(const nlohmann::ordered_json& all);

}  // namespace weft
