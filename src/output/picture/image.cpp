#include "output/picture/image.h"

#include <png.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "exec/error.h"
#include "exec/parallel.h"
#include "output/atomic_file.h"

namespace weft {

namespace {

/// A filmic shoulder and toe: x (a x + b) / (x (c x + d) + e), fitted to how film answers light (Narkowicz
/// 2015).
float film(float x) {
  return std::clamp(x * (2.51f * x + 0.03f) / (x * (2.43f * x + 0.59f) + 0.14f), 0.0f, 1.0f);
}
float to_srgb(float c) { return c <= 0.0031308f ? 12.92f * c : 1.055f * std::pow(c, 1 / 2.4f) - 0.055f; }

}  // namespace

float from_srgb(float c) { return c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f); }

std::vector<std::uint8_t> to_bytes(const Image& image) {
  std::vector<std::uint8_t> bytes(image.pixels.size() * 3);
  parallel_chunks(image.pixels.size(), 4096, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i)
      for (int k = 0; k < 3; ++k)
        bytes[3 * i + std::size_t(k)] =
            static_cast<std::uint8_t>(std::lround(255 * to_srgb(film(std::max(0.0f, image.pixels[i][k])))));
  });
  return bytes;
}

void write_png(const std::filesystem::path& path, const Image& image) {
  const std::vector<std::uint8_t> bytes = to_bytes(image);
  png_image png;
  std::memset(&png, 0, sizeof png);
  png.version = PNG_IMAGE_VERSION;
  png.width = static_cast<png_uint_32>(image.width);
  png.height = static_cast<png_uint_32>(image.height);
  png.format = PNG_FORMAT_RGB;
  png.flags = PNG_IMAGE_FLAG_FAST;
  png_alloc_size_t size = 0;
  std::vector<char> out;
  bool good = png_image_write_get_memory_size(png, size, 0, bytes.data(), 0, nullptr);
  if (good) {
    out.resize(size);
    good = png_image_write_to_memory(&png, out.data(), &size, 0, bytes.data(), 0, nullptr);
  }
  if (!good)
    throw Error("E0413", "cannot make the picture '" + path.string() + "': " + png.message, path.string(),
                "try another --size", Exit::disk);
  AtomicFile f(path);
  f.write(out.data(), size);
  f.commit();
}

}  // namespace weft
