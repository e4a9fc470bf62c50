#include "scene/keys/material_keys.h"

#include <fmt/format.h>

namespace weft {

TableInfo material_table(const Material& material) {
  TableInfo info{"material", "material = { }", material_summary(material), {}};
  info.keys.push_back({.name = "preset",
                       .type = KeyType::text,
                       .meaning = "a material with its numbers, see `weft list presets`"});
  info.keys.push_back({.name = "law",
                       .type = KeyType::text,
                       .meaning = "or a law with its defaults, see `weft list materials`"});
  visit_fields(material, [&](const FieldInfo& f, const double& value) {
    KeyInfo key{.name = f.name,
                .unit = f.unit == "1" ? "" : f.unit,
                .fallback = fmt::format("{}", value),
                .low = f.low,
                .high = f.high,
                .meaning = f.meaning};
    // A power that is itself a parameter (Pa s^n) cannot be checked: such a number is given in SI without a unit.
    if (f.unit.ends_with("^n")) key.meaning += " [" + f.unit + "]", key.unit.clear();
    info.keys.push_back(std::move(key));
  });
  return info;
}

}  // namespace weft
