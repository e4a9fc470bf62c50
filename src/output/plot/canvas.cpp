#include "output/plot/canvas.h"

#include <cairo-svg.h>
#include <cairo.h>

#include <filesystem>
#include <numbers>

#include "exec/error.h"

namespace weft::plot {
namespace {

constexpr double kPixelsPerPoint = 2;  ///< of PNG: sharp in print at a column's width
constexpr double kRaised = 0.7;        ///< size of exponents, as part of the words'
constexpr double kRise = 0.38;         ///< how far they are raised, as part of the words' size

cairo_status_t append(void* to, const unsigned char* data, unsigned int length) {
  static_cast<std::string*>(to)->append(reinterpret_cast<const char*>(data), length);
  return CAIRO_STATUS_SUCCESS;
}

cairo_surface_t* make_surface(PageFormat format, double width, double height, std::string& bytes) {
  if (format == PageFormat::svg) {
    cairo_surface_t* surface = cairo_svg_surface_create_for_stream(append, &bytes, width, height);
    cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PT);
    return surface;
  }
  return cairo_image_surface_create(CAIRO_FORMAT_RGB24, int(width * kPixelsPerPoint),
                                    int(height * kPixelsPerPoint));
}

/// What follows in one size: "10", then raised "-3".
struct Piece {
  std::string words;
  bool raised;
};

std::vector<Piece> pieces_of(const std::string& words) {
  std::vector<Piece> pieces;
  std::size_t at = 0;
  while (at < words.size()) {
    const std::size_t begin = words.find("^{", at);
    const std::size_t end = begin == std::string::npos ? begin : words.find('}', begin);
    if (end == std::string::npos) break;
    if (begin > at) pieces.push_back({words.substr(at, begin - at), false});
    pieces.push_back({words.substr(begin + 2, end - begin - 2), true});
    at = end + 1;
  }
  if (at < words.size()) pieces.push_back({words.substr(at), false});
  return pieces;
}

/// The bytes of a UTF-8 letter that begins with this one.
std::size_t letter_length(unsigned char first) {
  return first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

std::vector<std::string> letters_of(const std::string& words) {
  std::vector<std::string> letters;
  for (std::size_t i = 0; i < words.size(); i += letters.back().size())
    letters.push_back(words.substr(i, letter_length(static_cast<unsigned char>(words[i]))));
  return letters;
}

}  // namespace

PageFormat page_format(const std::string& path) {
  const std::string ending = std::filesystem::path(path).extension().string();
  if (ending == ".png") return PageFormat::png;
  if (ending == ".svg") return PageFormat::svg;
  throw Error("E0434", "a plot cannot be written as '" + path + "'", path,
              "its name must end in .png or .svg: -o plot.svg");
}

Canvas::Canvas(double width, double height, PageFormat format)
    : format_(format),
      surface_(make_surface(format, width, height, bytes_), cairo_surface_destroy),
      cairo_(cairo_create(surface_.get()), cairo_destroy) {
  check();
  if (format == PageFormat::png) cairo_scale(cairo_.get(), kPixelsPerPoint, kPixelsPerPoint);
  cairo_set_line_join(cairo_.get(), CAIRO_LINE_JOIN_ROUND);
  // Widths of letters that do not depend on the size of a pixel: both formats break and centre words alike.
  cairo_font_options_t* options = cairo_font_options_create();
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_set_font_options(cairo_.get(), options);
  cairo_font_options_destroy(options);
  fill(Rectangle{0, 0, width, height}, {1, 1, 1});
}

void Canvas::check() const {
  const cairo_status_t status = cairo_status(cairo_.get());
  if (status == CAIRO_STATUS_SUCCESS) return;
  if (status == CAIRO_STATUS_NO_MEMORY) throw std::bad_alloc();
  throw Error("E0435", std::string("the plot could not be drawn: ") + cairo_status_to_string(status), {},
              "plot fewer probes: --probe NAME", Exit::disk);
}

void Canvas::set(Colour c) { cairo_set_source_rgb(cairo_.get(), c.r, c.g, c.b); }

void Canvas::path(const std::vector<Point>& points) {
  cairo_new_path(cairo_.get());
  for (const Point& p : points) cairo_line_to(cairo_.get(), p.x, p.y);
}

void Canvas::fill(const Rectangle& area, Colour colour) {
  set(colour);
  cairo_rectangle(cairo_.get(), area.x, area.y, area.width, area.height);
  cairo_fill(cairo_.get());
}

void Canvas::fill(const std::vector<Point>& outline, Colour colour) {
  set(colour);
  path(outline);
  cairo_fill(cairo_.get());
}

void Canvas::line(const std::vector<Point>& points, const Stroke& stroke) {
  set(stroke.colour);
  cairo_set_line_width(cairo_.get(), stroke.width);
  cairo_set_dash(cairo_.get(), stroke.dash.data(), int(stroke.dash.size()), 0);
  path(points);
  cairo_stroke(cairo_.get());
}

void Canvas::outline(const std::vector<Point>& points, const Stroke& stroke) {
  std::vector<Point> closed = points;
  closed.push_back(points.front());
  line(closed, stroke);
}

void Canvas::dot(Point centre, double radius, Colour colour) {
  set(colour);
  cairo_new_path(cairo_.get());
  cairo_arc(cairo_.get(), centre.x, centre.y, radius, 0, 2 * std::numbers::pi);
  cairo_fill(cairo_.get());
}

double Canvas::draw_or_measure(const std::string& words, const Words& how, bool draw, Point at) {
  cairo_t* c = cairo_.get();
  cairo_select_font_face(c, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
                         how.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  double x = 0;
  for (const Piece& piece : pieces_of(words)) {
    cairo_set_font_size(c, how.size * (piece.raised ? kRaised : 1));
    if (draw) {
      cairo_move_to(c, at.x + x, at.y - (piece.raised ? kRise * how.size : 0));
      cairo_show_text(c, piece.words.c_str());
    }
    cairo_text_extents_t extents;
    cairo_text_extents(c, piece.words.c_str(), &extents);
    x += extents.x_advance;
  }
  check();
  return x;
}

double Canvas::text_width(const std::string& words, const Words& how) {
  return draw_or_measure(words, how, false, {});
}

void Canvas::text(Point at, const std::string& words, const Words& how) {
  const double width = text_width(words, how);
  const double back = how.align == Align::left ? 0 : how.align == Align::centre ? width / 2 : width;
  set(how.colour);
  cairo_save(cairo_.get());
  cairo_translate(cairo_.get(), at.x, at.y);
  if (how.upwards) cairo_rotate(cairo_.get(), -std::numbers::pi / 2);
  draw_or_measure(words, how, true, {-back, 0});
  cairo_restore(cairo_.get());
}

std::string Canvas::shortened(const std::string& words, double width, const Words& how) {
  if (text_width(words, how) <= width) return words;
  const std::vector<std::string> letters = letters_of(words);
  std::string best = "…";
  for (std::size_t kept = 1; kept < letters.size(); ++kept) {
    std::string front, back;
    for (std::size_t i = 0; i < (kept + 1) / 2; ++i) front += letters[i];
    for (std::size_t i = letters.size() - kept / 2; i < letters.size(); ++i) back += letters[i];
    const std::string tried = front + "…" + back;
    if (text_width(tried, how) > width) break;
    best = tried;
  }
  return best;
}

void Canvas::clip(const Rectangle& area) {
  cairo_save(cairo_.get());
  cairo_rectangle(cairo_.get(), area.x, area.y, area.width, area.height);
  cairo_clip(cairo_.get());
}

void Canvas::unclip() { cairo_restore(cairo_.get()); }

std::string Canvas::bytes() {
  check();
  if (format_ == PageFormat::png) cairo_surface_write_to_png_stream(surface_.get(), append, &bytes_);
  cairo_surface_finish(surface_.get());
  check();
  // Surfaces are numbered as a process makes them: without it the same page is the same bytes.
  const std::string number = "<g id=\"surface";
  if (const std::size_t at = bytes_.find(number); format_ == PageFormat::svg && at != std::string::npos)
    bytes_.erase(at + number.size(), bytes_.find('"', at + number.size()) - at - number.size());
  return bytes_;
}

}  // namespace weft::plot
