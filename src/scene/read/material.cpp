/// material = "sand" | { preset = "sand", young = "1 MPa" } | { law = "sand", ... }.
#include <fmt/format.h>

#include "materials/presets.h"
#include "scene/keys/material_keys.h"
#include "scene/read/reading.h"
#include "scene/suggest.h"

namespace weft {
namespace {

std::vector<std::string> preset_names() {
  std::vector<std::string> names;
  for (const Preset& p : presets()) names.push_back(p.name);
  return names;
}

/// The preset or law that a word means.
Material by_name(TableReader& object, const toml::node& node, const std::string& key) {
  const auto* text = node.as_string();
  if (!text)
    throw object.error_at("E0207", fmt::format("'{}' of the material must be a text in quotes", key), node,
                          "see `weft list presets`");
  const std::vector<std::string> known = key == "law" ? material_names() : preset_names();
  for (const std::string& k : known)
    if (k == text->get()) return key == "law" ? make_material(k) : make_preset(k);
  throw object.error_at(
      "E0211",
      fmt::format("there is no {} '{}'", key == "law" ? "material law" : "material preset", text->get()),
      node,
      fmt::format("{} (`weft list {}`)", suggestion(text->get(), known),
                  key == "law" ? "materials" : "presets"));
}

}  // namespace

void read_material(TableReader& object, ObjectSpec& out) {
  const toml::node* node = object.node("material");
  if (!node)
    throw object.error("E0205", fmt::format("{} needs 'material'", object.title()), "material",
                       fmt::format("one of: {}", fmt::join(preset_names(), " ")));
  if (const auto* text = node->as_string()) {
    out.material = by_name(object, *node, "preset");
    out.preset = text->get();
  } else if (const toml::table* table = node->as_table()) {
    const toml::node *preset = table->get("preset"), *law = table->get("law");
    if (preset && law)
      throw object.error_at("E0204", "a material is a preset or a law, not both", *law, "remove one");
    if (!preset && !law)
      throw object.error("E0205", fmt::format("the material of {} is not said", object.title()), "material",
                         "write material = { preset = \"sand\", ... }");
    out.material = preset ? by_name(object, *preset, "preset") : by_name(object, *law, "law");
    if (preset) out.preset = preset->as_string()->get();
    const TableInfo info = material_table(out.material);
    TableReader fields = object.table("material", info);
    fields.ignore("preset");
    fields.ignore("law");
    for (const KeyInfo& key : info.keys)
      if (key.name != "preset" && key.name != "law" && fields.has(key.name))
        set_field(out.material, key.name, fields.number(key.name));
    fields.finish();
  } else {
    throw object.error("E0207", fmt::format("'material' in {} must be a text or a table", object.title()),
                       "material",
                       "write material = \"sand\" or material = { preset = \"sand\", young = \"1 MPa\" }");
  }
  if (!out.preset.empty()) out.colour.colour = find_preset(out.preset).colour;
  if (object.has("density")) set_field(out.material, "density", object.number("density"));
  try {
    prepare_material(out.material);
  } catch (const Error& e) {
    throw object.error(e.code, fmt::format("the material of {}: {}", object.title(), e.what()), "material",
                       e.hint);
  }
}

}  // namespace weft
