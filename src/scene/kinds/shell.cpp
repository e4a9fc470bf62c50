/// [[object]] of type shell.
#include "scene/build/shell.h"

#include <algorithm>

#include "scene/keys/loads.h"
#include "scene/kinds/kind.h"
#include "scene/read/maker.h"
#include "scene/write/made_shape.h"

namespace weft {
namespace {

using O = ObjectSpec;

ShellSpec& spec(O& o) { return std::get<ShellSpec>(o.kind); }
const ShellSpec& spec(const O& o) { return std::get<ShellSpec>(o.kind); }

const TableInfo& shape_info() {
  static const TableInfo t = [] {
    std::vector<KeyInfo> keys = shell_maker_keys();
    keys.push_back({.name = "mesh",
                    .type = KeyType::text,
                    .meaning =
                        "a surface, open or closed: .obj (quads and other polygons), .ply or .stl "
                        "(triangles), path relative to the scene. Other faces than quads are subdivided "
                        "once"});
    keys.push_back({.name = "scale", .fallback = "1", .low = 1e-6, .high = 1e6, .meaning = "of a mesh"});
    return TableInfo{"shell_shape", "shape = { } and rest = { } of shells", "One of:", keys};
  }();
  return t;
}

ShellShape read_shell_shape(TableReader& object, const std::string& key, const Scene& scene) {
  TableReader shape = object.table(key, shape_info());
  const std::string kind = read_shape_kind(shape, shape_info());
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

const std::vector<std::string> kLaws = {"lamina", "orthotropic", "woven_shell"};

void check_law(TableReader& object, const Scene&, const O& o) {
  const std::string law = material_name(o.material);
  if (std::find(kLaws.begin(), kLaws.end(), law) == kLaws.end())
    throw object.error("E0306", fmt::format("a shell cannot be made of '{}'", law), "material",
                       fmt::format("it needs a material of the law {}", fmt::join(kLaws, " or ")));
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

void read_pins(TableReader& object, const Scene& scene, O& o) {
  for (TableReader& pin : object.tables("pins", pin_table(Pinned::shell).info)) {
    spec(o).pins.push_back(read_pin(pin, scene, Pinned::shell));
    check_rims(pin, spec(o).pins.back(), spec(o).shape);
  }
}

void read_friction(TableReader& object, const Scene&, O& o) {
  if (!object.has("friction")) return;
  set_field(o.material, "friction", object.number("friction"));
  prepare_material(o.material);
}

void read_pressure_over_time(TableReader& object, const Scene&, O& o) {
  if (!object.has("pressure_over_time")) return;
  if (!object.has("pressure"))
    throw object.error("E0204", "'pressure_over_time' multiplies a pressure that is not said",
                       "pressure_over_time", "add pressure = \"1 kPa\"");
  spec(o).pressure_over_time = read_formula(object, "pressure_over_time", {"t"});
}

/// What acts only where the grid moves the control points, or only where it does not.
void check_coupling(TableReader& object, const O& o) {
  const ShellSpec& s = spec(o);
  const bool mesh = s.coupling == Coupling::mesh;
  const auto refuse = [&](bool given, const char* key, const char* hint) {
    if (given)
      throw object.error("E0204",
                         fmt::format("{} does nothing where coupling = \"{}\"", key, mesh ? "mesh" : "grid"),
                         key, hint);
  };
  refuse(mesh && s.damping > 0, "damping", "use stretch_damping and bend_damping");
  refuse(mesh && s.sharpen, "sharpen", "remove it, or coupling: nothing is lost in transfers there");
  refuse(mesh && !s.plastic, "plastic", "remove it, or coupling");
  refuse(mesh && s.contact_points, "contact_points", "remove it: points follow from dx");
  refuse(!mesh && s.stretch_damping, "stretch_damping", "set coupling = \"mesh\", or use damping");
  refuse(!mesh && s.bend_damping, "bend_damping", "set coupling = \"mesh\", or use damping");
  refuse(!mesh && s.drag, "drag", "set coupling = \"mesh\"");
  refuse(!mesh && s.self_contact, "self_contact", "set coupling = \"mesh\"");
}

Keys<O> shape_keys() {
  return first_keys({.meaning = "shell", .required = true},
                    {{.name = "shape",
                      .type = KeyType::table,
                      .meaning = "one of the control meshes below, or mesh",
                      .required = true},
                     [](TableReader& object, const Scene& scene, O& o) {
                       spec(o).shape = read_shell_shape(object, "shape", scene);
                     },
                     [](const O& o, const std::string& folder) {
                       return made_shape_text(spec(o).shape, {}, folder);
                     }})
      .add({{.name = "rest",
             .type = KeyType::table,
             .meaning = "the shape without stress, where it is another: a maker or mesh with the same faces. "
                        "Default: as it begins"},
            [](TableReader& object, const Scene& scene, O& o) {
              if (object.has("rest")) spec(o).rest = read_shell_shape(object, "rest", scene);
            },
            [](const O& o, const std::string& folder) {
              return spec(o).rest ? made_shape_text(*spec(o).rest, {}, folder) : "";
            }});
}

Keys<O> pressure_keys() {
  return {kind_key<ShellSpec>(describe::number<&ShellSpec::pressure>(
              "pressure", "Pa", {-1e12, 1e12},
              "pushes along the normal, which turns with the surface: positive blows up what is seen from "
              "outside")),
          {{.name = "pressure_over_time",
            .type = KeyType::text,
            .meaning = "a formula of t that multiplies the pressure: \"min(t, 1)\""},
           read_pressure_over_time,
           [](const O& o, const std::string&) {
             return spec(o).pressure_over_time ? quoted(spec(o).pressure_over_time->text()) : "";
           }}};
}

Keys<O> shell_keys() {
  Keys<O> keys = shape_keys();
  keys.append(place_keys<O>("where the shape's origin is", "turned about its origin"));
  keys.append(
      material_keys("\"foil\", { preset = \"foil\", yield_stress = \"1 MPa\" } or { law = \"lamina\", ... "
                    "}; see `weft list presets`",
                    check_law));
  keys.add({{.name = "friction",
             .low = 0,
             .high = 10,
             .meaning = "instead of the material's: Coulomb coefficient against itself and other objects"},
            read_friction,
            {}});
  keys.append(kind_keys<ShellSpec>(ShellSettings::fields()));
  keys.after("thickness", motion_keys());
  keys.after("quadrature",
             {kind_key<ShellSpec>(describe::integer<&ShellSpec::contact_points>(
                 "contact_points", {1, 16},
                 "of a face along each side. Default: at most half a cell apart, at least 2"))});
  keys.append(pressure_keys());
  keys.add(force_key("place without stress"));
  keys.add(loads_key(Pinned::shell));
  keys.add(pins_key(Pinned::shell,
                    "control points that are held or move as told: `pins = [{ where = \"top\" }]`"));
  keys["pins"].read = read_pins;
  keys.append(last_keys("by its material"));
  return keys;
}

void begin(TableReader& object, const Scene& scene, O& o) {
  if (scene.solver.plane)
    throw object.error("E0214", "shells live in space, not in a plane scene", "type",
                       "use cloth with `bending`, or leave out solver.plane");
  o.kind = ShellSpec{};
  // Shells on the mesh cannot take implicit steps, but come to rest without.
  bool grid = scene.solver.step == Stepping::implicitly || scene.solver.step == Stepping::automatic;
  for (const char* key : {"damping", "sharpen", "plastic", "contact_points"}) grid |= object.has(key);
  spec(o).coupling = grid ? Coupling::grid : Coupling::mesh;
  spec(o).on_grid_by_damping = object.has("damping") && !object.has("coupling");
}

void check(TableReader& object, const Scene&, O& o) {
  check_coupling(object, o);
  if (o.look == "auto" && o.preset == "foil") o.look = "metal";
}

}  // namespace

Kind kind_of(const ShellSpec*) {
  return {{{"shell",
            "sheets that resist bending and keep dents: a plate, tube, sphere, cup, ribbon, cards, T-shirt, "
            "trousers, or any mesh (laws lamina, orthotropic and woven_shell)",
            kLaws}},
          {"shell", "[[object]] of type shell",
           "A thing that resists bending and keeps dents; see docs/shells.md.", shell_keys()},
          {shape_info(), pin_table(Pinned::shell).info, load_table(Pinned::shell).info},
          begin,
          check,
          [](const Scene& scene, const O& o) { return make_shell(make_shell_options(scene, o)); }};
}

}  // namespace weft
