#include "list_json.h"

#include <nlohmann/json.hpp>

#include "exec/error.h"
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

Json bodies() {
  Json list = Json::array();
  for (const Kind& kind : kinds())
    for (const Kind::Type& type : kind.types)
      list.push_back({{"name", type.name}, {"summary", type.summary}, {"laws", type.laws}});
  return list;
}

Json all_presets() {
  Json list = Json::array();
  for (const Preset& p : presets())
    list.push_back({{"name", p.name},
                    {"law", p.law},
                    {"bodies", bodies_of(p.law)},
                    {"source", p.source},
                    {"numbers", numbers_of(p)}});
  return list;
}

}  // namespace

std::string list_json(const std::string& what) {
  if (what == "bodies") return bodies().dump(1);
  if (what == "presets") return all_presets().dump(1);
  throw Error("E0602", "there is no list of '" + what + "' as JSON", {},
              "write `weft list bodies --json` or `weft list presets --json`");
}

}  // namespace weft
