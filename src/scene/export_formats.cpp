#include "scene/export_formats.h"

namespace weft {

const std::vector<std::string>& export_formats() {
  static const std::vector<std::string> formats = {"usd", "pc2", "ply", "obj", "vtp", "vdb", "npz"};
  return formats;
}

}  // namespace weft
