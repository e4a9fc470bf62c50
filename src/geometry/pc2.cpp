/// PC2 point caches, little endian:
///   "POINTCACHE2\0", int32 version = 1, int32 points, float start frame, float frames per sample,
///   int32 samples, then for each sample points x 3 floats.
#include <fmt/format.h>

#include <bit>
#include <cmath>

#include "geometry/mesh_io.h"
#include "geometry/text.h"

namespace weft {

PointCache parse_pc2(std::string_view data, const std::string& name, std::size_t points) {
  constexpr std::size_t kHeader = 32;
  const auto word = [&](std::size_t at) {
    std::uint32_t w = 0;
    for (int k = 0; k < 4; ++k) w |= std::uint32_t(static_cast<unsigned char>(data[at + k])) << (8 * k);
    return w;
  };
  const auto real = [&](std::size_t at) { return double(std::bit_cast<float>(word(at))); };
  if (data.substr(0, 12) != std::string_view("POINTCACHE2\0", 12))
    throw Error("E0109", "this is not a PC2 point cache: it does not begin with POINTCACHE2",
                name + ": byte 0", "export a PC2 file (point cache 2)");
  if (data.size() < kHeader)
    throw Error("E0107", fmt::format("a PC2 header has 32 bytes, this file has {}", data.size()),
                fmt::format("{}: byte {}", name, data.size()), "the file is truncated; export it again");
  if (word(12) != 1)
    throw Error("E0109", fmt::format("PC2 version {} is not known", word(12)), name + ": byte 12",
                "export version 1");
  PointCache cache;
  cache.points = word(16);
  cache.first_frame = real(20);
  cache.frames_per_sample = real(24);
  const std::size_t samples = word(28);
  if (cache.points == 0 || samples == 0)
    throw Error("E0103", "the point cache is empty", name + ": byte 16", "export at least one frame");
  if (!(std::fabs(cache.first_frame) < 1e9) ||
      !(cache.frames_per_sample > 0 && cache.frames_per_sample < 1e9))
    throw Error("E0109", "the point cache's start frame or sampling rate makes no sense", name + ": byte 20",
                "export it again");
  const std::size_t held = (data.size() - kHeader) / 12;
  if (cache.points > held / samples)
    throw Error("E0107",
                fmt::format("the header promises {} samples of {} points, but the file holds {} points",
                            samples, cache.points, held),
                name + ": byte 16", "the file is truncated or its header is wrong; export it again");
  if (data.size() != kHeader + 12 * cache.points * samples)
    throw Error("E0109", "data follows the last sample that the header declares",
                fmt::format("{}: byte {}", name, kHeader + 12 * cache.points * samples),
                "export the cache again");
  if (points != 0 && cache.points != points)
    throw Error("E0115",
                fmt::format("the point cache has {} points, the mesh {} vertices", cache.points, points),
                name, "export the cache from this very mesh, without modifiers that change its topology");
  cache.samples.resize(samples);
  std::size_t at = kHeader;
  for (auto& sample : cache.samples) {
    sample.resize(cache.points);
    for (Vec3d& x : sample) {
      x = {{real(at), real(at + 4), real(at + 8)}};
      text::require_finite(x, fmt::format("{}: byte {}", name, at));
      at += 12;
    }
  }
  return cache;
}

PointCache read_pc2(const std::filesystem::path& path, std::size_t points) {
  return parse_pc2(mesh_file_bytes(path), path.string(), points);
}

}  // namespace weft
