/// Woven fabric of a shell: stiff along warp and weft, soft on the bias.
///
///   orthotropic   in logarithmic strain h:
///                   psi = C_11/2 h_11^2 + C_12 h_11 h_22 + C_22/2 h_22^2 + 2 G h_12^2
///   woven_shell   in Green strain E, stiffening with strain as measured fabrics do (the form of Clyde, Teran
///                 and Tamstorf 2017):
///                   psi = C_11/2 n_1(E_11^2) + C_12 n_2(E_11 E_22) + C_22/2 n_3(E_22^2) + 2 G n_4(E_12^2)
///                   n(x) = sum_i u_i/a_i ((1 + x)^a_i - 1)
///                 with all a_i = 1 it is that of St. Venant and Kirchhoff
///
///   C_11 = E_1/(1 - nu_12 nu_21),  C_22 = E_2/(..),  C_12 = nu_12 E_2/(..),  nu_21 = nu_12 E_2/E_1
#pragma once
#include "materials/lamina_log.h"

namespace weft {

template <class Law>
struct OrthotropicLaw : LaminaLaw<Law> {
  double warp = 1e7, weft = 1e7, bias = 1e5;  ///< E_1, E_2, G [Pa]
  double poisson = 0.1;                       ///< nu_12
  double C11 = 0, C12 = 0, C22 = 0;           ///< set by prepare [Pa]

  static constexpr auto orthotropic_fields() {
    return join(LaminaLaw<Law>::lamina_fields(),
                std::array<Field<Law>, 4>{
                    {{"warp", "Pa", "Young's modulus along the warp (the pattern's first direction)", 1e-3,
                      1e13, &Law::warp},
                     {"weft", "Pa", "Young's modulus along the weft", 1e-3, 1e13, &Law::weft},
                     {"bias", "Pa", "shear modulus between warp and weft", 0, 1e13, &Law::bias},
                     {"poisson", "1", "contraction along the weft when drawn along the warp", -0.9, 0.9,
                      &Law::poisson}}});
  }
  void prepare_elastic() {
    check_ranges(static_cast<const Law&>(*this));
    const double other = poisson * weft / warp, rest = 1 - poisson * other;
    if (!(rest > 0))
      throw Error("E0304",
                  std::string("poisson = ") + std::to_string(poisson) + " is too large in the law '" +
                      Law::name + "' with these stiffnesses",
                  {}, "poisson^2 weft / warp must stay below 1");
    C11 = warp / rest, C22 = weft / rest, C12 = poisson * weft / rest;
  }
};

/// The law in the scalar S.
template <class S>
struct OrthotropicIn : LaminaFormulas<OrthotropicIn<S>> {
  S a, b, c, e;  ///< of LogEnergy [Pa]

  template <class T>
  WEFT_HD LaminaSlope<T> slope(const LaminaMetric<T>& y) const {
    return form<T>().slope(y);
  }
  template <class T>
  WEFT_HD Mat3<T> curvature(const LaminaMetric<T>& y, bool definite) const {
    return form<T>().curvature(y, definite);
  }
  template <class T>
  WEFT_HD T modulus(const LaminaMetric<T>& y) const {
    return form<T>().modulus(y);
  }

 private:
  template <class T>
  WEFT_HD LogEnergy<T> form() const {
    return {T(a), T(b), T(c), T(e)};
  }
};

struct Orthotropic : OrthotropicLaw<Orthotropic> {
  static constexpr const char* name = "orthotropic";
  static constexpr const char* summary = "woven fabric of a shell, linear in logarithmic strain";
  static constexpr auto fields() { return orthotropic_fields(); }
  void prepare() { prepare_elastic(); }
  template <class S>
  OrthotropicIn<S> as() const {
    const double mean = 0.5 * (C11 + C22);
    OrthotropicIn<S> in;
    in.a = S(mean + C12), in.b = S(mean - C12), in.c = S(C11 - C22), in.e = S(2 * bias);
    return in;
  }
};

/// n(x) and its derivatives in the scalar S, continued as a parabola beyond |x| = limit,
/// where measurements end.
template <class S>
struct StiffeningIn {
  S low, high;                          ///< where the parabolas begin
  S share[3], u[3], power[3], rise[3];  ///< u_i/a_i, u_i, a_i - 1, u_i (a_i - 1)
  bool used[3], linear[3];              ///< u_i is not 0, a_i is 1

