/// Every key a scene may hold, described once: the reader takes units, limits and defaults from here, and the
/// scene reference (docs/scene_reference.md, `weft list keys`) is printed from it.
#pragma once
#include <limits>
#include <string>
#include <vector>

namespace weft {

enum class KeyType { number, integer, flag, word, text, vector, list, table, any };

struct KeyInfo {
  std::string name = {};
  KeyType type = KeyType::number;
  std::string unit = {};      ///< of numbers and vectors, "" when they have none
  std::string fallback = {};  ///< default as TOML would write it; "" when there is none
  double low = -std::numeric_limits<double>::infinity();  ///< smallest allowed, in SI
  double high = std::numeric_limits<double>::infinity();  ///< largest allowed
  std::vector<std::string> words = {};                    ///< the choices of a word
  std::string meaning = {};
  bool required = false;
};

struct TableInfo {
  std::string name;   ///< "solver", "object.shape"
  std::string title;  ///< how a scene writes it: "[solver]", "[[object]]", "shape = { }"
  std::string meaning = {};
  std::vector<KeyInfo> keys;

  const KeyInfo* find(const std::string& key) const;
  std::vector<std::string> names() const;
};

/// All tables of a scene, in the order of the reference.
const std::vector<TableInfo>& scene_tables();
/// The table with this name; throws std::logic_error when there is none.
const TableInfo& scene_table(const std::string& name);

/// "number [m]", "3 numbers [m/s]", "one of sticky slip separate".
std::string type_text(const KeyInfo& key);
/// "0.1 to 10", "at least 0", or empty.
std::string range_text(const KeyInfo& key);

}  // namespace weft
