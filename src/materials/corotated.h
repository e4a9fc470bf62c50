/// Corotated elasticity. Both forms tolerate inversion.
///   fixed (Stomakhin et al. 2012)   psi = mu sum (s_i - 1)^2 + lambda/2 (J - 1)^2,  J = prod s_i
///   linear                          psi = mu sum (s_i - 1)^2 + lambda/2 (sum (s_i - 1))^2
#pragma once
#include "materials/law.h"

namespace weft {

namespace corotated_detail {
/// Product of the stretches other than i (and j); 1 when none is left.
template <int d, class T>
WEFT_HD T others(const Vec<d, T>& s, int i, int j) {
  T p(1);
  for (int k = 0; k < d; ++k)
    if (k != i && k != j) p *= s[k];
  return p;
}
template <int d, class T>
WEFT_HD Vec<d, T> times(const Vec<d, T>& a, const Vec<d, T>& b) {
  Vec<d, T> r{};
  for (int i = 0; i < d; ++i) r[i] = a[i] * b[i];
  return r;
}
template <int d, class T>
WEFT_HD T largest_square(const Vec<d, T>& s) {
  T m = s[0] * s[0];
  for (int i = 1; i < d; ++i) m = max(m, s[i] * s[i]);
  return m;
}
}  // namespace corotated_detail

template <class T>
struct Corotated {
  T mu, lambda;

  template <int d>
  WEFT_HD T energy(const Vec<d, T>& s) const {
    T e(0);
    for (int i = 0; i < d; ++i) e += square(s[i] - T(1));
    return mu * e + T(0.5) * lambda * square(product(s) - T(1));
  }
  template <int d>
  WEFT_HD Vec<d, T> gradient(const Vec<d, T>& s) const {
    const T p = lambda * (product(s) - T(1));
    Vec<d, T> r{};
    for (int i = 0; i < d; ++i) r[i] = T(2) * mu * (s[i] - T(1)) + p * corotated_detail::others(s, i, i);
    return r;
  }
  template <int d>
  WEFT_HD Vec<d, T> kirchhoff(const Vec<d, T>& s) const {
    const T J = product(s), p = lambda * (J - T(1)) * J;
    Vec<d, T> r{};
    for (int i = 0; i < d; ++i) r[i] = T(2) * mu * (s[i] - T(1)) * s[i] + p;
    return r;
  }
  template <int d>
  WEFT_HD Mat<d, T> hessian(const Vec<d, T>& s) const {
    using corotated_detail::others;
    const T p = lambda * (product(s) - T(1));
    Mat<d, T> H{};
    for (int i = 0; i < d; ++i)
      for (int j = 0; j < d; ++j) {
        H(i, j) = lambda * others(s, i, i) * others(s, j, j);
        H(i, j) += i == j ? T(2) * mu : p * others(s, i, j);
      }
    return H;
  }
  template <int d>
  WEFT_HD T shear_a(int i, int j, const Vec<d, T>& s) const {
    return T(2) * mu - lambda * (product(s) - T(1)) * corotated_detail::others(s, i, j);
  }
  template <int d>
  WEFT_HD T modulus(const Vec<d, T>& s) const {
    return T(2) * mu * corotated_detail::largest_square(s) + lambda * square(product(s));
  }
};

template <class T>
struct CorotatedLinear {
  T mu, lambda;

  template <int d>
  WEFT_HD T energy(const Vec<d, T>& s) const {
    T e(0), t(0);
    for (int i = 0; i < d; ++i) {
      e += square(s[i] - T(1));
      t += s[i] - T(1);
    }
    return mu * e + T(0.5) * lambda * t * t;
  }
  template <int d>
  WEFT_HD Vec<d, T> gradient(const Vec<d, T>& s) const {
    T t(0);
    for (int i = 0; i < d; ++i) t += s[i] - T(1);
    Vec<d, T> r{};
    for (int i = 0; i < d; ++i) r[i] = T(2) * mu * (s[i] - T(1)) + lambda * t;
    return r;
  }
  template <int d>
  WEFT_HD Vec<d, T> kirchhoff(const Vec<d, T>& s) const {
    return corotated_detail::times(gradient(s), s);
  }
  template <int d>
  WEFT_HD Mat<d, T> hessian(const Vec<d, T>&) const {
    Mat<d, T> H{};
    for (int i = 0; i < d; ++i)
      for (int j = 0; j < d; ++j) H(i, j) = i == j ? T(2) * mu + lambda : lambda;
    return H;
  }
  template <int d>
  WEFT_HD T shear_a(int, int, const Vec<d, T>&) const {
    return T(2) * mu;
  }
  template <int d>
  WEFT_HD T modulus(const Vec<d, T>& s) const {
    return (T(2) * mu + lambda) * corotated_detail::largest_square(s);
  }
};

/// Jelly: fixed corotated elasticity.
struct FixedCorotated : LameLaw<FixedCorotated> {
  static constexpr const char* name = "jelly";
  static constexpr const char* summary = "elastic solid that survives inversion (fixed corotated)";
  static constexpr bool inverts = true;
  static constexpr auto fields() { return elastic_fields(); }
  void prepare() { prepare_elastic(); }
  template <class S>
  using Formulas = LameFormulas<Corotated, S>;
};

/// Linear corotated elasticity: Hooke's law in the rotated frame.
struct LinearCorotated : LameLaw<LinearCorotated> {
  static constexpr const char* name = "linear_corotated";
  static constexpr const char* summary = "elastic solid, Hooke's law in the rotated frame";
  static constexpr bool inverts = true;
  static constexpr auto fields() { return elastic_fields(); }
  void prepare() { prepare_elastic(); }
  template <class S>
  using Formulas = LameFormulas<CorotatedLinear, S>;
};

}  // namespace weft
