/// Elements that feel nothing but their own vertices, for backward Euler (thin/sheet/): with t_s the tangents when
/// the step begins and E = (t^T t - 1)/2 the incremental potential of an element is
///   W(t) = psi(t) + tau/(2 dt) dE : C : dE,   dE = E(t) - E(t_s)
///   G    = dpsi/dt + t S',   S' = tau/dt C dE,   corner forces  [f_1 ..] = -V G B_m^T
/// dE/dt is what E' of explicit steps (stretch_kernel.h) becomes; it is zero however far an element is turned, and t S'
/// turns nothing. The second derivative is found with dual numbers; d follows t.
#pragma once
#include <type_traits>

#include "bodies/thin/stretch_kernel.h"
#include "math/definite.h"

namespace weft {

template <class Law>
struct StretchTrial : StretchKernel<Law> {
  using Base = StretchKernel<Law>;
  using Base::body, Base::kCorners, Base::kNormals, Base::kTangents, Base::law, Base::rest;
  using T = typename Base::T;
  template <class D>
  using StrainOf = ThinStrain<kTangents, kNormals, D>;
  static constexpr int kEntries = 3 * kTangents;

  using Base::Base;

  /// S' for dE = E - E_s; E_s as e11, e22, e12.
  template <class D>
  Vec3<D> damping_stress(std::size_t e, const StrainOf<D>& s, const Vec3<T>& start, Vec3<D>& dE) const {
    const D half(0.5), h(body.damping);
    dE = {{half * norm2(s.t[0]) - D(start[0]), D(0.0), D(0.0)}};
    const D C0 = D(rest(e, kStretchC));
    if constexpr (kTangents == 1) return {{h * C0 * dE[0], D(0.0), D(0.0)}};
    else {
      dE[1] = half * norm2(s.t[1]) - D(start[1]);
      dE[2] = half * dot(s.t[0], s.t[1]) - D(start[2]);
      const D C1 = D(rest(e, kStretchC + 1)), C2 = D(rest(e, kStretchC + 2)), C4 = D(rest(e, kStretchC + 4));
      return {{h * (C0 * dE[0] + C1 * dE[1] + C2 * dE[2]),
               h * (C1 * dE[0] + D(rest(e, kStretchC + 3)) * dE[1] + C4 * dE[2]),
               h * (half * (C2 * dE[0] + C4 * dE[1]) + D(rest(e, kStretchC + 5)) * dE[2])}};
    }
  }
  /// E_s and dE as halves of products of tangents: e11, e22, e12.
  Vec3<T> start_of(std::size_t e) const {
    if (!(body.damping > 0)) return Vec3<T>::zero();
    Vec3<T> t[kTangents];
    this->tangents(body.v, e, t);
    Vec3<T> E = Vec3<T>::zero();
    E[0] = T(0.5) * norm2(t[0]);
    if constexpr (kTangents == 2) E[1] = T(0.5) * norm2(t[1]), E[2] = T(0.5) * dot(t[0], t[1]);
    return E;
  }
  /// G of a strain with its normals; returns the damping's part of W.
  template <class D>
  D gradient(std::size_t e, StrainOf<D>& s, const Vec3<T>& start, StrainOf<D>& G) const {
    const Vec2<D> warp{{D(rest(e, kStretchWarp)), D(rest(e, kStretchWarp + 1))}};
    law.respond(s, warp, false, G);
    if (!(body.damping > 0)) return D(0.0);
    Vec3<D> dE;
    const Vec3<D> S = damping_stress(e, s, start, dE);
    if constexpr (kTangents == 1) {
      G.t[0] += s.t[0] * S[0];
    } else {
      G.t[0] += s.t[0] * S[0] + s.t[1] * S[2];
      G.t[1] += s.t[0] * S[2] + s.t[1] * S[1];
    }
    return D(0.5) * (S[0] * dE[0] + S[1] * dE[1] + D(2.0) * S[2] * dE[2]);
  }

  /// Corner forces of elements r and the sum of V W.
  double forces(Range r) const {
    double energy = 0;
    for (std::size_t e = r.begin; e < r.end; e += T::width) {
      StrainOf<T> s, G;
      this->tangents(body.x, e, s.t);
      Base::normals(s);
      const T lost = gradient(e, s, start_of(e), G);
      const Vec2<T> warp{{rest(e, kStretchWarp), rest(e, kStretchWarp + 1)}};
      const T V = T::load(body.volume + e), W = V * (law.energy(s, warp) + lost);
      this->store_forces(e, G, V);
      for (std::size_t l = 0; l < std::size_t(T::width) && e + l < r.end; ++l) energy += W[int(l)];
    }
    return energy;
  }

