/// A triangle mesh that deforms: its vertices at given times, on straight lines between. A thing tied to a
/// triangle moves with the triangle's frame. With corners a b c and u = b - a, w = c - a:
///   origin (a + b + c)/3,   e1 = u/|u|,   e3 = (u x w)/|u x w|,   e2 = e3 x e1
///   omega = 1/2 sum_k e_k x de_k/dt
#pragma once
#include <array>
#include <cstdint>

#include "geometry/motion.h"

namespace weft {

struct SurfaceMotion {
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::vector<double> times;                  ///< ascending [s]
  std::vector<std::vector<Vec3d>> positions;  ///< of the vertices at those times, in axes of the surface [m]

  /// Which of the times are around t, for `frame`.
  Between around(double t) const;
  /// Where a triangle's frame is and how it moves.
  Moving frame(std::uint32_t triangle, const Between& when) const;
};

/// A pose given in the axes of another one, and the same of motions:
///   v = v_o + omega_o x (R_o c) + R_o v_i,   omega = omega_o + R_o omega_i
Pose combined(const Pose& outer, const Pose& inner);
Moving combined(const Moving& outer, const Moving& inner);

}  // namespace weft
