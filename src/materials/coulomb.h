/// Coulomb's law, the only place it is written.
///   the normal impulse pushes, never pulls;  friction at most mu times it, against the slip, never beyond
///   rest
#pragma once
#include <algorithm>

#include "math/vec.h"

namespace weft {

/// symmetry: the material beyond the plane mirrors the material before it (world/symmetry.h); elsewhere as
/// slip.
enum class Boundary { sticky, slip, separate, symmetry };

/// The velocity after contact of something that moves with v and meets an obstacle that moves with v_co.
/// n: the obstacle's outward normal; approach: how fast it may still come nearer, for it has not arrived yet
/// [m/s].
inline Vec3d contact_velocity(const Vec3d& v, const Vec3d& v_co, const Vec3d& n, Boundary boundary,
                              double friction, double approach = 0) {
  if (boundary == Boundary::sticky && approach <= 0) return v_co;
  const Vec3d v_r = v - v_co;
  const double v_n = dot(v_r, n) + approach;
  if ((boundary == Boundary::separate || approach > 0) && v_n >= 0) return v;
  const Vec3d v_t = v_r - n * dot(v_r, n), at_contact = v_co - n * approach;
  if (boundary == Boundary::sticky) return at_contact;
  const double speed = norm(v_t),
               budget = friction * std::max(-v_n, 0.0);  // no friction while a slip wall pulls
  if (speed <= budget) return at_contact;
  return at_contact + v_t * (1 - budget / speed);
}

}  // namespace weft