  template <class T>
  WEFT_HD Vec3<T> at(const T& x) const {
    const T inside = clamp(x, T(low), T(high)), past = x - inside;
    T value = T(0), first = T(0), second = T(0);
    const T line = log1p(inside);
    for (int i = 0; i < 3; ++i) {
      if (!used[i]) continue;
      const T slope = linear[i] ? T(1) : exp(T(power[i]) * line);  // (1 + x)^(a - 1)
      value += T(share[i]) * (slope * (T(1) + inside) - T(1));
      first += T(u[i]) * slope;
      second += T(rise[i]) * slope / (T(1) + inside);
    }
    return {{value + past * (first + T(0.5) * past * second), first + past * second, second}};
  }
};

/// The terms u_i, a_i of n.
struct Stiffening {
  std::array<double, 3> u{1, 0, 0}, a{1, 1, 1};

  template <class S>
  StiffeningIn<S> as(double limit) const {
    StiffeningIn<S> in;
    in.low = S(-std::min(limit, 0.9)), in.high = S(limit);
    for (std::size_t i = 0; i < 3; ++i) {
      in.share[i] = S(u[i] / a[i]), in.u[i] = S(u[i]);
      in.power[i] = S(a[i] - 1), in.rise[i] = S(u[i] * (a[i] - 1));
      in.used[i] = u[i] != 0, in.linear[i] = a[i] == 1;
    }
    return in;
  }
};

/// The law in the scalar S.
template <class S>
struct WovenShellIn : LaminaFormulas<WovenShellIn<S>> {
  S C11, C12, C22, half11, half22;  ///< half of C_11 and C_22 [Pa]
  S bias, shear2, shear4;           ///< G, 2 G, 4 G [Pa]
  StiffeningIn<S> n[4];

  template <class T>
  WEFT_HD LaminaSlope<T> slope(const LaminaMetric<T>& c) const {
    const Terms<T> t(*this, c);
    const T g11 = T(C11) * t.n1[1] * t.E11 + T(C12) * t.n2[1] * t.E22;
    const T g22 = T(C22) * t.n3[1] * t.E22 + T(C12) * t.n2[1] * t.E11, g12 = T(shear4) * t.n4[1] * t.E12;
    return {T(half11) * t.n1[0] + T(C12) * t.n2[0] + T(half22) * t.n3[0] + T(shear2) * t.n4[0],
            {{T(0.5) * (g11 + g22), T(0.5) * (g11 - g22), T(0.5) * g12}}};
  }
  template <class T>
  WEFT_HD Mat3<T> curvature(const LaminaMetric<T>& c, bool definite) const {
    const Terms<T> t(*this, c);
    const Vec3<T> h = t.stretch(*this, definite);  // H_11, H_22, H_12 of psi by E_11, E_22
    T shear = T(shear4) * (t.n4[1] + T(2) * t.E12 * t.E12 * t.n4[2]);
    if (definite) shear = max(shear, T(0));
    // E_11 = (m + d - 1)/2, E_22 = (m - d - 1)/2, E_12 = o/2
    const T q = T(0.25), mm = q * (h[0] + h[1] + T(2) * h[2]), dd = q * (h[0] + h[1] - T(2) * h[2]);
    const T md = q * (h[0] - h[1]), zero = T(0);
    return {{{mm, md, zero}, {md, dd, zero}, {zero, zero, q * shear}}};
  }
  template <class T>
  WEFT_HD T modulus(const LaminaMetric<T>& c) const {
    const Terms<T> t(*this, c);
    const Vec3<T> h = t.stretch(*this, false);
    const T wide = max(c.largest(), T(1));
    return (max(abs(h[0]), abs(h[1])) + abs(h[2])) * wide + T(bias) * t.n4[1] * wide;
  }

