/// Pictures: as linear light, and as what a screen shows; PNG files.
#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "math/vec.h"

namespace weft {

using Vec3f = Vec3<float>;

struct Image {
  int width = 0, height = 0;
  std::vector<Vec3f> pixels;  ///< linear light, rows from the top
};

struct Pixels {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgb;  ///< sRGB, rows from the top
};

/// Filmic tone curve, then sRGB.
Pixels develop(const Image& image);
/// The light that develops to an sRGB colour (short of pure white, which no light reaches).
Vec3f light_to_show(const std::array<float, 3>& colour);
/// The light of an sRGB value in 0..1, and back.
float from_srgb(float c);
float to_srgb(float c);
/// Writes atomically; throws Error E0403 or E0413.
void write_png(const std::filesystem::path& path, const Pixels& picture);
/// Throws Error E0413 when it is not a picture.
Pixels read_png(const std::filesystem::path& path);

}  // namespace weft
