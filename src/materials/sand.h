/// Sand: Drucker-Prager on Hencky elasticity with volume correction (Klar et al. 2016, Tampubolon et al. 2017).
///   eps = ln s + v_c/d - c_0,  t = tr eps,  yields where |dev tau| + alpha tr tau > 0
///   I    g <= 0      elastic                          v_c = 0
///   II   t >= 0      eps = c_0 (the tip)              v_c = t
///   III  otherwise   eps -= g dev eps/|dev eps|       v_c = 0
/// with g = |dev eps| + (d lambda + 2 mu)/(2 mu) alpha t, and II before I.
/// alpha = sqrt(2/3) 2 sin(phi)/(3 - sin(phi)),  phi = h_0 + (h_1 q - h_3) exp(-h_2 q) with the hardening q.
/// sum ln s + v_c is conserved: what opens in tension must close again before it carries pressure.
#pragma once
#include "materials/hencky.h"

namespace weft {

/// Drucker-Prager slope of a friction angle [rad], matched to triaxial compression.
template <class T>
WEFT_HD T drucker_prager_slope(const T& angle) {
  const T s = sin(angle);
  return T(2 * 0.81649658092772603273) * s / (T(3) - s);
}

struct Sand : HenckyLaw<Sand> {
  static constexpr const char* name = "sand";
  static constexpr const char* summary = "grains with friction and no cohesion unless asked (Drucker-Prager)";
  static constexpr bool plastic = true;
  static constexpr int n_state = 2;
  static constexpr std::array<StateValue, 2> states{
      {{"volume_gain", 0, "logarithm of the volume gained in tension, to be closed first"},
       {"plastic_strain", 0, "accumulated plastic strain, drives the hardening"}}};

  double friction_angle = 0.6108652381980153;  ///< h_0 [rad]
  double cohesion = 0;                         ///< c_0 [1]
  double hardening_angle = 0;                  ///< h_1 [rad]
  double hardening_rate = 0.2;                 ///< h_2 [1]
  double hardening_drop = 0;                   ///< h_3 [rad]
  double slope = 0, ratio = 0;  ///< alpha at no hardening; (d lambda + 2 mu)/(2 mu) = 1 + d ratio
  bool hardens = false;

  Sand() {
    density = 2200;
    young = 3.5e5;
  }
  static constexpr auto fields() {
    return join(
        elastic_fields(),
        std::array<Field<Sand>, 5>{
            {{"friction_angle", "rad", "internal friction angle", 0, 1.55, &Sand::friction_angle},
             {"cohesion", "1", "logarithmic stretch the grains hold before they part", 0, 1, &Sand::cohesion},
             {"hardening_angle", "rad", "h1: gain of friction angle with plastic strain", 0, 1.5,
              &Sand::hardening_angle},
             {"hardening_rate", "1", "h2: how fast the hardening saturates", 0, 100, &Sand::hardening_rate},
             {"hardening_drop", "rad", "h3: friction angle missing at first", 0, 1.5,
              &Sand::hardening_drop}}});
  }
  void prepare() {
    prepare_elastic();
    if (hardening_drop > friction_angle)
      throw Error("E0305",
                  "sand whose hardening_drop exceeds its friction_angle would have negative friction", {},
                  "make hardening_drop at most friction_angle");
    hardens = hardening_angle > 0 || hardening_drop > 0;
    slope = drucker_prager_slope(friction_angle);
    ratio = lambda / (2 * mu);
  }

  template <class S>
  struct Formulas : LameFormulas<Hencky, S> {
    S cohesion, slope, angle, gain, rate, drop;  ///< c_0, alpha at no hardening, h_0, h_1, -h_2, h_3
    S weight[2];                                 ///< (d lambda + 2 mu)/(2 mu) for d = 2, 3
    bool hardens;

    explicit Formulas(const Sand& l)
        : LameFormulas<Hencky, S>(l),
          cohesion(S(l.cohesion)),
          slope(S(l.slope)),
          angle(S(l.friction_angle)),
          gain(S(l.hardening_angle)),
          rate(S(-l.hardening_rate)),
          drop(S(l.hardening_drop)),
          weight{S(1 + 2 * l.ratio), S(1 + 3 * l.ratio)},
          hardens(l.hardens) {}

    /// alpha at the hardening q.
    template <class T>
    WEFT_HD T slope_at(const T& q) const {
      if (!hardens) return T(slope);
      return drucker_prager_slope(T(angle) + (T(gain) * q - T(drop)) * exp(T(rate) * q));
    }
    template <int d, class T>
    WEFT_HD void yield(Vec<d, T>& s, T* state, const T&) const {
      const T v_c = state[0], shift = v_c * T(1.0 / d) - T(cohesion);
      Vec<d, T> e = log_stretch(s), dev{};
      for (int i = 0; i < d; ++i) e[i] += shift;
      T mean;
      const T length = deviator(e, mean, dev), t = mean * T(d);
      const T g = length + T(weight[d - 2]) * slope_at(state[1]) * t;
      const auto tip = t >= T(0);
      const auto shear = g > T(0);
      const auto changed = tip || shear || (abs(v_c) > T(0));
      const T keep = select(tip, T(0), select(shear, T(1) - g / max(length, T(1e-30)), T(1)));
      const T centre = select(tip, T(0), mean) + T(cohesion);
      for (int i = 0; i < d; ++i) s[i] = select(changed, exp(centre + dev[i] * keep), max(s[i], T(1e-4)));
      state[0] = select(tip, t, T(0));
      state[1] += select(tip, sqrt(dot(e, e)), max(g, T(0)));
    }
  };
};

}  // namespace weft
