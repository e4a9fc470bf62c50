/// One pair of axes over time.
#include <algorithm>
#include <cmath>

#include "output/plot/axes.h"
#include "output/plot/palette.h"
#include "output/plot/thinned.h"

namespace weft::plot {
namespace {

constexpr double kPanelHeight = 192, kStripHeight = 6;
constexpr std::size_t kMostColumns = 500;  ///< of a stack; more intervals are averaged

std::vector<double> all_values(const Panel& p) {
  std::vector<double> values;
  for (const Line& l : p.lines) values.insert(values.end(), l.y.begin(), l.y.end());
  const std::size_t intervals = p.edges.empty() ? 0 : p.edges.size() - 1;
  for (std::size_t i = 0; i < intervals; ++i) {
    double sum = 0;
    for (const Band& b : p.bands) sum += std::isfinite(b.height[i]) ? b.height[i] : 0;
    values.push_back(sum);
  }
  return values;
}

/// The mean height of a band between the edges `from` and `to`.
double mean_height(const Panel& p, const Band& b, std::size_t from, std::size_t to) {
  double sum = 0, width = 0;
  for (std::size_t i = from; i < to; ++i) {
    const double w = p.edges[i + 1] - p.edges[i];
    sum += w * (std::isfinite(b.height[i]) ? b.height[i] : 0);
    width += w;
  }
  return width > 0 ? sum / width : 0;
}

void draw_bands(Canvas& canvas, const Axes& axes, const Panel& p, std::vector<SideLabel>& labels) {
  if (p.edges.size() < 2) return;
  const std::size_t intervals = p.edges.size() - 1, columns = std::min(intervals, kMostColumns);
  const auto edge = [&](std::size_t column) { return column * intervals / columns; };
  std::vector<double> below(columns, 0);
  for (const Band& b : p.bands) {
    std::vector<Point> top, outline;
    double middle = 0;
    for (std::size_t c = 0; c < columns; ++c) {
      const double height = mean_height(p, b, edge(c), edge(c + 1));
      const double from = p.edges[edge(c)], to = p.edges[edge(c + 1)];
      for (const double t : {from, to}) {
        top.push_back(axes.at(t, below[c] + height));
        outline.push_back(axes.at(t, below[c]));
      }
      middle = below[c] + height / 2;
      below[c] += height;
    }
    std::reverse(outline.begin(), outline.end());
    outline.insert(outline.end(), top.begin(), top.end());
    canvas.fill(outline, b.colour);
    canvas.line(top, {{1, 1, 1}, 0.5});
    labels.insert(labels.begin(), {axes.at(0, middle).y, b.name, b.colour});  // the highest first
  }
}

void draw_lines(Canvas& canvas, const Axes& axes, const Panel& p, std::vector<SideLabel>& labels) {
  for (const Line& l : p.lines) {
    double end = axes.area.bottom();
    for (const std::vector<Point>& piece : pieces(l, axes)) {
      if (piece.size() > 1) canvas.line(piece, l.stroke);
      // A frame between gaps, or the only one.
      else canvas.dot(piece.front(), 1.3 * l.stroke.width, l.stroke.colour);
      end = piece.back().y;
    }
    if (p.label_lines) labels.push_back({end, l.name, l.stroke});
  }
}

void draw_strip(Canvas& canvas, const Axes& axes, const Panel& p) {
  std::vector<LegendEntry> words;
  for (const Span& s : p.strip) {
    const double from = axes.at(s.from, 0).x, to = axes.at(s.to, 0).x;
    canvas.fill(Rectangle{from, axes.area.y - kStripHeight - 1, std::max(to - from, 0.3), kStripHeight},
                s.colour);
    if (std::none_of(words.begin(), words.end(), [&](const LegendEntry& e) { return e.words == s.word; }))
      words.push_back({s.word, s.colour});
  }
  if (!p.strip.empty())
    draw_legend(canvas, {axes.area.right(), axes.area.y - 13}, axes.area.width - 60, p.strip_title, words);
}

void draw_marks(Canvas& canvas, const Axes& axes, const std::vector<Mark>& marks) {
  const bool few = marks.size() <= 24;  // more would hide what they are to explain
  for (const Mark& m : marks) {
    if (!(m.time >= axes.x.low && m.time <= axes.x.high)) continue;
    const double x = axes.at(m.time, 0).x;
    if (few) canvas.line({{x, axes.area.y}, {x, axes.area.bottom()}}, {m.colour, 0.5, {1, 2}});
    draw_mark(canvas, {x, axes.area.y + 5}, m.kind, m.colour);
  }
}

}  // namespace

const char* name_of(MarkKind kind) {
  switch (kind) {
    case MarkKind::rollback:
      return "rolled back";
    case MarkKind::retry:
      return "steps tried again";
    case MarkKind::unconverged:
      return "steps not converged";
    case MarkKind::crossing:
      return "surfaces cross";
  }
  return "";
}

Colour mark_colour(MarkKind kind) { return kind == MarkKind::rollback ? kVermilion : kInk; }

void draw_mark(Canvas& canvas, Point tip, MarkKind kind, Colour colour) {
  const double x = tip.x, y = tip.y, r = 2.7;
  const Stroke thin{colour, 0.9};
  switch (kind) {
    case MarkKind::rollback:
      return canvas.fill({{x, y}, {x - r, y - 5}, {x + r, y - 5}}, colour);
    case MarkKind::retry:
      return canvas.outline({{x, y}, {x - r, y - 5}, {x + r, y - 5}}, thin);
    case MarkKind::crossing:
      canvas.line({{x - r, y - 5}, {x + r, y}}, thin);
      return canvas.line({{x - r, y}, {x + r, y - 5}}, thin);
    case MarkKind::unconverged:
      return canvas.fill({{x, y}, {x - r, y - 2.5}, {x, y - 5}, {x + r, y - 2.5}}, colour);
  }
}

double height_of(const Block& block) {
  if (const Bars* bars = std::get_if<Bars>(&block)) return 56 + 17 * double(bars->rows.size());
  return kPanelHeight;
}

void draw_panel(Canvas& canvas, const Rectangle& block, const Panel& p, const TimeAxis& time, bool last_row) {
  Axes axes;
  axes.area = plotting_area(block, time.side_labels);
  axes.x = make_scale({time.first, time.last},
                      {.unit = "s", .tight = true, .ticks = axes.area.width > 400 ? 10 : 5});
  axes.y =
      make_scale(all_values(p), {.unit = p.unit, .from_zero = p.from_zero, .decades_from = p.decades_from});
  draw_title(canvas, block, p.letter, with_unit(p.title, axes.y));
  if (!p.note.empty()) {
    const Words how{.size = 9, .colour = kGrey, .align = Align::centre};
    canvas.text({axes.area.x + axes.area.width / 2, axes.area.y + axes.area.height / 2}, p.note, how);
    return;
  }
  draw_grid(canvas, axes);
  std::vector<SideLabel> labels;
  canvas.clip({axes.area.x - 1, axes.area.y - 1, axes.area.width + 2, axes.area.height + 2});
  draw_bands(canvas, axes, p, labels);
  draw_lines(canvas, axes, p, labels);
  draw_marks(canvas, axes, time.marks);
  canvas.unclip();
  draw_x_axis(canvas, axes, last_row ? with_unit("time", axes.x) : "");
  draw_y_axis(canvas, axes);
  draw_strip(canvas, axes, p);
  draw_side_labels(canvas, axes.area, labels);
}

void draw_block(Canvas& canvas, const Rectangle& area, const Block& block, const TimeAxis& time,
                bool last_row) {
  if (const Bars* bars = std::get_if<Bars>(&block)) return draw_bars(canvas, area, *bars);
  draw_panel(canvas, area, std::get<Panel>(block), time, last_row);
}

}  // namespace weft::plot
