/// Hencky elasticity in logarithmic strains: psi = mu sum eps_i^2 + lambda/2 (sum eps_i)^2, eps_i = ln s_i.
/// tau_i = 2 mu eps_i + lambda tr eps is linear in eps, which makes return maps closed (Klar et al. 2016).
#pragma once
#include "materials/law.h"

namespace weft {

/// ln of stretches no smaller than 1e-4, so that an inverted or flat point has a finite strain.
template <int d, class T>
WEFT_HD Vec<d, T> log_stretch(const Vec<d, T>& s) {
  Vec<d, T> e{};
  for (int i = 0; i < d; ++i) e[i] = log(max(s[i], T(1e-4)));
  return e;
}

/// Splits e into its mean trace part and its deviator; returns |deviator|.
template <int d, class T>
WEFT_HD T deviator(const Vec<d, T>& e, T& mean, Vec<d, T>& dev) {
  mean = sum(e) * T(1.0 / d);
  for (int i = 0; i < d; ++i) dev[i] = e[i] - mean;
  return sqrt(dot(dev, dev));
}

template <class T>
struct Hencky {
  T mu, lambda;

  template <int d>
  WEFT_HD T energy(const Vec<d, T>& s) const {
    const Vec<d, T> e = log_stretch(s);
    return mu * dot(e, e) + T(0.5) * lambda * square(sum(e));
  }
  template <int d>
  WEFT_HD Vec<d, T> kirchhoff(const Vec<d, T>& s) const {
    return stress(log_stretch(s));
  }
  /// tau of logarithmic strains.
  template <int d>
  WEFT_HD Vec<d, T> stress(const Vec<d, T>& e) const {
    const T p = lambda * sum(e);
    Vec<d, T> r{};
    for (int i = 0; i < d; ++i) r[i] = T(2) * mu * e[i] + p;
    return r;
  }
  template <int d>
  WEFT_HD Vec<d, T> gradient(const Vec<d, T>& s) const {
    return over_stretch(kirchhoff(s), s);
  }
  template <int d>
  WEFT_HD Mat<d, T> hessian(const Vec<d, T>& s) const {
    const Vec<d, T> e = log_stretch(s);
    const T p = lambda * sum(e);
    Mat<d, T> H{};
    for (int i = 0; i < d; ++i)
      for (int j = 0; j < d; ++j) {
        H(i, j) = lambda / (s[i] * s[j]);
        if (i == j) H(i, j) += (T(2) * mu * (T(1) - e[i]) - p) / (s[i] * s[i]);
      }
    return H;
  }
  /// (2 mu (s_j L - eps_j) - lambda tr eps) / (s_i s_j), L = (ln s_i - ln s_j) / (s_i - s_j).
  template <int d>
  WEFT_HD T shear_a(int i, int j, const Vec<d, T>& s) const {
    const Vec<d, T> e = log_stretch(s);
    const T delta = (s[i] - s[j]) / s[j];
    const auto near = abs(delta) < T(1e-30);
    const T safe = select(near, T(1), delta);
    const T sL = select(near, T(1), log1p(safe) / safe);  // s_j L
    return (T(2) * mu * (sL - e[j]) - lambda * sum(e)) / (s[i] * s[j]);
  }
  template <int d>
  WEFT_HD T modulus(const Vec<d, T>& s) const {
    const Vec<d, T> e = log_stretch(s);
    T low = e[0];
    for (int i = 1; i < d; ++i) low = min(low, e[i]);
    return max(T(2) * mu * (T(1) - low) + lambda * (T(1) - sum(e)), mu);
  }
};

/// Base of the laws that yield in logarithmic strain.
template <class Law>
struct HenckyLaw : LameLaw<Law> {
  template <class S>
  using Formulas = LameFormulas<Hencky, S>;
};

/// Hencky elasticity alone.
struct HenckyElastic : HenckyLaw<HenckyElastic> {
  static constexpr const char* name = "hencky";
  static constexpr const char* summary = "elastic solid, stress linear in logarithmic strain";
  static constexpr auto fields() { return elastic_fields(); }
  void prepare() { prepare_elastic(); }
};

}  // namespace weft
