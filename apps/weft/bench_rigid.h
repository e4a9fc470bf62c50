#pragma once
#include <nlohmann/json.hpp>

namespace weft {
/// Rigid bodies without a grid: a stack at rest and a heap that falls; bodies and contacts per second.
nlohmann::ordered_json bench_rigid(int steps);
void print_rigid(const nlohmann::ordered_json& all);
}  // namespace weft
