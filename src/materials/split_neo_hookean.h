/// Neo-Hookean elasticity split in volume and shape:
///   psi = kappa/2 ((J^2 - 1)/2 - ln J) + mu/2 (J^(-2/d) I_1 - d),  I_1 = sum s_i^2
///   tau_i = kappa/2 (J^2 - 1) + m (s_i^2 - I_1/d),  m = mu J^(-2/d)
/// J is taken no smaller than 1e-6.
#pragma once
#include "materials/law.h"

namespace weft {

template <class T>
struct SplitNeoHookean {
  T mu, kappa;

  template <int d>
  WEFT_HD static T volume(const Vec<d, T>& s) {
    return max(product(s), T(1e-6));
  }
  /// J^(-2/d).
  template <int d>
  WEFT_HD static T shape_factor(const T& J) {
    return exp(log(J) * T(-2.0 / d));
  }

  template <int d>
  WEFT_HD T energy(const Vec<d, T>& s) const {
    const T J = volume(s);
    return T(0.5) * kappa * (T(0.5) * (J - T(1)) * (J + T(1)) - log(J)) +
           T(0.5) * mu * (shape_factor<d>(J) * dot(s, s) - T(d));
  }
  template <int d>
  WEFT_HD Vec<d, T> kirchhoff(const Vec<d, T>& s) const {
    const T J = volume(s), m = mu * shape_factor<d>(J), I = dot(s, s) * T(1.0 / d);
    const T p = T(0.5) * kappa * (J - T(1)) * (J + T(1));
    Vec<d, T> r{};
    for (int i = 0; i < d; ++i) r[i] = p + m * (s[i] * s[i] - I);
    return r;
  }
  template <int d>
  WEFT_HD Vec<d, T> gradient(const Vec<d, T>& s) const {
    return over_stretch(kirchhoff(s), s);
  }
  template <int d>
  WEFT_HD Mat<d, T> hessian(const Vec<d, T>& s) const {
    const T J = volume(s), m = mu * shape_factor<d>(J), I = dot(s, s) * T(1.0 / d), J2 = J * J;
    Mat<d, T> H{};
    for (int i = 0; i < d; ++i)
      for (int j = 0; j < d; ++j) {
        const T a = s[i] * s[i], b = s[j] * s[j];
        H(i, j) = i == j ? (T(0.5) * kappa * (J2 + T(1)) + m * (a * T(1 - 4.0 / d) + I * T(1 + 2.0 / d))) / a
                         : (kappa * J2 - T(2.0 / d) * m * (a + b - I)) / (s[i] * s[j]);
      }
    return H;
  }
  template <int d>
  WEFT_HD T shear_a(int i, int j, const Vec<d, T>& s) const {
    const T J = volume(s), m = mu * shape_factor<d>(J), I = dot(s, s) * T(1.0 / d);
    return m + (m * I - T(0.5) * kappa * (J - T(1)) * (J + T(1))) / (s[i] * s[j]);
  }
  template <int d>
  WEFT_HD T modulus(const Vec<d, T>& s) const {
    const T J = volume(s), m = mu * shape_factor<d>(J), I = dot(s, s) * T(1.0 / d);
    T r(0);
    for (int i = 0; i < d; ++i) r = max(r, m * (s[i] * s[i] * T(1 - 4.0 / d) + I * T(1 + 2.0 / d)));
    return T(0.5) * kappa * (J * J + T(1)) + r;
  }
};

/// Base of the laws that flow in b = F F^T.
template <class Law>
struct SplitLaw : BulkLaw<Law> {
  template <class S>
  using Formulas = BulkFormulas<SplitNeoHookean, S>;
};

/// Split neo-Hookean elasticity alone.
struct SplitNeoHookeanElastic : SplitLaw<SplitNeoHookeanElastic> {
  static constexpr const char* name = "split_neo_hookean";
  static constexpr const char* summary = "elastic solid with separate shear and bulk stiffness";
  static constexpr auto fields() { return elastic_fields(); }
  void prepare() { prepare_elastic(); }
};

}  // namespace weft
