#include "output/plot/thinned.h"

#include <algorithm>
#include <cmath>

namespace weft::plot {
namespace {

constexpr double kColumn = 0.5;  ///< width of a column [points]: a pixel of the PNG

/// Points of one column, in the order of time.
struct Column {
  long index = -1;
  std::vector<Point> points;

  void flush(std::vector<Point>& to) {
    if (points.size() <= 4) {
      to.insert(to.end(), points.begin(), points.end());
    } else {
      const auto [low, high] = std::minmax_element(points.begin() + 1, points.end() - 1,
                                                   [](const Point& a, const Point& b) { return a.y < b.y; });
      to.push_back(points.front());
      to.push_back(*std::min(low, high));
      to.push_back(*std::max(low, high));
      to.push_back(points.back());
    }
    points.clear();
  }
};

}  // namespace

std::vector<std::vector<Point>> pieces(const Line& line, const Axes& axes) {
  std::vector<std::vector<Point>> out;
  std::vector<Point> piece;
  Column column;
  const auto end_piece = [&] {
    column.flush(piece);
    if (!piece.empty()) out.push_back(std::move(piece));
    piece.clear();
  };
  for (std::size_t i = 0; i < line.y.size(); ++i) {
    const Point p = axes.at(line.time[i], line.y[i]);
    if (!std::isfinite(p.x) || !std::isfinite(p.y)) {
      end_piece();
      continue;
    }
    const long index = std::lround(std::floor(p.x / kColumn));
    if (index != column.index) column.flush(piece);
    column.index = index;
    column.points.push_back(p);
  }
  end_piece();
  return out;
}

}  // namespace weft::plot
