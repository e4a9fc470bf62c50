/// [[object]] of type solid.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scene/read/maker.h"

namespace weft {
namespace {

constexpr double kMostTetrahedra = 1e8;

SolidShape read_solid_shape(TableReader& object, const Scene& scene) {
  TableReader shape = object.table("shape", scene_table("solid_shape"));
  const std::string kind = read_shape_kind(shape, "solid_shape");
  if (kind.empty()) {
    shape.finish();
    throw object.error("E0205", fmt::format("the shape of {} is not said", object.title()), "shape",
                       "one of: box sphere capsule cylinder mesh tets figure");
  }
  if (kind != "tets" && kind != "figure") return read_shape(object, false);
  SolidShape out;
  if (kind == "tets") out = TetFile{read_path(shape, "tets"), shape.number("scale")};
  else out = read_figure(shape.table("figure", scene_table("figure")), scene);
  shape.finish();
  return out;
}

void check_law(TableReader& object, const ObjectSpec& o, SolidSpec::Start start) {
  const std::string law = material_name(o.material);
  static const std::vector<std::string> good = {"jelly", "rubber", "linear_corotated", "hencky",
                                                "split_neo_hookean"};
  if (std::find(good.begin(), good.end(), law) == good.end())
    throw object.error("E0306", fmt::format("a solid cannot be made of '{}'", law), "material",
                       fmt::format("it needs a material of the law {}", fmt::join(good, " or ")));
  if (start != SolidSpec::Start::rest && law != "jelly" && law != "linear_corotated")
    throw object.error("E0231", fmt::format("'{}' cannot begin without volume", law), "start",
                       "use a material of the law jelly or linear_corotated");
}

/// Cells of a box; the spacing follows from them, or they from it.
void read_size(TableReader& object, const Scene& scene, const SolidShape& shape, ObjectSpec& o,
               SolidSpec& s) {
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
  s.counts.emplace();
  for (int k = 0; k < 3; ++k) {
    if (counts[k] != std::floor(counts[k]))
      throw object.error("E0209", "counts are whole numbers", "counts", "write counts = [8, 8, 4]");
    (*s.counts)[std::size_t(k)] = int(counts[k]);
  }
  o.spacing = 2 * std::cbrt(product(box->half) / product(counts));
}

/// Twelve tetrahedra a cube of the lattice.
void check_number(TableReader& object, const ObjectSpec& o, const SolidSpec& s) {
  const ShapeSpec* simple = std::get_if<ShapeSpec>(&s.shape);
  if (!simple || std::holds_alternative<MeshFile>(*simple)) return;  // known only after it is read
  const Bounds b = std::visit(
      [](const auto& shape) -> Bounds {
        if constexpr (std::is_same_v<std::decay_t<decltype(shape)>, MeshFile>) return {};
        else return bounds(Shape{shape});
      },
      *simple);
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

}  // namespace

void read_solid(TableReader& object, const Scene& scene, ObjectSpec& o) {
  if (scene.solver.plane)
    throw object.error("E0214", "solids live in space, not in a plane scene", "type",
                       "use grains, or leave out solver.plane");
  SolidSpec s;
  s.shape = read_solid_shape(object, scene);
  o.place = read_placement(object);
  read_material(object, o);
  const std::string start = object.word("start");
  s.start = start == "inverted" ? SolidSpec::Start::inverted
            : start == "flat"   ? SolidSpec::Start::flat
            : start == "random" ? SolidSpec::Start::random
                                : SolidSpec::Start::rest;
  check_law(object, o, s.start);
  o.seed = std::uint64_t(object.integer("seed"));
  read_size(object, scene, s.shape, o, s);
  check_number(object, o, s);
  s.friction = object.number("friction");
  s.restitution = object.number("restitution");
  s.self_contact = object.flag("self_contact");
  const std::string step = object.word("step");
  if (step != "auto") s.step = step == "implicit" ? Stepping::implicitly : Stepping::explicitly;
  o.velocity = object.vector("velocity");
  o.spin = object.vector("spin");
  o.stretch = object.vector("stretch");
  o.damping = object.number("damping");
  s.damping_rounds = int(object.integer("damping_rounds"));
  for (TableReader& pin : object.tables("pins", scene_table("solid_pin")))
    s.pins.push_back(read_pin(pin, scene, Pinned::solid));
  check_bones(object, s);
  if (object.has("force")) o.force = read_formulas(object, "force", {"X", "Y", "Z", "x", "y", "z", "t"});
  if (const toml::node* n = object.node("colour")) o.colour.colour = read_colour(object, *n, "colour");
  o.look = object.word("look");
  object.finish();
  o.solid = std::move(s);
}

}  // namespace weft
