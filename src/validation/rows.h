/// What the benchmarks of shells and rods by themselves share.
#pragma once
#include <initializer_list>
#include <numbers>
#include <utility>

#include "world/series.h"

namespace weft {

constexpr double kPi = std::numbers::pi;

/// Appends a row of a load path.
inline void add_row(Series& s, double time, std::initializer_list<std::pair<const char*, double>> values) {
  s["time"].push_back(time);
  for (const auto& [name, value] : values) s[name].push_back(value);
}

}  // namespace weft