 private:
  template <class T>
  struct Terms {
    T E11, E22, E12;
    Vec3<T> n1, n2, n3, n4;
    WEFT_HD Terms(const WovenShellIn& w, const LaminaMetric<T>& c)
        : E11(T(0.5) * (c.m + c.d - T(1))), E22(T(0.5) * (c.m - c.d - T(1))), E12(T(0.5) * c.o) {
      n1 = w.n[0].at(E11 * E11), n2 = w.n[1].at(E11 * E22);
      n3 = w.n[2].at(E22 * E22), n4 = w.n[3].at(E12 * E12);
    }
    WEFT_HD Vec3<T> stretch(const WovenShellIn& w, bool definite) const {
      const T H11 = T(w.C11) * (n1[1] + T(2) * E11 * E11 * n1[2]) + T(w.C12) * n2[2] * E22 * E22;
      const T H22 = T(w.C22) * (n3[1] + T(2) * E22 * E22 * n3[2]) + T(w.C12) * n2[2] * E11 * E11;
      const T H12 = T(w.C12) * (n2[1] + n2[2] * E11 * E22);
      if (!definite) return {{H11, H22, H12}};
      const Vec3<T> p = without_negative(T(0.5) * (H11 + H22), T(0.5) * (H11 - H22), H12);
      return {{p[0] + p[1], p[0] - p[1], p[2]}};
    }
  };
};

struct WovenShell : OrthotropicLaw<WovenShell> {
  static constexpr const char* name = "woven_shell";
  static constexpr const char* summary = "woven fabric of a shell that stiffens with strain";
  double warp_exponent = 1, weft_exponent = 1, cross_exponent = 1,
         bias_exponent = 1;     ///< a of n_1 n_3 n_2 n_4
  double fitted_strain = 0.5;   ///< Green strain
  std::array<Stiffening, 4> n;  ///< one term each by prepare; more where a fit has more

  static constexpr auto fields() {
    return join(
        orthotropic_fields(),
        std::array<Field<WovenShell>, 5>{
            {{"warp_exponent", "1", "stiffening along the warp: 1 none", 1, 200, &WovenShell::warp_exponent},
             {"weft_exponent", "1", "stiffening along the weft: 1 none", 1, 200, &WovenShell::weft_exponent},
             {"cross_exponent", "1", "stiffening of the coupling between them: 1 none", 1, 200,
              &WovenShell::cross_exponent},
             {"bias_exponent", "1", "stiffening in shear: 1 none", 1, 200, &WovenShell::bias_exponent},
             {"fitted_strain", "1", "Green strain up to which it stiffens; parabolic beyond", 1e-3, 10,
              &WovenShell::fitted_strain}}});
  }
  void prepare() {
    prepare_elastic();
    const double exponent[4] = {warp_exponent, cross_exponent, weft_exponent, bias_exponent};
    for (int j = 0; j < 4; ++j) n[std::size_t(j)] = Stiffening{{1, 0, 0}, {exponent[j], 1, 1}};
  }
  template <class S>
  WovenShellIn<S> as() const {
    WovenShellIn<S> in;
    in.C11 = S(C11), in.C12 = S(C12), in.C22 = S(C22), in.half11 = S(0.5 * C11), in.half22 = S(0.5 * C22);
    in.bias = S(bias), in.shear2 = S(2 * bias), in.shear4 = S(4 * bias);
    for (std::size_t j = 0; j < 4; ++j) in.n[j] = n[j].template as<S>(fitted_strain * fitted_strain);
    return in;
  }
};

}  // namespace weft
