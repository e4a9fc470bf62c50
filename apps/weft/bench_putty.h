#pragma once
#include <nlohmann/json.hpp>

namespace weft {
/// Implicit against explicit steps of putty in the five rows of ZLKW13's Table 1. row: 1..5, 0: all.
nlohmann::ordered_json bench_putty(int row, double seconds, int threads);
void print_putty(const nlohmann::ordered_json& j);
}  // namespace weft
