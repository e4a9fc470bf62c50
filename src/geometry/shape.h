/// Solid shapes with signed distances, each in its own frame; a Pose places it in the world.
#pragma once
#include <memory>
#include <variant>

#include "geometry/mesh.h"
#include "math/quaternion.h"

namespace weft {

class DistanceMesh;  // geometry/distance_mesh.h

/// Where a thing is: x_world = position + rotation * x_local.
struct Pose {
  Vec3d position{{0, 0, 0}};
  Quaternion<double> rotation = Quaternion<double>::identity();
  WEFT_HD Vec3d to_world(const Vec3d& x) const { return position + rotation.rotate(x); }
  WEFT_HD Vec3d to_local(const Vec3d& x) const { return rotation.conjugate().rotate(x - position); }
};

struct Plane {
  Vec3d normal{{0, 0, 1}};
};  ///< half space below the plane through the origin; unit normal
struct Sphere {
  double radius;
};  ///< [m]
struct Box {
  Vec3d half;
};  ///< half sizes [m]
struct Capsule {
  double radius, half_length;
};  ///< along z; half_length without the caps [m]
struct Cylinder {
  double radius, half_height;
};  ///< along z [m]
struct MeshShape {
  std::shared_ptr<const DistanceMesh> mesh;
};  ///< a closed triangle mesh

using Shape = std::variant<Plane, Sphere, Box, Capsule, Cylinder, MeshShape>;

/// Signed distance phi [m], negative inside, and its outward unit gradient n.
struct Distance {
  double phi;
  Vec3d n;
};

Distance signed_distance(const Shape& shape, const Vec3d& x);
/// Bounds in the shape's frame (a Plane has infinite ones).
Bounds bounds(const Shape& shape);
/// [m^3]; a Plane has none (infinity).
double volume(const Shape& shape);

}  // namespace weft
