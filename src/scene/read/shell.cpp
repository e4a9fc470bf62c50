/// [[object]] of type shell.
#include <fmt/format.h>

#include <algorithm>

#include "scene/read/maker.h"

namespace weft {
namespace {

ShellShape read_shell_shape(TableReader& object, const std::string& key, const Scene& scene) {
  TableReader shape = object.table(key, scene_table("shell_shape"));
  const std::string kind = read_shape_kind(shape, "shell_shape");
  GrowsOn nothing;
  ShellShape out;
  if (kind == "mesh") {
    out = MeshFile{read_path(shape, "mesh"), shape.number("scale")};
  } else if (auto maker = read_makers<ShellMaker>(shape, scene, nothing)) {
    out = *maker;
  } else {
    shape.finish();
    throw object.error("E0205", fmt::format("the {} of {} is not said", key, object.title()), key,
                       fmt::format("one of: {} mesh", fmt::join(maker_names<ShellMaker>(), " ")));
  }
  shape.finish();
  return out;
}

void check_law(TableReader& object, const ObjectSpec& o) {
  const std::string law = material_name(o.material);
  static const std::vector<std::string> good = {"lamina", "orthotropic", "woven_shell"};
  if (std::find(good.begin(), good.end(), law) == good.end())
    throw object.error("E0306", fmt::format("a shell cannot be made of '{}'", law), "material",
                       fmt::format("it needs a material of the law {}", fmt::join(good, " or ")));
}

/// A rim that the maker does not have; a file's only rim is "all".
void check_rims(TableReader& pin, const PinSpec& p, const ShellShape& shape) {
  if (p.where.empty()) return;
  const ShellMaker* maker = std::get_if<ShellMaker>(&shape);
  const std::string rims =
      maker ? std::visit([](const auto& m) { return std::string(m.rims); }, *maker) : "all";
  if ((" " + rims + " ").find(" " + p.where + " ") == std::string::npos)
    throw pin.error("E0228", fmt::format("the shape has no rim '{}'", p.where), "where",
                    rims.empty() ? "it has none: say box, nearest or ids" : "it has: " + rims);
}

}  // namespace

void read_shell(TableReader& object, const Scene& scene, ObjectSpec& o) {
  if (scene.solver.plane)
    throw object.error("E0214", "shells live in space, not in a plane scene", "type",
                       "use cloth with `bending`, or leave out solver.plane");
  ShellSpec s;
  s.shape = read_shell_shape(object, "shape", scene);
  if (object.has("rest")) s.rest = read_shell_shape(object, "rest", scene);
  o.place = read_placement(object);
  read_material(object, o);
  check_law(object, o);
  if (object.has("friction")) {
    set_field(o.material, "friction", object.number("friction"));
    prepare_material(o.material);
  }
  s.thickness = object.number("thickness");
  o.velocity = object.vector("velocity");
  o.spin = object.vector("spin");
  o.stretch = object.vector("stretch");
  o.damping = object.number("damping");
  s.coupling = object.word("coupling") == "mesh" ? Coupling::mesh : Coupling::grid;
  s.layers = object.word("layers") == "paper" ? Layers::paper : Layers::gauss;
  s.quadrature = int(object.integer("quadrature"));
  if (object.has("contact_points")) s.contact_points = int(object.integer("contact_points"));
  s.corners = object.word("corners") == "round" ? BoundaryRule::edge_only : BoundaryRule::edge_and_corner;
  s.plastic = object.flag("plastic");
  s.pressure = object.number("pressure");
  if (object.has("pressure_over_time")) {
    if (!object.has("pressure"))
      throw object.error("E0204", "'pressure_over_time' multiplies a pressure that is not said",
                         "pressure_over_time", "add pressure = \"1 kPa\"");
    s.pressure_over_time = read_formula(object, "pressure_over_time", {"t"});
  }
  for (TableReader& pin : object.tables("pins", scene_table("shell_pin"))) {
    s.pins.push_back(read_pin(pin, scene, Pinned::shell));
    check_rims(pin, s.pins.back(), s.shape);
  }
  if (object.has("force")) o.force = read_formulas(object, "force", {"X", "Y", "Z", "x", "y", "z", "t"});
  if (const toml::node* n = object.node("colour")) o.colour.colour = read_colour(object, *n, "colour");
  o.look = object.word("look");
  if (o.look == "auto" && o.preset == "foil") o.look = "metal";
  object.finish();
  o.shell = std::move(s);
}

}  // namespace weft
