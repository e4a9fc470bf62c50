/// What contact needs to know of a shape, prepared once, in the shape's own frame.
#pragma once
#include <vector>

#include "geometry/shape.h"

namespace weft {

/// A ball around a point of the shape, held against other shapes' signed distances.
struct ContactSample {
  Vec3d at;
  double radius;
};

/// A flat face, counter-clockwise seen from outside.
struct ContactFace {
  Vec3d normal;
  std::vector<Vec3d> corners;
};

struct ContactShape {
  const Shape* shape = nullptr;
  /// Convex and neither plane nor sphere: its contacts are patches of faces (convex_contact.cpp).
  bool faceted = false;
  double size = 0;                 ///< diameter of its bounds; 0 for a plane [m]
  std::vector<ContactFace> faces;  ///< boxes and convex meshes
  std::vector<Vec3d> corners;      ///< of the faces
  std::vector<ContactSample> samples;
};

/// `fine`: meshes get samples between their vertices too.
ContactShape contact_shape(const Shape& shape, bool fine);

/// The points of the shape that lie farthest along `d`, as far as others on the same face, edge or rim.
/// Only for shapes that are convex; a plane has none.
void farthest(const ContactShape& shape, const Vec3d& d, std::vector<ContactSample>& out);

/// The face, edge or point that looks along d: at least one corner.
struct ContactFeature {
  std::vector<Vec3d> corners;  ///< three and more: a face
  Vec3d normal{{0, 0, 0}};     ///< of a face
  double radius = 0;           ///< of balls around it
  bool round = false;          ///< the face is a disk
};
ContactFeature feature_along(const ContactShape& shape, const Vec3d& d);

/// max over the shape of x . d.
double support(const ContactShape& shape, const Vec3d& d);

}  // namespace weft
