/// [[object]] of type putty.
#include "scene/build/putty.h"

#include "scene/keys/loads.h"
#include "scene/kinds/filled.h"
#include "scene/kinds/kind.h"
#include "scene/read/figure.h"

namespace weft {
namespace {

using O = ObjectSpec;

constexpr double kElastic = 1e29;  // [Pa] yield stresses beyond it mean never

PuttySpec& spec(O& o) { return std::get<PuttySpec>(o.kind); }
const PuttySpec& spec(const O& o) { return std::get<PuttySpec>(o.kind); }

const TableInfo& shape_info() {
  static const TableInfo t{"putty_shape", "shape = { } of putty",
                           "One of box, sphere, capsule, cylinder, mesh or figure.", filled_shape_keys({})};
  return t;
}

void read_putty_shape(TableReader& object, const Scene& scene, O& o) {
  TableReader shape = object.table("shape", shape_info());
  if (read_filled_kind(object, shape, shape_info()) != "figure") {
    o.shape = read_shape(object, scene, false);
    return;
  }
  TableReader figure = shape.table("figure", figure_table().info);
  if (figure.has("walk") && figure.number("walk") > 0)
    throw figure.error("E0233", fmt::format("{} cannot walk: putty has no bones", object.title()), "walk",
                       "remove it, or make the figure of type = \"solid\"");
  spec(o).figure = read_figure(figure, scene);
  shape.finish();
}

void check_law(TableReader& object, const Scene&, const O& o) {
  const std::string law = material_name(o.material);
  if (law != "putty")
    throw object.error("E0306", fmt::format("putty cannot be made of '{}'", law), "material",
                       "it needs a material of the law putty, such as \"putty\", \"gum\" or \"dough\"");
}

Keys<O> putty_keys() {
  Keys<O> keys = first_keys(
      {.meaning = "putty", .required = true},
      {{.name = "shape", .type = KeyType::table, .meaning = "what is filled with points", .required = true},
       read_putty_shape,
       [](const O& o, const std::string& folder) {
         return spec(o).figure ? figure_text(*spec(o).figure) : shape_text(o.shape, folder);
       }});
  keys.append(place_keys<O>("where the shape's origin is", "turned about its origin"));
  keys.append(material_keys("\"putty\", { preset = \"gum\", young = \"20 kPa\" } or { law = \"putty\", ... }",
                            check_law));
  keys.add(key_of<O>(
      describe::number<&O::spacing>("spacing", "m", {1e-7, 1e4},
                                    "distance of neighbouring points; default: half the grid spacing")
          .without_default()));
  keys.add(sampling_key(Sampling::lattice)).add(seed_key("of random points"));
  keys.append(kind_keys<PuttySpec>(PuttySettings::fields()));
  keys.add(velocity_key("at time 0")).add(spin_key("at time 0, about `at`, added to velocity"));
  keys.add(force_key("place at time 0"));
  keys.add(loads_key(Pinned::putty));
  keys.add(pins_key(Pinned::putty, "points that are held or move as told: `pins = [{ box = ... }]`"));
  keys.append(last_keys("plastic"));
  return keys;
}

void begin(TableReader& object, const Scene& scene, O& o) {
  if (scene.solver.plane)
    throw object.error("E0214", "putty lives in space, not in a plane scene", "type",
                       "use grains, or leave out solver.plane");
  if (scene.solver.step == Stepping::statically)
    throw object.error("E0204", "putty flows until it lies flat: it has no rest to look for", "type",
                       "use a solid, or solver.step = \"implicit\"");
  o.kind = PuttySpec{};
  o.spacing = 0.5 * scene.solver.dx;
}

void check(TableReader& object, const Scene& scene, O& o) {
  if (spec(o).keep_neighbours && get_field(o.material, "yield_stress") < kElastic)
    throw object.error("E0526", fmt::format("{} keeps its neighbours but yields", object.title()),
                       "keep_neighbours", "leave it out, or use a material that never yields: \"gum\"");
  if (!spec(o).figure) check_counts(object, o, scene);
}

}  // namespace

Kind kind_of(const PuttySpec*) {
  return {
      {{"putty",
        "solids of points without a mesh, liquid-soft to nearly rigid, elastic or plastic, that split and "
        "merge: box, sphere, capsule, cylinder, any closed mesh, or a person (law putty)",
        {"putty"}}},
      {"putty", "[[object]] of type putty",
       "Points that know their neighbours, from liquid-soft to nearly rigid, elastic or plastic; see "
       "docs/putty.md.",
       putty_keys()},
      {shape_info(), pin_table(Pinned::putty).info, load_table(Pinned::putty).info},
      begin,
      check,
      [](const Scene& scene, const O& o) { return make_putty(make_putty_options(scene, o)); }};
}

}  // namespace weft
