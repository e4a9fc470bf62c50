/// Tetrahedra as a body keeps them: sorted by place, rest shapes sixteen side by side.
///   F = D_s D_m^-1,   D_s = [x_1 - x_0, x_2 - x_0, x_3 - x_0],   D_m the same at rest,   V = det(D_m) / 6
///   gradients of the corners' shape functions:  [g_1 g_2 g_3] = D_m^-T,   g_0 = -sum
/// Which corners meet at a vertex is kept too: each vertex sums its forces by itself, in one order.
#pragma once
#include <array>

#include "bodies/adjacency.h"
#include "bodies/places.h"
#include "bodies/point_field.h"
#include "geometry/tet_mesh.h"

namespace weft {

/// Of a tetrahedron's corners [N]; each is whole in one place.
template <class S>
using CornerForces = std::array<std::array<S, 4>, 4>;

/// What a pack of elements reads: D_m^-1 row by row, V, and V lambda_max(sum_a g_a g_a^T / m_a) with the
/// mass m_a that it has of its corners.
constexpr int kRestVolume = 9, kRestSpread = 10, kRestValues = 11;

class Tets {
 public:
  Tets() = default;
  /// `mesh` as the caller numbers it; density at rest [kg/m^3].
  Tets(const TetMesh& mesh, double density);

  std::size_t vertices() const { return ids_.size(); }
  std::size_t size() const { return corner_.size(); }
  const std::array<std::uint32_t, 4>& corner(std::size_t e) const { return corner_[e]; }
  /// The caller's number of vertex i, and back.
  std::uint32_t id(std::size_t i) const { return ids_[i]; }
  std::uint32_t vertex_of(std::uint32_t id) const { return index_[id]; }
  const std::vector<std::uint32_t>& ids() const { return ids_; }
  const Adjacency& around() const { return around_; }
  /// A quarter of the elements around each vertex [kg].
  const std::vector<double>& mass() const { return mass_; }
  double mean_edge() const { return mean_edge_; }  ///< at rest [m]

  Mat3d shape(std::size_t e) const;  ///< D_m^-1
  double volume(std::size_t e) const { return exact_[index(e, kRestVolume)]; }
  /// Sixteen of rest value c from element e on; narrow and exact.
  const Real* narrow(std::size_t e, int c) const { return narrow_.group(e, c); }
  const double* exact(std::size_t e, int c) const { return &exact_[index(e, c)]; }
  std::size_t bytes() const;

 private:
  static std::size_t index(std::size_t e, int c) {
    return (e / kGroup * kRestValues + std::size_t(c)) * kGroup + e % kGroup;
  }
  void sort(const TetMesh& mesh);
  void measure(const TetMesh& mesh, double density);
  void share_mass();

  std::vector<std::uint32_t> ids_, index_;
  std::vector<std::array<std::uint32_t, 4>> corner_;
  PointField narrow_{kRestValues};
  Array<double> exact_;
  std::vector<double> mass_;
  Adjacency around_;
  double mean_edge_ = 0;
};

/// Edges from corner 0 of as many elements as a pack holds, from element e on: differences in double,
/// narrowed after.
template <class T>
Mat3<T> edges(const Tets& tets, const Places& x, std::size_t e) {
  using S = Scalar<T>;
  alignas(64) S lane[3][3][T::width];
  const std::size_t last = tets.size() - 1;
  for (int l = 0; l < T::width; ++l) {
    const auto& c = tets.corner(std::min(e + std::size_t(l), last));
    const Place& x0 = x[c[0]];
    for (int a = 0; a < 3; ++a) {
      const Place& xa = x[c[std::size_t(a + 1)]];
      for (int k = 0; k < 3; ++k) lane[k][a][l] = S(xa[k] - x0[k]);
    }
  }
  Mat3<T> D;
  for (int k = 0; k < 3; ++k)
    for (int a = 0; a < 3; ++a) D(k, a) = T::load_aligned(lane[k][a]);
  return D;
}

}  // namespace weft
