/// [[object]] of type solid with every default spelled out.
#include "scene/write/writing.h"

namespace weft {
namespace {

struct SolidShapeText {
  std::string folder;
  std::string operator()(const ShapeSpec& s) const { return shape_text(s, folder); }
  std::string operator()(const TetFile& f) const {
    return fmt::format("tets = {}, scale = {}", whole_path(folder, f.path), f.scale);
  }
  std::string operator()(const FigureOptions& f) const { return figure_text(f); }
};

}  // namespace

std::string figure_text(const FigureOptions& f) {
  return fmt::format("figure = {{ build = {}{}, walk = {}, start = {} }}", quoted(f.build),
                     f.height > 0 ? fmt::format(", height = {}", f.height) : "", f.walk, f.start);
}

void write_solid(Writer& w, const ObjectSpec& o, const std::string& folder) {
  const SolidSpec& s = *o.solid;
  w.key("shape", "{ " + std::visit(SolidShapeText{folder}, s.shape) + " }");
  write_place(w, o.place);
  w.key("material", material_text(o));
  if (s.counts) w.key("counts", fmt::format("[{}]", fmt::join(*s.counts, ", ")));
  else if (!std::holds_alternative<TetFile>(s.shape)) w.number("spacing", o.spacing);
  w.number("friction", s.friction);
  w.number("restitution", s.restitution);
  w.key("self_contact", s.self_contact ? "true" : "false");
  w.key("step", !s.step ? "\"auto\"" : *s.step == Stepping::implicitly ? "\"implicit\"" : "\"explicit\"");
  w.key("velocity", list(o.velocity));
  w.key("spin", list(o.spin));
  w.key("stretch", list(o.stretch));
  static constexpr const char* kStart[] = {"rest", "inverted", "flat", "random"};
  w.key("start", quoted(kStart[int(s.start)]));
  w.key("seed", std::to_string(o.seed));
  w.number("damping", o.damping);
  w.key("damping_rounds", std::to_string(s.damping_rounds));
  if (o.force) w.key("force", list(*o.force));
  write_pins(w, s.pins);
  w.key("colour", list(o.colour.colour));
  w.key("look", quoted(o.look));
}

}  // namespace weft
