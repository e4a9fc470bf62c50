#include "world/series_table.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <sstream>

#include "exec/error.h"

namespace weft {
namespace {

std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> out;
  std::stringstream s(line);
  for (std::string cell; std::getline(s, cell, ',');) {
    while (!cell.empty() && (cell.back() == '\r' || cell.back() == ' ')) cell.pop_back();
    const auto a = cell.find_first_not_of(' ');
    out.push_back(a == std::string::npos ? "" : cell.substr(a));
  }
  return out;
}

}  // namespace

std::vector<double> read_column(const std::string& path, const std::string& column) {
  std::ifstream in(path);
  if (!in)
    throw Error("E0706", fmt::format("cannot open the table '{}'", path), path,
                "tables lie beside the case file");
  std::string line;
  while (std::getline(in, line) && (line.empty() || line[0] == '#')) {
  }
  const auto header = cells(line);
  std::size_t k = 0;
  while (k < header.size() && header[k] != column) ++k;
  if (k == header.size())
    throw Error("E0706", fmt::format("the table has no column '{}'", column), path,
                fmt::format("it has: {}", fmt::join(header, ", ")));
  std::vector<double> values;
  for (int row = 2; std::getline(in, line); ++row) {
    if (line.empty() || line[0] == '#') continue;
    const auto c = cells(line);
    char* end = nullptr;
    const double v = k < c.size() ? std::strtod(c[k].c_str(), &end) : 0;
    if (k >= c.size() || c[k].empty() || *end)
      throw Error("E0706", fmt::format("no number in column '{}'", column), fmt::format("{}:{}", path, row));
    values.push_back(v);
  }
  return values;
}

double relative_table_error(const Samples& measured, const Samples& table, bool largest) {
  double sum = 0, most = 0;
  int n = 0;
  for (std::size_t i = 0; i < table.time.size() && i < table.value.size(); ++i) {
    const double x = table.time[i],
                 slack = measured.time.empty() ? 0 : 1e-6 * (measured.time.back() - measured.time.front());
    if (measured.time.empty() || x < measured.time.front() - slack || x > measured.time.back() + slack)
      continue;
    const double e = interpolate(measured, x) / table.value[i] - 1;
    sum += e * e;
    most = std::max(most, std::abs(e));
    ++n;
  }
  if (n == 0) return std::numeric_limits<double>::quiet_NaN();
  return largest ? most : std::sqrt(sum / n);
}

}  // namespace weft
