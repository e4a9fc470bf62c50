#include <algorithm>

#include "scene/kinds/kind.h"

namespace weft {

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = []<class... Spec>(const std::variant<Spec...>*) {
    return std::vector<Kind>{kind_of(static_cast<const Spec*>(nullptr))...};
  }(static_cast<const KindSpec*>(nullptr));
  return all;
}

const Kind& kind_of(const ObjectSpec& object) { return kinds()[object.kind.index()]; }

const Kind* find_kind(const std::string& type) {
  for (const Kind& kind : kinds())
    for (const Kind::Type& t : kind.types)
      if (t.name == type) return &kind;
  return nullptr;
}

std::vector<std::string> type_names() {
  std::vector<std::string> names;
  for (const Kind& kind : kinds())
    for (const Kind::Type& t : kind.types) names.push_back(t.name);
  return names;
}

bool takes_law(const Kind::Type& type, const std::string& law) {
  return std::find(type.laws.begin(), type.laws.end(), law) != type.laws.end();
}

}  // namespace weft
