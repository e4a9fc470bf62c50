/// Threads: yarn, hair, fibres (JGT17 sections 4.3, 4.5.2; physics corrected as in docs/thin.md).
///
///   q_1 = t/|t|,  B any two unit vectors across it,  rho = [d_2 d_3]^T q_1
///   A = B^T [d_2 d_3] = U diag(s) V^T,  eps = ln s
///   psi = k_s/2 (|t| - 1)^2 + gamma/2 |rho|^2 + mu |eps|^2 + lambda/2 (tr eps)^2
///   G_1 = k_s (|t| - 1) q_1 + B (gamma A - P_A) rho / |t|,   G_beta = gamma rho_beta q_1 + B P_A e_beta
///
/// Return map (the tangent never changes):
///   tr eps >= 0   strands part: eps = 0
///   else          with y = (eps_1 - eps_2)/2 + s_perp (lambda + mu)/(2 mu) tr eps > 0:  eps_1 -= y, eps_2 += y
///   then          along the thread, with the section as it now is:  gamma |A rho| <= -beta (lambda + mu) tr eps
#pragma once
#include "materials/thin.h"
#include "math/svd.h"

namespace weft {

/// Two unit vectors across a unit vector, continuous but where z changes sign.
template <class T>
WEFT_HD void across(const Vec3<T>& n, Vec3<T>& b1, Vec3<T>& b2) {
  const T sign = copysign(T(1), n[2]), a = T(-1) / (sign + n[2]), b = n[0] * n[1] * a;
  b1 = {{T(1) + sign * n[0] * n[0] * a, sign * b, -sign * n[0]}};
  b2 = {{b, sign + n[1] * n[1] * a, -n[1]}};
}

/// What kernels carry.
template <class S>
struct FibreOf {
  S stretch, half_stretch;              ///< k_s, k_s/2 [Pa]
  S shear, half_shear;                  ///< gamma, gamma/2 [Pa]
  S mu, twice_mu, lambda, half_lambda;  ///< of the section [Pa]
  S flattest;                           ///< least principal stretch of a section
  S across_limit;                       ///< s_perp (lambda + mu)/(2 mu)
  S friction, along_limit;              ///< beta; -beta (lambda + mu) [Pa]

  template <class T>
  WEFT_HD T energy(const ThinStrain<1, 2, T>& s, const Vec2<T>&) const {
    const Section<T> f(s);
    Mat2<T> U, V;
    Vec2<T> e;
    svd(f.A, U, e, V);
    e = logarithms(e);
    const T trace = e[0] + e[1], over = f.length - T(1);
    return T(half_stretch) * over * over + T(half_shear) * norm2(f.rho) + T(mu) * norm2(e) +
           T(half_lambda) * trace * trace;
  }
  template <class T>
  WEFT_HD ThinModulus<T> respond(ThinStrain<1, 2, T>& s, const Vec2<T>&, bool plastic,
                                 ThinStrain<1, 2, T>& G) const {
    Section<T> f(s);
    Mat2<T> U, V;
    Vec2<T> e;
    svd(f.A, U, e, V);
    e = logarithms(e);
    if (plastic) {
      yield(e);
      f.A = U * Mat2<T>::diagonal({{exp(e[0]), exp(e[1])}}) * transpose(V);
      f.rho *= slide(f, e);
      f.write(s);
    }
    const T trace = e[0] + e[1];
    const Mat2<T> P = U *
                      Mat2<T>::diagonal({{(T(twice_mu) * e[0] + T(lambda) * trace) * exp(-e[0]),
                                          (T(twice_mu) * e[1] + T(lambda) * trace) * exp(-e[1])}}) *
                      transpose(V);
    const Vec2<T> turn = (f.A * T(shear) - P) * f.rho * (T(1) / f.length);
    G.t[0] = f.q * (T(stretch) * (f.length - T(1))) + f.b1 * turn[0] + f.b2 * turn[1];
    for (int b = 0; b < 2; ++b) G.d[b] = f.q * (T(shear) * f.rho[b]) + f.b1 * P(0, b) + f.b2 * P(1, b);
    const T least = min(e[0], e[1]);
    // psi_ii s_i^2 = 2 mu (1 - eps_i) + lambda (1 - tr eps): already the product with |d|^2
    const T pressed = T(twice_mu) * (T(1) - least) + T(lambda) * (T(1) - trace);
    return {T(stretch), max(pressed, T(shear) * max(norm2(s.d[0]), norm2(s.d[1])))};
  }

