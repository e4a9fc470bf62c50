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

constexpr float kGrey = 0.06f;

/// A filmic shoulder and toe: x (a x + b) / (x (c x + d) + e),
/// fitted to how film answers light (Narkowicz 2015).
float film(float x) {
  return std::clamp(x * (2.51f * x + 0.03f) / (x * (2.43f * x + 0.59f) + 0.14f), 0.0f, 1.0f);
}

png_image new_png() {
  png_image png;
  std::memset(&png, 0, sizeof png);
  png.version = PNG_IMAGE_VERSION;
  return png;
}

}  // namespace

float to_srgb(float c) { return c <= 0.0031308f ? 12.92f * c : 1.055f * std::pow(c, 1 / 2.4f) - 0.055f; }

float from_srgb(float c) { return c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f); }

Vec3f light_to_show(const std::array<float, 3>& colour) {
  Vec3f x;
  for (int k = 0; k < 3; ++k) {
    // film(x) = y:  (2.51 - 2.43 y) x^2 + (0.03 - 0.59 y) x - 0.14 y = 0
    const float y = std::clamp(from_srgb(colour[std::size_t(k)]), 0.0f, 0.96f);
    const float a = 2.51f - 2.43f * y, b = 0.03f - 0.59f * y;
    x[k] = (-b + std::sqrt(b * b + 4 * a * 0.14f * y)) / (2 * a);
  }
  const float l = 0.2126f * x[0] + 0.7152f * x[1] + 0.0722f * x[2];  // grey leaves luminance as it is
  for (int k = 0; k < 3; ++k) x[k] = std::max(0.0f, (x[k] - kGrey * l) / (1 - kGrey));
  return x;
}

Pixels develop(const Image& image) {
  Pixels out{image.width, image.height, std::vector<std::uint8_t>(image.pixels.size() * 3)};
  parallel_chunks(image.pixels.size(), 4096, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const Vec3f& c = image.pixels[i];
      // The curve makes colours more vivid than they are; a little grey beforehand makes up for it.
      const float l = 0.2126f * c[0] + 0.7152f * c[1] + 0.0722f * c[2];
      for (int k = 0; k < 3; ++k)
        out.rgb[3 * i + std::size_t(k)] = static_cast<std::uint8_t>(
            std::lround(255 * to_srgb(film(std::max(0.0f, c[k] + kGrey * (l - c[k]))))));
    }
  });
  return out;
}

void write_png(const std::filesystem::path& path, const Pixels& picture) {
  png_image png = new_png();
  png.width = static_cast<png_uint_32>(picture.width);
  png.height = static_cast<png_uint_32>(picture.height);
  png.format = PNG_FORMAT_RGB;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(png);
  std::vector<char> out(size);
  if (!png_image_write_to_memory(&png, out.data(), &size, 0, picture.rgb.data(), 0, nullptr))
    throw Error("E0413", "cannot make the picture '" + path.string() + "': " + png.message, path.string(),
                "try another --size", Exit::disk);
  AtomicFile f(path);
  f.write(out.data(), size);
  f.commit();
}

Pixels read_png(const std::filesystem::path& path) {
  png_image png = new_png();
  const auto fail = [&]() {
    png_image_free(&png);
    return Error("E0413", "cannot read the picture '" + path.string() + "': " + png.message, path.string(),
                 "remove it and render again", Exit::disk);
  };
  if (!png_image_begin_read_from_file(&png, path.c_str())) throw fail();
  png.format = PNG_FORMAT_RGB;
  if (png.width > 65536 || png.height > 65536) throw fail();
  Pixels out{int(png.width), int(png.height), std::vector<std::uint8_t>(PNG_IMAGE_SIZE(png))};
  if (!png_image_finish_read(&png, nullptr, out.rgb.data(), 0, nullptr)) throw fail();
  return out;
}

}  // namespace weft
