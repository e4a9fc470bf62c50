/// Metal, plastic, paper: Hencky elasticity with zero stress across the lamina, and denting by von Mises.
///   psi = mu (e_1^2 + e_2^2) + lambda/2 (e_1 + e_2)^2
///   lambda = E nu / (1 - nu^2)   plane stress, exact for Hencky
///
/// Yields where |dev tau| > c = sqrt(2/3) sigma_Y. With s = (tau_1 + tau_2)/sqrt 2, d = (tau_1 - tau_2)/sqrt 2
/// the nearest point in the energy's norm is
///   s = s_tr / (1 + k_1 x),   d = d_tr / (1 + k_2 x),   s^2/3 + d^2 = c^2
///   k_1 = (2 mu + 2 lambda)/3,   k_2 = 2 mu
/// Newton on 1/c - 1/sqrt(s^2/3 + d^2), which is nearly linear in x (GHF18 eqs 13-20, corrected).
#pragma once
#include <numbers>

#include "materials/lamina_log.h"

namespace weft {

/// The law in the scalar S.
template <class S>
struct LaminaIn : LaminaFormulas<LaminaIn<S>> {
  S twice_both;          ///< 2 (mu + lambda) [Pa]
  S twice_mu, lambda;    ///< [Pa]
  S elastic;             ///< 2 mu + lambda [Pa]
  S pull, shear;         ///< sqrt 8 (mu + lambda), sqrt 8 mu: s and d of the head per logarithmic strain [Pa]
  S limit;               ///< c [Pa]
  S k1, k2, fast, slow;  ///< k_1, k_2, 1/max(k_1, k_2), 1/min(k_1, k_2)
  bool yields;

  template <class T>
  WEFT_HD LaminaSlope<T> slope(const LaminaMetric<T>& c) const {
    return form<T>().slope(c);
  }
  template <class T>
  WEFT_HD Mat3<T> curvature(const LaminaMetric<T>& c, bool definite) const {
    return form<T>().curvature(c, definite);
  }
  template <class T>
  WEFT_HD T modulus(const LaminaMetric<T>& c) const {
    return form<T>().modulus(c);
  }
  WEFT_HD bool may_dent() const { return yields; }
  /// |dev tau| [Pa].
  template <class T>
  WEFT_HD T yield_measure(const Columns<T>& f) const {
    const LaminaMetric<T> c(f);
    const LogStrain<T> h(c);
    const T s = T(pull) * h.L, d = T(shear) * h.g * sqrt(c.q);
    return sqrt(s * s * T(1.0 / 3) + d * d);
  }
  template <class T>
  WEFT_HD Mat2<T> yield(Columns<T>& f) const;
  template <class T>
  WEFT_HD Mat<6, T> stiffness(const Columns<T>& f, bool definite) const;

 private:
  template <class T>
  WEFT_HD LogEnergy<T> form() const {
    return {T(twice_both), T(twice_mu), T(0), T(twice_mu)};
  }
};

struct Lamina : LaminaLaw<Lamina> {
  static constexpr const char* name = "lamina";
  static constexpr const char* summary =
      "metal, plastic or paper of a shell: equally stiff in all directions, dents";
  static constexpr bool dents = true;

  double young = 1e8, poisson = 0.3;  ///< [Pa], [1]
  double yield_stress = 0;            ///< sigma_Y, 0: never [Pa]
  double mu = 0, lambda = 0;          ///< plane stress, set by prepare [Pa]

