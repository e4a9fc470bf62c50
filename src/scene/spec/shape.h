/// Shapes, places, files and formulas that objects and colliders share.
#pragma once
#include <array>
#include <string>
#include <variant>

#include "exec/expression.h"
#include "geometry/motion.h"
#include "geometry/shape.h"

namespace weft {

using Colour = std::array<float, 3>;

/// A mesh file, relative to the scene, still unread.
struct MeshFile {
  std::string path;
  double scale = 1;
};

using ShapeSpec = std::variant<Plane, Sphere, Box, Capsule, Cylinder, MeshFile>;

/// Where a shape is: centre, and a turn about an axis through it.
struct Placement {
  Vec3d at{{0, 0, 0}};    ///< [m]
  Vec3d axis{{0, 0, 1}};  ///< any length
  double angle = 0;       ///< [rad]
  Pose pose() const;
};

using Formulas = std::array<Expression, 3>;

struct CurveFile {
  std::string path;
  double scale = 1;
};
/// What `shape = { hair = { } }` grows on instead of a sphere of its own.
struct GrowsOn {
  std::string mesh;    ///< a file, relative to the scene
  std::string figure;  ///< an object: its head
};

struct KeySpec {
  double time = 0;
  Placement place;
};

/// A file of tetrahedra, relative to the scene, still unread.
struct TetFile {
  std::string path;
  double scale = 1;
};

}  // namespace weft
