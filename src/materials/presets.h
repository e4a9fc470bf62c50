/// Named materials: a law, its numbers in SI and where the numbers come from.
#pragma once
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "materials/material.h"

namespace weft {

struct Preset {
  std::string name, law;
  std::vector<std::pair<std::string, double>> values;  ///< parameters that differ from the law's defaults, SI
  std::string source;                                  ///< where the numbers come from, honestly
  std::array<float, 3> colour;                         ///< for pictures, linear RGB
};

/// All presets in the order a manual lists them.
const std::vector<Preset>& presets();
/// Throws E0302 with the names that exist.
const Preset& find_preset(const std::string& name);
/// The preset's law with its numbers, prepared.
Material make_preset(const std::string& name);

}  // namespace weft
