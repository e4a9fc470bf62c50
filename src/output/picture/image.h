/// Pictures as linear light, and how they become PNG files.
#pragma once
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

/// Eight bits a channel, rows from the top: filmic tone curve, then sRGB.
std::vector<std::uint8_t> to_bytes(const Image& image);
/// The light of an sRGB value in 0..1.
float from_srgb(float c);
/// Writes atomically; throws Error E0403 or E0413.
void write_png(const std::filesystem::path& path, const Image& image);

}  // namespace weft
