/// A JSON Schema (draft 7) of scenes, for editors: `weft schema`. It is made from the descriptions that the reader
/// reads by and the scene reference is printed from (scene_tables(), materials and presets), so all three know the
/// same keys, types, limits and words.
///
/// Which table a key holds follows from how a scene writes it: `rotate` holds the table whose title is
/// "rotate = { }", first among those of its own kind of object, then among all.
#pragma once
#include <string>

namespace weft {

/// The schema as text. Throws std::logic_error when a list or a table is described that it cannot express: a new
/// one is added to special_forms() in schema_forms.cpp.
std::string schema_json();

}  // namespace weft
