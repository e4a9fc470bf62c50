/// The measures of a sweater and the surfaces that its pieces lie on.
#pragma once
#include <algorithm>
#include <vector>

#include "geometry/weave/sweater.h"

namespace weft {

/// Numbers of stitches, and the surface that the body lies on: two flat panels of width L at y = -+rho,
/// joined by half cylinders below the armholes; above them the panels lean towards each other along circular
/// arcs, which keep lengths, until they are 2 top apart.
struct SweaterPlan {
  double W, H;      ///< of a stitch [m]
  double rho, top;  ///< half the distance of the panels, at the armholes' lower ends and at the shoulders [m]
  double L, around;                   ///< width of a panel, circumference of the body [m]
  double knee;                        ///< fabric height at which the panels begin to lean [m]
  double curvature;                   ///< of their arcs [1/m]
  double droop;                       ///< of the sleeves' ends [rad]
  std::int64_t panel, side, round;    ///< wales of a panel, of a side, of the whole body
  std::int64_t low, high;             ///< courses below the armholes, below the shoulders
  std::int64_t ring, sleeve_courses;  ///< wales and courses of a sleeve

  /// Error E0144 when the measures do not make a sweater.
  explicit SweaterPlan(const SweaterKnit& s);

  double lean_length() const { return H * double(high) - knee; }
  /// (1 - cos(k l)) / k = rho - top, by halving.
  double bend() const;
  /// Half the distance of the panels, and height, of a place above the knee.
  std::array<double, 2> lean(double y) const;

  /// The body: x around it, from the left end of the front panel to the right.
  Vec3d place(double x, double y) const;
  /// On the half cylinder about (x, 0).
  Vec3d turned(double x, double angle, double y) const;

  /// The rim of the right armhole, p = 0..1 from under the arm over the back and the front; `in` reaches into
  /// the body by that much.
  Vec3d rim(double p, double in) const;

  double shoulder_height() const { return lean(H * double(high))[1]; }
  /// Half axes of a sleeve's section, upright and across [m].
  double upright() const { return (shoulder_height() - H * double(low + 2)) / 2; }
  double across() const { return std::max(rho, 0.75 * upright()); }

  /// The right sleeve: an elliptic tube that starts outwards beside the panels' edges and bends down.
  Vec3d sleeve(double x, double y) const;

 private:
  /// Lengths around the section, from its lowest point over the back.
  void measure_section();
  /// Angle at the fraction p of its circumference [rad].
  double section_angle(double p) const;

  std::vector<double> section_;  // lengths around the ellipse [m]
};

}  // namespace weft
