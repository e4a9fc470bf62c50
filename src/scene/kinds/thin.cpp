/// [[object]] of type cloth or fibre.
#include "scene/build/thin.h"

#include <algorithm>

#include "bodies/thin/sheet/sheet.h"
#include "scene/keys/loads.h"
#include "scene/kinds/grown.h"
#include "scene/kinds/kind.h"
#include "scene/read/maker.h"
#include "scene/write/made_shape.h"

namespace weft {
namespace {

using O = ObjectSpec;

ThinSpec& spec(O& o) { return std::get<ThinSpec>(o.kind); }
const ThinSpec& spec(const O& o) { return std::get<ThinSpec>(o.kind); }

const TableInfo& shape_info() {
  static const TableInfo t = [] {
    std::vector<KeyInfo> keys = maker_keys();
    keys.push_back({.name = "mesh",
                    .type = KeyType::text,
                    .meaning = "cloth: a triangle mesh, .obj .ply or .stl, path relative to the scene"});
    keys.push_back({.name = "curves",
                    .type = KeyType::text,
                    .meaning = "fibre: polylines, .obj (l) or .wcv, path relative to the scene"});
    keys.push_back(
        {.name = "scale", .fallback = "1", .low = 1e-6, .high = 1e6, .meaning = "of a mesh or curves"});
    return TableInfo{"thin_shape", "shape = { } of cloth and fibre", "One of:", keys};
  }();
  return t;
}

void read_thin_shape(TableReader& object, const Scene& scene, O& o) {
  const bool plane = scene.solver.plane;
  TableReader shape = object.table("shape", shape_info());
  const bool sheet = o.type == "cloth" && !plane;
  std::vector<std::string> kinds = sheet ? maker_names<SheetMaker>() : maker_names<StrandMaker>();
  kinds.push_back(sheet ? "mesh" : "curves");
  const std::string kind = read_shape_kind(shape, shape_info());
  if (kind.empty()) {
    shape.finish();
    throw object.error("E0205", fmt::format("the shape of {} is not said", object.title()), "shape",
                       fmt::format("one of: {}", fmt::join(kinds, " ")));
  }
  if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end())
    throw shape.error("E0204",
                      fmt::format("a {} cannot be a {}{}", o.type, kind, plane ? " in a plane scene" : ""),
                      kind, fmt::format("one of: {}", fmt::join(kinds, " ")));
  ThinSpec& t = spec(o);
  if (kind == "mesh") t.shape = MeshFile{read_path(shape, "mesh"), shape.number("scale")};
  else if (kind == "curves") t.shape = CurveFile{read_path(shape, "curves"), shape.number("scale")};
  else if (sheet) t.shape = *read_makers<SheetMaker>(shape, scene, t.grows_on);
  else t.shape = *read_makers<StrandMaker>(shape, scene, t.grows_on);
  shape.finish();
}

const std::vector<std::string> kClothLaws = {"cloth", "woven"}, kFibreLaws = {"fibre"};

void check_law(TableReader& object, const Scene& scene, const O& o) {
  const bool plane = scene.solver.plane;
  const std::string law = material_name(o.material);
  const std::vector<std::string> good = plane               ? std::vector<std::string>{"cloth"}
                                        : o.type == "fibre" ? kFibreLaws
                                                            : kClothLaws;
  if (std::find(good.begin(), good.end(), law) == good.end())
    throw object.error(
        "E0306", fmt::format("a {} cannot be made of '{}'{}", o.type, law, plane ? " in a plane scene" : ""),
        "material",
        law == "rod" ? "rods are of type = \"hair\"; a fibre needs a material of the law fibre"
                     : fmt::format("it needs a material of the law {}", fmt::join(good, " or ")));
}

Keys<O> thin_keys() {
  Keys<O> keys = first_keys(
      {.meaning = "cloth or fibre", .required = true},
      {{.name = "shape",
        .type = KeyType::table,
        .meaning = "cloth: one of the sheets below, or mesh; fibre: one of the strands below, or curves",
        .required = true},
       read_thin_shape,
       [](const O& o, const std::string& folder) {
         return made_shape_text(spec(o).shape, spec(o).grows_on, folder);
       }});
  keys.append(grown_place_keys<ThinSpec>("where the shape's origin is"));
  keys.append(
      material_keys("\"cotton\", { preset = \"cotton\", young = \"1 MPa\" } or { law = \"cloth\", ... }; "
                    "see `weft list presets`",
                    check_law));
  keys.add(kind_key<ThinSpec>(
      describe::number<&ThinSpec::thickness>(
          "thickness", "m", {1e-6, 10},
          "of the cloth, or diameter of the fibre: mass is density times area times thickness, or times "
          "length "
          "times section. Default: half the grid spacing. How far contact reaches is a matter of the grid")
          .without_default()));
  keys.append(motion_keys());
  keys.append(kind_keys<ThinSpec>(ThinSettings::fields()));
  keys.after("tear", {kind_key<ThinSpec>(describe::integer<&ThinSpec::contact_points>(
                         "contact_points", {1, 64},
                         "per element. Default: 1, more where elements are longer than a cell"))});
  keys.add(force_key("place without stress"));
  keys.add(loads_key(Pinned::thin));
  keys.add(pins_key(Pinned::thin, "vertices that are held or move as told: `pins = [{ box = ... }]`"));
  keys.append(last_keys("cloth or hair"));
  return keys;
}

/// What says that the grid is meant.
constexpr const char* kGridKeys[] = {"damping", "sharpen", "plastic", "contact_points"};

void begin(TableReader& object, const Scene& scene, O& o) {
  o.kind = ThinSpec{};
  spec(o).thickness = 0.5 * scene.solver.dx;
  // In a plane scene a sheet is a line, which no other line can cross without meeting it: that is the grid's.
  bool grid = scene.solver.plane;
  for (const char* key : kGridKeys) grid |= object.has(key);
  grid |= object.has("strain") && object.word("strain") != "mesh";
  spec(o).coupling = grid ? Coupling::grid : Coupling::mesh;
  spec(o).on_grid_by_damping = !scene.solver.plane && object.has("damping") && !object.has("coupling");
}

/// What acts only where the grid moves the vertices, or only where it does not.
void check_coupling(TableReader& object, const ThinSpec& t) {
  const bool mesh = t.coupling == Coupling::mesh;
  const auto refuse = [&](bool given, const char* key, const char* hint) {
    if (given)
      throw object.error("E0204",
                         fmt::format("{} does nothing where coupling = \"{}\"", key, mesh ? "mesh" : "grid"),
                         key, hint);
  };
  refuse(mesh && t.damping > 0, "damping", "use stretch_damping and bend_damping");
  refuse(mesh && t.discretisation == Discretisation::grid, "strain", "remove it, or coupling");
  refuse(mesh && t.sharpen, "sharpen", "remove it, or coupling: nothing is lost in transfers there");
  refuse(mesh && !t.plastic, "plastic", "remove it, or coupling");
  refuse(mesh && t.contact_points, "contact_points", "remove it: points follow from dx");
  refuse(!mesh && t.stretch_damping, "stretch_damping", "set coupling = \"mesh\", or use damping");
  refuse(!mesh && t.bend_damping, "bend_damping", "set coupling = \"mesh\", or use damping");
  refuse(!mesh && t.drag, "drag", "set coupling = \"mesh\"");
}

void check(TableReader& object, const Scene&, O& o) {
  const double tear = spec(o).tear;
  if (tear > 0 && (o.type == "cloth" || tear <= 1))
    throw object.error("E0209",
                       o.type == "cloth" ? "only fibres tear" : "a fibre must be longer than it was to tear",
                       "tear", "for fibres, more than 1: 1.5 is half as long again");
  check_coupling(object, spec(o));
}

}  // namespace

Kind kind_of(const ThinSpec*) {
  return {{{"cloth", "sheets of triangles: a flat sheet, tube, bag, cape, or any mesh (laws cloth and woven)",
            kClothLaws},
           {"fibre", "threads: knits, sweater, poncho, hair, carpet, clumps, or any curves (law fibre)",
            kFibreLaws}},
          {"thin", "[[object]] of type cloth or fibre", "A thing made of triangles or threads.", thin_keys()},
          {shape_info(), pin_table(Pinned::thin).info, load_table(Pinned::thin).info},
          begin,
          check,
          [](const Scene& scene, const O& o) {
            const ThinOptions options = make_thin_options(scene, o);
            return options.coupling == Coupling::mesh ? make_sheet(options) : make_thin(options);
          }};
}

}  // namespace weft
