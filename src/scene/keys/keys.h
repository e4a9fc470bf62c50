/// What the manual says of the tables of a scene: the reader takes units, limits and defaults from here, and the
/// scene reference (docs/scene_reference.md, `weft list keys`) is printed from it. The tables themselves are lists
/// of keys (scene/keys/key.h).
#pragma once
#include <string>
#include <vector>

#include "exec/setting.h"

namespace weft {

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
