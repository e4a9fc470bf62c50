/// A line of many more values than a page has pixels, without those that nobody could see.
#pragma once
#include "output/plot/axes.h"

namespace weft::plot {

/// The pieces of a line between its gaps, as places on the page. Where many values fall into one column of the
/// page, its first, lowest, highest and last stay: the drawn line covers the same places.
std::vector<std::vector<Point>> pieces(const Line& line, const Axes& axes);

}  // namespace weft::plot
