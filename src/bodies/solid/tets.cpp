#include "bodies/solid/tets.h"

#include <cmath>

#include "exec/error.h"
#include "exec/radix_sort.h"
#include "math/definite.h"

namespace weft {
namespace {

constexpr int kBits = 10;  ///< an axis, of a place on the curve

/// Ten bits spread to every third place.
std::uint32_t spread_bits(std::uint32_t a) {
  a = (a | (a << 16)) & 0x030000ffu;
  a = (a | (a << 8)) & 0x0300f00fu;
  a = (a | (a << 4)) & 0x030c30c3u;
  return (a | (a << 2)) & 0x09249249u;
}

/// Order of points along Morton's curve through their box.
template <class At>
std::vector<std::uint32_t> along_curve(std::size_t n, const Bounds& box, At&& at) {
  double side = 0;
  for (int k = 0; k < 3; ++k) side = std::max(side, box.upper[k] - box.lower[k]);
  const double scale = side > 0 ? ((1 << kBits) - 1) / side : 0;
  std::vector<KeyIndex> keys(n), scratch;
  for (std::size_t i = 0; i < n; ++i) {
    const Vec3d x = (at(i) - box.lower) * scale;
    std::uint32_t key = 0;
    for (int k = 0; k < 3; ++k) key |= spread_bits(std::uint32_t(x[k])) << k;
    keys[i] = {key, std::uint32_t(i)};
  }
  radix_sort(keys, scratch, 3 * kBits);
  std::vector<std::uint32_t> order(n);
  for (std::size_t i = 0; i < n; ++i) order[i] = keys[i].index;
  return order;
}

/// Largest eigenvalue of sum_a g_a g_a^T / m_a over the four corners.
double spread_of(const std::array<Vec3d, 4>& g, const std::array<double, 4>& m) {
  double A[3][3] = {}, X[3][3];
  for (std::size_t a = 0; a < 4; ++a)
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) A[i][j] += g[a][i] * g[a][j] / m[a];
  jacobi_eigen(A, X, 6);
  return std::max(A[0][0], std::max(A[1][1], A[2][2]));
}

std::array<Vec3d, 4> gradients(const Mat3d& B) {
  std::array<Vec3d, 4> g{};
  for (int a = 0; a < 3; ++a) {
    g[std::size_t(a + 1)] = {{B(a, 0), B(a, 1), B(a, 2)}};
    g[0] -= g[std::size_t(a + 1)];
  }
  return g;
}

}  // namespace

Tets::Tets(const TetMesh& mesh, double density) {
  if (mesh.tetrahedra.empty())
    throw Error("E0524", "a solid needs at least one tetrahedron", {}, "its mesh is empty");
  sort(mesh);
  measure(mesh, density);
  around_.build(vertices(), size(), 4, [&](std::size_t e, int a) { return corner_[e][std::size_t(a)]; });
}

void Tets::sort(const TetMesh& mesh) {
  Bounds box;
  for (const Vec3d& x : mesh.vertices) box.add(x);
  ids_ = along_curve(mesh.vertices.size(), box, [&](std::size_t i) { return mesh.vertices[i]; });
  index_.resize(ids_.size());
  for (std::size_t i = 0; i < ids_.size(); ++i) index_[ids_[i]] = std::uint32_t(i);
  const auto order = along_curve(mesh.tetrahedra.size(), box, [&](std::size_t e) {
    Vec3d middle = Vec3d::zero();
    for (const std::uint32_t v : mesh.tetrahedra[e]) middle += mesh.vertices[v] * 0.25;
    return middle;
  });
  corner_.resize(order.size());
  for (std::size_t e = 0; e < order.size(); ++e)
    for (std::size_t a = 0; a < 4; ++a) corner_[e][a] = index_[mesh.tetrahedra[order[e]][a]];
}

