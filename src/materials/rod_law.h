/// Hair and thread as elastic rods (HGG19 section 5): what a strand is made of, and how a crowd of strands
/// presses and slides. Along itself a strand stretches, bends and twists as Young's modulus, Poisson's ratio
/// and its section say (bodies/hair/rod.h). The crowd is a continuum on the grid:
///   psi = mu |eps|^2 + lambda/2 (tr eps)^2,  eps = ln s        mu, lambda of `contact` and `contact_poisson`
///   tr eps >= 0: strands part, eps = 0;   otherwise |dev tau| + alpha tr tau <= 0
/// alpha of the friction angle phi = atan(friction): matched to triaxial compression, or inscribed, where
/// Coulomb's law holds in every direction.
#pragma once
#include "materials/hencky.h"
#include "materials/sand.h"

namespace weft {

/// Drucker-Prager slope whose cone lies inside Mohr and Coulomb's pyramid.
inline double inscribed_slope(double angle) {
  const double s = std::sin(angle);
  return std::sqrt(2.0 / 3.0) * s / std::sqrt(3 + s * s);
}

struct RodLaw {
  static constexpr const char* name = "rod";
  static constexpr const char* summary = "hair or thread: elastic rods that press and slide on each other";

  double density = 1300;                        ///< [kg/m^3]
  double young = 4e9, poisson = 0.3;            ///< of the strand [Pa], [1]
  double contact = 1e6, contact_poisson = 0.3;  ///< of the crowd [Pa], [1]
  double friction = 0.3;                        ///< between strands
  double cone = 0;                              ///< 0: matched to triaxial compression, 1: inscribed
  double mu = 0, lambda = 0, slope = 0;         ///< of the crowd, set by prepare [Pa], [Pa], [1]

  static constexpr auto fields() {
    return std::array<Field<RodLaw>, 7>{
        {{"density", "kg/m^3", "mass per volume of the strands", 1e-3, 1e5, &RodLaw::density},
         {"young", "Pa", "Young's modulus of a strand", 1e-3, 1e13, &RodLaw::young},
         {"poisson", "1", "Poisson's ratio of a strand, for its twist", -0.9, 0.495, &RodLaw::poisson},
         {"contact", "Pa", "how hard strands press on each other, as Young's modulus", 0, 1e13,
          &RodLaw::contact},
         {"contact_poisson", "1", "Poisson's ratio of a crowd of strands", -0.9, 0.495,
          &RodLaw::contact_poisson},
         {"friction", "1", "Coulomb coefficient between strands", 0, 10, &RodLaw::friction},
         {"cone", "1", "friction's cone: 0 matched to triaxial compression, 1 inscribed", 0, 1,
          &RodLaw::cone}}};
  }
  void prepare() {
    check_ranges(*this);
    mu = contact / (2 * (1 + contact_poisson));
    lambda = contact * contact_poisson / ((1 + contact_poisson) * (1 - 2 * contact_poisson));
    const double angle = std::atan(friction);
    slope = cone < 0.5 ? drucker_prager_slope(angle) : inscribed_slope(angle);
  }
  /// Trial stretches in, admissible ones out.
  template <class T>
  void yield(Vec3<T>& s) const {
    const Vec3<T> e = log_stretch(s);
    Vec3<T> dev{};
    T mean;
    const T length = deviator(e, mean, dev), trace = T(3) * mean;
    const T ratio = mu > 0 ? T((3 * lambda + 2 * mu) / (2 * mu) * slope) : T(0);
    const T over = max(length + ratio * trace, T(0));
    const auto apart = trace >= T(0);
    const T keep = T(1) - over / max(length, T(1e-30));
    for (int i = 0; i < 3; ++i) s[i] = select(apart, T(1), exp(mean + dev[i] * keep));
  }
};

}  // namespace weft
