/// Elements at the velocities that the implicit solve tries, whatever the law.
///   x^ = x + dt v at vertices,   d^ = (I + dt grad v) d_s at contact points
///   F = [[x^_1 - x^_0 ..] B_m   d^],   G = dpsi/dF,   dG = psi'' dF
///   corner forces -V G_t B_m^T,   stress V sum G_d d_s^T
/// They turn nothing about x^ and d^. About where a step begins, F_s = [[x_1 - x_0 ..] B_m   d_s],
///   G' = sym(G F_s^T) F_s^-T
/// turns nothing instead.
/// psi'' is kept as a matrix: one dual evaluation of the law per entry of F and linearisation,
/// none per Krylov step.
#pragma once
#include "bodies/thin/element_kernel.h"

namespace weft {

template <int Tangents, int Normals, class T>
struct TrialKernel : ElementKernel<Tangents, Normals, T> {
  using Base = ElementKernel<Tangents, Normals, T>;
  using Base::body, Base::kCorners, Base::kEntries;
  using typename Base::Strain;

  TrialView trial;

  TrialKernel(const ThinView& view, const TrialView& tried) : Base{view}, trial(tried) {}

  /// F, or its change: whatever was last tried. Edges of where the vertices are and of how they move apart,
  /// so that what positions lose to rounding is no strain.
  WEFT_HD void strain(std::size_t i, const RestShape<T>& rest, Solve what, Strain& s) const {
    if (body.rules.from_mesh) {
      Vec3<T> U[kCorners];
      this->gather(trial.u, i, U);
      this->tangents(U, rest, s);
      if (what == Solve::force) {
        Vec3<T> X[kCorners];
        Strain now;
        this->gather(body.x, i, X);
        this->tangents(X, rest, now);
        for (int a = 0; a < Tangents; ++a) s.t[a] += now.t[a];
      }
    } else {
      for (int a = 0; a < Tangents; ++a)
        for (int k = 0; k < 3; ++k) s.t[a][k] = load_points<T>(trial.t.group(i, 3 * a + k));
    }
    this->normals(trial.d, i, s);
  }
  /// G' instead of G.
  WEFT_HD void settle(std::size_t i, const RestShape<T>& rest, Strain& G) const {
    static constexpr int kColumns = Tangents + Normals;
    Strain s;
    if (body.rules.from_mesh) {
      Vec3<T> X[kCorners];
      this->gather(body.x, i, X);
      this->tangents(X, rest, s);
    } else {
      for (int a = 0; a < Tangents; ++a)
        for (int k = 0; k < 3; ++k) s.t[a][k] = load_points<T>(body.t.group(i, 3 * a + k));
    }
    this->normals(trial.start, i, s);
    Mat3<T> F = Mat3<T>::zero(), A = Mat3<T>::zero();
    for (int c = 0; c < kColumns; ++c)
      for (int p = 0; p < 3; ++p) {
        F(p, c) = s.entry(3 * c + p);
        for (int q = 0; q < 3; ++q) A(p, q) += G.entry(3 * c + p) * s.entry(3 * c + q);
      }
    if constexpr (kColumns == 2) F(1, 2) = T(1);  // a sheet seen from its edge, in the plane x-z
    const Mat3<T> W = (A + transpose(A)) * T(0.5), inverse_F = inverse(F);
    for (int c = 0; c < kColumns; ++c)
      for (int p = 0; p < 3; ++p)
        G.entry(3 * c + p) =
            W(p, 0) * inverse_F(c, 0) + W(p, 1) * inverse_F(c, 1) + W(p, 2) * inverse_F(c, 2);
  }
  /// Forces at corners and stress at the contact point from V G.
  WEFT_HD void store_response(std::size_t i, Strain G) const {
    const RestShape<T> rest = this->rest(i);
    if (trial.settled) settle(i, rest, G);
    const bool from_mesh = body.rules.from_mesh;
    Mat3<T> stress{};
    const auto add = [&](const Vec3<T>& column, const FieldView& from, int c) {
      for (int p = 0; p < 3; ++p)
        for (int q = 0; q < 3; ++q) stress(p, q) += column[p] * load_points<T>(from.group(i, 3 * c + q));
    };
    for (int b = 0; b < Normals; ++b) add(G.d[b], trial.start, b);
    if (!from_mesh)
      for (int a = 0; a < Tangents; ++a) add(G.t[a], body.t, a);
    for (int a = 0; a < 9; ++a) store_points(stress(a / 3, a % 3), trial.stress.group(i, a));
    this->store_forces(i, G, rest, T(Real(from_mesh ? 1 : 0)), trial.force);
  }
  /// V psi'' dF.
  WEFT_HD void change(std::size_t i, Strain& G) const {
    Strain s;
    strain(i, this->rest(i), Solve::change, s);
    T out[kEntries] = {};
    int at = 0;
    for (int p = 0; p < kEntries; ++p)
      for (int q = p; q < kEntries; ++q, ++at) {
        const T k = load_points<T>(trial.tangent.group(i, at));
        out[p] += k * s.entry(q);
        if (q != p) out[q] += k * s.entry(p);
      }
    for (int c = 0; c < kEntries; ++c) G.entry(c) = out[c];
  }
  /// Elements with an edge of two cells or more, whose corners a node hardly moves together.
  WEFT_HD auto coarse(std::size_t i) const {
    Vec3<T> X[kCorners];
    this->gather(body.x, i, X);
    T longest = norm2(X[1] - X[0]);
    if constexpr (Tangents == 2) longest = max(longest, norm2(X[2] - X[0]));
    return longest > T(Real(4 * trial.dx * trial.dx));
  }
};

}  // namespace weft
