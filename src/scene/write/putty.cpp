/// [[object]] of type putty with every default spelled out.
#include "scene/write/writing.h"

namespace weft {

void write_putty(Writer& w, const ObjectSpec& o, const std::string& folder) {
  const PuttySpec& p = *o.putty;
  w.key("shape", "{ " + (p.figure ? figure_text(*p.figure) : shape_text(o.shape, folder)) + " }");
  write_place(w, o.place);
  w.key("material", material_text(o));
  w.number("spacing", o.spacing);
  w.key("sampling", sampling_text(o.sampling));
  w.key("seed", std::to_string(o.seed));
  w.number("radius", p.radius);
  w.key("step", p.implicit ? "\"implicit\"" : "\"explicit\"");
  w.key("rotation_rounds", std::to_string(p.rotation_rounds));
  w.number("tolerance", p.tolerance);
  w.number("control", p.control);
  w.key("keep_neighbours", p.keep_neighbours ? "true" : "false");
  w.number("friction", p.friction);
  w.number("restitution", p.restitution);
  w.key("velocity", list(o.velocity));
  w.key("spin", list(o.spin));
  if (o.force) w.key("force", list(*o.force));
  write_pins(w, p.pins);
  w.key("colour", list(o.colour.colour));
  w.key("look", quoted(o.look));
}

}  // namespace weft