void Tets::measure(const TetMesh& mesh, double density) {
  const std::size_t n = size(), padded = chunk_count(n, kGroup) * kGroup;
  exact_.resize(padded * kRestValues);
  narrow_.resize(n);
  mass_.assign(vertices(), 0);
  double length = 0;
  for (std::size_t e = 0; e < n; ++e) {
    Vec3d x[4];
    for (std::size_t a = 0; a < 4; ++a) x[a] = mesh.vertices[ids_[corner_[e][a]]];
    Mat3d D;
    for (int a = 0; a < 3; ++a) D.set_column(a, x[a + 1] - x[0]);
    const double V = determinant(D) / 6;
    if (!(V > 0))
      throw Error("E0524",
                  "a tetrahedron of a solid has no volume at rest (corners " +
                      std::to_string(ids_[corner_[e][0]]) + " " + std::to_string(ids_[corner_[e][1]]) + " " +
                      std::to_string(ids_[corner_[e][2]]) + " " + std::to_string(ids_[corner_[e][3]]) + ")",
                  {}, "its rest shape must have positive volume: det [x1 - x0, x2 - x0, x3 - x0] > 0");
    const Mat3d B = inverse(D);
    for (int c = 0; c < 9; ++c) exact_[index(e, c)] = B(c / 3, c % 3);
    exact_[index(e, kRestVolume)] = V;
    for (std::size_t a = 0; a < 4; ++a) mass_[corner_[e][a]] += 0.25 * density * V;
    for (int a = 0; a < 4; ++a)
      for (int b = a + 1; b < 4; ++b) length += norm(x[b] - x[a]);
  }
  mean_edge_ = length / (6 * double(n));
  share_mass();
  // The lanes past the last element repeat it, so that what packs compute there is harmless.
  for (std::size_t e = n; e < padded; ++e)
    for (int c = 0; c < kRestValues; ++c) exact_[index(e, c)] = exact_[index(n - 1, c)];
  for (std::size_t e = 0; e < padded; ++e)
    for (int c = 0; c < kRestValues; ++c) *narrow_.group(e, c) = Real(exact_[index(e, c)]);
  for (std::size_t i = 0; i < vertices(); ++i)
    if (!(mass_[i] > 0))
      throw Error("E0524", "vertex " + std::to_string(ids_[i]) + " of a solid belongs to no tetrahedron", {},
                  "remove vertices that nothing uses");
}

/// omega^2 of the mesh is at most the largest omega^2 of an element by itself, however a vertex shares its
/// mass among the elements around it. Those that pull hardest, as V |g_a|^2, get most: small elements beside
/// large ones would otherwise vibrate much faster by themselves than they do in the mesh.
void Tets::share_mass() {
  std::vector<double> pull(vertices(), 0);
  for (std::size_t e = 0; e < size(); ++e) {
    const auto g = gradients(shape(e));
    for (std::size_t a = 0; a < 4; ++a) pull[corner_[e][a]] += volume(e) * norm2(g[a]);
  }
  parallel_chunks(size(), 4096, [&](Range r) {
    for (std::size_t e = r.begin; e < r.end; ++e) {
      const auto g = gradients(shape(e));
      std::array<double, 4> m{};
      for (std::size_t a = 0; a < 4; ++a) {
        const std::uint32_t i = corner_[e][a];
        m[a] = mass_[i] * volume(e) * norm2(g[a]) / pull[i];
      }
      exact_[index(e, kRestSpread)] = volume(e) * spread_of(g, m);
    }
  });
}

Mat3d Tets::shape(std::size_t e) const {
  Mat3d B;
  for (int c = 0; c < 9; ++c) B(c / 3, c % 3) = exact_[index(e, c)];
  return B;
}

std::size_t Tets::bytes() const {
  return bytes_of(ids_) + bytes_of(index_) + bytes_of(corner_) + narrow_.bytes() + bytes_of(exact_) +
         bytes_of(mass_) + around_.bytes();
}

}  // namespace weft
