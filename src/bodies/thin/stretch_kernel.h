/// Forces of elements from their vertices alone. Differences are taken in double and stay so: forces change
/// smoothly, and what rests does not creep.
///   t  = [x_1 - x_0 ..] B_m,   t' = [v_1 - v_0 ..] B_m,   across them d of unit length: contact costs nothing
///   E' = sym(t^T t'),   S' = tau C E',   C = d^2 psi/dE^2 at rest
///   G  = dpsi/dt + t S',   corner forces  [f_1 ..] = -V G B_m^T,  f_0 = -sum
/// C has no negative eigenvalues, so that S' : E' >= 0 takes energy; S' is symmetric, and E' is zero in rigid
/// motion: damping keeps momentum and angular momentum.
///   omega^2 <= |psi''| s,   c <= tau |C| |t|^2 s,   s = V lambda_max(sum_a g_a g_a^T / m_a)
#pragma once
#include "bodies/kernel.h"
#include "bodies/point_field.h"
#include "bodies/thin/stretch_view.h"
#include "materials/fibre.h"
#include "materials/thin.h"
#include "math/dual.h"

namespace weft {

template <class Law>
struct StretchKernel {
  using T = Wide;
  static constexpr int kTangents = Law::tangents, kNormals = Law::normals, kCorners = kTangents + 1;
  using Strain = ThinStrain<kTangents, kNormals, T>;
  using Constants = decltype(std::declval<Law>().template as<double>());

  StretchView body;
  Constants law;

  StretchKernel(const StretchView& view, const Law& of) : body(view), law(of.template as<double>()) {}

  T rest(std::size_t e, int c) const { return T::load(body.rest + stretch_index(e, c)); }

  /// [y_1 - y_0 ..] B_m of what the vertices of elements from e on have in y.
  void tangents(const Place* y, std::size_t e, Vec3<T> (&t)[kTangents]) const {
    alignas(64) double lane[kTangents][3][T::width];
    for (int l = 0; l < T::width; ++l) {
      const auto& c = body.corner[std::min(e + std::size_t(l), body.size - 1)];
      for (int a = 0; a < kTangents; ++a)
        for (int k = 0; k < 3; ++k) lane[a][k][l] = y[c[std::size_t(a + 1)]][k] - y[c[0]][k];
    }
    const auto edge = [&](int a, int k) { return T::load_aligned(lane[a][k]); };
    const T b11 = rest(e, kStretchB);
    for (int k = 0; k < 3; ++k) t[0][k] = edge(0, k) * b11;
    if constexpr (kTangents == 2) {
      const T b12 = rest(e, kStretchB + 1), b22 = rest(e, kStretchB + 2);
      for (int k = 0; k < 3; ++k) t[1][k] = edge(0, k) * b12 + edge(1, k) * b22;
    }
  }
  /// Unit vectors across the tangents.
  template <class D>
  static void normals(ThinStrain<kTangents, kNormals, D>& s) {
    const D least(1e-12);
    if constexpr (kTangents == 2) {
      const Vec3<D> n = cross(s.t[0], s.t[1]);
      s.d[0] = n * (D(1) / max(norm(n), least));
    } else {
      const Vec3<D> q = s.t[0] * (D(1) / max(norm(s.t[0]), least));
      if constexpr (kNormals == 2) across(q, s.d[0], s.d[1]);
      else s.d[0] = {{-q[2], D(0), q[0]}};
    }
  }

  /// Adds t S' to G; returns |t|^2.
  T damp(std::size_t e, const Strain& s, Strain& G) const {
    Vec3<T> rate[kTangents];
    tangents(body.v, e, rate);
    const T tau(body.damping), e11 = dot(s.t[0], rate[0]), C0 = rest(e, kStretchC);
    if constexpr (kTangents == 1) {
      G.t[0] += s.t[0] * (tau * C0 * e11);
      return norm2(s.t[0]);
    } else {
      const T half(0.5), e22 = dot(s.t[1], rate[1]),
                         e12 = half * (dot(s.t[0], rate[1]) + dot(s.t[1], rate[0]));
      const T C1 = rest(e, kStretchC + 1), C2 = rest(e, kStretchC + 2), C4 = rest(e, kStretchC + 4);
      const T S11 = tau * (C0 * e11 + C1 * e22 + C2 * e12),
              S22 = tau * (C1 * e11 + rest(e, kStretchC + 3) * e22 + C4 * e12),
              S12 = tau * (half * (C2 * e11 + C4 * e22) + rest(e, kStretchC + 5) * e12);
      G.t[0] += s.t[0] * S11 + s.t[1] * S12;
      G.t[1] += s.t[0] * S12 + s.t[1] * S22;
      const T a = norm2(s.t[0]), b = norm2(s.t[1]), c = dot(s.t[0], s.t[1]), d = half * (a - b);
      return half * (a + b) + sqrt(d * d + c * c);
    }
  }

