/// How a world is stepped: what a scene's `solver` says.
#pragma once
#include "device/device.h"
#include "exec/setting.h"
#include "math/vec.h"
#include "world/implicit/options.h"

namespace weft {

/// How velocities at the end of a step are found.
/// `automatic` is decided before the first step (world/choose_step.h).
/// `statically`: no velocities at all, each frame is at rest (world/statics.h).
enum class Stepping { explicitly, implicitly, automatic, statically };

struct Solver {
  Stepping step = Stepping::explicitly;
  ImplicitOptions implicit;
  double dx = 0.02;               ///< grid spacing [m]
  int degree = 2;                 ///< B-spline degree 1..3
  bool plane = false;             ///< plane strain: one layer of nodes in y
  bool weight_gradient = false;   ///< stress through weight gradients instead of moving least squares
  double cfl = 0.3;               ///< cells a point may move per step
  double stiffness_safety = 0.7;  ///< part of the explicit stability limit that is used
  double dt_max = 1e-2;           ///< [s]
  double dt_min = 1e-12;          ///< a step below this is hopeless [s]
  double dt_fixed = 0;            ///< when > 0: exactly this step, no automatic choice [s]
  Vec3d gravity{{0, 0, -9.81}};   ///< [m/s^2]
  double rest = 1e-3;             ///< statics: forces that may be left over, relative to the load
  int rest_steps = 20000;         ///< statics: steps per frame at most
  DeviceChoice device;  ///< where steps are made; `automatic` is decided before the first (device_fit.h)

  static const Settings<Solver>& fields();

  bool implicit_steps() const { return step == Stepping::implicitly || step == Stepping::statically; }

  /// kappa = dx^2 max sum_i |grad w_i|^2 / w_i along an axis: how stiff the kernel makes a stress.
  double kernel_stiffness() const {
    if (degree == 1) return 16;
    if (degree == 2) return weight_gradient ? 6 : 4;
    return weight_gradient ? 3.137 : 3;
  }
  double affine_moment() const { return dx * dx / (degree == 3 ? 3 : 4); }  ///< D of the kernel [m^2]
};

}  // namespace weft
