/// Sums of several runs side by side, each cut into its parts.
#include <algorithm>

#include "output/plot/axes.h"
#include "output/plot/palette.h"

namespace weft::plot {

void draw_bars(Canvas& canvas, const Rectangle& block, const Bars& bars) {
  constexpr double kNames = 110, kRight = 20, kRow = 17;
  std::vector<double> sums;
  std::vector<LegendEntry> legend;
  for (const Bars::Row& row : bars.rows) {
    double sum = 0;
    for (const Bars::Part& p : row.parts) {
      sum += p.length;
      if (std::none_of(legend.begin(), legend.end(), [&](const LegendEntry& e) { return e.words == p.name; }))
        legend.push_back({p.name, p.colour});
    }
    sums.push_back(sum);
  }
  Axes axes;
  axes.area = plotting_area(block, false);
  axes.area.x = block.x + kNames;
  axes.area.width = block.width - kNames - kRight;
  axes.area.height = kRow * double(bars.rows.size());
  axes.x = make_scale(sums, {.unit = bars.unit, .from_zero = true, .ticks = 8});
  draw_title(canvas, block, bars.letter, with_unit(bars.title, axes.x));
  draw_legend(canvas, {axes.area.right(), axes.area.y - 13}, block.width - kRight - 150, "", legend);
  draw_x_axis(canvas, axes, "");
  const Words name{.size = kTickSize, .align = Align::right};
  for (std::size_t i = 0; i < bars.rows.size(); ++i) {
    const Bars::Row& row = bars.rows[i];
    const double y = axes.area.y + kRow * double(i) + 2, height = kRow - 5;
    canvas.text({axes.area.x - 6, y + height - 3}, canvas.shortened(row.name, kNames - 12, name), name);
    double from = 0;
    for (const Bars::Part& p : row.parts) {
      const double x = axes.at(from, 0).x, end = axes.at(from + p.length, 0).x;
      canvas.fill(Rectangle{x, y, end - x, height}, p.colour);
      canvas.line({{end, y}, {end, y + height}}, {{1, 1, 1}, 0.5});
      from += p.length;
    }
  }
}

}  // namespace weft::plot
