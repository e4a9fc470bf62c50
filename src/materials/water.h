/// Water: weakly compressible fluid with an equation of state (Tait form; Monaghan 1994).
///   p = K/g (J^-g - 1),  psi = K/g ((J^(1-g) - 1)/(g - 1) + J - 1),  tau = -J p I
/// Only J = det F is kept: J = clamp(J, J_min, J_max), F = J^(1/d) I. J_max = 1 carries no tension.
#pragma once
#include "materials/law.h"

namespace weft {

template <class T>
struct EquationOfState {
  T bulk, exponent;

  template <int d>
  WEFT_HD static T volume(const Vec<d, T>& s) {
    return max(product(s), T(1e-3));
  }
  /// p [Pa].
  WEFT_HD T pressure(const T& J) const { return bulk / exponent * (exp(-exponent * log(J)) - T(1)); }
  template <int d>
  WEFT_HD T energy(const Vec<d, T>& s) const {
    const T J = volume(s), h = exponent - T(1);
    return bulk / exponent * ((exp(-h * log(J)) - T(1)) / h + (J - T(1)));
  }
  template <int d>
  WEFT_HD Vec<d, T> kirchhoff(const Vec<d, T>& s) const {
    const T J = volume(s);
    return Vec<d, T>::filled(-J * pressure(J));
  }
  template <int d>
  WEFT_HD Vec<d, T> gradient(const Vec<d, T>& s) const {
    return over_stretch(kirchhoff(s), s);
  }
  template <int d>
  WEFT_HD Mat<d, T> hessian(const Vec<d, T>& s) const {
    const T J = volume(s), k = modulus(s), p = pressure(J) * J;
    Mat<d, T> H{};
    for (int i = 0; i < d; ++i)
      for (int j = 0; j < d; ++j) H(i, j) = (i == j ? k : k - p) / (s[i] * s[j]);
    return H;
  }
  template <int d>
  WEFT_HD T shear_a(int i, int j, const Vec<d, T>& s) const {
    const T J = volume(s);
    return pressure(J) * J / (s[i] * s[j]);
  }
  template <int d>
  WEFT_HD T modulus(const Vec<d, T>& s) const {
    return bulk * exp((T(1) - exponent) * log(volume(s)));
  }
};

struct Water : Isotropic<Water> {
  static constexpr const char* name = "water";
  static constexpr const char* summary = "weakly compressible fluid, viscous if asked";
  static constexpr bool plastic = true, volumetric = true;

  double bulk = 1e5;             ///< K [Pa]
  double exponent = 7;           ///< g
  double dynamic_viscosity = 0;  ///< [Pa s]
  double volume_low = 0.1;       ///< J_min
  double volume_high = 1;        ///< J_max

  static constexpr auto fields() {
    return std::array<Field<Water>, 6>{
        {{"density", "kg/m^3", "mass per rest volume", 1e-3, 1e5, &Water::density},
         {"bulk", "Pa",
          "bulk modulus: density x (speed of sound)^2; sound at 10 x the fastest flow is enough", 1e-3, 1e11,
          &Water::bulk},
         {"exponent", "1", "of the equation of state", 1.01, 15, &Water::exponent},
         {"dynamic_viscosity", "Pa s", "Newtonian viscosity, taken explicitly", 0, 1e6,
          &Water::dynamic_viscosity},
         {"volume_low", "1", "least volume ratio", 1e-2, 1, &Water::volume_low},
         {"volume_high", "1", "largest volume ratio; 1 carries no tension, 1.05 a little cohesion", 1, 10,
          &Water::volume_high}}};
  }
  void prepare() { check_ranges(*this); }
  double viscosity() const { return dynamic_viscosity; }

  template <class S>
  struct Formulas {
    S bulk, exponent, volume_low, volume_high;

    explicit Formulas(const Water& l)
        : bulk(S(l.bulk)),
          exponent(S(l.exponent)),
          volume_low(S(l.volume_low)),
          volume_high(S(l.volume_high)) {}

    template <class T>
    WEFT_HD EquationOfState<T> elastic(const T*) const {
      return {T(bulk), T(exponent)};
    }
    template <int d, class T>
    WEFT_HD void yield(Vec<d, T>& s, T*, const T&) const {
      const T J = clamp(product(s), T(volume_low), T(volume_high));
      s = Vec<d, T>::filled(exp(log(J) * T(1.0 / d)));
    }
  };
};

}  // namespace weft
