/// Clay and metal: von Mises plasticity on Hencky elasticity with linear hardening.
///   f = 2 mu |dev eps| - sqrt(2/3) (sigma_Y + H a) > 0:
///   delta = f/(2 mu + 2/3 H),  eps -= delta dev eps/|dev eps|,  a += sqrt(2/3) delta.   Volume is preserved.
#pragma once
#include "materials/hencky.h"

namespace weft {

struct VonMises : HenckyLaw<VonMises> {
  static constexpr const char* name = "von_mises";
  static constexpr const char* summary = "clay or metal: keeps a dent once the yield stress is passed";
  static constexpr bool plastic = true;
  static constexpr int n_state = 1;
  static constexpr std::array<StateValue, 1> states{{{"plastic_strain", 0, "equivalent plastic strain"}}};
  static constexpr double kRoot = 0.81649658092772603273;  ///< sqrt(2/3)

  double yield_stress = 2e3;  ///< sigma_Y [Pa]
  double hardening = 0;       ///< H [Pa]

  VonMises() {
    density = 1500;
    young = 5e5;
  }
  static constexpr auto fields() {
    return join(
        elastic_fields(),
        std::array<Field<VonMises>, 2>{
            {{"yield_stress", "Pa", "uniaxial stress at which it flows", 0, 1e12, &VonMises::yield_stress},
             {"hardening", "Pa", "growth of the yield stress per plastic strain", 0, 1e12,
              &VonMises::hardening}}});
  }
  void prepare() { prepare_elastic(); }

  template <class S>
  struct Formulas : LameFormulas<Hencky, S> {
    S twice_mu, yield_stress, hardening;
    S compliance;  ///< 1/(2 mu + 2/3 H)

    explicit Formulas(const VonMises& l)
        : LameFormulas<Hencky, S>(l),
          twice_mu(S(2 * l.mu)),
          yield_stress(S(l.yield_stress)),
          hardening(S(l.hardening)),
          compliance(S(1 / (2 * l.mu + 2.0 / 3.0 * l.hardening))) {}

    template <int d, class T>
    WEFT_HD void yield(Vec<d, T>& s, T* state, const T&) const {
      const Vec<d, T> e = log_stretch(s);
      Vec<d, T> dev{};
      T mean;
      const T length = deviator(e, mean, dev);
      const T f = T(twice_mu) * length - T(kRoot) * (T(yield_stress) + T(hardening) * state[0]);
      const auto flows = f > T(0);
      const T delta = max(f, T(0)) * T(compliance);
      const T keep = T(1) - delta / max(length, T(1e-30));
      for (int i = 0; i < d; ++i) s[i] = select(flows, exp(mean + dev[i] * keep), max(s[i], T(1e-4)));
      state[0] += T(kRoot) * delta;
    }
  };
};

}  // namespace weft
