/// Where two shapes touch, or will soon: points, normals and gaps, in doubles.
///   sampled   balls of one shape against the signed distance of the other: planes, spheres, concave meshes
///   convex    the separating direction from Bullet's GJK and EPA, then a patch: the face that looks along it,
///             clipped to the face opposite
#pragma once
#include <vector>

#include "contact/collider.h"
#include "contact/rigid/contact_shape.h"

namespace weft {

struct ContactPoint {
  Vec3d x;           ///< [m]
  Vec3d n;           ///< out of b, towards a
  double gap;        ///< negative: overlap [m]
  double share = 1;  ///< of the pressure, against other points of the pair: the area it stands for
};

struct PlacedShape {
  const ContactShape* shape;
  Pose pose;
  const Collider* deforming = nullptr;  ///< a mesh that moves by itself: distances are its own

  Distance distance(const Vec3d& x) const;
};

/// Contacts of a and b nearer than `reach`; a is never a plane.
void find_contacts(const PlacedShape& a, const PlacedShape& b, double reach, std::vector<ContactPoint>& out);

/// Both faceted.
void convex_contacts(const PlacedShape& a, const PlacedShape& b, double reach,
                     std::vector<ContactPoint>& out);

/// Points inside a flat patch whose corners are given, so that pressure has where to act: rings of points
/// that stand for equal parts of the area and keep the mean distance from the middle.
void fill_patch(std::vector<ContactPoint>& corners, int rings);

}  // namespace weft
