/// A triangle mesh that deforms: its vertices at given times, on straight lines between. A thing tied to a
/// point of a triangle moves with a frame there. With corners a b c, u = b - a, w = c - a and the point's
/// weights p, q:
///   origin a + p u + q w,   e1 = u/|u|,   e3 = (u x w)/|u x w|,   e2 = e3 x e1
///   omega = 1/2 sum_k e_k x de_k/dt
#pragma once
#include <array>
#include <cstdint>

#include "geometry/motion.h"

namespace weft {

/// A point of a triangle.
struct SurfaceAnchor {
  std::uint32_t triangle = 0;
  double p = 1.0 / 3, q = 1.0 / 3;  ///< weights of the second and third corner
  bool operator==(const SurfaceAnchor&) const = default;
};

struct SurfaceMotion {
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::vector<double> times;                  ///< ascending [s]
  std::vector<std::vector<Vec3d>> positions;  ///< of the vertices at those times, in axes of the surface [m]

  /// Which of the times are around t, for `frame`.
  Between around(double t) const;
  /// The point of a triangle nearest to x, which is in axes of the surface at the first time.
  SurfaceAnchor anchor(std::uint32_t triangle, const Vec3d& x) const;
  /// Where the frame at a point is and how it moves.
  Moving frame(const SurfaceAnchor& at, const Between& when) const;
};

/// A pose given in the axes of another one, and the same of motions:
///   v = v_o + omega_o x (R_o c) + R_o v_i,   omega = omega_o + R_o omega_i
Pose combined(const Pose& outer, const Pose& inner);
Moving combined(const Moving& outer, const Moving& inner);

}  // namespace weft
