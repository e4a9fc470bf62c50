/// Goo: Herschel-Bulkley flow on Hencky elasticity.
///   dev eps <- |s|/|s_trial| dev eps,  s = dev tau, flow rule with c = 2 mu dt;  volume is preserved
/// A Newtonian fluid of viscosity v has consistency = 2 v, yield_stress = 0 and exponent = 1.
#pragma once
#include "materials/hencky.h"
#include "materials/herschel_bulkley.h"

namespace weft {

struct Goo : HenckyLaw<Goo>, FlowRule {
  static constexpr const char* name = "goo";
  static constexpr const char* summary =
      "paste that flows above a yield stress (Herschel-Bulkley in logarithmic strain)";
  static constexpr bool plastic = true;

  Goo() { poisson = 0.35; }
  static constexpr auto fields() { return join(elastic_fields(), flow_fields<Goo>()); }
  void prepare() { prepare_elastic(); }

  template <class S>
  struct Formulas : LameFormulas<Hencky, S>, FlowFormulas<S> {
    S twice_mu;

    explicit Formulas(const Goo& l) : LameFormulas<Hencky, S>(l), FlowFormulas<S>(l), twice_mu(S(2 * l.mu)) {}

    template <int d, class T>
    WEFT_HD void yield(Vec<d, T>& s, T*, const T& dt) const {
      const Vec<d, T> e = log_stretch(s);
      Vec<d, T> dev{};
      T mean;
      const T trial = T(twice_mu) * deviator(e, mean, dev);
      const T kept = this->keep(trial, T(twice_mu) * dt);
      const auto flows = kept < T(1);
      for (int i = 0; i < d; ++i) s[i] = select(flows, exp(mean + dev[i] * kept), max(s[i], T(1e-4)));
    }
  };
};

}  // namespace weft
