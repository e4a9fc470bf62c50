#include "scene/keys/schema.h"

#include <stdexcept>

#include "materials/presets.h"
#include "scene/keys/material_keys.h"
#include "scene/keys/schema_forms.h"
#include "scene/kinds/kind.h"

namespace weft {
namespace {

/// Tables that only `weft validate` reads, with keys of their own in every case.
bool is_of_validation(const std::string& key) {
  for (const char* name : {"expect", "case", "run", "point", "transfer", "shell", "solid", "rod"})
    if (key == name) return true;
  return false;
}

/// How a scene may write a key that holds a table: "rotate = { }", "pins = [{ }] of shells", "[solver]".
bool is_title_of(const std::string& title, const std::string& key) {
  if (title == "[" + key + "]" || title == "[[" + key + "]]") return true;
  return title.starts_with(key + " = {") || title.starts_with(key + " = [{") ||
         title.find(" and " + key + " = {") != std::string::npos;
}

const TableInfo* find_table(const std::vector<TableInfo>& tables, const std::string& key) {
  for (const TableInfo& t : tables)
    if (is_title_of(t.title, key)) return &t;
  return nullptr;
}

/// The table that a key of `table` holds. Makers of shells are called as those of cloth are.
const TableInfo& table_of(const KeyInfo& key, const TableInfo& table, const Kind* kind) {
  if (table.name == "shell_shape")
    for (const TableInfo& t : scene_tables())
      if (t.name == "shell_" + key.name) return t;
  if (const TableInfo* t = kind ? find_table(kind->parts, key.name) : nullptr) return *t;
  if (const TableInfo* t = find_table(scene_tables(), key.name)) return *t;
  throw std::logic_error("the schema cannot express '" + key.name + "' of " + table.title);
}

/// Anything, for what the schema leaves alone.
Json anything() { return Json::object(); }

Json quality_schema() {
  const Json changes{{"type", "object"}};
  return {{"type", "object"},
          {"properties", {{"draft", changes}, {"normal", changes}, {"final", changes}}},
          {"additionalProperties", false}};
}

/// The kind whose objects, or whose parts, a table describes; null for the others.
const Kind* kind_with(const TableInfo& table) {
  for (const Kind& kind : kinds()) {
    if (kind.table.info.name == table.name) return &kind;
    for (const TableInfo& part : kind.parts)
      if (part.name == table.name) return &kind;
  }
  return nullptr;
}

Json key_schema(const KeyInfo& key, const TableInfo& table) {
  Json s;
  const bool top = table.name == top_table().name;
  if (top && is_of_validation(key.name)) s = anything();
  else if (top && key.name == "quality") s = quality_schema();
  else if (top && key.name == "object") s = {{"type", "array"}, {"items", reference_to("any_object")}};
  else if (const auto value = value_schema(key)) s = *value;
  else {
    const TableInfo& sub = table_of(key, table, kind_with(table));
    s = reference_to(sub.name);
    if (key.type == KeyType::list) s = {{"type", "array"}, {"items", s}};
  }
  describe_key(s, key);
  return s;
}

Json table_schema(const TableInfo& table) {
  Json properties = Json::object(), required = Json::array();
  for (const KeyInfo& key : table.keys) {
    properties[key.name] = key_schema(key, table);
    if (key.required) required.push_back(key.name);
  }
  Json s{{"title", plain_text(table.title)}, {"description", plain_text(table.meaning)}, {"type", "object"}};
  s["properties"] = std::move(properties);
  if (!required.empty()) s["required"] = std::move(required);
  s["additionalProperties"] = false;
  return s;
}

/// An object is one of its type's: grains where none is said.
Json any_object() {
  Json choices = Json::array();
  for (const Kind& kind : kinds()) {
    std::vector<std::string> names;
    for (const Kind::Type& t : kind.types) names.push_back(t.name);
    Json is_kind{{"properties", {{"type", {{"enum", names}}}}}};
    const KeyInfo* type = kind.table.info.find("type");
    if (type->required) is_kind["required"] = {"type"};
    choices.push_back({{"if", is_kind}, {"then", reference_to(kind.table.info.name)}});
  }
  Json type{{"type", "string"}, {"enum", type_names()}, {"description", ""}};
  std::string summaries;
  for (const Kind& kind : kinds())
    for (const Kind::Type& t : kind.types)
      summaries += (summaries.empty() ? "" : "\n") + t.name + ": " + t.summary;
  type["description"] = summaries;
  return {{"title", "[[object]]"}, {"type", "object"}, {"properties", {{"type", type}}}, {"allOf", choices}};
}

std::vector<std::string> preset_names(const std::string& law) {
  std::vector<std::string> names;
  for (const Preset& p : presets())
    if (law.empty() || p.law == law) names.push_back(p.name);
  return names;
}

/// One law's parameters, for materials that begin from it or from one of its presets.
Json law_schema(const std::string& law) {
  TableInfo table = material_table(make_material(law));
  table.title = "material of the law " + law;
  return table_schema(table);
}

Json material_schema() {
  const Json preset{
      {"type", "string"}, {"enum", preset_names({})}, {"description", "a material with its numbers"}};
  const Json law{{"type", "string"}, {"enum", material_names()}, {"description", "a law with its defaults"}};
  Json choices = Json::array();
  for (const std::string& name : material_names()) {
    const Json by_law{{"properties", {{"law", {{"const", name}}}}}, {"required", {"law"}}};
    const Json by_preset{{"properties", {{"preset", {{"enum", preset_names(name)}}}}},
                         {"required", {"preset"}}};
    Json either = by_law;
    if (!preset_names(name).empty()) either = {{"anyOf", {by_law, by_preset}}};
    choices.push_back({{"if", either}, {"then", reference_to("material_" + name)}});
  }
  const Json one{{{"required", {"preset"}}}, {{"required", {"law"}}}};
  Json table{{"type", "object"}};
  table["properties"] = {{"preset", preset}, {"law", law}};
  table["oneOf"] = one;
  table["allOf"] = choices;
  return {{"title", "material"}, {"anyOf", {preset, table}}};
}

/// A colour of grains may also be a table.
void allow_colours_by_place(Json& grains) {
  Json& colour = grains["properties"]["colour"];
  colour.erase("allOf");
  colour["anyOf"] = {reference_to("colour_value"), reference_to("colour")};
}

}  // namespace

std::string schema_json() {
  Json s = table_schema(top_table());
  Json head{{"$schema", "http://json-schema.org/draft-07/schema#"}, {"title", "A scene of weft"}};
  head["description"] =
      "Written by weft schema. Numbers are SI; a text may carry a unit: \"1.2 cm\", \"30 deg\".";
  head["type"] = "object";
  head["properties"] = s["properties"];
  head["additionalProperties"] = false;
  // A case of `weft validate` may do without a world.
  Json without = Json::array();
  for (const char* key : {"point", "transfer", "shell", "solid", "rod"})
    without.push_back({{"required", {key}}});
  head["if"] = {{"anyOf", without}};
  head["else"] = {{"required", {"time", "solver", "object"}}};
  Json& definitions = head["definitions"] = Json::object();
  for (const TableInfo& t : scene_tables())
    if (t.name != top_table().name) definitions[t.name] = table_schema(t);
  allow_colours_by_place(definitions[kinds().front().table.info.name]);
  definitions["any_object"] = any_object();
  definitions["colour_value"] = colour_schema();
  for (const std::string& law : material_names()) definitions["material_" + law] = law_schema(law);
  definitions["material"] = material_schema();
  return head.dump(1) + "\n";
}

}  // namespace weft
