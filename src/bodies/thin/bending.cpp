#include "bodies/thin/bend_energy.h"

namespace weft {

double hinge_angle(const std::array<Vec3d, 4>& x) { return HingeGeometry<double>(x).angle(); }
double rod_curvature(const std::array<Vec3d, 4>& x) { return RodGeometry<double>(x).curvature(); }

template BendAnswer<double> bend_hinge(const std::array<Vec3<double>, 4>&, double, double);
template BendAnswer<double> bend_rod(const std::array<Vec3<double>, 4>&, double, double);
template BendAnswer<Dual<double>> bend_hinge(const std::array<Vec3<Dual<double>>, 4>&, double, double);
template BendAnswer<Dual<double>> bend_rod(const std::array<Vec3<Dual<double>>, 4>&, double, double);

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
