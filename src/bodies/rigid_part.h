/// The rigid motion  V + T x (x - c)  in which points of masses m at x have given momenta:
///   sum m V = P,    J T = L - c x P,    J = sum m (|r|^2 - r r^T),  r = x - c,  c the centre of mass
/// Solves end within a tolerance, and backward Euler slows what spins: its forces turn nothing about where points end,
/// but angular momentum changes by the torque about where they begin. What such a step adds to the momenta of a body that
/// nothing holds is a rigid motion that can be taken away again.
#pragma once
#include "bodies/vectors.h"

namespace weft {

struct RigidPart {
  Vec3d V{{0, 0, 0}}, turn{{0, 0, 0}}, centre{{0, 0, 0}};
  Vec3d at(const Vec3d& x) const { return V + cross(turn, x - centre); }
};

/// Of one point: mass, place, momentum and angular momentum about the origin; places near the origin lose no digits.
struct PointMomenta {
  double m;
  Vec3d x, p, L;
};

/// of(i): PointMomenta of point i, places from `origin` on; the part's centre is then a place again.
template <class Of>
RigidPart rigid_part(std::size_t n, const Vec3d& origin, Of&& of) {
  struct Sums {
    double m = 0, xx[6] = {};
    Vec3d x = Vec3d::zero(), p = Vec3d::zero(), L = Vec3d::zero();
  };
  const auto part = [&](Range range) {
    Sums s;
    for (std::size_t i = range.begin; i < range.end; ++i) {
      const PointMomenta q = of(i);
      s.m += q.m, s.x += q.x * q.m, s.p += q.p, s.L += q.L;
      for (int a = 0, k = 0; a < 3; ++a)
        for (int b = a; b < 3; ++b) s.xx[k++] += q.m * q.x[a] * q.x[b];
    }
    return s;
  };
  const Sums s = reduce_chunks(n, kVectorChunk, Sums{}, part, [](Sums a, const Sums& b) {
    a.m += b.m, a.x += b.x, a.p += b.p, a.L += b.L;
    for (int k = 0; k < 6; ++k) a.xx[k] += b.xx[k];
    return a;
  });
  RigidPart out;
  if (!(s.m > 0)) return out;
  const Vec3d c = s.x * (1 / s.m);
  Mat3d J;
  for (int a = 0, k = 0; a < 3; ++a)
    for (int b = a; b < 3; ++b) J(a, b) = J(b, a) = -(s.xx[k++] - s.m * c[a] * c[b]);
  const double all = -trace(J);
  for (int a = 0; a < 3; ++a) J(a, a) += all * (1 + 1e-8);  // a straight line turns about itself
  out.V = s.p * (1 / s.m);
  if (all > 0) out.turn = inverse(J) * (s.L - cross(c, s.p));
  out.centre = origin + c;
  return out;
}

}  // namespace weft
