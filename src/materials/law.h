/// What every material law is made of: described parameters, described state,
/// and an isotropic elastic energy.
///   psi(s_1 .. s_d)  energy per rest volume [J/m^3] of the principal stretches s of F = U diag(s) V^T
///   psi_i = dpsi/ds_i,  psi_ij = d^2 psi/(ds_i ds_j),  tau_i = s_i psi_i  (Kirchhoff stress, principal)
/// A law is a plain value in two halves: what a scene says of it (parameters in double, ranges, names), and its
/// `Formulas<S>`, a trivially copyable value with the constants prepared in the scalar S, which kernels carry:
///   elastic(state)         the elastic part, a small struct (hencky.h, corotated.h, ...)
///   yield(s, state, dt)    the return map: trial stretches in, admissible ones out; the state follows
/// Constants are computed in double and rounded once, when the formulas are made: as<S>().
#pragma once
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <type_traits>

#include "exec/error.h"
#include "exec/field.h"
#include "math/functions.h"
#include "math/host_device.h"
#include "math/vec.h"

namespace weft {

/// A number that each point carries, described once.
struct StateValue {
  const char* name;
  double initial;
  const char* meaning;
};

/// psi_i = tau_i / s_i, for the laws that are simplest in tau.
template <int d, class T>
WEFT_HD Vec<d, T> over_stretch(Vec<d, T> tau, const Vec<d, T>& s) {
  for (int i = 0; i < d; ++i) tau[i] /= s[i];
  return tau;
}

/// Throws E0304 when a parameter is not finite or not in its range.
template <class Law>
void check_ranges(const Law& law) {
  for (const auto& f : Law::fields()) {
    const double value = law.*f.member;
    if (!(value >= f.low && value <= f.high))
      throw Error("E0304",
                  std::string(f.name) + " = " + std::to_string(value) + " " + f.unit +
                      " is not allowed in the law '" + Law::name + "'",
                  {},
                  std::string(f.meaning) + ": from " + std::to_string(f.low) + " to " +
                      std::to_string(f.high) + " " + f.unit);
  }
}

/// Base of every law. What is asked of the law itself is answered by formulas made for that call: for tests,
/// and where a few points are asked. Kernels make them once.
template <class Law>
struct Isotropic {
  static constexpr bool plastic = false;     ///< has a return map
  static constexpr bool volumetric = false;  ///< depends on det F only; F is kept as J^(1/d) I
  static constexpr bool inverts = false;     ///< has an energy where det F <= 0 as well
  static constexpr int n_state = 0;
  static constexpr std::array<StateValue, 0> states{};
  double density = 1000;  ///< [kg/m^3]

  static constexpr auto state_names() {
    std::array<const char*, Law::states.size()> r{};
    for (std::size_t i = 0; i < r.size(); ++i) r[i] = Law::states[i].name;
    return r;
  }
  static constexpr auto initial_state() {
    std::array<double, Law::states.size()> r{};
    for (std::size_t i = 0; i < r.size(); ++i) r[i] = Law::states[i].initial;
    return r;
  }
  /// Newtonian viscosity that the body adds explicitly [Pa s].
  double viscosity() const { return 0; }
  /// The formulas with constants of type S.
  template <class S>
  auto as() const {
    return typename Law::template Formulas<S>(static_cast<const Law&>(*this));
  }

  /// psi [J/m^3].
  template <int d, class T>
  T energy(const Vec<d, T>& s, const T* state) const {
    return elastic<T>(state).energy(s);
  }
  /// psi_i [Pa].
  template <int d, class T>
  Vec<d, T> gradient(const Vec<d, T>& s, const T* state) const {
    return elastic<T>(state).gradient(s);
  }
  /// tau_i = s_i psi_i [Pa].
  template <int d, class T>
  Vec<d, T> kirchhoff(const Vec<d, T>& s, const T* state) const {
    return elastic<T>(state).kirchhoff(s);
  }
  /// psi_ij [Pa].
  template <int d, class T>
  Mat<d, T> hessian(const Vec<d, T>& s, const T* state) const {
    return elastic<T>(state).hessian(s);
  }
  /// (psi_i - psi_j) / (s_i - s_j) without cancellation [Pa].
  template <int d, class T>
  T shear_a(int i, int j, const Vec<d, T>& s, const T* state) const {
    return elastic<T>(state).shear_a(i, j, s);
  }
  /// rho_0 c^2 of the fastest wave in the current configuration [Pa].
  template <int d, class T>
  T modulus(const Vec<d, T>& s, const T* state) const {
    return elastic<T>(state).modulus(s);
  }
  /// Return map: trial stretches in, admissible ones out; the state follows.
  template <int d, class T>
  void yield(Vec<d, T>& s, T* state, const T& dt) const {
    as<Scalar<T>>().yield(s, state, dt);
  }

