#pragma once
#include <nlohmann/json.hpp>

namespace weft {
/// What `step = "auto"` picks for ten scenes, and how long both kinds of steps take.
nlohmann::ordered_json bench_auto(int row, int threads);
void print_auto(const nlohmann::ordered_json& all);
}  // namespace weft
