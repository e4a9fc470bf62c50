#include "output/plot/page.h"

#include <fmt/format.h>

#include <algorithm>

#include "output/plot/axes.h"
#include "output/plot/palette.h"

namespace weft::plot {
namespace {

constexpr double kWidth = 920, kMargin = 28, kGap = 14;
constexpr double kFactHeight = 11, kLegendHeight = 15;
const Words kFacts{.size = 7.5, .colour = kGrey};

/// Words in lines no wider than the page.
std::vector<std::string> wrapped(Canvas& canvas, const std::vector<std::string>& facts) {
  std::vector<std::string> lines;
  for (const std::string& fact : facts) {
    std::string line;
    for (std::size_t from = 0; from < fact.size();) {
      const std::size_t end = std::min(fact.find(' ', from), fact.size());
      const std::string word = fact.substr(from, end - from);
      if (!line.empty() && canvas.text_width(line + " " + word, kFacts) > kWidth - 2 * kMargin) {
        lines.push_back(line);
        line = "    ";
      }
      line += (line.empty() ? "" : " ") + word;
      from = end + 1;
    }
    lines.push_back(line);
  }
  return lines;
}

/// Names of the runs, as many to a line as fit.
double draw_runs(Canvas& canvas, double y, const Page& page, bool draw) {
  const Words how{.size = 9.5};
  double x = kMargin;
  for (const auto& [name, stroke] : page.runs) {
    const std::string words = canvas.shortened(name, 260, how);
    const double width = 24 + 6 + canvas.text_width(words, how) + 18;
    if (x > kMargin && x + width > kWidth - kMargin) x = kMargin, y += kLegendHeight;
    if (draw) {
      draw_sample(canvas, {x, y - 3}, 24, stroke);
      canvas.text({x + 30, y}, words, how);
    }
    x += width;
  }
  return page.runs.empty() ? y : y + kLegendHeight;
}

/// Which marks there are and how often: "▼ rolled back (2)".
double draw_mark_legend(Canvas& canvas, double y, const Page& page, bool draw) {
  const Words how{.size = 8.5};
  double x = kMargin;
  for (const MarkKind kind :
       {MarkKind::rollback, MarkKind::retry, MarkKind::unconverged, MarkKind::crossing}) {
    const auto is_kind = [&](const Mark& m) { return m.kind == kind; };
    const long count = std::count_if(page.time.marks.begin(), page.time.marks.end(), is_kind);
    if (count == 0) continue;
    const std::string words = fmt::format("{} ({})", name_of(kind), count);
    if (draw) {
      draw_mark(canvas, {x + 3, y - 0.5}, kind, page.runs.empty() ? mark_colour(kind) : kInk);
      canvas.text({x + 11, y}, words, how);
    }
    x += 11 + canvas.text_width(words, how) + 16;
  }
  return page.time.marks.empty() ? y : y + kLegendHeight;
}

double height_of_row(const Row& row) {
  double height = 0;
  for (const Block& b : row.blocks) height = std::max(height, height_of(b));
  return height;
}

/// Does the row have an axis of time in column k?
bool goes_on(const Row& row, std::size_t k) {
  return (row.wide || k < row.blocks.size()) && !std::holds_alternative<Bars>(row.blocks.front());
}

/// Draws the page, or finds how high it is.
double lay_out(Canvas& canvas, const Page& page, bool draw) {
  double y = kMargin + 12;
  const Words title{.size = 14, .bold = true};
  if (draw) canvas.text({kMargin, y}, canvas.shortened(page.title, kWidth - 2 * kMargin, title), title);
  y = draw_runs(canvas, y + 20, page, draw);
  y = draw_mark_legend(canvas, y, page, draw);
  const double wide = kWidth - 2 * kMargin, half = (wide - kGap) / 2;
  for (std::size_t r = 0; r < page.rows.size(); ++r) {
    const Row& row = page.rows[r];
    for (std::size_t k = 0; draw && k < row.blocks.size(); ++k) {
      const bool last = r + 1 == page.rows.size() || !goes_on(page.rows[r + 1], k);
      const Rectangle area{kMargin + double(k) * (half + kGap), y, row.wide ? wide : half,
                           height_of_row(row)};
      draw_block(canvas, area, row.blocks[k], page.time, last);
    }
    y += height_of_row(row);
  }
  y += 14;
  for (const std::string& line : wrapped(canvas, page.facts)) {
    if (draw) canvas.text({kMargin, y}, line, kFacts);
    y += kFactHeight;
  }
  return y + kMargin - 16;
}

}  // namespace

std::string draw_page(const Page& page, PageFormat format) {
  Canvas sketch(1, 1, PageFormat::png);
  Canvas canvas(kWidth, lay_out(sketch, page, false), format);
  lay_out(canvas, page, true);
  return canvas.bytes();
}

}  // namespace weft::plot
