/// Joints between rigid bodies, or a rigid body and the world.
///   hinge   x_a = x_b at the anchor, (w_a - w_b) . t = 0 for t across the axis; the motor drives
///           (w_a - w_b) . axis to its speed with at most its torque
///   fixed   x_a = x_b, w_a = w_b
#pragma once
#include <cstddef>
#include <optional>
#include <string>

#include "math/vec.h"

namespace weft {

struct Joint {
  enum class Kind { hinge, fixed };
  static constexpr std::size_t kWorld = std::size_t(-1);

  std::string name;
  Kind kind = Kind::hinge;
  std::size_t a = 0, b = kWorld;      ///< indices of bodies
  Vec3d at{{0, 0, 0}};                ///< the anchor when all bodies are where they began [m]
  Vec3d axis{{0, 0, 1}};              ///< hinge: its direction then
  std::optional<double> motor_speed;  ///< of a against b about the axis [rad/s]
  double motor_torque = 0;            ///< at most [N m]
  bool collide = false;               ///< the two bodies also touch each other
};

}  // namespace weft
