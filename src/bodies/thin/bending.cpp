#include <algorithm>

#include "bodies/thin/bend_energy.h"

namespace weft {

double hinge_angle(const std::array<Vec3d, 4>& x) { return HingeGeometry<double>(x).angle(); }
double rod_curvature(const std::array<Vec3d, 4>& x) { return RodGeometry<double>(x).curvature(); }

template BendAnswer<double> bend_hinge(const std::array<Vec3<double>, 4>&, double, double);
template BendAnswer<double> bend_rod(const std::array<Vec3<double>, 4>&, double, double);
template BendAnswer<Dual<double>> bend_hinge(const std::array<Vec3<Dual<double>>, 4>&, double, double);
template BendAnswer<Dual<double>> bend_rod(const std::array<Vec3<Dual<double>>, 4>&, double, double);

std::vector<Bend> make_hinges(std::span<const Vec3d> rest,
                              std::span<const std::array<std::uint32_t, 3>> triangles, double rigidity) {
  struct Side {
    std::uint64_t edge;
    std::uint32_t triangle, wing;
  };
  std::vector<Side> sides;
  for (std::size_t t = 0; t < triangles.size(); ++t)
    for (int a = 0; a < 3; ++a) {
      const auto& c = triangles[t];
      const std::uint64_t p = c[a], q = c[(a + 1) % 3];
      sides.push_back({std::min(p, q) << 32 | std::max(p, q), std::uint32_t(t), c[(a + 2) % 3]});
    }
  std::stable_sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) { return a.edge < b.edge; });
  std::vector<Bend> bends;
  for (std::size_t i = 0; i + 1 < sides.size(); ++i) {
    if (sides[i].edge != sides[i + 1].edge) continue;
    // The first triangle runs along its edge as it does round its corners, so that theta has one sign.
    const auto& c = triangles[sides[i].triangle];
    const std::uint32_t wing = sides[i].wing;
    const int at = c[0] == wing ? 0 : c[1] == wing ? 1 : 2;
    Bend b{{c[(at + 1) % 3], c[(at + 2) % 3], wing, sides[i + 1].wing}, 0, 0};
    const std::array<Vec3d, 4> x{rest[b.vertex[0]], rest[b.vertex[1]], rest[b.vertex[2]], rest[b.vertex[3]]};
    const Vec3d e = x[1] - x[0];
    const double area = 0.5 * (norm(cross(e, x[2] - x[0])) + norm(cross(e, x[3] - x[0])));
    b.stiffness = 3 * (rigidity / 6) * norm2(e) / area;
    b.rest = hinge_angle(x);
    bends.push_back(b);
    ++i;
  }
  return bends;
}

std::vector<Bend> make_rods(std::span<const Vec3d> rest, std::span<const std::uint32_t> counts,
                            double stiffness) {
  std::vector<Bend> bends;
  std::uint32_t first = 0;
  for (std::uint32_t n : counts) {
    for (std::uint32_t i = 1; i + 1 < n; ++i) {
      const std::uint32_t v = first + i;
      const std::array<Vec3d, 4> x{rest[v - 1], rest[v], rest[v + 1], rest[v]};
      bends.push_back(
          {{v - 1, v, v + 1, v}, stiffness / (norm(x[1] - x[0]) + norm(x[2] - x[1])), rod_curvature(x)});
    }
    first += n;
  }
  return bends;
}

}  // namespace weft
