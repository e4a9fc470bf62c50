/// From numbers to places along an axis: its range, its ticks, and the unit that keeps their labels short.
#pragma once
#include <string>
#include <vector>

namespace weft::plot {

struct Tick {
  double value;       ///< in the axis' own numbers
  std::string label;  ///< may hold "10^{-3}"; empty for one without
};

struct Scale {
  double low = 0, high = 1;
  bool logarithmic = false;
  std::vector<Tick> ticks;
  std::string unit;    ///< of the labels: "mJ", "10^{3} kg", "" when there is none
  std::string offset;  ///< what was taken off every label: "0.44 m", "" for nothing

  /// 0 at the low end, 1 at the high end.
  double at(double value) const;
};

struct ScaleWishes {
  std::string unit = {};   ///< SI, "m/s^2"
  bool from_zero = false;  ///< begins at zero where nothing is below
  double decades_from =
      -1;              ///< logarithmic when all is positive and the largest is so many times the smallest
  bool tight = false;  ///< ends at the outermost values
  int ticks = 5;       ///< about so many
};

/// Fits values; those that are not finite do not count. Without any it runs from 0 to 1.
Scale make_scale(const std::vector<double>& values, const ScaleWishes& wishes);

/// "kg/m^3" -> "kg/m^{3}", as Canvas::text raises exponents.
std::string raised(const std::string& unit);

}  // namespace weft::plot
