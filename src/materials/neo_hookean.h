/// Compressible neo-Hookean rubber.
///   psi = mu/2 (sum s_i^2 - d) - mu ln J + lambda/2 (ln J)^2
/// Needs J > 0: ln J is taken of max(J, 1e-6), so an inverted point is pushed out by a finite stress.
#pragma once
#include "materials/law.h"

namespace weft {

template <class T>
struct NeoHookeanElastic {
  T mu, lambda;

  template <int d>
  WEFT_HD T log_volume(const Vec<d, T>& s) const {
    return log(max(product(s), T(1e-6)));
  }
  template <int d>
  WEFT_HD T energy(const Vec<d, T>& s) const {
    const T l = log_volume(s);
    T e(0);
    for (int i = 0; i < d; ++i) e += (s[i] - T(1)) * (s[i] + T(1));
    return T(0.5) * mu * e - mu * l + T(0.5) * lambda * l * l;
  }
  template <int d>
  WEFT_HD Vec<d, T> kirchhoff(const Vec<d, T>& s) const {
    const T p = lambda * log_volume(s);
    Vec<d, T> r{};
    for (int i = 0; i < d; ++i) r[i] = mu * (s[i] - T(1)) * (s[i] + T(1)) + p;
    return r;
  }
  template <int d>
  WEFT_HD Vec<d, T> gradient(const Vec<d, T>& s) const {
    return over_stretch(kirchhoff(s), s);
  }
  template <int d>
  WEFT_HD Mat<d, T> hessian(const Vec<d, T>& s) const {
    const T p = lambda * log_volume(s);
    Mat<d, T> H{};
    for (int i = 0; i < d; ++i)
      for (int j = 0; j < d; ++j) {
        H(i, j) = lambda / (s[i] * s[j]);
        if (i == j) H(i, j) += mu + (mu - p) / (s[i] * s[i]);
      }
    return H;
  }
  template <int d>
  WEFT_HD T shear_a(int i, int j, const Vec<d, T>& s) const {
    return mu + (mu - lambda * log_volume(s)) / (s[i] * s[j]);
  }
  template <int d>
  WEFT_HD T modulus(const Vec<d, T>& s) const {
    T m = s[0] * s[0];
    for (int i = 1; i < d; ++i) m = max(m, s[i] * s[i]);
    return max(mu * (m + T(1)) + lambda * (T(1) - log_volume(s)), mu * m);
  }
};

/// Rubber: compressible neo-Hookean elasticity.
struct NeoHookean : LameLaw<NeoHookean> {
  static constexpr const char* name = "rubber";
  static constexpr const char* summary =
      "elastic solid that stiffens without bound when crushed (neo-Hookean)";
  static constexpr auto fields() { return elastic_fields(); }
  void prepare() { prepare_elastic(); }
  template <class S>
  using Formulas = LameFormulas<NeoHookeanElastic, S>;
};

}  // namespace weft
