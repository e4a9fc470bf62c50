/// [[object]] of type grains.
#include "bodies/grains/grains.h"

#include <cmath>

#include "scene/build/points.h"
#include "scene/kinds/filled.h"
#include "scene/kinds/kind.h"

namespace weft {
namespace {

using O = ObjectSpec;

GrainsSpec& spec(O& o) { return std::get<GrainsSpec>(o.kind); }
const GrainsSpec& spec(const O& o) { return std::get<GrainsSpec>(o.kind); }

void read_spacing(TableReader& object, const Scene& scene, O& o) {
  const Solver& solver = scene.solver;
  if (object.has("spacing")) {
    if (object.has("points_per_cell"))
      throw object.error("E0204", "say either 'spacing' or 'points_per_cell'", "points_per_cell",
                         "remove one");
    o.spacing = object.number("spacing");
    return;
  }
  const double count = object.has("points_per_cell") ? object.number("points_per_cell")
                       : solver.plane                ? 4
                                                     : 8;
  o.spacing = solver.plane ? solver.dx / std::sqrt(count) : solver.dx / std::cbrt(count);
}

const KeyInfo kVelocity{.name = "velocity",
                        .type = KeyType::any,
                        .unit = "m/s",
                        .fallback = "[0, 0, 0]",
                        .low = -1e6,
                        .high = 1e6,
                        .meaning = "at time 0: three numbers [m/s] or formulas of x y z"};

void read_velocity(TableReader& object, const Scene&, O& o) {
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
  if (formulas) spec(o).velocity_of = read_formulas(object, "velocity", {"x", "y", "z"});
  else o.velocity = object.vector_of(*node, kVelocity);
}

/// The object's colours; default: those of the material's preset.
void read_colours(TableReader& object, const Scene& scene, O& o) {
  ColourSpec& c = o.colour;
  const toml::node* node = object.node("colour");
  if (!node) return;
  if (!node->is_table()) {
    c.colour = read_colour(object, *node, "colour");
    return;
  }
  TableReader t = object.table("colour", colour_table().info);
  colour_table().read(t, scene, c);
  t.finish();
  for (int k = 0; k < 3; ++k) c.colour[k] = 0.5f * (c.from[k] + c.to[k]);
}

void read_source(TableReader& object, const Scene& scene, O& o) {
  if (!object.has("source")) return;
  TableReader source = object.table("source", source_table().info);
  SourceSpec s;
  if (!source.has("rate") && !source.has("velocity"))
    throw source.error("E0205", "a source needs 'rate' or 'velocity'", "rate",
                       "add rate = \"2 kg/s\" or velocity = [0, 0, -1]");
  s.velocity = scene.solver.gravity;
  s.until = scene.time.end;
  source_table().read(source, scene, s);
  if (!(norm(s.velocity) > 1e-9))
    throw source.error("E0209", "a source needs a direction to pour in",
                       source.has("velocity") ? "velocity" : "rate", "give a velocity that is not zero");
  if (s.until <= s.from)
    throw source.error("E0209", "the source ends before it begins", source.has("until") ? "until" : "from",
                       "'until' must be later than 'from'");
  source.finish();
  spec(o).source = s;
}

/// A source gives its points their motion.
Key<O> without_source(Key<O> key) {
  key.write = [write = key.write](const O& o, const std::string& folder) {
    return spec(o).source ? "" : write(o, folder);
  };
  return key;
}

std::string velocity_text(const O& o, const std::string&) {
  if (spec(o).velocity_of) return list(*spec(o).velocity_of);
  return spec(o).source ? "" : list(o.velocity);
}

Keys<O> grains_keys() {
  Keys<O> keys = first_keys({.fallback = "\"grains\"", .meaning = "kind of body; see `weft list bodies`"},
                            simple_shape_key("what is filled with points"));
  keys.append(place_keys<O>("where the shape's centre is", "turned about its centre"));
  keys.append(
      material_keys("\"sand\", { preset = \"sand\", young = \"1 MPa\" } or { law = \"sand\", ... }; see "
                    "`weft list presets`",
                    nullptr));
  keys.add({{.name = "points_per_cell",
             .low = 0.5,
             .high = 1000,
             .meaning = "points per grid cell; 8, or 4 in plane mode"},
            {},
            {}});
  keys.add({{.name = "spacing",
             .unit = "m",
             .low = 1e-7,
             .high = 1e4,
             .meaning = "instead: the distance of neighbouring points"},
            read_spacing,
            [](const O& o, const std::string&) { return fmt::format("{}", o.spacing); }});
  keys.add(sampling_key(Sampling::jittered)).add(seed_key("of the random points"));
  keys.add({kVelocity, read_velocity, velocity_text});
  keys.add(without_source(spin_key("at time 0, about `at`, added to velocity")));
  keys.add(without_source(stretch_key("the points are loaded with F = diag(stretch) at time 0")));
  keys.append(kind_keys<GrainsSpec>(GrainsSettings::fields()));
  keys.add(force_key("place at time 0"));
  keys.append(last_keys("by its material"));
  keys["colour"] = {{.name = "colour",
                     .type = KeyType::any,
                     .meaning = "a name, \"#rrggbb\", [r, g, b] from 0 to 1, or { by = ... }"},
                    read_colours,
                    [](const O& o, const std::string& folder) {
                      return o.colour.by.empty() ? list(o.colour.colour)
                                                 : colour_table().keys.text(o.colour, folder);
                    }};
  keys.add({{.name = "source",
             .type = KeyType::table,
             .meaning = "the shape pours new points over time instead of being full at the start"},
            read_source,
            [](const O& o, const std::string& folder) {
              return spec(o).source ? source_table().keys.text(*spec(o).source, folder) : "";
            }});
  return keys;
}

void check(TableReader& object, const Scene& scene, O& o) {
  if (spec(o).source &&
      (spec(o).velocity_of || object.has("velocity") || object.has("spin") || object.has("stretch")))
    throw object.error("E0204", "a source gives its points their velocity", "source",
                       "remove velocity, spin and stretch of the object; say velocity in the source");
  check_counts(object, o, scene);
}

/// The laws that live on unconnected points.
std::vector<std::string> grain_laws() {
  std::vector<std::string> laws;
  for (const std::string& name : material_names())
    std::visit(
        [&]<class Law>(const Law&) {
          if (IsGrain<Law>) laws.push_back(name);
        },
        make_material(name));
  return laws;
}

}  // namespace

Kind kind_of(const GrainsSpec*) {
  return {{{"grains",
            "materials that live on unconnected points: sand, snow, jelly, clay, metal, goo, foam, slime, "
            "water",
            grain_laws()}},
          {"object", "[[object]]", "A thing that moves.", grains_keys()},
          {shape_table().info, capsule_table().info, cylinder_table().info, rotate_table().info,
           copies_table().info, colour_table().info, source_table().info},
          [](TableReader& object, const Scene& scene, O& o) {
            if (scene.solver.step == Stepping::statically)
              throw object.error("E0204",
                                 "grains keep velocities on the grid: their rest cannot be looked for",
                                 "type", "use a solid, or solver.step = \"implicit\"");
            o.kind = GrainsSpec{};
          },
          check,
          [](const Scene& scene, const O& o) { return make_grains(make_points(scene, o)); }};
}

}  // namespace weft
