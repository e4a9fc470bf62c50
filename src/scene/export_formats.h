/// Names of the formats that other programs read. Scenes ask for them, src/output/export/ writes them.
#pragma once
#include <string>
#include <vector>

namespace weft {

const std::vector<std::string>& export_formats();

}  // namespace weft
