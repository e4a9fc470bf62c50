#include <algorithm>
#include <cmath>

#include "geometry/tets/stuffing.h"

namespace weft {
namespace {

// A cube's corners are numbered by their coordinates' bits. One tetrahedron in the middle and four at the
// corners that it leaves; the mirrored kind has its diagonals where the neighbour needs them.
constexpr int kCube[2][5][4] = {{{0, 3, 6, 5}, {1, 0, 5, 3}, {2, 0, 3, 6}, {4, 0, 6, 5}, {7, 3, 5, 6}},
                                {{1, 2, 4, 7}, {0, 1, 2, 4}, {3, 1, 7, 2}, {5, 1, 4, 7}, {6, 2, 7, 4}}};

}  // namespace

TetMesh tet_block(const Vec3d& size, const std::array<int, 3>& counts) {
  TetMesh mesh;
  const int nx = counts[0], ny = counts[1], nz = counts[2];
  for (int k = 0; k <= nz; ++k)
    for (int j = 0; j <= ny; ++j)
      for (int i = 0; i <= nx; ++i)
        mesh.vertices.push_back({{size[0] * (double(i) / nx - 0.5), size[1] * (double(j) / ny - 0.5),
                                  size[2] * (double(k) / nz - 0.5)}});
  const auto vertex = [&](int i, int j, int k) {
    return std::uint32_t(i) +
           std::uint32_t(nx + 1) * (std::uint32_t(j) + std::uint32_t(ny + 1) * std::uint32_t(k));
  };
  for (int k = 0; k < nz; ++k)
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i)
        for (const auto& t : kCube[(i + j + k) % 2]) {
          std::array<std::uint32_t, 4> e{};
          for (std::size_t c = 0; c < 4; ++c)
            e[c] = vertex(i + (t[c] & 1), j + (t[c] >> 1 & 1), k + (t[c] >> 2));
          mesh.tetrahedra.push_back(e);
        }
  return mesh;
}

TetMesh tetrahedra_of(const Shape& shape, double spacing) {
  if (const auto* box = std::get_if<Box>(&shape)) {
    std::array<int, 3> counts{};
    for (int k = 0; k < 3; ++k)
      counts[std::size_t(k)] = std::max(1, int(std::lround(2 * box->half[k] / spacing)));
    return tet_block(box->half * 2.0, counts);
  }
  return stuff([&](const Vec3d& x) { return signed_distance(shape, x).phi; }, bounds(shape), spacing);
}

}  // namespace weft
