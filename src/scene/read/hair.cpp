/// [[object]] of type hair.
#include <fmt/format.h>

#include "scene/read/maker.h"

namespace weft {
namespace {

HairShape read_hair_shape(TableReader& object, const Scene& scene, GrowsOn& grows_on) {
  TableReader shape = object.table("shape", scene_table("hair_shape"));
  const std::string kind = read_shape_kind(shape, "hair_shape");
  HairShape out;
  if (kind == "curves") {
    out = CurveFile{read_path(shape, "curves"), shape.number("scale")};
  } else if (const auto maker = read_makers<StrandMaker>(shape, scene, grows_on)) {
    out = *maker;
  } else {
    shape.finish();
    throw object.error("E0205", fmt::format("the shape of {} is not said", object.title()), "shape",
                       fmt::format("one of: {} curves", fmt::join(maker_names<StrandMaker>(), " ")));
  }
  shape.finish();
  return out;
}

void check_law(TableReader& object, const ObjectSpec& o) {
  const std::string law = material_name(o.material);
  if (law == "rod") return;
  throw object.error("E0306", fmt::format("hair cannot be made of '{}'", law), "material",
                     law == "fibre" ? "fibres are of type = \"fibre\"; hair is made of rods: \"human_hair\" "
                                      "or { law = \"rod\", ... }"
                                    : "it needs a material of the law rod, such as \"human_hair\"");
}

/// A length, or "auto".
std::optional<double> read_reach(TableReader& object) {
  static const KeyInfo info = *scene_table("hair_object").find("reach");
  const toml::node* node = object.node("reach");
  if (!node) return {};
  if (const auto* word = node->as_string(); word && word->get() == "auto") return {};
  return object.number_of(*node, info);
}

}  // namespace

void read_hair(TableReader& object, const Scene& scene, ObjectSpec& o) {
  if (scene.solver.plane)
    throw object.error("E0214", "hair lives in space, not in a plane scene", "type",
                       "leave out solver.plane");
  HairSpec h;
  h.shape = read_hair_shape(object, scene, h.grows_on);
  o.place = read_place_of_hair(object, scene, h.grows_on);
  read_material(object, o);
  check_law(object, o);
  h.thickness = object.number("thickness");
  h.flatness = object.number("flatness");
  o.velocity = object.vector("velocity");
  o.spin = object.vector("spin");
  o.stretch = object.vector("stretch");
  h.implicit = object.word("step") == "implicit";
  h.dynamic_twist = object.word("twist") == "dynamic";
  h.newton_steps = int(object.integer("newton_steps"));
  h.damping = object.number("damping");
  h.press = object.flag("press");
  h.flip = object.number("flip");
  h.flip_time = object.number("flip_time");
  h.reach = read_reach(object);
  h.rounds = int(object.integer("rounds"));
  if (object.has("strand_friction")) h.strand_friction = object.number("strand_friction");
  h.count_crossings = object.flag("count_crossings");
  for (TableReader& pin : object.tables("pins", scene_table("hair_pin")))
    h.pins.push_back(read_pin(pin, scene, Pinned::hair));
  if (object.has("force")) o.force = read_formulas(object, "force", {"X", "Y", "Z", "x", "y", "z", "t"});
  if (const toml::node* n = object.node("colour")) o.colour.colour = read_colour(object, *n, "colour");
  o.look = object.word("look");
  object.finish();
  o.hair = std::move(h);
}

}  // namespace weft
