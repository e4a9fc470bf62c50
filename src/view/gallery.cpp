#include "view/gallery.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "exec/error.h"
#include "output/row_file.h"
#include "scene/shipped.h"

namespace weft {

namespace fs = std::filesystem;

namespace {

/// What the scene's first lines say: its comment, and its title.
void read_words(ShippedScene& s) {
  std::istringstream in(read_text(s.scene));
  bool beginning = true;
  for (std::string line; std::getline(in, line) && s.title.empty();) {
    beginning = beginning && line.starts_with("#");
    if (beginning)
      s.about += (s.about.empty() ? "" : " ") + line.substr(std::min(line.size(), std::size_t(2)));
    const std::size_t from = line.find('"'), to = line.rfind('"');
    if (line.starts_with("title") && from < to) s.title = line.substr(from + 1, to - from - 1);
  }
  if (s.title.empty()) s.title = s.name;
}

nlohmann::json read_costs(const fs::path& file) {
  if (!fs::exists(file)) return nlohmann::json::object();
  return nlohmann::json::parse(read_text(file), nullptr, false);
}

}  // namespace

GalleryPlace find_gallery() {
  const fs::path& data = data_folder();
  return data.empty() ? GalleryPlace{} : GalleryPlace{data / "scenes", data / "docs/gallery"};
}

std::vector<ShippedScene> shipped_scenes(const GalleryPlace& place) {
  std::vector<ShippedScene> found;
  std::error_code failed;
  const nlohmann::json costs = read_costs(place.pictures / "costs.json");
  for (fs::directory_iterator i(place.scenes, failed), end; !failed && i != end; i.increment(failed)) {
    if (i->path().extension() != ".toml") continue;
    ShippedScene s;
    s.name = i->path().stem().string();
    s.scene = i->path();
    if (const fs::path picture = place.pictures / (s.name + ".jpg"); fs::exists(picture)) s.picture = picture;
    try {
      read_words(s);
    } catch (const Error&) {
      continue;  // it went away in the meantime, or may not be read
    }
    if (const auto cost = costs.find(s.name); costs.is_object() && cost != costs.end()) {
      s.points = cost->value("points", std::int64_t(0));
      s.seconds = cost->value("seconds", 0.0);
    }
    found.push_back(std::move(s));
  }
  std::sort(found.begin(), found.end(), [](const ShippedScene& a, const ShippedScene& b) {
    return a.picture.empty() != b.picture.empty() ? b.picture.empty() : a.name < b.name;
  });
  return found;
}

}  // namespace weft
