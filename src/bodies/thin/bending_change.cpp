/// How the forces of a bend change, for the implicit step.
#include <algorithm>
#include <cmath>

#include "bodies/thin/bending.h"

namespace weft {
namespace {

constexpr double kStraight = 1e-6;  // below this sine of the turning angle the direction of b is noise

/// Column by column: the derivative of grad psi along each coordinate.
template <class Answer>
void differentiate(const std::array<Vec3d, 4>& x, int vertices, Answer&& answer, BendHessian& H) {
  using D = Dual<double>;
  std::array<Vec3<D>, 4> y;
  for (int v = 0; v < 4; ++v)
    for (int k = 0; k < 3; ++k) y[std::size_t(v)][k] = D(x[std::size_t(v)][k]);
  for (auto& row : H) row.fill(Real(0));
  for (int c = 0; c < 3 * vertices; ++c) {
    D& seeded = y[std::size_t(c / 3)][c % 3];
    seeded.d = 1;
    const BendAnswer<D> r = answer(y);
    seeded.d = 0;
    for (int v = 0; v < vertices; ++v)
      for (int k = 0; k < 3; ++k)
        H[std::size_t(3 * v + k)][std::size_t(c)] =
            Real((r.angle_gradient[std::size_t(v)][k] * r.derivative).d);
  }
}

}  // namespace

void rod_factors(const std::array<Vec3d, 4>& x, double stiffness, double rest, std::array<BendFactor, 3>& g) {
  const Vec3d e = x[1] - x[0], f = x[2] - x[1];
  const double le = std::max(norm(e), 1e-15), lf = std::max(norm(f), 1e-15);
  const Vec3d u = e * (1 / le), v = f * (1 / lf);
  const double c = std::clamp(dot(u, v), -0.999, 1.0), side = 1 / (1 + c);
  const Vec3d b = cross(u, v) * (2 * side);
  const double kappa = norm(b);
  // db = 2 side (du x v + u x dv) - side b (v.du + u.dv),  du = (I - u u^T) de / |e|
  const auto along_u = [&](const Vec3d& du) { return cross(du, v) * (2 * side) - b * (side * dot(v, du)); };
  const auto along_v = [&](const Vec3d& dv) { return cross(u, dv) * (2 * side) - b * (side * dot(u, dv)); };
  const bool straight = kappa < kStraight;
  const Vec3d n = straight ? Vec3d::zero() : b * (1 / kappa);
  const double across = straight ? (rest > kStraight ? 0 : 1) : std::sqrt(std::max(0.0, 1 - rest / kappa));
  for (int k = 0; k < 3; ++k) {
    Vec3d axis = Vec3d::zero();
    axis[k] = 1;
    const auto weighted = [&](const Vec3d& a) { return n * dot(n, a) * (1 - across) + a * across; };
    const Vec3d de = weighted(along_u((axis - u * dot(u, axis)) * (1 / le))) * std::sqrt(2 * stiffness);
    const Vec3d df = weighted(along_v((axis - v * dot(v, axis)) * (1 / lf))) * std::sqrt(2 * stiffness);
    for (int row = 0; row < 3; ++row) {
      BendFactor& out = g[std::size_t(row)];
      out[0][k] = Real(-de[row]);
      out[1][k] = Real(de[row] - df[row]);
      out[2][k] = Real(df[row]);
      out[3][k] = Real(0);
    }
  }
}

void hinge_turning(const std::array<Vec3d, 4>& x, double moment, BendHessian& H) {
  differentiate(
      x, 4,
      [&](const auto& y) {
        auto r = bend_hinge(y, 0, 0);
        r.derivative = moment;
        return r;
      },
      H);
}

void rod_hessian(const std::array<Vec3d, 4>& x, double stiffness, double rest, BendHessian& H) {
  if (rod_curvature(x) >= kStraight) {
    differentiate(
        x, 3, [&](const auto& y) { return bend_rod(y, stiffness, rest); }, H);
    return;
  }
  std::array<BendFactor, 3> g;
  rod_factors(x, stiffness, rest, g);
  for (std::size_t i = 0; i < 12; ++i)
    for (std::size_t j = 0; j < 12; ++j) {
      Real sum = 0;
      for (const BendFactor& f : g) sum += f[i / 3][int(i % 3)] * f[j / 3][int(j % 3)];
      H[i][j] = sum;
    }
}

}  // namespace weft
