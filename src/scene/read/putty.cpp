/// [[object]] of type putty.
#include <fmt/format.h>

#include "scene/read/maker.h"

namespace weft {
namespace {

constexpr double kElastic = 1e29;  // [Pa] yield stresses beyond it mean never

void read_putty_shape(TableReader& object, const Scene& scene, ObjectSpec& o, PuttySpec& p) {
  TableReader shape = object.table("shape", scene_table("putty_shape"));
  const std::string kind = read_shape_kind(shape, "putty_shape");
  if (kind.empty()) {
    shape.finish();
    throw object.error("E0205", fmt::format("the shape of {} is not said", object.title()), "shape",
                       "one of: box sphere capsule cylinder mesh figure");
  }
  if (kind != "figure") {
    o.shape = read_shape(object, false);
    return;
  }
  TableReader figure = shape.table("figure", scene_table("figure"));
  if (figure.has("walk") && figure.number("walk") > 0)
    throw figure.error("E0233", fmt::format("{} cannot walk: putty has no bones", object.title()), "walk",
                       "remove it, or make the figure of type = \"solid\"");
  p.figure = read_figure(figure, scene);
  shape.finish();
}

void check_law(TableReader& object, const ObjectSpec& o, const PuttySpec& p) {
  const std::string law = material_name(o.material);
  if (law != "putty")
    throw object.error("E0306", fmt::format("putty cannot be made of '{}'", law), "material",
                       "it needs a material of the law putty, such as \"putty\", \"gum\" or \"dough\"");
  if (p.keep_neighbours && get_field(o.material, "yield_stress") < kElastic)
    throw object.error("E0526", fmt::format("{} keeps its neighbours but yields", object.title()),
                       "keep_neighbours", "leave it out, or use a material that never yields: \"gum\"");
}

}  // namespace

void read_putty(TableReader& object, const Scene& scene, ObjectSpec& o) {
  if (scene.solver.plane)
    throw object.error("E0214", "putty lives in space, not in a plane scene", "type",
                       "use grains, or leave out solver.plane");
  PuttySpec p;
  read_putty_shape(object, scene, o, p);
  o.place = read_placement(object);
  read_material(object, o);
  p.keep_neighbours = object.flag("keep_neighbours");
  check_law(object, o, p);
  o.spacing = object.has("spacing") ? object.number("spacing") : 0.5 * scene.solver.dx;
  o.sampling = read_sampling(object);
  o.seed = std::uint64_t(object.integer("seed"));
  if (!p.figure) check_counts(object, o, scene);
  p.radius = object.number("radius");
  p.implicit = object.word("step") == "implicit";
  p.rotation_rounds = int(object.integer("rotation_rounds"));
  p.tolerance = object.number("tolerance");
  p.control = object.number("control");
  p.friction = object.number("friction");
  p.restitution = object.number("restitution");
  o.velocity = object.vector("velocity");
  o.spin = object.vector("spin");
  for (TableReader& pin : object.tables("pins", scene_table("putty_pin")))
    p.pins.push_back(read_pin(pin, scene, Pinned::putty));
  if (object.has("force")) o.force = read_formulas(object, "force", {"X", "Y", "Z", "x", "y", "z", "t"});
  if (const toml::node* n = object.node("colour")) o.colour.colour = read_colour(object, *n, "colour");
  o.look = object.word("look");
  object.finish();
  o.putty = std::move(p);
}

}  // namespace weft
