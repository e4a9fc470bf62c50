/// Rigid bodies: six numbers, or one angle about a fixed axis (HGG19).
#pragma once
#include <memory>
#include <optional>

#include "bodies/body.h"
#include "bodies/rigid/settings.h"
#include "exec/expression.h"
#include "geometry/mass_properties.h"
#include "geometry/motion.h"

namespace weft {

/// A dead force at a point of a rigid body.
struct RigidLoad {
  Vec3d at;                                   ///< where the point is at time 0
  Vec3d force;                                ///< [N]
  std::shared_ptr<const Expression> of_time;  ///< of t; may be empty: 1
};

struct RigidOptions : RigidSettings {
  std::string name;
  Shape shape = Sphere{0.1};  ///< in body axes; meshes convex or not
  TriangleMesh surface;       ///< the same as triangles: pictures
  MassProperties properties;  ///< of `shape` at density 1
  Pose pose;                  ///< of the shape's own origin at time 0
  Vec3d velocity{{0, 0, 0}};  ///< of the centre of mass [m/s]
  Vec3d spin{{0, 0, 0}};      ///< world axes [rad/s]
  double point_spacing = 0;   ///< of the points on the grid, from dx; 0: none [m]
  std::optional<FixedAxis> axis;
  std::vector<RigidLoad> loads;
  std::string look;
  std::array<float, 3> colour{0.6f, 0.6f, 0.65f};
};

std::unique_ptr<Body> make_rigid(const RigidOptions& options);

}  // namespace weft
