#include "bodies/thin/bending.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace weft {
namespace {

constexpr double kTiny = 1e-30;

template <class T>
T length_of(const Vec3<T>& a) {
  return sqrt(max(norm2(a), T(kTiny)));
}

template <class T>
struct HingeGeometry {
  Vec3<T> e, nA, nB;
  T length, a2, b2;  ///< |e|, |nA|^2, |nB|^2
  explicit HingeGeometry(const std::array<Vec3<T>, 4>& x)
      : e(x[1] - x[0]),
        nA(cross(e, x[2] - x[0])),
        nB(cross(x[3] - x[0], e)),
        length(length_of(e)),
        a2(max(norm2(nA), T(kTiny))),
        b2(max(norm2(nB), T(kTiny))) {}
  T angle() const { return atan2(dot(cross(nA, nB), e) / length, dot(nA, nB)); }
};

template <class T>
struct RodGeometry {
  Vec3<T> u, v;
  T e, f, c;  ///< lengths of the edges, cosine of the turning angle
  explicit RodGeometry(const std::array<Vec3<T>, 4>& x) : u(x[1] - x[0]), v(x[2] - x[1]) {
    e = length_of(u), f = length_of(v);
    u *= T(1) / e;
    v *= T(1) / f;
    c = clamp(dot(u, v), T(-0.999), T(1.0));
  }
  /// 2 tan(phi/2) = 2 |u x v| / (1 + c)
  T curvature() const { return T(2) * sine() / (T(1) + c); }
  T sine() const { return length_of(cross(u, v)); }
};

double plain(double a) { return a; }
double plain(const Dual<double>& a) { return a.v; }

}  // namespace

double hinge_angle(const std::array<Vec3d, 4>& x) { return HingeGeometry<double>(x).angle(); }
double rod_curvature(const std::array<Vec3d, 4>& x) { return RodGeometry<double>(x).curvature(); }

template <class T>
BendAnswer<T> bend_hinge(const std::array<Vec3<T>, 4>& x, double stiffness, double rest) {
  const HingeGeometry<T> g(x);
  T off = g.angle() - T(rest);
  off -= T(2 * std::numbers::pi * std::round(plain(off) / (2 * std::numbers::pi)));
  const Vec3<T> a = g.nA * (T(1) / g.a2), b = g.nB * (T(1) / g.b2);
  BendAnswer<T> r;
  r.energy = T(stiffness) * off * off;
  r.derivative = T(2 * stiffness) * off;
  r.angle_gradient[2] = a * -g.length;
  r.angle_gradient[3] = b * -g.length;
  r.angle_gradient[0] = a * (dot(x[1] - x[2], g.e) / g.length) + b * (dot(x[1] - x[3], g.e) / g.length);
  r.angle_gradient[1] = a * (dot(x[2] - x[0], g.e) / g.length) + b * (dot(x[3] - x[0], g.e) / g.length);
  return r;
}

template <class T>
BendAnswer<T> bend_rod(const std::array<Vec3<T>, 4>& x, double stiffness, double rest) {
  const RodGeometry<T> g(x);
  const T kappa = g.curvature(), rate = T(2) / (T(1) + g.c), off = kappa - T(rest);
  // d phi/de = -(v - c u)/(s |e|): a unit vector over a length. Straight: any direction does, as kappa is
  // zero; with natural curvature the rod then waits until something bends it.
  const Vec3<T> p = g.v - g.u * g.c, q = g.u - g.v * g.c;
  const T s = max(g.sine(), T(1e-12));
  const Vec3<T> de = p * (-rate / (s * g.e)), df = q * (-rate / (s * g.f));
  BendAnswer<T> r;
  r.energy = T(stiffness) * off * off;
  r.derivative = T(2 * stiffness) * off;
  r.angle_gradient[0] = -de;
  r.angle_gradient[1] = de - df;
  r.angle_gradient[2] = df;
  r.angle_gradient[3] = Vec3<T>::zero();
  return r;
}

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
