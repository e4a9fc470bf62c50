/// Cam clay: the non-associated law NACC on split neo-Hookean elasticity (Wolper et al. 2019).
///   p_0 = kappa (1e-5 + sinh(xi max(-a, 0)))           a = log of the plastic volume
///   p = -kappa/2 (J^2 - 1),   s = dev tau
///   y = c_s |s|^2 + M^2 (p + beta p_0)(p - p_0)
///   c_s = (6 - d)/2 (1 + 2 beta),   M = alpha d/sqrt(2/(6 - d))
///   p > p_0 or p < -beta p_0    to that tip
///   y > 0                       |s| to the ellipse at the same p
///   otherwise                   elastic
/// Hardening: the volume of the tip, or of the point where the way to the ellipse's centre crosses the ellipse.
#pragma once
#include "materials/sand.h"
#include "materials/split_neo_hookean.h"

namespace weft {

struct CamClay : SplitLaw<CamClay> {
  static constexpr const char* name = "cam_clay";
  static constexpr const char* summary = "soil, mud or snow that compacts and crumbles (cam clay)";
  static constexpr bool plastic = true;
  static constexpr int n_state = 1;
  static constexpr std::array<StateValue, 1> states{
      {{"log_plastic_volume", -0.01, "a: negative where compacted"}}};

  double friction_angle = 0.7853981633974483;  ///< [rad]
  double tension_ratio = 0.5;                  ///< beta
  double hardening = 2;                        ///< xi
  double slope = 0;                            ///< alpha

  CamClay() {
    density = 1600;
    shear = 4e4;
    bulk = 1e5;
  }
  static constexpr auto fields() {
    return join(
        elastic_fields(),
        std::array<Field<CamClay>, 3>{
            {{"friction_angle", "rad", "slope of the critical state line as a friction angle", 1e-3, 1.55,
              &CamClay::friction_angle},
             {"tension_ratio", "1", "beta: tensile over compressive strength", 0, 10,
              &CamClay::tension_ratio},
             {"hardening", "1", "xi: growth of strength with compaction", 1e-3, 100, &CamClay::hardening}}});
  }
  void prepare() {
    prepare_elastic();
    slope = drucker_prager_slope(friction_angle);
  }

  template <class S>
  struct Formulas : BulkFormulas<SplitNeoHookean, S> {
    S tension_ratio, hardening;
    /// What depends on the dimension d = 2, 3: M, M^2, c_s, 1/c_s, sqrt((6 - d)/2).
    struct Ellipse {
      S M, M2, c_s, inverse_c_s, root;
      Ellipse(const CamClay& l, int d) {
        const double slope = l.slope * d / std::sqrt(2.0 / (6 - d)),
                     weight = 0.5 * (6 - d) * (1 + 2 * l.tension_ratio);
        M = S(slope);
        M2 = S(slope * slope);
        c_s = S(weight);
        inverse_c_s = S(1 / weight);
        root = S(std::sqrt(0.5 * (6 - d)));
      }
    } ellipse[2];

    explicit Formulas(const CamClay& l)
        : BulkFormulas<SplitNeoHookean, S>(l),
          tension_ratio(S(l.tension_ratio)),
          hardening(S(l.hardening)),
          ellipse{{l, 2}, {l, 3}} {}

    /// p_0 at the plastic volume a [Pa]. Above kappa/2 the pressure tip is out of reach: p is below kappa/2
    /// for any J > 0.
    template <class T>
    WEFT_HD T strength(const T& a) const {
      const T x = min(T(hardening) * max(-a, T(0)), T(20));
      return T(this->bulk) * (T(1e-5) + T(0.5) * (exp(x) - exp(-x)));
    }
    template <int d, class T>
    WEFT_HD void yield(Vec<d, T>& s, T* state, const T&) const {
      using Elastic = SplitNeoHookean<T>;
      const Ellipse& E = ellipse[d - 2];
      const T kappa(this->bulk), beta(tension_ratio), p_0 = strength(state[0]), J = Elastic::volume(s);
      const T p = T(-0.5) * kappa * (J - T(1)) * (J + T(1));
      const T shape = Elastic::template shape_factor<d>(J), m = T(this->shear) * shape;
      Vec<d, T> b{}, dev{};
      for (int i = 0; i < d; ++i) b[i] = s[i] * s[i];
      const T mean = sum(b) * T(1.0 / d);
      for (int i = 0; i < d; ++i) dev[i] = m * (b[i] - mean);
      const T length2 = dot(dev, dev), length = sqrt(length2);
      const T ellipse_y = T(E.M2) * (p + beta * p_0) * (p - p_0);
      const auto crushed = p > p_0;
      const auto tip = crushed || p < -beta * p_0;
      const auto shears = (T(E.c_s) * length2 + ellipse_y) > T(0);

      // to a tip: J^2 = 1 - 2 p/kappa
      const T J_tip = sqrt(max(T(1) - T(2) / kappa * select(crushed, p_0, -beta * p_0), T(1e-6)));
      const T s_tip = exp(log(J_tip) * T(1.0 / d));
      // to the ellipse at the same p
      const T reach = sqrt(max(-ellipse_y * T(E.inverse_c_s), T(0))) / max(length, T(1e-30));
      const T inverse_m = T(1) / max(m, T(1e-30));
      Vec<d, T> b_new{};
      for (int i = 0; i < d; ++i) b_new[i] = mean + reach * dev[i] * inverse_m;
      const T fix = exp(log(max(J * J / max(product(b_new), T(1e-30)), T(1e-30))) * T(1.0 / d));
      for (int i = 0; i < d; ++i)
        s[i] = select(tip, s_tip, select(shears, sqrt(max(b_new[i] * fix, T(1e-12))), s[i]));
      // where the way to the centre crosses: (p, q) = centre + l (dp, dq), on the ellipse
      // M^2 (p - centre)^2 + (1 + 2 beta) q^2 = M^2 half^2
      const T centre = T(0.5) * (T(1) - beta) * p_0, dp = p - centre;
      const T dq = T(E.root) * length;
      const T A = T(E.M2) * dp * dp + (T(1) + T(2) * beta) * dq * dq;
      const T half = T(0.5) * (T(1) + beta) * p_0;
      const T p_x = centre + dp * (T(E.M) * half / sqrt(max(A, T(1e-30))));
      const T J_x = sqrt(abs(T(1) - T(2) * p_x / kappa));
      const auto inside = (p > -beta * p_0 + T(1e-6) * p_0) && (p < p_0 - T(1e-6) * p_0) && (J_x > T(1e-4));
      const T gain_tip = log(J / J_tip), gain_shear = select(inside, log(J / max(J_x, T(1e-4))), T(0));
      state[0] += select(tip, gain_tip, select(shears, gain_shear, T(0)));
    }
  };
};

}  // namespace weft
