/// The values of single keys as JSON Schema.
#pragma once
#include <nlohmann/json.hpp>
#include <optional>

#include "scene/keys/keys.h"

namespace weft {

using Json = nlohmann::ordered_json;

/// A key that holds numbers, words or texts, single or in lists; nothing for one that holds a table.
std::optional<Json> value_schema(const KeyInfo& key);
/// Adds what the manual says of it: title with unit, meaning, default.
void describe_key(Json& schema, const KeyInfo& key);
/// Text without the marks of Markdown.
std::string plain_text(std::string markdown);
/// A colour: a name, "#rrggbb" or three numbers.
Json colour_schema();
/// { "$ref": "#/definitions/NAME" }
Json reference_to(const std::string& name);

}  // namespace weft
