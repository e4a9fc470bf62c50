/// What putty keeps per point. Now and then points are sorted by place.
#pragma once
#include "bodies/points.h"
#include "bodies/vectors.h"

namespace weft {

struct PuttyPoints {
  Points points;
  Vectors& x = points.add_records<Vec3d>("x");        ///< [m]
  Vectors& v = points.add_records<Vec3d>("v");        ///< [m/s]
  Vectors& rest = points.add_records<Vec3d>("rest");  ///< x at time 0
  std::vector<Mat3d>& F = points.add_records<Mat3d>("F");
  std::vector<double>& hardened = points.add_records<double>("plastic_strain");
  std::vector<Real>& stretch = points.add_records<Real>("stretch");  ///< the largest of F
  /// What elasticity did to the velocity in the last step, per time [m/s^2].
  Vectors& elastic = points.add_records<Vec3d>("elastic");
  /// By obstacles in the last step, along their normals [kg m/s].
  std::vector<double>& pressed = points.add_records<double>("pressed");

  Vectors& w = points.add_records<Vec3d>("w", Keep::scratch);  ///< velocities at the end of the step
  /// The same without elasticity, of implicit steps.
  Vectors& free = points.add_records<Vec3d>("free", Keep::scratch);
  std::vector<Mat3r>& A = points.add_records<Mat3r>("A", Keep::scratch);  ///< change of F in the step
};

}  // namespace weft
