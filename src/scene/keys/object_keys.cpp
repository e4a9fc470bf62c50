#include "scene/keys/object_keys.h"

namespace weft {
namespace {

using O = ObjectSpec;

std::vector<PinSpec>& pins_of(O& object) {
  return std::visit(
      [](auto& spec) -> std::vector<PinSpec>& {
        if constexpr (requires { spec.pins; }) return spec.pins;
        else throw std::logic_error("this kind has no pins");
      },
      object.kind);
}

}  // namespace

Keys<O> first_keys(KeyInfo type, Key<O> shape) {
  type.name = "type";
  type.type = KeyType::text;
  return {name_key<O>("letters, digits, _ and -; unique. Default: object1, object2, ..."),
          {std::move(type), {}, [](const O& o, const std::string&) { return quoted(o.type); }},
          std::move(shape)};
}

Key<O> simple_shape_key(const std::string& meaning) {
  return {{.name = "shape", .type = KeyType::table, .meaning = meaning, .required = true},
          [](TableReader& table, const Scene& scene, O& o) { o.shape = read_shape(table, scene, false); },
          [](const O& o, const std::string& folder) { return shape_text(o.shape, folder); }};
}

Keys<O> material_keys(const std::string& meaning, CheckMaterial check) {
  return {{{.name = "material", .type = KeyType::any, .meaning = meaning, .required = true},
           [check](TableReader& table, const Scene& scene, O& o) {
             read_material(table, o);
             if (check) check(table, scene, o);
           },
           [](const O& o, const std::string&) { return material_text(o.material); }},
          {{.name = "density",
            .unit = "kg/m^3",
            .low = 1e-3,
            .high = 1e6,
            .meaning = "instead of the material's"}}};  // read_material reads it
}

Key<O> velocity_key(const std::string& meaning) {
  return key_of<O>(describe::vector<&O::velocity>("velocity", "m/s", {-1e6, 1e6}, meaning));
}
Key<O> spin_key(const std::string& meaning) {
  return key_of<O>(describe::vector<&O::spin>("spin", "rad/s", {-1e6, 1e6}, meaning));
}
Key<O> stretch_key(const std::string& meaning) {
  return key_of<O>(describe::vector<&O::stretch>("stretch", "", {0.05, 20}, meaning));
}
Keys<O> motion_keys() {
  return {velocity_key("at time 0"), spin_key("at time 0, about `at`, added to velocity"),
          stretch_key("at time 0 it is its shape without stress drawn out so along the shape's x, y, z")};
}

Key<O> sampling_key(Sampling normally) {
  Setting<O> s = describe::choice<&O::sampling>("sampling",
                                                {{"lattice", int(Sampling::lattice)},
                                                 {"jittered", int(Sampling::jittered)},
                                                 {"poisson", int(Sampling::poisson)}},
                                                "regular, one random point per lattice cell, or blue noise");
  s.key.fallback = default_text(choice_to_word(s.choices, std::int64_t(normally)));
  return key_of<O>(s);
}

Key<O> seed_key(const std::string& meaning) {
  return key_of<O>(describe::integer<&O::seed>("seed", {0, 9e15}, meaning));
}

Key<O> force_key(const std::string& place) {
  return {{.name = "force",
           .type = KeyType::list,
           .meaning = "three formulas of X Y Z (" + place +
                      "), x y z (now) and t: an acceleration [m/s^2] besides gravity"},
          [](TableReader& table, const Scene&, O& o) {
            if (table.has("force"))
              o.force = read_formulas(table, "force", {"X", "Y", "Z", "x", "y", "z", "t"});
          },
          [](const O& o, const std::string&) { return o.force ? list(*o.force) : ""; }};
}

Key<O> pins_key(Pinned what, const std::string& meaning) {
  return {{.name = "pins", .type = KeyType::list, .meaning = meaning},
          [what](TableReader& table, const Scene& scene, O& o) {
            for (TableReader& pin : table.tables("pins", pin_table(what).info))
              pins_of(o).push_back(read_pin(pin, scene, what));
          },
          [what](const O& o, const std::string& folder) { return pins_text(o.pins(), what, folder); }};
}

Keys<O> last_keys(const std::string& automatic_look) {
  return {{{.name = "copies", .type = KeyType::table, .meaning = "several of it in rows: a wall, a stack"}},
          {{.name = "colour",
            .type = KeyType::any,
            .meaning = "a name, \"#rrggbb\" or [r, g, b] from 0 to 1"},
           [](TableReader& table, const Scene&, O& o) {
             if (const toml::node* n = table.node("colour"))
               o.colour.colour = read_colour(table, *n, "colour");
           },
           [](const O& o, const std::string&) { return list(o.colour.colour); }},
          look_key<O>(automatic_look)};
}

}  // namespace weft
