/// The flow rule of goo and foam (Herschel and Bulkley 1926), backward Euler in the size |s| of the
/// deviatoric stress:
///   |s| + c ((|s| - s_Y)/eta)^(1/n) = |s_trial|,  c = 2 mu dt
/// With g = ((|s| - s_Y)/eta)^(1/n) >= 0 and r = |s_trial| - s_Y it reads eta g^n + c g = r: one root.
#pragma once
#include "materials/law.h"

namespace weft {

/// Parameters of the rule, SI. n = 1 is a Bingham fluid, n < 1 thins in shear; eta = 0 is von Mises.
struct FlowRule {
  double yield_stress = 30;  ///< sigma_Y, s_Y = sqrt(2/3) sigma_Y [Pa]
  double consistency = 20;   ///< eta [Pa s^n]
  double exponent = 1;       ///< n

  double threshold() const { return 0.81649658092772603273 * yield_stress; }
};

/// The rule with its constants in the scalar S.
template <class S>
struct FlowFormulas {
  S threshold, consistency, exponent, inverse_exponent, log_consistency;
  bool bingham;  ///< n = 1: the root is known

  explicit FlowFormulas(const FlowRule& rule)
      : threshold(S(rule.threshold())),
        consistency(S(rule.consistency)),
        exponent(S(rule.exponent)),
        inverse_exponent(S(1 / rule.exponent)),
        log_consistency(S(std::log(rule.consistency))),
        bingham(rule.exponent == 1) {}

  /// Ratio |s| / |s_trial| in (0, 1]; 1 where nothing flows. c is positive.
  template <class T>
  WEFT_HD T keep(const T& trial, const T& c) const {
    const T s_Y(threshold), r = trial - s_Y;
    const T flow = bingham ? r * (T(consistency) / (T(consistency) + c)) : remaining(max(r, T(1e-30)), c);
    return select(r > T(0), (s_Y + flow) / max(trial, T(1e-30)), T(1));
  }

 private:
  /// eta g^n at the root. With g = h e^y, h = min(r/c, (r/eta)^(1/n)) the equation is A e^(n y) + B e^y = 1
  /// with max(A, B) = 1: convex and rising in y,
  /// so Newton from y = 0 comes down to the root without overshooting.
  template <class T>
  WEFT_HD T remaining(const T& r, const T& c) const {
    const T n(exponent), log_r = log(r), log_c = log(max(c, T(1e-30))), log_eta(log_consistency);
    const T log_h = min(log_r - log_c, (log_r - log_eta) * T(inverse_exponent));
    const T A = exp(log_eta + n * log_h - log_r), B = exp(log_c + log_h - log_r);
    constexpr int rounds = sizeof(Scalar<T>) == 4 ? 5 : 8;
    T y(0);
    for (int k = 0; k < rounds; ++k) {
      const T a = A * exp(n * y), b = B * exp(y);
      y -= (a + b - T(1)) / (n * a + b);
    }
    return r * A * exp(n * y);
  }
};

/// The fields of a flow rule that is a base of Law.
template <class Law>
constexpr std::array<Field<Law>, 3> flow_fields() {
  return {{{"yield_stress", "Pa", "uniaxial stress below which it does not flow", 0, 1e9, &Law::yield_stress},
           {"consistency", "Pa s^n", "viscous part of the flow; 2 x viscosity when exponent is 1", 1e-9, 1e9,
            &Law::consistency},
           {"exponent", "1", "1 Bingham, below 1 thins in shear, above 1 thickens", 0.1, 5, &Law::exponent}}};
}

}  // namespace weft
