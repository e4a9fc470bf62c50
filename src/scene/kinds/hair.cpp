/// [[object]] of type hair.
#include "scene/build/hair.h"

#include "scene/keys/loads.h"
#include "scene/kinds/grown.h"
#include "scene/kinds/kind.h"
#include "scene/read/maker.h"
#include "scene/write/made_shape.h"

namespace weft {
namespace {

using O = ObjectSpec;

HairSpec& spec(O& o) { return std::get<HairSpec>(o.kind); }
const HairSpec& spec(const O& o) { return std::get<HairSpec>(o.kind); }

const TableInfo& shape_info() {
  static const TableInfo t = [] {
    std::vector<KeyInfo> keys = strand_maker_keys();
    keys.push_back({.name = "curves",
                    .type = KeyType::text,
                    .meaning = "polylines from root to tip, .obj (l) or .wcv, path relative to the scene"});
    keys.push_back({.name = "scale", .fallback = "1", .low = 1e-6, .high = 1e6, .meaning = "of curves"});
    return TableInfo{"hair_shape", "shape = { } of hair", "One of:", keys};
  }();
  return t;
}

void read_hair_shape(TableReader& object, const Scene& scene, O& o) {
  TableReader shape = object.table("shape", shape_info());
  const std::string kind = read_shape_kind(shape, shape_info());
  if (kind == "curves") {
    spec(o).shape = CurveFile{read_path(shape, "curves"), shape.number("scale")};
  } else if (const auto maker = read_makers<StrandMaker>(shape, scene, spec(o).grows_on)) {
    spec(o).shape = *maker;
  } else {
    shape.finish();
    throw object.error("E0205", fmt::format("the shape of {} is not said", object.title()), "shape",
                       fmt::format("one of: {} curves", fmt::join(maker_names<StrandMaker>(), " ")));
  }
  shape.finish();
}

void check_law(TableReader& object, const Scene&, const O& o) {
  const std::string law = material_name(o.material);
  if (law == "rod") return;
  throw object.error("E0306", fmt::format("hair cannot be made of '{}'", law), "material",
                     law == "fibre" ? "fibres are of type = \"fibre\"; hair is made of rods: \"human_hair\" "
                                      "or { law = \"rod\", ... }"
                                    : "it needs a material of the law rod, such as \"human_hair\"");
}

/// A length, or "auto".
Key<O> reach_key() {
  static const KeyInfo info{
      .name = "reach",
      .type = KeyType::any,
      .unit = "m",
      .fallback = "\"auto\"",
      .low = 0,
      .high = 10,
      .meaning =
          "segments nearer than this are stopped from coming nearer, as geometry; 0: never. auto: a "
          "third of the mean length of segments, or the thickness where that is more"};
  return {info,
          [](TableReader& object, const Scene&, O& o) {
            const toml::node* node = object.node("reach");
            if (!node) return;
            if (const auto* word = node->as_string(); word && word->get() == "auto") return;
            spec(o).reach = object.number_of(*node, info);
          },
          [](const O& o, const std::string&) {
            return spec(o).reach ? fmt::format("{}", *spec(o).reach) : "\"auto\"";
          }};
}

Keys<O> hair_keys() {
  Keys<O> keys =
      first_keys({.meaning = "hair", .required = true},
                 {{.name = "shape",
                   .type = KeyType::table,
                   .meaning = "one of the strands below, or curves: its natural shape, curls included",
                   .required = true},
                  read_hair_shape,
                  [](const O& o, const std::string& folder) {
                    return made_shape_text(spec(o).shape, spec(o).grows_on, folder);
                  }});
  keys.append(grown_place_keys<HairSpec>("where the shape's origin is; not for hair on a figure"));
  keys.append(material_keys(
      "\"human_hair\", { preset = \"wisps\", friction = 0.5 } or { law = \"rod\", ... }", check_law));
  keys.append(kind_keys<HairSpec>(HairSettings::fields()));
  keys.after("flatness", motion_keys());
  keys.after("flip_time", {reach_key()});
  keys.after("rounds", {kind_key<HairSpec>(describe::number<&HairSpec::strand_friction>(
                           "strand_friction", "", {0, 10},
                           "Coulomb coefficient of those impulses; default: the material's friction"))});
  keys.add(force_key("place without stress"));
  keys.add(loads_key(Pinned::hair));
  keys.add(pins_key(Pinned::hair,
                    "vertices that are held or follow: `pins = [{ roots = true, follow = \"head\" }]`"));
  keys.append(last_keys("hair"));
  return keys;
}

void begin(TableReader& object, const Scene& scene, O& o) {
  if (scene.solver.plane)
    throw object.error("E0214", "hair lives in space, not in a plane scene", "type",
                       "leave out solver.plane");
  o.kind = HairSpec{};
}

}  // namespace

Kind kind_of(const HairSpec*) {
  return {{{"hair",
            "elastic rods: hair on a ball, a mesh or a person's head, braids, buns, carpets, or any curves "
            "(law rod)",
            {"rod"}}},
          {"hair_object", "[[object]] of type hair", "Strands that stretch, bend and twist as elastic rods.",
           hair_keys()},
          {shape_info(), pin_table(Pinned::hair).info, load_table(Pinned::hair).info},
          begin,
          nullptr,
          [](const Scene& scene, const O& o) { return make_hair(make_hair_options(scene, o)); }};
}

}  // namespace weft
