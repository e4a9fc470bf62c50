/// Slime: an Oldroyd-B fluid on split neo-Hookean elasticity; strain relaxes with the time theta.
///   s^2 = (s^2 + dt/theta)/(1 + dt/theta), rescaled so that the volume stays
/// The polymer's viscosity is about mu theta; `solvent` adds a Newtonian part.
#pragma once
#include "materials/split_neo_hookean.h"

namespace weft {

struct Slime : SplitLaw<Slime> {
  static constexpr const char* name = "slime";
  static constexpr const char* summary = "elastic at once, flows with time (Oldroyd-B)";
  static constexpr bool plastic = true;

  double relaxation_time = 0.2;  ///< theta [s]
  double solvent = 0;            ///< [Pa s]

  Slime() {
    shear = 500;
    bulk = 1e5;
  }
  static constexpr auto fields() {
    return join(
        elastic_fields(),
        std::array<Field<Slime>, 2>{
            {{"relaxation_time", "s", "time in which a held strain forgets its stress", 1e-6, 1e6,
              &Slime::relaxation_time},
             {"solvent", "Pa s", "viscosity of the solvent, taken explicitly", 0, 1e6, &Slime::solvent}}});
  }
  void prepare() { prepare_elastic(); }
  double viscosity() const { return solvent; }

  template <class S>
  struct Formulas : BulkFormulas<SplitNeoHookean, S> {
    S rate;  ///< 1/theta [1/s]

    explicit Formulas(const Slime& l) : BulkFormulas<SplitNeoHookean, S>(l), rate(S(1 / l.relaxation_time)) {}

    template <int d, class T>
    WEFT_HD void yield(Vec<d, T>& s, T*, const T& dt) const {
      const T r = dt * T(rate), f = T(1) / (T(1) + r);
      Vec<d, T> b{};
      T change(1);  // prod s^2 / prod b
      for (int i = 0; i < d; ++i) {
        const T old = max(s[i] * s[i], T(1e-12));
        b[i] = (old + r) * f;
        change *= old / b[i];
      }
      const T fix = exp(log(max(change, T(1e-30))) * T(1.0 / d));
      for (int i = 0; i < d; ++i) s[i] = sqrt(b[i] * fix);
    }
  };
};

}  // namespace weft
