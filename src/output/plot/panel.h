/// What one pair of axes shows, as plain data: lines, areas upon each other, words over time. Drawing is in
/// draw_panel.cpp, draw_bars.cpp; which panels a page has in run_panels.cpp.
#pragma once
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "output/plot/canvas.h"

namespace weft::plot {

/// y over time; what is not finite is a gap.
struct Line {
  std::string name;
  std::vector<double> time, y;
  Stroke stroke;
};

/// An area of a stack: a height for each interval between the panel's edges.
struct Band {
  std::string name;
  std::vector<double> height;
  Colour colour;
};

/// A word that holds for a while.
struct Span {
  double from, to;
  std::string word;
  Colour colour;
};

enum class MarkKind { rollback, retry, unconverged, crossing };
/// Something that happened, at the upper edge of every panel.
struct Mark {
  double time;
  MarkKind kind;
  Colour colour;
};

struct Panel {
  std::string title, unit;
  std::string letter = {};  ///< "a", before the title
  std::vector<Line> lines = {};
  std::vector<double> edges = {};  ///< of the bands, one more than they have heights
  std::vector<Band> bands = {};    ///< from below
  std::vector<Span> strip = {};    ///< over the axes
  std::string strip_title = {};    ///< before the strip's words
  std::string note = {};           ///< in the middle, where there is nothing to show
  double decades_from = 100;       ///< see ScaleWishes
  bool from_zero = false, label_lines = true;
};

/// Sums side by side: a row for each, cut into parts.
struct Bars {
  struct Part {
    std::string name;
    double length;
    Colour colour;
  };
  struct Row {
    std::string name;
    std::vector<Part> parts;
  };
  std::string title, unit;
  std::vector<Row> rows;
  std::string letter = {};
};

using Block = std::variant<Panel, Bars>;

/// The axis of time, the same for all panels.
struct TimeAxis {
  double first = 0, last = 1;
  std::vector<Mark> marks = {};
  bool side_labels = true;  ///< some panel of the page names its lines beside their ends
};

/// How high a block is, titles and axis included.
double height_of(const Block& block);
/// `last_row`: nothing below has the same axis of time, so its title is written.
void draw_block(Canvas& canvas, const Rectangle& area, const Block& block, const TimeAxis& time,
                bool last_row);

void draw_panel(Canvas& canvas, const Rectangle& block, const Panel& panel, const TimeAxis& time,
                bool last_row);
void draw_bars(Canvas& canvas, const Rectangle& block, const Bars& bars);

void draw_mark(Canvas& canvas, Point tip, MarkKind kind, Colour colour);
const char* name_of(MarkKind kind);
/// On a page about one run; of several, a mark has its run's colour.
Colour mark_colour(MarkKind kind);

}  // namespace weft::plot