  static constexpr auto fields() {
    return join(lamina_fields(),
                std::array<Field<Lamina>, 3>{
                    {{"young", "Pa", "Young's modulus", 1e-3, 1e13, &Lamina::young},
                     {"poisson", "1", "Poisson's ratio", -0.9, 0.5, &Lamina::poisson},
                     {"yield_stress", "Pa", "uniaxial stress at which it dents for good; 0: never", 0, 1e12,
                      &Lamina::yield_stress}}});
  }
  void prepare() {
    check_ranges(*this);
    mu = young / (2 * (1 + poisson));
    lambda = young * poisson / (1 - poisson * poisson);
  }
  template <class S>
  LaminaIn<S> as() const {
    const double k1 = 2 * (mu + lambda) / 3, k2 = 2 * mu;
    LaminaIn<S> in;
    in.twice_both = S(2 * (mu + lambda)), in.twice_mu = S(2 * mu), in.lambda = S(lambda);
    in.elastic = S(2 * mu + lambda);
    in.pull = S(std::sqrt(8.0) * (mu + lambda)), in.shear = S(std::sqrt(8.0) * mu);
    in.limit = S(std::sqrt(2.0 / 3) * yield_stress);
    in.k1 = S(k1), in.k2 = S(k2), in.fast = S(1 / std::max(k1, k2)), in.slow = S(1 / std::min(k1, k2));
    in.yields = yield_stress > 0;
    return in;
  }
  /// |dev tau| [Pa].
  template <class T>
  T yield_measure(const Columns<T>& f) const {
    return in<T>().yield_measure(f);
  }
};

template <class S>
template <class T>
WEFT_HD Mat2<T> LaminaIn<S>::yield(Columns<T>& f) const {
  constexpr int kSteps = 6;  // quadratic from a start within a factor of three of the root
  if (!may_dent()) return Mat2<T>::identity();
  const LaminaMetric<T> y(f);
  const LogStrain<T> h(y);
  const T R = sqrt(y.q), spread = h.g * R;  // e_1,2 = L +- spread
  const T s = T(pull) * h.L, d = T(shear) * spread;
  const T s2 = s * s * T(1.0 / 3), d2 = d * d, c = T(limit);
  const T measure = sqrt(s2 + d2);
  const auto flows = measure > c * T(1 + 4e-7);
  if (!any(flows)) return Mat2<T>::identity();
  const T excess = max(measure / c - T(1), T(0)), low = excess * T(fast), high = excess * T(slow);
  T x = low;
  for (int i = 0; i < kSteps; ++i) {
    const T u = T(1) / (T(1) + T(k1) * x), v = T(1) / (T(1) + T(k2) * x);
    const T a = s2 * u * u, b = d2 * v * v, G = max(a + b, T(1e-30));
    // x <- x - (1/c - 1/sqrt G) / (G' / (2 G sqrt G)),  G' = -2 (k_1 a u + k_2 b v)
    const T slope = max(T(k1) * a * u + T(k2) * b * v, T(1e-30));
    x = clamp(x + G * (sqrt(G) / c - T(1)) / slope, low, high);
  }
  const T less = h.L / (T(1) + T(k1) * x) - h.L, nearer = spread / (T(1) + T(k2) * x) - spread;
  const T big = exp(less + nearer), small = exp(less - nearer);
  const T mean = T(0.5) * (big + small), tilt = T(0.5) * (big - small) / max(R, T(1e-30));
  const T zero = T(0), one = T(1);
  const Mat2<T> Y{{{select(flows, mean + tilt * y.d, one), select(flows, tilt * y.o, zero)},
                   {select(flows, tilt * y.o, zero), select(flows, mean - tilt * y.d, one)}}};
  f = f * Y;
  return Y;
}

/// The eigenvalues of D are known in closed form, so that negative ones alone are left out.
template <class S>
template <class T>
WEFT_HD Mat<6, T> LaminaIn<S>::stiffness(const Columns<T>& f, bool definite) const {
  if (!definite) return LaminaFormulas<LaminaIn<S>>::stiffness(f, false);
  const LaminaMetric<T> c(f);
  const LogStrain<T> h(c);
  const T R = sqrt(c.q), w1 = c.m + R, w2 = c.det / w1, s1 = sqrt(w1), s2 = sqrt(w2);
  const T spread = h.g * R, trace = T(2) * h.L;
  const T t1 = T(twice_mu) * (h.L + spread) + T(lambda) * trace,
          t2 = T(twice_mu) * (h.L - spread) + T(lambda) * trace;
  // v_1 = (cos, sin) of half the angle of (d, o); any will do where the stretches are equal
  const auto round = R < T(1e-12) * c.m;
  const T c2 = select(round, T(1), c.d / max(R, T(1e-30))), cosine = sqrt(T(0.5) * max(T(1) + c2, T(0)));
  const T sine = flip_sign(sqrt(T(0.5) * max(T(1) - c2, T(0))), c.o);
  const Vec3<T> u1 = (f.c1 * cosine + f.c2 * sine) * (T(1) / s1);
  const Vec3<T> u2 = (f.c2 * cosine - f.c1 * sine) * (T(1) / s2), u3 = cross(u1, u2);
  const T stiff = T(elastic), zero = T(0);
  // Stretches: [A B; B C]
  const T A = (stiff - t1) / w1, C = (stiff - t2) / w2, B = T(lambda) / (s1 * s2);
  const Vec3<T> stretch = without_negative(T(0.5) * (A + C), T(0.5) * (A - C), B);
  // (e_1 - e_2)/(s_1 - s_2) (s_1 + s_2) = 2 spread (s_1 + s_2)^2 / (w_1 - w_2) = g (s_1 + s_2)^2
  const T both = s1 + s2, flip = T(0.5) * (T(twice_mu) * h.g * both * both - (t1 + t2)) / (s1 * s2);
  const T twist = (t1 / s1 + t2 / s2) / both;
  const T value[4] = {max(flip, zero), max(twist, zero), max(t1 / w1, zero), max(t2 / w2, zero)};
  const auto dyad = [&](const Vec3<T>& u, const T& a, const T& b) {
    Vec<6, T> r;
    for (int k = 0; k < 3; ++k) r[k] = u[k] * a, r[3 + k] = u[k] * b;
    return r;
  };
  const Vec<6, T> u1v1 = dyad(u1, cosine, sine), u2v2 = dyad(u2, -sine, cosine),
                  u1v2 = dyad(u1, -sine, cosine), u2v1 = dyad(u2, cosine, sine);
  const T half = T(0.5 * std::numbers::sqrt2);
  const Vec<6, T> mode[4] = {(u1v2 + u2v1) * half, (u1v2 - u2v1) * half, dyad(u3, cosine, sine),
                             dyad(u3, -sine, cosine)};
  Mat<6, T> D;
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) {
      T sum = (stretch[0] + stretch[1]) * u1v1[i] * u1v1[j] + (stretch[0] - stretch[1]) * u2v2[i] * u2v2[j] +
              stretch[2] * (u1v1[i] * u2v2[j] + u2v2[i] * u1v1[j]);
      for (int k = 0; k < 4; ++k) sum += value[k] * mode[k][i] * mode[k][j];
      D(i, j) = sum;
    }
  return D;
}

}  // namespace weft
