/// The functions that make a number of a time series.
#pragma once
#include <string>
#include <vector>

namespace weft {

/// Samples of one series in order of time, cells without a value left out.
struct Samples {
  std::vector<double> time, value;
};

/// True when `name` reduces a series to a number.
bool is_series_function(const std::string& name);
/// The arguments after the series that `name` may have, as text for messages; empty when the count is fine.
std::string wrong_arguments(const std::string& name, std::size_t numbers);
/// The number; not a number when the samples do not hold one (a level never reached).
double reduce_series(const std::string& name, const Samples& samples, const std::vector<double>& numbers);

/// Linear interpolation at t; the end values outside.
double interpolate(const Samples& samples, double t);

}  // namespace weft