  void store_forces(std::size_t e, const Strain& G, const T& V) const {
    alignas(64) double lane[kCorners][3][T::width];
    for (int k = 0; k < 3; ++k) {
      T f1 = G.t[0][k] * rest(e, kStretchB), all;
      if constexpr (kTangents == 2) {
        f1 = -V * (f1 + G.t[1][k] * rest(e, kStretchB + 1));
        const T f2 = -V * G.t[1][k] * rest(e, kStretchB + 2);
        f2.store_aligned(lane[2][k]);
        all = f1 + f2;
      } else {
        all = f1 = -V * f1;
      }
      f1.store_aligned(lane[1][k]);
      (-all).store_aligned(lane[0][k]);
    }
    const std::size_t n = std::min<std::size_t>(T::width, body.size - e);
    for (std::size_t l = 0; l < n; ++l)
      for (std::size_t a = 0; a < std::size_t(kCorners); ++a)
        body.force[e + l][a] = {{lane[a][0][l], lane[a][1][l], lane[a][2][l], 0}};
  }

  Pace respond(Range r) const {
    T fastest(0), dampest(0);
    for (std::size_t e = r.begin; e < r.end; e += T::width) {
      Strain s, G;
      tangents(body.x, e, s.t);
      normals(s);
      const Vec2<T> warp{{rest(e, kStretchWarp), rest(e, kStretchWarp + 1)}};
      const T modulus = law.respond(s, warp, false, G).tangent;
      const T V = T::load(body.volume + e);
      if (body.damping > 0) {
        const T wide = damp(e, s, G);
        dampest = max(dampest, wide * rest(e, kStretchMost) * rest(e, kStretchSpread));
      }
      store_forces(e, G, V);
      if constexpr (kTangents == 1)  // what is stretched too far holds no longer
        if (body.tear2 > 0) select(norm2(s.t[0]) > T(body.tear2), T(0), V).store(body.volume + e);
      fastest = max(fastest, modulus * rest(e, kStretchScale) * rest(e, kStretchSpread));
    }
    return {horizontal_max(fastest), body.damping * horizontal_max(dampest)};
  }
};

/// C and the modulus at rest, by dual numbers: dS = d(dpsi/dt) along symmetric changes of t.
template <class Law>
RestStiffness rest_stiffness_of(const Law& of, const Vec2d& warp) {
  using D = Dual<double>;
  const auto law = of.template as<double>();
  const Vec2<D> along{{D(warp[0]), D(warp[1])}};
  const auto unit = [](int k) {
    Vec3<D> e = Vec3<D>::zero();
    e[k] = D(1);
    return e;
  };
  RestStiffness r{};
  double S[3][3] = {};  // S11 S22 S12 by E11 E22 E12
  for (int c = 0; c < (Law::tangents == 2 ? 3 : 1); ++c) {
    ThinStrain<Law::tangents, Law::normals, D> s, G;
    for (int a = 0; a < Law::tangents; ++a) s.t[a] = unit(a);
    for (int b = 0; b < Law::normals; ++b) s.d[b] = unit(Law::normals == 2 ? 1 + b : 2);
    if (c < 2) s.t[c][c].d = 1;
    else s.t[0][1].d = s.t[Law::tangents - 1][0].d = 1;
    r.modulus = law.respond(s, along, false, G).tangent.v;
    S[0][c] = G.t[0][0].d;
    if constexpr (Law::tangents == 2) S[1][c] = G.t[1][1].d, S[2][c] = 0.5 * (G.t[0][1].d + G.t[1][0].d);
  }
  r.C = {S[0][0], S[0][1], S[0][2], S[1][1], S[1][2], S[2][2]};
  return r;
}

}  // namespace weft
