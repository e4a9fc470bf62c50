#include "scene/keys/schema_forms.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <cmath>
#include <map>

#include "scene/export_formats.h"
#include "scene/read/reading.h"

namespace weft {
namespace {

/// "12", "1.2e-3 m", "30 deg": what units.cpp reads.
constexpr const char* kQuantity =
    "^[ \\t]*[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?[ \\t]*([^ \\t0-9+.eE-].*|1.*)?$";

/// Whole numbers stay whole: "1000000.0" reads badly in an editor.
Json number_json(double x) {
  if (x == std::floor(x) && std::abs(x) < 1e15) return std::int64_t(x);
  return x;
}

/// A number, or a text with a unit; limits are those of the number.
Json quantity(const KeyInfo& k, const char* type) {
  Json s{{"type", {type, "string"}}, {"pattern", kQuantity}};
  if (std::isfinite(k.low)) s["minimum"] = number_json(k.low);
  if (std::isfinite(k.high)) s["maximum"] = number_json(k.high);
  return s;
}

Json list_of(Json item, std::size_t count = 0) {
  Json s{{"type", "array"}, {"items", std::move(item)}};
  if (count) s["minItems"] = s["maxItems"] = count;
  return s;
}

Json one_of(const std::vector<std::string>& words) { return {{"type", "string"}, {"enum", words}}; }

Json formula() { return {{"type", {"number", "string"}}}; }

/// Lists, and keys that take several types: what their readers take (scene/keys, scene/kinds).
const std::map<std::string, Json (*)(const KeyInfo&)>& special_forms() {
  using K = const KeyInfo&;
  static const std::map<std::string, Json (*)(K)> forms = {
      {"frames",
       [](K) {
         return list_of({{"type", "integer"}}, 2);
       }},
      {"box", [](K) { return list_of(list_of(quantity({}, "number"), 3), 2); }},
      {"ids",
       [](K) {
         return list_of({{"type", "integer"}, {"minimum", 0}});
       }},
      {"between",
       [](K) {
         return list_of({{"type", "string"}}, 2);
       }},
      {"quantities",
       [](K) {
         return list_of({{"type", "string"}});
       }},
      {"write",
       [](K) {
         std::vector<std::string> words = {"frames"};
         words.insert(words.end(), export_formats().begin(), export_formats().end());
         return list_of(one_of(words));
       }},
      {"force", [](K) { return list_of(formula(), 3); }},
      {"velocity", [](K) { return list_of(formula(), 3); }},
      {"size", [](K k) { return list_of(quantity(k, "number"), 2); }},
      {"range", [](K k) { return list_of(quantity(k, "number"), 2); }},
      {"reach",
       [](K k) {
         return Json{{"anyOf", {quantity(k, "number"), {{"const", "auto"}}}}};
       }},
      {"colour", [](K) { return reference_to("colour_value"); }},
      {"from", [](K) { return reference_to("colour_value"); }},
      {"to", [](K) { return reference_to("colour_value"); }},
      {"background", [](K) { return reference_to("colour_value"); }},
      {"material", [](K) { return reference_to("material"); }}};
  return forms;
}

Json to_json(const toml::node& node) {
  if (const auto* s = node.as_string()) return s->get();
  if (const auto* b = node.as_boolean()) return b->get();
  if (const auto* i = node.as_integer()) return i->get();
  if (const auto* f = node.as_floating_point()) return number_json(f->get());
  Json list = Json::array();
  if (const toml::array* a = node.as_array())
    for (const toml::node& item : *a) list.push_back(to_json(item));
  return list;
}

}  // namespace

Json reference_to(const std::string& name) { return {{"$ref", "#/definitions/" + name}}; }

std::string plain_text(std::string text) {
  std::erase(text, '`');
  return text;
}

Json colour_schema() {
  const KeyInfo part{.name = "colour", .low = 0, .high = 1};
  Json hex{{"type", "string"}, {"pattern", "^#[0-9a-fA-F]{6}$"}};
  return {{"title", "colour"},
          {"description", "a name, \"#rrggbb\" or [r, g, b] from 0 to 1"},
          {"anyOf", {one_of(colour_names()), hex, list_of(quantity(part, "number"), 3)}}};
}

std::optional<Json> value_schema(const KeyInfo& k) {
  switch (k.type) {
    case KeyType::number:
      return quantity(k, "number");
    case KeyType::integer:
      return quantity(k, "integer");
    case KeyType::flag:
      return Json{{"type", "boolean"}};
    case KeyType::word:
      return one_of(k.words);
    case KeyType::text:
      return Json{{"type", "string"}};
    case KeyType::vector:
      return list_of(quantity(k, "number"), 3);
    case KeyType::table:
      return {};
    case KeyType::list:
    case KeyType::any:
      break;
  }
  const auto form = special_forms().find(k.name);
  if (form == special_forms().end()) return {};
  return form->second(k);
}

void describe_key(Json& schema, const KeyInfo& k) {
  if (schema.contains("$ref")) schema = Json{{"allOf", {schema}}};  // what stands beside $ref does not count
  schema["title"] = k.unit.empty() ? k.name : fmt::format("{} [{}]", k.name, k.unit);
  std::string text = plain_text(k.meaning);
  const std::string type = type_text(k), range = range_text(k);
  if (k.type != KeyType::any && k.type != KeyType::list && k.type != KeyType::table)
    text += fmt::format("{}({}{}{})", text.empty() ? "" : " ", type, range.empty() ? "" : ", ", range);
  schema["description"] = text;
  if (k.fallback.empty()) return;
  const toml::table parsed = toml::parse("v = " + k.fallback);
  schema["default"] = to_json(*parsed.get("v"));
}

}  // namespace weft
