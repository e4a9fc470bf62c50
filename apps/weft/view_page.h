/// The viewer's page as it is built into the program.
#pragma once
#include <vector>

#include "view/viewer.h"

namespace weft {

/// Throws Error E0801 when the program was built without npm.
void require_page();
std::vector<PageFile> page_files();

}  // namespace weft
