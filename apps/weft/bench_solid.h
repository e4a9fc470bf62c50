#pragma once
#include <nlohmann/json.hpp>

namespace weft {
/// Explicit steps of a solid by itself: tetrahedra per second and core, phase by phase.
nlohmann::ordered_json bench_solid(std::size_t tetrahedra, int steps, int threads);
void print_solid(const nlohmann::ordered_json& j);
}  // namespace weft
