/// A page of ink: lines, areas and words in points, drawn by cairo into the bytes of a PNG or an SVG file.
#pragma once
#include <memory>
#include <string>
#include <vector>

typedef struct _cairo cairo_t;
typedef struct _cairo_surface cairo_surface_t;

namespace weft::plot {

struct Colour {
  double r = 0, g = 0, b = 0;
};

struct Point {
  double x = 0, y = 0;
};

/// y runs down, as in pictures.
struct Rectangle {
  double x = 0, y = 0, width = 0, height = 0;
  double right() const { return x + width; }
  double bottom() const { return y + height; }
};

struct Stroke {
  Colour colour;
  double width = 1;
  std::vector<double> dash = {};  ///< lengths on and off; empty: a whole line
};

enum class Align { left, centre, right };

struct Words {
  double size = 9;
  Colour colour{0.13, 0.13, 0.13};
  bool bold = false;
  Align align = Align::left;
  bool upwards = false;  ///< turned by a right angle, to be read from the right
};

enum class PageFormat { png, svg };
/// By the ending of a file's name; throws Error E0434 for others.
PageFormat page_format(const std::string& path);

class Canvas {
 public:
  Canvas(double width, double height, PageFormat format);

  void fill(const Rectangle& area, Colour colour);
  void fill(const std::vector<Point>& outline, Colour colour);
  void line(const std::vector<Point>& points, const Stroke& stroke);
  void outline(const std::vector<Point>& points, const Stroke& stroke);  ///< closed
  void dot(Point centre, double radius, Colour colour);
  /// One line of words whose baseline begins, ends or has its middle at a point; "10^{-3} m^{2}" raises what
  /// stands in braces.
  void text(Point at, const std::string& words, const Words& how);
  double text_width(const std::string& words, const Words& how);
  /// The words, with "…" in their middle where they are wider.
  std::string shortened(const std::string& words, double width, const Words& how);
  /// Whatever is drawn until unclip() shows only inside.
  void clip(const Rectangle& area);
  void unclip();

  /// The whole file; nothing can be drawn afterwards.
  std::string bytes();

 private:
  void set(Colour colour);
  void path(const std::vector<Point>& points);
  double draw_or_measure(const std::string& words, const Words& how, bool draw, Point at);
  void check() const;

  PageFormat format_;
  std::string bytes_;
  std::unique_ptr<cairo_surface_t, void (*)(cairo_surface_t*)> surface_;
  std::unique_ptr<cairo_t, void (*)(cairo_t*)> cairo_;
};

}  // namespace weft::plot
