/// [[object]] of type cloth or fibre.
#include <fmt/format.h>

#include "scene/read/maker.h"
#include "scene/suggest.h"

namespace weft {
namespace {

ThinShape read_thin_shape(TableReader& object, const std::string& type, const Scene& scene,
                          GrowsOn& grows_on) {
  const bool plane = scene.solver.plane;
  TableReader shape = object.table("shape", scene_table("thin_shape"));
  const bool sheet = type == "cloth" && !plane;
  std::vector<std::string> kinds = sheet ? maker_names<SheetMaker>() : maker_names<StrandMaker>();
  kinds.push_back(sheet ? "mesh" : "curves");
  const std::string kind = read_shape_kind(shape, "thin_shape");
  if (kind.empty()) {
    shape.finish();
    throw object.error("E0205", fmt::format("the shape of {} is not said", object.title()), "shape",
                       fmt::format("one of: {}", fmt::join(kinds, " ")));
  }
  if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end())
    throw shape.error("E0204",
                      fmt::format("a {} cannot be a {}{}", type, kind, plane ? " in a plane scene" : ""),
                      kind, fmt::format("one of: {}", fmt::join(kinds, " ")));
  ThinShape out;
  if (kind == "mesh") out = MeshFile{read_path(shape, "mesh"), shape.number("scale")};
  else if (kind == "curves") out = CurveFile{read_path(shape, "curves"), shape.number("scale")};
  else if (sheet) out = *read_makers<SheetMaker>(shape, scene, grows_on);
  else out = *read_makers<StrandMaker>(shape, scene, grows_on);
  shape.finish();
  return out;
}

void check_law(TableReader& object, const ObjectSpec& o, bool plane) {
  const std::string law = material_name(o.material);
  const std::vector<std::string> good = o.type == "fibre" && !plane ? std::vector<std::string>{"fibre"}
                                        : plane                     ? std::vector<std::string>{"cloth"}
                                                : std::vector<std::string>{"cloth", "woven"};
  if (std::find(good.begin(), good.end(), law) == good.end())
    throw object.error(
        "E0306", fmt::format("a {} cannot be made of '{}'{}", o.type, law, plane ? " in a plane scene" : ""),
        "material",
        law == "rod" ? "rods are of type = \"hair\"; a fibre needs a material of the law fibre"
                     : fmt::format("it needs a material of the law {}", fmt::join(good, " or ")));
}

}  // namespace

void read_thin(TableReader& object, const Scene& scene, ObjectSpec& o) {
  const bool plane = scene.solver.plane;
  ThinSpec t;
  t.shape = read_thin_shape(object, o.type, scene, t.grows_on);
  o.place = read_place_of_hair(object, scene, t.grows_on);
  read_material(object, o);
  check_law(object, o, plane);
  t.thickness = object.has("thickness") ? object.number("thickness") : 0.5 * scene.solver.dx;
  o.velocity = object.vector("velocity");
  o.spin = object.vector("spin");
  o.stretch = object.vector("stretch");
  o.damping = object.number("damping");
  t.bending = object.number("bending");
  t.tear = object.number("tear");
  if (t.tear > 0 && (o.type == "cloth" || t.tear <= 1))
    throw object.error("E0209",
                       o.type == "cloth" ? "only fibres tear" : "a fibre must be longer than it was to tear",
                       "tear", "for fibres, more than 1: 1.5 is half as long again");
  if (object.has("contact_points")) t.contact_points = int(object.integer("contact_points"));
  const std::string strain = object.word("strain");
  t.strain = strain == "grid"   ? Discretisation::grid
             : strain == "mesh" ? Discretisation::mesh
                                : Discretisation::hybrid;
  t.plastic = object.flag("plastic");
  for (TableReader& pin : object.tables("pins", scene_table("pin")))
    t.pins.push_back(read_pin(pin, scene, Pinned::thin));
  if (object.has("force")) o.force = read_formulas(object, "force", {"X", "Y", "Z", "x", "y", "z", "t"});
  if (const toml::node* n = object.node("colour")) o.colour.colour = read_colour(object, *n, "colour");
  o.look = object.word("look");
  object.finish();
  o.thin = std::move(t);
}

}  // namespace weft
