/// Goo: Herschel-Bulkley flow on Hencky elasticity. The deviatoric strain shrinks by |s|/|s_trial|, s = dev
/// tau; volume is preserved. A Newtonian fluid of viscosity v: consistency = 2 v, yield_stress = 0, exponent
/// = 1.
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
  template <int d, class T>
  void yield(Vec<d, T>& s, T*, const T& dt) const {
    const Vec<d, T> e = log_stretch(s);
    Vec<d, T> dev{};
    T mean;
    const T trial = T(2 * mu) * deviator(e, mean, dev);
    const T kept = keep(trial, T(2 * mu) * dt);
    const auto flows = kept < T(1);
    for (int i = 0; i < d; ++i) s[i] = select(flows, exp(mean + dev[i] * kept), max(s[i], T(1e-4)));
  }
};

}  // namespace weft
