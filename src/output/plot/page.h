/// Rows of panels, a title above them, what the runs were below.
#pragma once
#include "output/plot/run_panels.h"

namespace weft::plot {

struct Page {
  std::string title;
  std::vector<std::pair<std::string, Stroke>> runs;  ///< a legend, where there are several
  std::vector<Row> rows;
  TimeAxis time;
  std::vector<std::string> facts;  ///< lines at the foot
};

/// The bytes of the file.
std::string draw_page(const Page& page, PageFormat format);

}  // namespace weft::plot