 private:
  template <class T>
  struct Section {
    Vec3<T> q, b1, b2;
    T length;
    Vec2<T> rho;
    Mat2<T> A;
    WEFT_HD explicit Section(const ThinStrain<1, 2, T>& s) {
      length = max(sqrt(norm2(s.t[0])), T(1e-6));
      q = s.t[0] * (T(1) / length);
      across(q, b1, b2);
      for (int b = 0; b < 2; ++b) {
        rho[b] = dot(q, s.d[b]);
        A(0, b) = dot(b1, s.d[b]);
        A(1, b) = dot(b2, s.d[b]);
      }
    }
    WEFT_HD void write(ThinStrain<1, 2, T>& s) const {
      for (int b = 0; b < 2; ++b) s.d[b] = q * rho[b] + b1 * A(0, b) + b2 * A(1, b);
    }
  };
  template <class T>
  WEFT_HD Vec2<T> logarithms(const Vec2<T>& s) const {
    return {{log(max(s[0], T(flattest))), log(max(s[1], T(flattest)))}};
  }
  template <class T>
  WEFT_HD void yield(Vec2<T>& e) const {
    const T trace = e[0] + e[1];
    const auto apart = trace >= T(0);
    const T y = max((e[0] - e[1]) * T(0.5) + T(across_limit) * trace, T(0));
    e[0] = select(apart, T(0), e[0] - y);
    e[1] = select(apart, T(0), e[1] + y);
  }
  /// The part of rho that friction along the thread lets stand.
  template <class T>
  WEFT_HD T slide(const Section<T>& f, const Vec2<T>& e) const {
    if (!(shear > S(0) && friction > S(0))) return T(0);
    const T push = T(shear) * sqrt(norm2(f.A * f.rho)), limit = T(along_limit) * (e[0] + e[1]);
    return min(T(1), max(limit, T(0)) / max(push, T(1e-30)));
  }
};

struct Fibre : ThinMaterial<Fibre> {
  static constexpr const char* name = "fibre";
  static constexpr const char* summary = "yarn, hair or fibres: springy along, pressed and sliding across";
  static constexpr int tangents = 1, normals = 2;
  template <class T>
  using Strain = ThinStrain<1, 2, T>;
  double flattest = 0.02;  ///< least principal stretch of a section

  double stretch = 1e5;               ///< k_s [Pa]
  double young = 1e5, poisson = 0.3;  ///< of the section: E, nu
  double shear = 0;                   ///< gamma [Pa]
  double friction = 0;                ///< beta = tan Phi
  double section_rule = 0;    ///< how Phi bounds the section's shear: 0 Drucker-Prager, 1 printed, 2 Mohr
  double mu = 0, lambda = 0;  ///< of the section, set by prepare [Pa]
  double across_limit = 0;    ///< s_perp, set by prepare

  static constexpr auto fields() {
    return std::array<Field<Fibre>, 7>{
        {{"density", "kg/m^3", "mass per rest volume, which is length times section", 1e-3, 1e5,
          &Fibre::density},
         {"stretch", "Pa",
          "k: stiffness along the thread; times the section it is the force at twice the length", 1e-3, 1e13,
          &Fibre::stretch},
         {"young", "Pa", "resistance to being pressed together, as Young's modulus of the section", 1e-3,
          1e13, &Fibre::young},
         {"poisson", "1", "Poisson's ratio of the section", -0.9, 0.495, &Fibre::poisson},
         {"shear", "Pa", "gamma: resistance to sliding along pressed strands, until friction yields", 0, 1e13,
          &Fibre::shear},
         {"friction", "1", "Coulomb coefficient between strands; along them it needs shear > 0", 0, 10,
          &Fibre::friction},
         {"section_rule", "1",
          "friction across strands: 0 Drucker-Prager (default), 1 as JGT17 prints it, 2 Mohr-Coulomb", 0, 2,
          &Fibre::section_rule}}};
  }
  void prepare() {
    check_ranges(*this);
    mu = young / (2 * (1 + poisson));
    lambda = young * poisson / ((1 + poisson) * (1 - 2 * poisson));
    const double sine = friction / std::sqrt(1 + friction * friction);
    const double alpha = std::sqrt(2.0 / 3.0) * 2 * sine / (3 - sine);
    across_limit = section_rule < 0.5 ? std::sqrt(2.0) * alpha : section_rule < 1.5 ? alpha / 2 : sine;
  }
  template <class S>
  FibreOf<S> as() const {
    return {S(stretch),  S(0.5 * stretch),
            S(shear),    S(0.5 * shear),
            S(mu),       S(2 * mu),
            S(lambda),   S(0.5 * lambda),
            S(flattest), S(across_limit * (lambda + mu) / (2 * mu)),
            S(friction), S(-friction * (lambda + mu))};
  }
};

}  // namespace weft
