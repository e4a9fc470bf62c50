#include "scene/shipped.h"

#include <algorithm>

namespace weft {

namespace fs = std::filesystem;

namespace {

/// PREFIX/bin/weft, PREFIX/lib/weft/x86-64-v3/weft and SOURCES/build/package/x86-64-v3/weft are all less deep.
constexpr int kDepth = 5;

fs::path find_data_folder() {
  std::error_code none;
  fs::path folder = fs::read_symlink("/proc/self/exe", none).parent_path();
  for (int k = 0; k < kDepth && folder.has_relative_path(); ++k, folder = folder.parent_path()) {
    if (fs::is_directory(folder / "share/weft/scenes", none)) return folder / "share/weft";
    if (fs::exists(folder / "scenes/demo.toml", none)) return folder;
  }
  return {};
}

}  // namespace

const fs::path& data_folder() {
  static const fs::path folder = find_data_folder();
  return folder;
}

std::vector<fs::path> shipped_scenes() {
  std::vector<fs::path> found;
  if (data_folder().empty()) return found;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(data_folder() / "scenes", none))
    if (entry.path().extension() == ".toml") found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

std::string find_scene(const std::string& given) {
  std::error_code none;
  if (given.empty() || fs::exists(given, none) || fs::path(given).is_absolute() || data_folder().empty())
    return given;
  for (const fs::path& folder : {data_folder(), data_folder() / "scenes"})
    for (const char* ending : {"", ".toml"})
      if (const fs::path path = folder / (given + ending); fs::is_regular_file(path, none))
        return path.string();
  return given;
}

std::vector<std::string> find_shipped(std::vector<std::string> given) {
  std::error_code none;
  for (std::string& path : given)
    if (!data_folder().empty() && !fs::exists(path, none) && fs::exists(data_folder() / path, none))
      path = (data_folder() / path).string();
  return given;
}

fs::path default_run_folder(const std::string& given) {
  const bool shipped = find_scene(given) != given;
  return (shipped ? fs::path(given).filename() : fs::path(given)).replace_extension(".run");
}

}  // namespace weft
