/// The scene reference as text: docs/scene_reference.md and `weft list keys` come from here.
#pragma once
#include <string>

namespace weft {

/// All tables, keys, laws and presets in Markdown.
std::string reference_markdown();
/// The keys of all tables, or of those whose name contains `only`, for a terminal.
std::string reference_text(const std::string& only = {});

}  // namespace weft
