/// What conjugate gradients (math/krylov.h) do with one vector per vertex, whatever the system: a space adds `apply` and
/// `precondition`.
#pragma once
#include <algorithm>

#include "bodies/vectors.h"
#include "math/krylov.h"

namespace weft {

struct VectorSpace {
  void zero(Vectors& x) const { std::fill(x.begin(), x.end(), Vec3d::zero()); }
  double inner(const Vectors& a, const Vectors& b) const { return weft::inner(a, b); }
  void advance(Gradients<Vectors>& g, double s) const {
    each_of(g.x.size(), [&](std::size_t i) {
      g.x[i] += g.p[i] * s;
      g.r[i] -= g.y[i] * s;
    });
  }
  void turn(Vectors& p, double t, const Vectors& z) const {
    each_of(p.size(), [&](std::size_t i) { p[i] = z[i] + p[i] * t; });
  }
};

}  // namespace weft
