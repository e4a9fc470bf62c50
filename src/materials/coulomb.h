/// Coulomb's law for impulses. Shells keep theirs in a kernel of its own form (bodies/shell/motion_kernel.h).
///   the normal impulse pushes, never pulls:   j_n >= 0
///   friction acts against the slip, never beyond rest:   |j_t| <= mu j_n,   the cone
/// With j_n given, what is left is a disc of radius mu j_n; everything below asks about that disc.
#pragma once
#include <algorithm>
#include <type_traits>

#include "math/vec.h"

namespace weft {

/// The disc |j_t| <= limit = mu j_n. T: a number, or a pack of them.
template <class T>
struct FrictionCone {
  T limit;

  /// Something of that length needs no more than friction can give: it sticks.
  WEFT_HD auto holds(const T& length) const { return length <= limit; }
  /// The factor that brings something of that length to the nearest point of the disc.
  WEFT_HD T share(const T& length) const {
    if constexpr (std::is_arithmetic_v<T>) return length > limit ? limit / length : T(1);
    else return min(T(1), limit / max(length, T(kTiny)));
  }
  /// The impulse against a slip, per speed: `stop` would end it, friction gives at most the limit.
  T per_speed(const T& speed, const T& stop) const {
    using std::max, std::min;
    return min(limit, stop) / max(speed, T(kTiny));
  }

 private:
  static constexpr float kTiny = 1e-30f;
};
template <class T>
FrictionCone(T) -> FrictionCone<T>;

/// The same with the edge at rest rounded off, for solvers that need derivatives by the slip t:
///   D = limit H(|t|),   H(s) = s - e/2 for s > e, else s^2/(2 e)
/// convex, and what sticks creeps with less than e.
struct SmoothFriction {
  double limit;  ///< mu j_n
  double creep;  ///< e [m/s]

  double energy(double speed) const {
    return limit * (speed > creep ? speed - 0.5 * creep : 0.5 * speed * speed / creep);
  }
  /// dD/dt = factor t.
  double factor(double speed) const { return limit / std::max(speed, creep); }
  /// d2D/dt2, t across n:  factor (I - n n^T) while it sticks, factor (I - n n^T - t t^T/|t|^2) while it slides.
  Mat3d change(const Vec3d& t, const Vec3d& n) const {
    const double speed = norm(t);
    Mat3d A = Mat3d::identity() - outer(n, n);
    if (speed > creep) A -= outer(t, t) * (1 / (speed * speed));
    return A * factor(speed);
  }
};

/// symmetry: the material beyond the plane mirrors the material before it (world/symmetry.h);
/// elsewhere as slip.
enum class Boundary { sticky, slip, separate, symmetry };

/// The velocity after contact of something that moves with v and meets an obstacle that moves with v_co.
/// n: the obstacle's outward normal; approach: how fast it may still come nearer,
/// for it has not arrived yet [m/s].
WEFT_HD inline Vec3d contact_velocity(const Vec3d& v, const Vec3d& v_co, const Vec3d& n, Boundary boundary,
                                      double friction, double approach = 0) {
  if (boundary == Boundary::sticky && approach <= 0) return v_co;
  const Vec3d v_r = v - v_co;
  const double v_n = dot(v_r, n) + approach;
  if ((boundary == Boundary::separate || approach > 0) && v_n >= 0) return v;
  const Vec3d v_t = v_r - n * dot(v_r, n), at_contact = v_co - n * approach;
  if (boundary == Boundary::sticky) return at_contact;
  const FrictionCone cone{friction * (-v_n < 0.0 ? 0.0 : -v_n)};  // no friction while a slip wall pulls
  const double speed = norm(v_t);
  if (cone.holds(speed)) return at_contact;
  return at_contact + v_t * (1 - cone.share(speed));
}

}  // namespace weft
