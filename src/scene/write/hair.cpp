/// [[object]] of type hair with every default spelled out.
#include "scene/write/writing.h"

namespace weft {

void write_hair(Writer& w, const ObjectSpec& o, const std::string& folder) {
  const HairSpec& h = *o.hair;
  const auto flag = [](bool on) { return on ? "true" : "false"; };
  w.key("shape", "{ " + hair_shape_text(h, folder) + " }");
  if (h.grows_on.figure.empty()) write_place(w, o.place);  // otherwise the figure's head says where
  w.key("material", material_text(o));
  w.number("thickness", h.thickness);
  w.number("flatness", h.flatness);
  w.key("velocity", list(o.velocity));
  w.key("spin", list(o.spin));
  w.key("stretch", list(o.stretch));
  w.key("step", h.implicit ? "\"implicit\"" : "\"explicit\"");
  w.key("twist", h.dynamic_twist ? "\"dynamic\"" : "\"static\"");
  w.key("newton_steps", std::to_string(h.newton_steps));
  w.number("damping", h.damping);
  w.key("press", flag(h.press));
  w.number("flip", h.flip);
  w.number("flip_time", h.flip_time);
  w.key("reach", h.reach ? fmt::format("{}", *h.reach) : "\"auto\"");
  w.key("rounds", std::to_string(h.rounds));
  if (h.strand_friction) w.number("strand_friction", *h.strand_friction);
  w.key("count_crossings", flag(h.count_crossings));
  if (o.force) w.key("force", list(*o.force));
  write_pins(w, h.pins);
  w.key("colour", list(o.colour.colour));
  w.key("look", quoted(o.look));
}

}  // namespace weft
