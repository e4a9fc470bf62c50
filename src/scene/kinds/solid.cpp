/// [[object]] of type solid.
#include "scene/build/solid.h"

#include <algorithm>
#include <cmath>

#include "scene/keys/loads.h"
#include "scene/kinds/filled.h"
#include "scene/kinds/kind.h"
#include "scene/read/figure.h"

namespace weft {
namespace {

using O = ObjectSpec;

constexpr double kMostTetrahedra = 1e8;

SolidSpec& spec(O& o) { return std::get<SolidSpec>(o.kind); }
const SolidSpec& spec(const O& o) { return std::get<SolidSpec>(o.kind); }

const TableInfo& shape_info() {
  static const TableInfo t{
      "solid_shape", "shape = { } of solids",
      "One of box, sphere, capsule, cylinder, mesh, tets or figure. A box is a block of cells, tetrahedra of "
      "a "
      "file stay as they are, other shapes are filled with a lattice that fits their surface.",
      filled_shape_keys(
          {{.name = "tets",
            .type = KeyType::text,
            .meaning = "tetrahedra: .msh (Gmsh 2 or 4.1, ASCII), .node and .ele (TetGen) or .vtk "
                       "(legacy, ASCII), path relative to the scene"}})};
  return t;
}

void read_solid_shape(TableReader& object, const Scene& scene, O& o) {
  TableReader shape = object.table("shape", shape_info());
  const std::string kind = read_filled_kind(object, shape, shape_info());
  if (kind != "tets" && kind != "figure") {
    spec(o).shape = read_shape(object, scene, false);
    return;
  }
  if (kind == "tets") spec(o).shape = TetFile{read_path(shape, "tets"), shape.number("scale")};
  else spec(o).shape = read_figure(shape.table("figure", figure_table().info), scene);
  shape.finish();
}

std::string solid_shape_text(const O& o, const std::string& folder) {
  if (const auto* simple = std::get_if<ShapeSpec>(&spec(o).shape)) return shape_text(*simple, folder);
  if (const auto* tets = std::get_if<TetFile>(&spec(o).shape))
    return fmt::format("{{ tets = {}, scale = {} }}", whole_path(folder, tets->path), tets->scale);
  return figure_text(std::get<FigureOptions>(spec(o).shape));
}

const std::vector<std::string> kLaws = {"jelly", "rubber", "linear_corotated", "hencky", "split_neo_hookean"};

void check_law(TableReader& object, const Scene&, const O& o) {
  const std::string law = material_name(o.material);
  if (std::find(kLaws.begin(), kLaws.end(), law) == kLaws.end())
    throw object.error("E0306", fmt::format("a solid cannot be made of '{}'", law), "material",
                       fmt::format("it needs a material of the law {}", fmt::join(kLaws, " or ")));
}

/// Cells of a box; the spacing follows from them, or they from it.
void read_size(TableReader& object, const Scene& scene, O& o) {
  const SolidShape& shape = spec(o).shape;
  const ShapeSpec* simple = std::get_if<ShapeSpec>(&shape);
  const Box* box = simple ? std::get_if<Box>(simple) : nullptr;
  o.spacing = object.has("spacing") ? object.number("spacing") : scene.solver.dx;
  if (object.has("spacing") && std::holds_alternative<TetFile>(shape))
    throw object.error("E0204", "tetrahedra of a file have their size", "spacing", "remove it");
  if (!object.has("counts")) return;
  if (!box)
    throw object.error("E0204", "only a box has counts", "counts", "say spacing, the length of edges");
  if (object.has("spacing"))
    throw object.error("E0204", "say either 'spacing' or 'counts'", "counts", "remove one");
  const Vec3d counts = object.vector("counts");
  spec(o).counts.emplace();
  for (int k = 0; k < 3; ++k) {
    if (counts[k] != std::floor(counts[k]))
      throw object.error("E0209", "counts are whole numbers", "counts", "write counts = [8, 8, 4]");
    (*spec(o).counts)[std::size_t(k)] = int(counts[k]);
  }
  o.spacing = 2 * std::cbrt(product(box->half) / product(counts));
}

Keys<O> size_keys() {
  return {{{.name = "spacing",
            .unit = "m",
            .low = 1e-6,
            .high = 1e4,
            .meaning = "length of the edges of tetrahedra; default: the grid spacing"},
           read_size,
           [](const O& o, const std::string&) {
             const bool given = spec(o).counts || std::holds_alternative<TetFile>(spec(o).shape);
             return given ? "" : fmt::format("{}", o.spacing);
           }},
          {{.name = "counts",
            .type = KeyType::vector,
            .low = 1,
            .high = 10000,
            .meaning = "of a box, instead of `spacing`: cells of five tetrahedra along x, y, z"},
           {},
           [](const O& o, const std::string&) {
             return spec(o).counts ? fmt::format("[{}]", fmt::join(*spec(o).counts, ", ")) : "";
           }}};
}

/// Twelve tetrahedra per cube of the lattice.
void check_number(TableReader& object, const O& o) {
  const ShapeSpec* simple = std::get_if<ShapeSpec>(&spec(o).shape);
  if (!simple || std::holds_alternative<MeshFile>(*simple)) return;  // known only after it is read
  const Bounds b = bounds_of(*simple);
  const double count = 12 * product(b.upper - b.lower) / std::pow(o.spacing, 3);
  if (!(count <= kMostTetrahedra))
    throw object.error("E0216", fmt::format("{} would have about {:.2g} tetrahedra", object.title(), count),
                       "shape",
                       fmt::format("the program holds at most {:g}: raise its spacing", kMostTetrahedra));
}

void check_bones(TableReader& object, const SolidSpec& s) {
  const auto* figure = std::get_if<FigureOptions>(&s.shape);
  const bool bones = std::any_of(s.pins.begin(), s.pins.end(), [](const PinSpec& p) { return p.bones; });
  if (bones && !figure)
    throw object.error("E0232", fmt::format("{} has no bones to pin", object.title()), "pins",
                       "only shape = { figure = { } } has bones");
  if (figure && figure->walk > 0 && !bones)
    throw object.error("E0230", fmt::format("{} cannot walk without its bones", object.title()), "shape",
                       "add pins = [{ bones = true }]");
}

Keys<O> start_keys() {
  using Start = SolidSpec::Start;
  return {velocity_key("at time 0"), spin_key("at time 0, about `at`, added to velocity"),
          stretch_key("at time 0 it is its shape without stress drawn out so along the shape's x, y, z; less "
                      "than 1 squashes"),
          kind_key<SolidSpec>(describe::choice<&SolidSpec::start>(
              "start",
              {{"rest", int(Start::rest)},
               {"inverted", int(Start::inverted)},
               {"flat", int(Start::flat)},
               {"random", int(Start::random)}},
              "at time 0: as its shape; turned inside out through its middle; pressed into a plane across z; "
              "every vertex anywhere in its bounds. To see it recover: the laws jelly and linear_corotated "
              "can")),
          seed_key("of a random start")};
}

Keys<O> solid_keys() {
  Keys<O> keys =
      first_keys({.meaning = "solid", .required = true}, {{.name = "shape",
                                                           .type = KeyType::table,
                                                           .meaning = "what is filled with tetrahedra",
                                                           .required = true},
                                                          read_solid_shape,
                                                          solid_shape_text});
  keys.append(place_keys<O>("where the shape's origin is", "turned about its origin"));
  keys.append(
      material_keys("\"jelly\", { preset = \"flesh\", young = \"20 kPa\" } or { law = \"rubber\", ... }: "
                    "an elastic law, jelly rubber linear_corotated hencky or split_neo_hookean",
                    check_law));
  keys.append(size_keys());
  keys.append(kind_keys<SolidSpec>(SolidSettings::fields()));
  keys.after("self_contact",
             {kind_key<SolidSpec>(describe::choice<&SolidSpec::step>(
                 "step",
                 {{"auto", kNothing},
                  {"explicit", int(Stepping::explicitly)},
                  {"implicit", int(Stepping::implicitly)}},
                 "how its own velocities are found; auto: as the solver's, implicit where that "
                 "is auto"))});
  keys.after("step", start_keys());
  keys.add(force_key("place without stress"));
  keys.add(loads_key(Pinned::solid));
  keys.add(pins_key(
      Pinned::solid,
      "vertices that are held or move as told: `pins = [{ box = ... }]`, `pins = [{ bones = true }]`"));
  keys.append(last_keys("rubber"));
  return keys;
}

void begin(TableReader& object, const Scene& scene, O& o) {
  if (scene.solver.plane)
    throw object.error("E0214", "solids live in space, not in a plane scene", "type",
                       "use grains, or leave out solver.plane");
  o.kind = SolidSpec{};
}

void check(TableReader& object, const Scene&, O& o) {
  const std::string law = material_name(o.material);
  if (spec(o).start != SolidSpec::Start::rest && law != "jelly" && law != "linear_corotated")
    throw object.error("E0231", fmt::format("'{}' cannot begin without volume", law), "start",
                       "use a material of the law jelly or linear_corotated");
  check_number(object, o);
  check_bones(object, spec(o));
}

}  // namespace

Kind kind_of(const SolidSpec*) {
  return {{{"solid",
            "soft solids of tetrahedra: box, sphere, capsule, cylinder, any closed mesh or tetrahedra, or a "
            "person who walks (laws jelly, rubber, linear_corotated, hencky and split_neo_hookean)",
            kLaws}},
          {"solid", "[[object]] of type solid", "A soft solid of tetrahedra; see docs/tetrahedra.md.",
           solid_keys()},
          {shape_info(), figure_table().info, pin_table(Pinned::solid).info, load_table(Pinned::solid).info},
          begin,
          check,
          [](const Scene& scene, const O& o) { return make_solid(make_solid_options(scene, o)); }};
}

}  // namespace weft
