/// Axes, labels beside lines and legends: what panels are drawn with.
#pragma once
#include <optional>

#include "output/plot/panel.h"
#include "output/plot/scale.h"

namespace weft::plot {

inline constexpr double kTickSize = 8.5, kTitleSize = 10.5;

/// Where the numbers go.
struct Axes {
  Rectangle area;
  Scale x, y;
  Point at(double time, double value) const {
    return {area.x + x.at(time) * area.width, area.bottom() - y.at(value) * area.height};
  }
};

/// The part of a block that holds numbers: room for the y axis on the left, for labels on the right, for the
/// title above and the x axis below.
Rectangle plotting_area(const Rectangle& block, bool side_labels);

void draw_x_axis(Canvas& canvas, const Axes& axes, const std::string& title);
void draw_y_axis(Canvas& canvas, const Axes& axes);
/// Pale lines at the ticks of y; before anything else.
void draw_grid(Canvas& canvas, const Axes& axes);
/// "a  Energy [mJ]", at the upper left.
void draw_title(Canvas& canvas, const Rectangle& block, const std::string& letter, const std::string& title);
std::string with_unit(const std::string& title, const Scale& scale);

/// A word beside the end of a line or the middle of an area.
struct SideLabel {
  double y;
  std::string words;
  std::variant<Stroke, Colour> sample;  ///< of a line or an area
};
/// Right of the axes, pushed apart until no two overlap.
void draw_side_labels(Canvas& canvas, const Rectangle& area, std::vector<SideLabel> labels);

struct LegendEntry {
  std::string words;
  std::variant<Stroke, Colour> sample;
};
/// In one line that ends at `right`, after a word that says what they are; those that do not fit are left out.
void draw_legend(Canvas& canvas, Point right, double width, const std::string& before,
                 const std::vector<LegendEntry>& entries);
/// A short line, or a small square.
void draw_sample(Canvas& canvas, Point left_middle, double width, const std::variant<Stroke, Colour>& sample);

}  // namespace weft::plot
