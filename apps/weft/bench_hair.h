#pragma once
#include <cstddef>
#include <nlohmann/json.hpp>

namespace weft {
/// Strands by themselves: the rod solve, and geometric contact between them, segments per second and core.
nlohmann::ordered_json bench_hair(std::size_t segments, int threads, int steps);
void print_hair(const nlohmann::ordered_json& j);
}  // namespace weft
