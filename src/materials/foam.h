/// Foam: Herschel-Bulkley flow on split neo-Hookean elasticity (form of Yue et al. 2015).
///   b_i = J^(-2/d) s_i^2,  m = mean b,  s_trial = mu (b - m),  flow rule with c = 2 mu m dt
///   b = m + |s|/|s_trial| s_trial/mu, then divided by (prod b)^(1/d)
/// The radial return keeps tr b and not the volume, hence the division.
#pragma once
#include "materials/herschel_bulkley.h"
#include "materials/split_neo_hookean.h"

namespace weft {

struct Foam : SplitLaw<Foam>, FlowRule {
  static constexpr const char* name = "foam";
  static constexpr const char* summary = "foam or cream that flows above a yield stress (Herschel-Bulkley)";
  static constexpr bool plastic = true;

  Foam() {
    density = 200;
    shear = 300;
    bulk = 2e4;
    yield_stress = 32;
    consistency = 27;
    exponent = 0.22;
  }
  static constexpr auto fields() { return join(elastic_fields(), flow_fields<Foam>()); }
  void prepare() { prepare_elastic(); }

  template <class S>
  struct Formulas : BulkFormulas<SplitNeoHookean, S>, FlowFormulas<S> {
    S twice_mu;

    explicit Formulas(const Foam& l)
        : BulkFormulas<SplitNeoHookean, S>(l), FlowFormulas<S>(l), twice_mu(S(2 * l.shear)) {}

    template <int d, class T>
    WEFT_HD void yield(Vec<d, T>& s, T*, const T& dt) const {
      using Elastic = SplitNeoHookean<T>;
      const T shape = Elastic::template shape_factor<d>(Elastic::volume(s));
      Vec<d, T> b{}, dev{};
      for (int i = 0; i < d; ++i) b[i] = shape * s[i] * s[i];
      const T m = sum(b) * T(1.0 / d);
      for (int i = 0; i < d; ++i) dev[i] = b[i] - m;
      const T kept = this->keep(T(this->shear) * sqrt(dot(dev, dev)), T(twice_mu) * m * dt);
      const auto flows = kept < T(1);
      for (int i = 0; i < d; ++i) b[i] = m + kept * dev[i];
      // s^2 = J^(2/d) b / (prod b)^(1/d)
      const T fix = exp(log(max(product(b), T(1e-30))) * T(-1.0 / d)) / shape;
      for (int i = 0; i < d; ++i) s[i] = select(flows, sqrt(max(b[i] * fix, T(0))), s[i]);
    }
  };
};

}  // namespace weft