 private:
  template <class T>
  auto elastic(const T* state) const {
    return as<Scalar<T>>().template elastic<T>(state);
  }
};

/// Whether a law has a viscosity of its own: without one, kernels need not keep the velocity gradient.
template <class Law>
constexpr bool has_viscosity = !std::is_same_v<decltype(&Law::viscosity), double (Isotropic<Law>::*)() const>;

/// Base of the laws given by Young's modulus and Poisson's ratio (plane strain in 2D).
template <class Law>
struct LameLaw : Isotropic<Law> {
  double young = 1e5, poisson = 0.3;  ///< [Pa], [1]
  double mu = 0, lambda = 0;          ///< Lame's constants, set by prepare [Pa]

  static constexpr std::array<Field<Law>, 3> elastic_fields() {
    return {{{"density", "kg/m^3", "mass per rest volume", 1e-3, 1e5, &Law::density},
             {"young", "Pa", "Young's modulus: stiffness in tension", 1e-3, 1e13, &Law::young},
             {"poisson", "1", "Poisson's ratio: 0.5 would be incompressible", -0.9, 0.495, &Law::poisson}}};
  }
  void prepare_elastic() {
    check_ranges(static_cast<const Law&>(*this));
    mu = young / (2 * (1 + poisson));
    lambda = young * poisson / ((1 + poisson) * (1 - 2 * poisson));
  }
};

/// The formulas of an elastic law in mu and lambda. Laws that yield inherit them and bring a `yield` of their own.
template <template <class> class Elastic, class S>
struct LameFormulas {
  S mu, lambda;  ///< [Pa]

  template <class Law>
  explicit LameFormulas(const LameLaw<Law>& law) : mu(S(law.mu)), lambda(S(law.lambda)) {}
  template <class T>
  WEFT_HD Elastic<T> elastic(const T*) const {
    return {T(mu), T(lambda)};
  }
  template <int d, class T>
  WEFT_HD void yield(Vec<d, T>&, T*, const T&) const {}
};

/// Base of the laws given by a shear and a bulk modulus.
template <class Law>
struct BulkLaw : Isotropic<Law> {
  double shear = 1e3, bulk = 1e5;  ///< mu, kappa [Pa]

  static constexpr std::array<Field<Law>, 3> elastic_fields() {
    return {{{"density", "kg/m^3", "mass per rest volume", 1e-3, 1e5, &Law::density},
             {"shear", "Pa", "shear modulus: resistance to change of shape", 0, 1e13, &Law::shear},
             {"bulk", "Pa", "bulk modulus: resistance to change of volume", 1e-3, 1e13, &Law::bulk}}};
  }
  void prepare_elastic() { check_ranges(static_cast<const Law&>(*this)); }
};

/// The formulas of an elastic law in a shear and a bulk modulus. Laws that yield inherit them and bring a `yield` of their own.
template <template <class> class Elastic, class S>
struct BulkFormulas {
  S shear, bulk;  ///< [Pa]

  template <class Law>
  explicit BulkFormulas(const BulkLaw<Law>& law) : shear(S(law.shear)), bulk(S(law.bulk)) {}
  template <class T>
  WEFT_HD Elastic<T> elastic(const T*) const {
    return {T(shear), T(bulk)};
  }
  template <int d, class T>
  WEFT_HD void yield(Vec<d, T>&, T*, const T&) const {}
};

}  // namespace weft
