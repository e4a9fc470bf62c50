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

/// Where scenes and pictures are: installed beside the program, in the source tree that it was built in, or here.
struct GalleryPlace {
  std::filesystem::path scenes, pictures;
};
GalleryPlace find_gallery(const std::filesystem::path& program);

/// All scenes there, by name; those with a picture first.
std::vector<ShippedScene> shipped_scenes(const GalleryPlace& place);

}  // namespace weft
