#include "scene/keys/reference.h"

#include <fmt/format.h>

#include "materials/presets.h"
#include "scene/keys/keys.h"
#include "scene/keys/material_keys.h"

namespace weft {
namespace {

std::string escaped(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2)
    text.replace(at, 1, "\\|");
  return text;
}

std::string default_text(const KeyInfo& k) {
  return k.required ? "required" : k.fallback.empty() ? "-" : "`" + k.fallback + "`";
}

std::string key_rows(const std::vector<KeyInfo>& keys) {
  std::string out = "| key | value | default | range | meaning |\n|---|---|---|---|---|\n";
  for (const KeyInfo& k : keys)
    out += fmt::format("| `{}` | {} | {} | {} | {} |\n", k.name, escaped(type_text(k)),
                       escaped(default_text(k)), range_text(k), escaped(k.meaning));
  return out;
}

std::string preset_rows() {
  std::string out = "| preset | law | numbers that differ from the law's | source |\n|---|---|---|---|\n";
  for (const Preset& p : presets()) {
    std::string values;
    for (const auto& [name, value] : p.values)
      values += fmt::format("{}{} {:.6g}", values.empty() ? "" : ", ", name, value);
    out += fmt::format("| `{}` | {} | {} | {} |\n", p.name, p.law, values.empty() ? "-" : values,
                       escaped(p.source));
  }
  return out;
}

}  // namespace

std::string reference_markdown() {
  std::string out =
      "# Scene reference\n\n"
      "Written by `weft list keys --markdown`; do not edit. A scene is a TOML file. Numbers are SI; a text "
      "may carry a unit\n"
      "(`\"1.2 cm\"`, `\"30 deg\"`, `\"300 g/m^2\"`). Unknown keys are errors.\n";
  for (const TableInfo& t : scene_tables())
    out += fmt::format("\n## `{}`\n\n{}{}{}", t.title, t.meaning, t.meaning.empty() ? "" : "\n\n",
                       key_rows(t.keys));
  out +=
      "\n## Materials\n\n`material = \"NAME\"` takes a preset; `{ preset = \"NAME\", young = \"1 MPa\" }` "
      "changes some of its numbers;\n"
      "`{ law = \"NAME\", ... }` begins from the law's own defaults.\n\n### Presets\n\n" +
      preset_rows();
  for (const std::string& name : material_names()) {
    const Material m = make_material(name);
    TableInfo t = material_table(m);
    t.keys.erase(t.keys.begin(), t.keys.begin() + 2);  // preset, law
    out += fmt::format("\n### Law `{}`\n\n{}.\n\n{}", name, material_summary(m), key_rows(t.keys));
  }
  return out;
}

std::string reference_text(const std::string& only) {
  std::string out;
  for (const TableInfo& t : scene_tables()) {
    if (t.name.find(only) == std::string::npos) continue;
    out += fmt::format("{}{}\n", out.empty() ? "" : "\n", t.title);
    for (const KeyInfo& k : t.keys) {
      const std::string fallback = k.required           ? "required"
                                   : k.fallback.empty() ? ""
                                                        : "default " + k.fallback;
      out += fmt::format("  {:<16} {:<28} {:<22} {}\n", k.name, type_text(k), fallback, k.meaning);
    }
  }
  return out;
}

}  // namespace weft
