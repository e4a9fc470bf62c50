/// [[object]].
#include <fmt/format.h>

#include <cmath>

#include "scene/read/reading.h"
#include "scene/suggest.h"

namespace weft {
namespace {

constexpr double kMostPoints = 5e8;

const std::vector<std::string> kKinds = {"grains", "cloth", "fibre", "shell",
                                         "solid",  "rigid", "hair",  "putty"};

std::string read_type(TableReader& object) {
  const std::string type = object.text("type");
  for (const std::string& k : kKinds)
    if (type == k) return type;
  const std::string near = nearest_word(type, kKinds);
  throw object.error("E0211", fmt::format("'type' in {} cannot be '{}'", object.title(), type), "type",
                     fmt::format("{}one of: {}", near.empty() ? "" : fmt::format("did you mean '{}'? ", near),
                                 fmt::join(kKinds, " ")));
}

double read_spacing(TableReader& object, const Solver& solver) {
  if (object.has("spacing")) {
    if (object.has("points_per_cell"))
      throw object.error("E0204", "say either 'spacing' or 'points_per_cell'", "points_per_cell",
                         "remove one");
    return object.number("spacing");
  }
  const double count = object.has("points_per_cell") ? object.number("points_per_cell")
                       : solver.plane                ? 4
                                                     : 8;
  return solver.plane ? solver.dx / std::sqrt(count) : solver.dx / std::cbrt(count);
}

void read_velocity(TableReader& object, ObjectSpec& out) {
  static const KeyInfo info = *scene_table("object").find("velocity");
  const toml::node* node = object.node("velocity");
  if (!node) return;
  bool formulas = false;
  if (const toml::array* a = node->as_array())
    for (const toml::node& n : *a)
      if (const auto* s = n.as_string()) {
        // "2 m/s" is a number with a unit, "2*x" a formula.
        const std::size_t unit = s->get().find_first_not_of("+-0123456789.eE ");
        formulas = formulas || (unit != std::string::npos && s->get().find("m/s") == std::string::npos);
      }
  if (formulas) out.velocity_of = read_formulas(object, "velocity", {"x", "y", "z"});
  else out.velocity = object.vector_of(*node, info);
}

/// The object's colours; without a word about it, those of the material's preset.
ColourSpec read_colour_spec(TableReader& object, ColourSpec c) {
  const toml::node* node = object.node("colour");
  if (!node) return c;
  if (!node->is_table()) {
    c.colour = read_colour(object, *node, "colour");
    return c;
  }
  TableReader t = object.table("colour", scene_table("colour"));
  c.by = t.word("by");
  if (const toml::node* n = t.node("from")) c.from = read_colour(t, *n, "from");
  if (const toml::node* n = t.node("to")) c.to = read_colour(t, *n, "to");
  t.finish();
  for (int k = 0; k < 3; ++k) c.colour[k] = 0.5f * (c.from[k] + c.to[k]);
  return c;
}

SourceSpec read_source(TableReader source, const Scene& scene) {
  SourceSpec s;
  if (!source.has("rate") && !source.has("velocity"))
    throw source.error("E0205", "a source needs 'rate' or 'velocity'", "rate",
                       "add rate = \"2 kg/s\" or velocity = [0, 0, -1]");
  if (source.has("rate")) s.rate = source.number("rate");
  s.velocity = source.has("velocity") ? source.vector("velocity") : scene.solver.gravity;
  if (!(norm(s.velocity) > 1e-9))
    throw source.error("E0209", "a source needs a direction to pour in",
                       source.has("velocity") ? "velocity" : "rate", "give a velocity that is not zero");
  s.from = source.number("from");
  s.until = source.has("until") ? source.number("until") : scene.time.end;
  if (s.until <= s.from)
    throw source.error("E0209", "the source ends before it begins", source.has("until") ? "until" : "from",
                       "'until' must be later than 'from'");
  source.finish();
  return s;
}

}  // namespace

Sampling read_sampling(TableReader& object) {
  const std::string sampling = object.word("sampling");
  return sampling == "lattice"   ? Sampling::lattice
         : sampling == "poisson" ? Sampling::poisson
                                 : Sampling::jittered;
}

ObjectSpec read_object(TableReader object, const Scene& scene, std::size_t number) {
  ObjectSpec o;
  o.name = read_name(object, fmt::format("object{}", number));
  object.retitle(fmt::format("[[object]] \"{}\"", o.name));
  o.type = read_type(object);
  if (o.type == "rigid") {
    object.use(scene_table("rigid"));
    o.type = object.text("type");
    read_rigid(object, scene, o);
    return o;
  }
  if (o.type != "grains") {
    const bool thin = o.type == "cloth" || o.type == "fibre";
    object.use(scene_table(thin ? "thin" : o.type == "hair" ? "hair_object" : o.type));
    o.type = object.text("type");
    if (thin) read_thin(object, scene, o);
    else if (o.type == "shell") read_shell(object, scene, o);
    else if (o.type == "hair") read_hair(object, scene, o);
    else if (o.type == "putty") read_putty(object, scene, o);
    else read_solid(object, scene, o);
    return o;
  }
  o.shape = read_shape(object, false);
  o.place = read_placement(object);
  read_material(object, o);
  o.spacing = read_spacing(object, scene.solver);
  o.sampling = read_sampling(object);
  o.seed = std::uint64_t(object.integer("seed"));
  read_velocity(object, o);
  o.spin = object.vector("spin");
  o.stretch = object.vector("stretch");
  o.damping = object.number("damping");
  if (object.has("force")) o.force = read_formulas(object, "force", {"X", "Y", "Z", "x", "y", "z", "t"});
  o.colour = read_colour_spec(object, o.colour);
  o.look = object.word("look");
  if (object.has("source")) o.source = read_source(object.table("source", scene_table("source")), scene);
  if (o.source && (o.velocity_of || object.has("velocity") || object.has("spin") || object.has("stretch")))
    throw object.error("E0204", "a source gives its points their velocity", "source",
                       "remove velocity, spin and stretch of the object; say velocity in the source");
  check_counts(object, o, scene);
  object.finish();
  return o;
}

void check_counts(TableReader& object, const ObjectSpec& o, const Scene& scene) {
  if (std::holds_alternative<MeshFile>(o.shape)) return;  // known only after it is read
  const Shape shape = std::visit(
      [](const auto& s) -> Shape {
        if constexpr (std::is_same_v<std::decay_t<decltype(s)>, MeshFile>) return Sphere{1};
        else return s;
      },
      o.shape);
  const Bounds b = bounds(shape);
  const Vec3d size = b.upper - b.lower;
  const double points = scene.solver.plane ? size[0] * size[2] / (o.spacing * o.spacing)
                                           : product(size) / std::pow(o.spacing, 3);
  if (!(points <= kMostPoints))
    throw object.error(
        "E0216", fmt::format("{} would have about {:.2g} points", object.title(), points), "shape",
        fmt::format("the program holds at most {:g}: raise solver.dx or make the shape smaller",
                    kMostPoints));
}

}  // namespace weft
