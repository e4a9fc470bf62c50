/// `weft list bodies --json` and `weft list presets --json`: what panels of other programs offer, without a list copied by hand.
///   bodies   [{ "name", "summary", "laws" }]
///   presets  [{ "name", "law", "bodies", "source", "numbers": [{ "name", "unit", "value", "low", "high", "meaning" }] }]
#pragma once
#include <string>

namespace weft {

/// Throws E0602 for other lists.
std::string list_json(const std::string& what);

}  // namespace weft
