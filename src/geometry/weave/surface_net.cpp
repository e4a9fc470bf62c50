#include "geometry/weave/surface_net.h"

#include <cmath>
#include <unordered_map>

namespace weft {

namespace {

using Index = std::uint32_t;

struct Net {
  const Implicit& f;
  double h;
  Vec3d origin;
  std::array<std::int64_t, 3> n{};  // corners per axis
  std::vector<double> value;
  std::unordered_map<std::size_t, Index> vertex_of;
  TriangleMesh mesh;

  Net(const Implicit& f_, const Bounds& bounds, double h_) : f(f_), h(h_), origin(bounds.lower) {
    for (int k = 0; k < 3; ++k) {
      origin[k] -= 2 * h;
      n[std::size_t(k)] = std::int64_t(std::ceil((bounds.upper[k] - origin[k]) / h)) + 3;
    }
    value.resize(std::size_t(n[0] * n[1] * n[2]));
    for (std::int64_t k = 0; k < n[2]; ++k)
      for (std::int64_t j = 0; j < n[1]; ++j)
        for (std::int64_t i = 0; i < n[0]; ++i) value[at(i, j, k)] = f(corner(i, j, k));
  }
  std::size_t at(std::int64_t i, std::int64_t j, std::int64_t k) const {
    return std::size_t(i + n[0] * (j + n[1] * k));
  }
  Vec3d corner(std::int64_t i, std::int64_t j, std::int64_t k) const {
    return origin + Vec3d{{h * double(i), h * double(j), h * double(k)}};
  }

  /// The mean of the crossings on the cell's edges.
  Index vertex(std::int64_t i, std::int64_t j, std::int64_t k) {
    const auto [entry, fresh] = vertex_of.try_emplace(at(i, j, k), Index(mesh.vertices.size()));
    if (!fresh) return entry->second;
    Vec3d sum = Vec3d::zero();
    int crossings = 0;
    for (int a = 0; a < 8; ++a)
      for (int axis = 0; axis < 3; ++axis) {
        const int b = a | 1 << axis;
        if (b == a) continue;
        const auto place = [&](int c) { return std::array{i + (c & 1), j + (c >> 1 & 1), k + (c >> 2 & 1)}; };
        const auto p = place(a), q = place(b);
        const double fp = value[at(p[0], p[1], p[2])], fq = value[at(q[0], q[1], q[2])];
        if ((fp < 0) == (fq < 0)) continue;
        const Vec3d x = corner(p[0], p[1], p[2]), y = corner(q[0], q[1], q[2]);
        sum += x + (y - x) * (fp / (fp - fq));
        ++crossings;
      }
    mesh.vertices.push_back(sum * (1.0 / crossings));
    return entry->second;
  }

  /// The four cells around a grid edge, cut along the shorter diagonal.
  void quadrilateral(std::array<Index, 4> q, bool flip) {
    if (flip) std::swap(q[1], q[3]);
    const auto& x = mesh.vertices;
    if (norm2(x[q[0]] - x[q[2]]) <= norm2(x[q[1]] - x[q[3]])) {
      mesh.triangles.push_back({q[0], q[1], q[2]});
      mesh.triangles.push_back({q[0], q[2], q[3]});
    } else {
      mesh.triangles.push_back({q[1], q[2], q[3]});
      mesh.triangles.push_back({q[1], q[3], q[0]});
    }
  }

  void build() {
    for (std::int64_t k = 1; k + 1 < n[2]; ++k)
      for (std::int64_t j = 1; j + 1 < n[1]; ++j)
        for (std::int64_t i = 1; i + 1 < n[0]; ++i) {
          const bool inside = value[at(i, j, k)] < 0;
          if (inside != (value[at(i + 1, j, k)] < 0))
            quadrilateral(
                {vertex(i, j - 1, k - 1), vertex(i, j, k - 1), vertex(i, j, k), vertex(i, j - 1, k)},
                !inside);
          if (inside != (value[at(i, j + 1, k)] < 0))
            quadrilateral(
                {vertex(i - 1, j, k - 1), vertex(i - 1, j, k), vertex(i, j, k), vertex(i, j, k - 1)},
                !inside);
          if (inside != (value[at(i, j, k + 1)] < 0))
            quadrilateral(
                {vertex(i - 1, j - 1, k), vertex(i, j - 1, k), vertex(i, j, k), vertex(i - 1, j, k)},
                !inside);
        }
  }
};

}  // namespace

TriangleMesh surface_net(const Implicit& f, const Bounds& bounds, double h) {
  Net net(f, bounds, h);
  net.build();
  return std::move(net.mesh);
}

}  // namespace weft
