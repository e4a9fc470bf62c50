/// Snow (Stomakhin et al. 2013): fixed corotated elasticity that hardens when compacted.
///   mu = mu_0 exp(xi (1 - J_p)), lambda likewise
///   s = clamp(s, 1 - theta_c, 1 + theta_s),  J_p = clamp(J_p prod s_trial / prod s, low, high)
#pragma once
#include "materials/corotated.h"

namespace weft {

struct Snow : LameLaw<Snow> {
  static constexpr const char* name = "snow";
  static constexpr const char* summary = "packs and hardens under pressure, crumbles when stretched";
  static constexpr bool plastic = true;
  static constexpr bool inverts = true;
  static constexpr int n_state = 1;
  static constexpr std::array<StateValue, 1> states{
      {{"plastic_volume", 1, "J_p: volume ratio of the plastic part"}}};

  double critical_compression = 2.5e-2;  ///< theta_c
  double critical_stretch = 7.5e-3;      ///< theta_s
  double hardening = 10;                 ///< xi
  double volume_low = 0.6, volume_high = 20;

  Snow() {
    density = 400;
    young = 1.4e5;
    poisson = 0.2;
  }
  static constexpr auto fields() {
    return join(
        elastic_fields(),
        std::array<Field<Snow>, 5>{
            {{"critical_compression", "1", "compression that makes it yield", 0, 0.99,
              &Snow::critical_compression},
             {"critical_stretch", "1", "stretch that makes it crumble", 0, 10, &Snow::critical_stretch},
             {"hardening", "1", "growth of stiffness with compaction", 0, 50, &Snow::hardening},
             {"volume_low", "1", "least plastic volume ratio", 1e-2, 1, &Snow::volume_low},
             {"volume_high", "1", "largest plastic volume ratio", 1, 1e3, &Snow::volume_high}}});
  }
  void prepare() { prepare_elastic(); }

  template <class S>
  struct Formulas {
    S mu, lambda, hardening;
    S least, most;              ///< of a stretch: 1 - theta_c, 1 + theta_s
    S volume_low, volume_high;  ///< of J_p

    explicit Formulas(const Snow& l)
        : mu(S(l.mu)),
          lambda(S(l.lambda)),
          hardening(S(l.hardening)),
          least(S(1 - l.critical_compression)),
          most(S(1 + l.critical_stretch)),
          volume_low(S(l.volume_low)),
          volume_high(S(l.volume_high)) {}

    template <class T>
    WEFT_HD Corotated<T> elastic(const T* state) const {
      const T h = exp(T(hardening) * (T(1) - state[0]));
      return {T(mu) * h, T(lambda) * h};
    }
    template <int d, class T>
    WEFT_HD void yield(Vec<d, T>& s, T* state, const T&) const {
      T change(1);
      for (int i = 0; i < d; ++i) {
        const T kept = clamp(s[i], T(least), T(most));
        change *= s[i] / kept;
        s[i] = kept;
      }
      state[0] = clamp(state[0] * change, T(volume_low), T(volume_high));
    }
  };
};

}  // namespace weft
