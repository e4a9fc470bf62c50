#pragma once
#include <nlohmann/json.hpp>

namespace weft {
/// Stiff things by explicit and implicit steps: seconds, steps, iterations, and how far apart they end.
nlohmann::ordered_json bench_implicit();
void print_implicit(const nlohmann::ordered_json& all);
}  // namespace weft
