/// Numbers from time series: text such as "last(top) - first(top)", "slope(front, 0.2, 0.8)" or
/// "log2(last(coarse.error) / last(fine.error))" becomes a number.
/// A series function takes a series s first: a column, or arithmetic on columns of one run, such as
/// "max(abs(x - first(x)))".
///   first last count sum mean std rms min max integral argmax
///   period amplitude slope fit_power fit_scale     each as f(s), or as f(s, t0, t1) in a window of time
///   at(s, t) when(s, level)
///   rms_error(s, r, "file.csv", "a", "b")          relative error of s(r) against b at a, root mean square
///   max_error(...)                                 its largest absolute value
#pragma once
#include <map>
#include <string>
#include <vector>

namespace weft {

/// Columns of equal length; one of them is "time". A cell without a value is not a number.
using Series = std::map<std::string, std::vector<double>>;

/// What an expression may speak of.
struct SeriesScope {
  std::map<std::string, Series> runs;       ///< by name; a single run may be left unnamed in expressions
  std::map<std::string, double> constants;  ///< plain numbers
  std::string folder = ".";                 ///< where files named in expressions are
};

/// The number. Throws Error E0701..E0705 when the text makes no sense, E0706 when a table cannot be read.
double evaluate(const std::string& text, const SeriesScope& scope);

}  // namespace weft
