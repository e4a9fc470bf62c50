/// How a rigid body turns by itself. With L its angular momentum in world axes, Pi = R^T L in body axes:
///   dPi/dt = Pi x omega,  omega = J^-1 Pi,  dR/dt = R [omega]x
/// The midpoint rule  Pi_1 - Pi_0 = dt Pi_m x omega_m,  Pi_m = (Pi_0 + Pi_1)/2,  keeps every quadratic
/// invariant, so |Pi| and the energy Pi . J^-1 Pi / 2. It is the same as  Pi_1 = cay(-dt omega_m) Pi_0,  so
/// R_1 = R_0 cay(dt omega_m)  keeps L = R Pi too, and cay(a) is the unit quaternion along (1, a/2).
#pragma once
#include "math/quaternion.h"

namespace weft {

/// `inertia` and its inverse in body axes [kg m^2]; L in world axes [kg m^2/s].
Quaternion<double> turn_freely(Quaternion<double> rotation, const Vec3d& L, const Mat3d& inverse_inertia,
                               double dt);

}  // namespace weft
