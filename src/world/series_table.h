/// Reference tables beside a case: columns of a CSV file.
#pragma once
#include <string>
#include <vector>

#include "world/series_functions.h"

namespace weft {

/// One named column of a CSV file with a header row. Throws Error E0706.
std::vector<double> read_column(const std::string& path, const std::string& column);

/// Relative error of a measured curve at the abscissae of a table that the measurement covers: its root mean
/// square, or its largest absolute value. Not a number when no abscissa is covered.
double relative_table_error(const Samples& measured, const Samples& table, bool largest);

}  // namespace weft
