#include "scene/keys/keys.h"

#include <fmt/format.h>

#include <stdexcept>

namespace weft {

const KeyInfo* TableInfo::find(const std::string& key) const {
  for (const KeyInfo& k : keys)
    if (k.name == key) return &k;
  return nullptr;
}

std::vector<std::string> TableInfo::names() const {
  std::vector<std::string> out;
  for (const KeyInfo& k : keys) out.push_back(k.name);
  return out;
}

const TableInfo& scene_table(const std::string& name) {
  for (const TableInfo& t : scene_tables())
    if (t.name == name) return t;
  throw std::logic_error("no scene table '" + name + "'");
}

std::string type_text(const KeyInfo& k) {
  const std::string unit = k.unit.empty() ? "" : " [" + k.unit + "]";
  switch (k.type) {
    case KeyType::number:
      return "number" + unit;
    case KeyType::integer:
      return "whole number";
    case KeyType::flag:
      return "true or false";
    case KeyType::word:
      return fmt::format("one of {}", fmt::join(k.words, ", "));
    case KeyType::text:
      return "text";
    case KeyType::vector:
      return "3 numbers" + unit;
    case KeyType::list:
      return "list";
    case KeyType::table:
      return "table";
    case KeyType::any:
      return "see text";
  }
  return {};
}

std::string range_text(const KeyInfo& k) {
  const double inf = std::numeric_limits<double>::infinity();
  const std::string unit = k.unit.empty() ? "" : " " + k.unit;
  if (k.low == -inf && k.high == inf) return {};
  if (k.high == inf) return fmt::format("at least {:g}{}", k.low, unit);
  if (k.low == -inf) return fmt::format("at most {:g}{}", k.high, unit);
  return fmt::format("{:g} to {:g}{}", k.low, k.high, unit);
}

}  // namespace weft
