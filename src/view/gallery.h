/// The scenes that come with the program, and their pictures.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace weft {

struct ShippedScene {
  std::string name;               ///< "sand_column"
  std::filesystem::path scene;    ///< the file
  std::filesystem::path picture;  ///< empty when there is none
  std::string title, about;       ///< the scene's title; the comment it begins with
  std::int64_t points = 0;        ///< at draft quality; 0: not known
  double seconds = 0;             ///< a frame took where the pictures were made
};

/// Where scenes and pictures are.
struct GalleryPlace {
  std::filesystem::path scenes, pictures;
};
/// Of the program (scene/shipped.h); empty when it has none.
GalleryPlace find_gallery();

/// All scenes there, by name; those with a picture first.
std::vector<ShippedScene> shipped_scenes(const GalleryPlace& place);

}  // namespace weft
