/// `weft list bodies --json` and `weft list presets --json`: what panels of other programs offer, without a list copied by hand.
#pragma once
#include <string>

namespace weft {

/// [{ "name", "summary", "laws" }]
std::string bodies_json();
/// [{ "name", "law", "bodies", "source", "numbers": [{ "name", "unit", "value", "low", "high", "meaning" }] }]
std::string presets_json();

}  // namespace weft
