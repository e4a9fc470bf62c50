/// The body-centred cubic lattice: corners and middles of cubes of side a.
///   long edges (a)             between corners, and between middles, of neighbouring cubes
///   short edges (a sqrt(3)/2)  between a middle and the eight corners of its cube
/// Two middles of neighbouring cubes and one side of the square between them make a tetrahedron; there are
/// twelve per cube, all alike, each with two long edges that do not meet.
#pragma once
#include <array>
#include <cstdint>

#include "geometry/mesh.h"

namespace weft {

struct Lattice {
  Vec3d lower{{0, 0, 0}};               ///< of the cubes [m]
  double a = 0;                         ///< side of a cube [m]
  std::array<std::int64_t, 3> cubes{};  ///< along each axis

  std::int64_t corners() const { return (cubes[0] + 1) * (cubes[1] + 1) * (cubes[2] + 1); }
  std::int64_t size() const { return corners() + cubes[0] * cubes[1] * cubes[2]; }

  /// Corners have even places, middles odd ones, in halves of a.
  using Place = std::array<std::int64_t, 3>;
  bool contains(const Place& p) const {
    for (std::size_t k = 0; k < 3; ++k)
      if (p[k] < 0 || p[k] > 2 * cubes[k]) return false;
    return true;
  }
  /// Corners come first, then middles; x fastest.
  std::int64_t index(const Place& p) const {
    const std::int64_t i = p[0] >> 1, j = p[1] >> 1, k = p[2] >> 1;
    if (p[0] & 1) return corners() + i + cubes[0] * (j + cubes[1] * k);
    return i + (cubes[0] + 1) * (j + (cubes[1] + 1) * k);
  }
  Place place(std::int64_t index) const {
    const std::int64_t odd = index >= corners(), nx = cubes[0] + 1 - odd, ny = cubes[1] + 1 - odd;
    if (odd) index -= corners();
    return {2 * (index % nx) + odd, 2 * (index / nx % ny) + odd, 2 * (index / (nx * ny)) + odd};
  }
  Vec3d position(const Place& p) const {
    return lower + Vec3d{{double(p[0]), double(p[1]), double(p[2])}} * (0.5 * a);
  }
};

/// The steps to the seven neighbours that come later; the other seven are opposite. Three are long.
constexpr std::array<std::array<int, 3>, 7> kLaterNeighbours = {
    {{2, 0, 0}, {0, 2, 0}, {0, 0, 2}, {1, 1, 1}, {-1, 1, 1}, {1, -1, 1}, {-1, -1, 1}}};
constexpr std::size_t kLongNeighbours = 3;

inline Lattice::Place step(const Lattice::Place& p, const std::array<int, 3>& by) {
  return {p[0] + by[0], p[1] + by[1], p[2] + by[2]};
}

/// The twelve tetrahedra that belong to the cube around the middle `m`: towards the next cube along each
/// axis. Calls f(std::array<Place, 4>).
template <class F>
void for_each_tetrahedron(const Lattice& lattice, const Lattice::Place& m, F&& f) {
  for (std::size_t d = 0; d < 3; ++d) {
    Lattice::Place next = m;
    next[d] += 2;
    if (!lattice.contains(next)) continue;
    const std::size_t u = (d + 1) % 3, v = (d + 2) % 3;
    static constexpr int kRound[5][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {-1, -1}};
    for (int side = 0; side < 4; ++side) {
      std::array<Lattice::Place, 2> c{m, m};
      for (int e = 0; e < 2; ++e) {
        c[std::size_t(e)][d] += 1;
        c[std::size_t(e)][u] += kRound[side + e][0];
        c[std::size_t(e)][v] += kRound[side + e][1];
      }
      f(std::array<Lattice::Place, 4>{m, next, c[0], c[1]});
    }
  }
}

}  // namespace weft
