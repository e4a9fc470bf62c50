/// A sweater, knitted and sewn as people do: the body in the round up to the armholes, then front and back
/// flat up to the shoulders, a tube for each sleeve; seams close the shoulders beside the neck and hold the
/// sleeves in the armholes.
#pragma once
#include "geometry/weave/knit.h"

namespace weft {

/// Upright, its hem at z = 0, its front towards -y, its sleeves towards +x and -x and down.
struct SweaterKnit : Knitted<SweaterKnit> {
  static constexpr const char* name = "sweater";
  static constexpr const char* summary = "a knitted sweater: body, two sleeves, seams; its hem at z = 0";
  double chest = 1, thickness = 0.1, body = 0.4, armhole = 0.18, sleeve = 0.4, neck = 0.2;  ///< [m]
  double droop = 0.5;  ///< of the sleeves [rad]

  SweaterKnit() {
    loop_width = 0.01;
    loop_height = 0.008;
    ply_radius = 0.0008;
    twist = 30;
  }
  static constexpr auto fields() {
    return join(
        std::array<Field<SweaterKnit>, 7>{
            {{"chest", "m", "circumference of the body", 0.05, 1e2, &SweaterKnit::chest},
             {"thickness", "m", "front to back; less than a fifth of the chest", 0.01, 10,
              &SweaterKnit::thickness},
             {"body", "m", "from the hem to the armholes", 0.02, 1e2, &SweaterKnit::body},
             {"armhole", "m", "from the armholes to the shoulders; more than the thickness", 0.02, 1e2,
              &SweaterKnit::armhole},
             {"sleeve", "m", "length of a sleeve", 0.02, 1e2, &SweaterKnit::sleeve},
             {"neck", "m", "width of the neck's opening", 0.01, 1e2, &SweaterKnit::neck},
             {"droop", "rad", "how far the sleeves point down", 0, 1.2, &SweaterKnit::droop}}},
        knit_fields());
  }
  static constexpr auto words() { return knit_words(); }
  std::size_t count() const;
  /// Error E0144 when the measures do not make a sweater.
  Strands make() const;
};

}  // namespace weft