  /// V d^2 W / dx_a dx_b of elements r; `definite`: without negative eigenvalues.
  void stiffness(Range r, bool definite, StretchStiffness* out) const {
    for (std::size_t e = r.begin; e < r.end; e += T::width) {
      StrainOf<T> s;
      this->tangents(body.x, e, s.t);
      T H[kEntries][kEntries];
      second_derivative(e, s, definite, H);
      const T V = T::load(body.volume + e);
      T g[kCorners][kTangents];
      g[1][0] = rest(e, kStretchB);
      if constexpr (kTangents == 2) {
        g[1][1] = rest(e, kStretchB + 1), g[2][0] = T(0), g[2][1] = rest(e, kStretchB + 2);
        g[0][0] = -g[1][0], g[0][1] = -(g[1][1] + g[2][1]);
      } else {
        g[0][0] = -g[1][0];
      }
      const std::size_t lanes = std::min<std::size_t>(T::width, body.size - e);
      for (int a = 0; a < kCorners; ++a)
        for (int b = a; b < kCorners; ++b)
          for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) {
              T k(0);
              for (int c = 0; c < kTangents; ++c)
                for (int d = 0; d < kTangents; ++d) k += g[a][c] * g[b][d] * H[3 * c + i][3 * d + j];
              k *= V;
              for (std::size_t l = 0; l < lanes; ++l)
                out[e + l][std::size_t(kStretchPair[a][b])][std::size_t(3 * i + j)] = k[int(l)];
            }
    }
  }

 private:
  /// W depends on t^T t alone, so that what changes within the span of the tangents and what changes across it are
  /// apart: with q_j orthonormal in the span and P the projection across it,
  ///   d^2 W = [q_j . dG_b by t_a += q_k] + S (x) P
  /// A fibre's normals stay: its section, strained alike in all directions, has no derivative by singular values.
  void second_derivative(std::size_t e, StrainOf<T>& s, bool definite, T (&H)[kEntries][kEntries]) const {
    constexpr int kInside = kTangents * kTangents;
    const Vec3<T> start = start_of(e);
    Base::normals(s);
    Vec3<T> q[kTangents];
    q[0] = s.t[0] * (T(1) / max(norm(s.t[0]), T(1e-12)));
    if constexpr (kTangents == 2) q[1] = cross(s.d[0], q[0]);
    T A[kInside][kInside], S[kTangents][kTangents];
    for (int a = 0; a < kTangents; ++a) {
      for (int k = 0; k < kTangents; ++k) {
        const StrainOf<Dual<T>> G = change(e, s, start, a, q[k]);
        for (int b = 0; b < kTangents; ++b)
          for (int j = 0; j < kTangents; ++j) A[kTangents * b + j][kTangents * a + k] = along(G.t[b], q[j]);
      }
      if constexpr (kTangents == 2) {
        const StrainOf<Dual<T>> G = change(e, s, start, a, s.d[0]);
        for (int b = 0; b < kTangents; ++b) S[b][a] = along(G.t[b], s.d[0]);
      }
    }
    if constexpr (kTangents == 1) {  // G = g q turns with t
      StrainOf<T> now = s, G;
      gradient(e, now, start, G);
      S[0][0] = dot(G.t[0], q[0]) / max(norm(s.t[0]), T(1e-12));
    }
    symmetrise(A);
    symmetrise(S);
    if (definite) {
      if constexpr (kInside > 1) make_definite(A, 5);
      else A[0][0] = max(A[0][0], T(0));
      if constexpr (kTangents > 1) make_definite(S, 1);
      else S[0][0] = max(S[0][0], T(0));
    }
    Mat3<T> P = Mat3<T>::identity();
    for (const Vec3<T>& in : q) P -= outer(in, in);
    for (int b = 0; b < kTangents; ++b)
      for (int a = 0; a < kTangents; ++a)
        for (int i = 0; i < 3; ++i)
          for (int j = 0; j < 3; ++j) {
            T sum = S[b][a] * P(i, j);
            for (int l = 0; l < kTangents; ++l)
              for (int k = 0; k < kTangents; ++k)
                sum += A[kTangents * b + l][kTangents * a + k] * q[l][i] * q[k][j];
            H[3 * b + i][3 * a + j] = sum;
          }
  }
  StrainOf<Dual<T>> change(std::size_t e, const StrainOf<T>& s, const Vec3<T>& start, int tangent,
                           const Vec3<T>& by) const {
    StrainOf<Dual<T>> dual, G;
    for (int a = 0; a < kTangents; ++a)
      for (int k = 0; k < 3; ++k) dual.t[a][k] = Dual<T>(s.t[a][k], a == tangent ? by[k] : T(0));
    if constexpr (kTangents == 2) {
      Base::normals(dual);
    } else {
      for (int b = 0; b < kNormals; ++b)
        for (int k = 0; k < 3; ++k) dual.d[b][k] = Dual<T>(s.d[b][k]);
    }
    gradient(e, dual, start, G);
    return G;
  }
  static T along(const Vec3<Dual<T>>& a, const Vec3<T>& q) {
    return a[0].d * q[0] + a[1].d * q[1] + a[2].d * q[2];
  }
  /// What rounding left.
  template <int n>
  static void symmetrise(T (&A)[n][n]) {
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < i; ++j) A[i][j] = A[j][i] = T(0.5) * (A[i][j] + A[j][i]);
  }
};

}  // namespace weft
