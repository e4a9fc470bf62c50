#include "list_json.h"

#include <nlohmann/json.hpp>

#include "materials/presets.h"
#include "scene/kinds/kind.h"

namespace weft {
namespace {

using Json = nlohmann::ordered_json;

/// Types of bodies that can be made of a law.
Json bodies_of(const std::string& law) {
  Json names = Json::array();
  for (const Kind& kind : kinds())
    for (const Kind::Type& type : kind.types)
      if (takes_law(type, law)) names.push_back(type.name);
  return names;
}

/// Every parameter of the preset's law, with the preset's value.
Json numbers_of(const Preset& preset) {
  Json numbers = Json::array();
  const Material material = make_preset(preset.name);
  visit_fields(material, [&](const FieldInfo& f, const double& value) {
    numbers.push_back({{"name", f.name},
                       {"unit", f.unit == "1" ? "" : f.unit},
                       {"value", value},
                       {"low", f.low},
                       {"high", f.high},
                       {"meaning", f.meaning}});
  });
  return numbers;
}

}  // namespace

std::string bodies_json() {
  Json list = Json::array();
  for (const Kind& kind : kinds())
    for (const Kind::Type& type : kind.types)
      list.push_back({{"name", type.name}, {"summary", type.summary}, {"laws", type.laws}});
  return list.dump(1);
}

std::string presets_json() {
  Json list = Json::array();
  for (const Preset& p : presets())
    list.push_back({{"name", p.name},
                    {"law", p.law},
                    {"bodies", bodies_of(p.law)},
                    {"source", p.source},
                    {"numbers", numbers_of(p)}});
  return list.dump(1);
}

}  // namespace weft
