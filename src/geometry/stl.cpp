/// STL, ascii and binary. It lists bare triangles, so vertices with exactly equal coordinates are welded into
/// one. A file is binary when its length is 84 + 50 n as its header says, or when it holds a zero byte near
/// its start.
#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <unordered_map>

#include "geometry/mesh_io.h"
#include "geometry/random.h"
#include "geometry/text.h"

namespace weft {

namespace {

struct HashPosition {
  std::size_t operator()(const Vec3d& x) const {
    std::uint64_t h = 0;
    for (int k = 0; k < 3; ++k) h = mix_bits(h ^ std::bit_cast<std::uint64_t>(x[k]));
    return h;
  }
};

/// Collects corners; equal positions get the index of the first (the table is only looked up, never walked).
class Welder {
 public:
  std::uint32_t add(Vec3d x) {
    for (int k = 0; k < 3; ++k) x[k] += 0.0;  // -0 and 0 are the same place
    const auto [entry, is_new] = index_.try_emplace(x, std::uint32_t(mesh.vertices.size()));
    if (is_new) mesh.vertices.push_back(x);
    return entry->second;
  }
  TriangleMesh mesh;

 private:
  std::unordered_map<Vec3d, std::uint32_t, HashPosition> index_;
};

std::uint32_t word_at(std::string_view data, std::size_t at) {
  std::uint32_t word = 0;
  for (int k = 0; k < 4; ++k) word |= std::uint32_t(static_cast<unsigned char>(data[at + k])) << (8 * k);
  return word;
}

TriangleMesh parse_binary(std::string_view data, const std::string& name) {
  constexpr std::size_t kHeader = 84, kFacet = 50;
  if (data.size() < kHeader)
    throw Error("E0107", fmt::format("a binary STL has a header of 84 bytes, this file has {}", data.size()),
                fmt::format("{}: byte {}", name, data.size()), "the file is truncated; export it again");
  const std::size_t count = word_at(data, 80), held = (data.size() - kHeader) / kFacet;
  if (count > held)
    throw Error("E0107", fmt::format("the header promises {} triangles, but the file holds {}", count, held),
                fmt::format("{}: byte 80", name),
                "the file is truncated or its header is wrong; export it again");
  if (data.size() != kHeader + kFacet * count)
    throw Error("E0109", "data follows the last triangle that the header declares",
                fmt::format("{}: byte {}", name, kHeader + kFacet * count),
                "the count in the header is wrong; export the mesh again");
  Welder welder;
  welder.mesh.triangles.reserve(count);
  for (std::size_t t = 0; t < count; ++t) {
    std::array<std::uint32_t, 3> triangle{};
    for (std::size_t c = 0; c < 3; ++c) {
      const std::size_t at = kHeader + t * kFacet + 12 + 12 * c;  // after the facet's normal
      Vec3d x{};
      for (std::size_t k = 0; k < 3; ++k) x[int(k)] = std::bit_cast<float>(word_at(data, at + 4 * k));
      text::require_finite(x, fmt::format("{}: byte {}", name, at));
      triangle[c] = welder.add(x);
    }
    welder.mesh.triangles.push_back(triangle);
  }
  return std::move(welder.mesh);
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if ((a[i] | 32) != b[i]) return false;
  return true;
}

class AsciiReader {
 public:
  AsciiReader(std::string_view data, const std::string& name) : in_(data, name) {}

  TriangleMesh read() {
    while (auto token = in_.word()) {
      require(*token, "solid");
      in_.next_line();  // the solid's name
      text::Token word = next();
      while (equal_ignoring_case(word.word, "facet")) {
        facet();
        word = next();
      }
      require(word, "endsolid");
      in_.next_line();
    }
    return std::move(welder_.mesh);
  }

 private:
  text::Token next() {
    if (auto token = in_.word()) return *token;
    throw Error("E0107", "the file ends before 'endsolid'", in_.where(),
                "the file is truncated; export it again");
  }
  void require(const text::Token& token, const char* keyword) const {
    if (!equal_ignoring_case(token.word, keyword))
      throw Error("E0110", fmt::format("expected '{}', found {}", keyword, text::quoted(token.word)),
                  in_.where(token), "the file is damaged; export it again");
  }
  void facet() {
    require(next(), "normal");
    for (int k = 0; k < 3; ++k) {  // normals follow from the corners; many exporters write nonsense here
      const text::Token token = next();
      if (!text::number(token.word))
        throw Error("E0110", fmt::format("{} is not a number", text::quoted(token.word)), in_.where(token),
                    "a facet is 'facet normal x y z'");
    }
    require(next(), "outer");
    require(next(), "loop");
    std::array<std::uint32_t, 3> triangle{};
    for (auto& corner : triangle) {
      require(next(), "vertex");
      Vec3d x{};
      for (int k = 0; k < 3; ++k) x[k] = text::coordinate(in_, next());
      corner = welder_.add(x);
    }
    require(next(), "endloop");
    require(next(), "endfacet");
    welder_.mesh.triangles.push_back(triangle);
  }

  text::Cursor in_;
  Welder welder_;
};

}  // namespace

TriangleMesh parse_stl(std::string_view data, const std::string& name) {
  const bool sized = data.size() >= 84 && data.size() == 84 + 50 * std::size_t(word_at(data, 80));
  const bool zeros = data.substr(0, 512).find('\0') != std::string_view::npos;
  const bool solid = data.size() >= 5 && equal_ignoring_case(data.substr(0, 5), "solid");
  if (data.empty()) throw Error("E0103", "the file is empty", name, "export the mesh again");
  TriangleMesh mesh = (sized || zeros || !solid) ? parse_binary(data, name) : AsciiReader(data, name).read();
  if (mesh.triangles.empty())
    throw Error("E0104", "the mesh has no faces", name, "check that the right object was exported");
  return mesh;
}

}  // namespace weft
