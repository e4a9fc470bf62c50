#include "output/plot/axes.h"

#include <algorithm>
#include <cmath>

#include "output/plot/palette.h"

namespace weft::plot {
namespace {

constexpr double kLeft = 46, kRight = 104, kNarrow = 12, kAbove = 28, kBelow = 28;
constexpr double kLabelHeight = 11.5;  ///< from one side label to the next

}  // namespace

Rectangle plotting_area(const Rectangle& b, bool side_labels) {
  return {b.x + kLeft, b.y + kAbove, b.width - kLeft - (side_labels ? kRight : kNarrow),
          b.height - kAbove - kBelow};
}

void draw_x_axis(Canvas& canvas, const Axes& axes, const std::string& title) {
  const Rectangle& a = axes.area;
  const Stroke stroke{kInk, 0.7};
  canvas.line({{a.x, a.bottom()}, {a.right(), a.bottom()}}, stroke);
  for (const Tick& t : axes.x.ticks) {
    const double x = axes.at(t.value, 0).x;
    canvas.line({{x, a.bottom()}, {x, a.bottom() + 3}}, stroke);
    canvas.text({x, a.bottom() + 12}, t.label, {.size = kTickSize, .align = Align::centre});
  }
  if (!title.empty())
    canvas.text({a.x + a.width / 2, a.bottom() + 25}, title,
                {.size = kTickSize + 0.5, .align = Align::centre});
}

double height_at(const Axes& axes, const Tick& tick) {
  return axes.area.bottom() - axes.y.at(tick.value) * axes.area.height;
}

void draw_grid(Canvas& canvas, const Axes& axes) {
  for (const Tick& t : axes.y.ticks)
    if (const double y = height_at(axes, t); !t.label.empty())
      canvas.line({{axes.area.x, y}, {axes.area.right(), y}}, {kPale, 0.5});
}

void draw_y_axis(Canvas& canvas, const Axes& axes) {
  const Rectangle& a = axes.area;
  const Stroke stroke{kInk, 0.7};
  canvas.line({{a.x, a.y}, {a.x, a.bottom()}}, stroke);
  for (const Tick& t : axes.y.ticks) {
    const double y = height_at(axes, t);
    const bool minor = t.label.empty();
    canvas.line({{a.x - (minor ? 1.8 : 3), y}, {a.x, y}}, stroke);
    canvas.text({a.x - 5, y + 3}, t.label, {.size = kTickSize, .align = Align::right});
  }
}

std::string with_unit(const std::string& title, const Scale& scale) {
  return title + (scale.offset.empty() ? "" : " − " + scale.offset) +
         (scale.unit.empty() ? "" : " [" + scale.unit + "]");
}

void draw_title(Canvas& canvas, const Rectangle& block, const std::string& letter, const std::string& title) {
  const Words how{.size = kTitleSize, .bold = true};
  const double y = block.y + kAbove - 13, indent = letter.empty() ? 0 : 16;
  canvas.text({block.x, y}, letter, how);
  canvas.text({block.x + indent, y}, canvas.shortened(title, block.width - indent, how), how);
}

void draw_sample(Canvas& canvas, Point left, double width, const std::variant<Stroke, Colour>& sample) {
  if (const Stroke* stroke = std::get_if<Stroke>(&sample))
    canvas.line({left, {left.x + width, left.y}}, *stroke);
  else canvas.fill(Rectangle{left.x + width - 8, left.y - 4, 8, 8}, std::get<Colour>(sample));
}

void draw_side_labels(Canvas& canvas, const Rectangle& area, std::vector<SideLabel> labels) {
  // Lines that end together are named in their own order.
  const auto place = [](const SideLabel& l) { return std::lround(l.y / 3); };
  std::stable_sort(labels.begin(), labels.end(),
                   [&](const SideLabel& a, const SideLabel& b) { return place(a) < place(b); });
  std::vector<double> y;
  for (const SideLabel& l : labels) y.push_back(std::clamp(l.y, area.y + 3, area.bottom() - 3));
  // Down until nothing overlaps, then up from the bottom: every label as near to its line as the others let it.
  const double bottom = area.bottom() + 4;
  for (std::size_t i = 1; i < y.size(); ++i) y[i] = std::max(y[i], y[i - 1] + kLabelHeight);
  if (!y.empty() && y.back() > bottom) {
    y.back() = bottom;
    for (std::size_t i = y.size() - 1; i > 0; --i) y[i - 1] = std::min(y[i - 1], y[i] - kLabelHeight);
  }
  const Words how{.size = kTickSize};
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const double x = area.right() + 4;
    draw_sample(canvas, {x, y[i]}, 15, labels[i].sample);
    canvas.text({x + 19, y[i] + 3}, canvas.shortened(labels[i].words, kRight - 25, how), how);
  }
}

void draw_legend(Canvas& canvas, Point right, double width, const std::string& before,
                 const std::vector<LegendEntry>& entries) {
  const Words how{.size = kTickSize};
  constexpr double kSample = 13, kGap = 10;
  double all = before.empty() ? 0 : canvas.text_width(before, how) + 6;
  std::size_t fitting = 0;
  for (const LegendEntry& e : entries) {
    const double one = kSample + 4 + canvas.text_width(e.words, how) + kGap;
    if (all + one > width) break;
    all += one;
    ++fitting;
  }
  double x = right.x - all + (fitting ? kGap : 0);
  canvas.text({x, right.y}, before, {.size = kTickSize, .colour = kGrey});
  if (!before.empty()) x += canvas.text_width(before, how) + 6;
  for (std::size_t i = 0; i < fitting; ++i) {
    draw_sample(canvas, {x, right.y - 3}, kSample, entries[i].sample);
    canvas.text({x + kSample + 4, right.y}, entries[i].words, how);
    x += kSample + 4 + canvas.text_width(entries[i].words, how) + kGap;
  }
}

}  // namespace weft::plot
