/// Obstacles: a shape, how it moves, and how a grid node that enters it is answered.
///   phi(x, t) < 0 inside, outward unit normal n, material velocity v_co.
/// Equations: sticky / slip / separate with Coulomb friction (docs/step.md, "contact").
#pragma once
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "geometry/motion.h"
#include "materials/coulomb.h"

namespace weft {

/// A collider at one point: signed distance, outward normal, material velocity.
struct ColliderPoint {
  double phi;
  Vec3d n;
  Vec3d v;
};

struct Collider : Motion {
  std::string name;
  Shape shape = Plane{};
  Boundary boundary = Boundary::separate;
  double friction = 0;  ///< Coulomb coefficient
  bool visible = true;  ///< drawn in pictures
  std::string look;     ///< how pictures show it; empty: matt
  std::array<float, 3> colour{0.62f, 0.62f, 0.64f};
  std::vector<double> sequence_times;  ///< deforming mesh: times of `sequence` [s]
  std::vector<std::vector<Vec3d>>
      sequence;  ///< vertex positions at those times, same topology as shape's mesh

  /// Moves to time t: sets `pose`, `linear`, `angular` and, for a deforming mesh,
  /// its vertices and their velocities.
  void move_to(double t);

  Pose pose;                 ///< now
  Vec3d linear{{0, 0, 0}};   ///< velocity of the pose's origin now
  Vec3d angular{{0, 0, 0}};  ///< angular velocity now, world axes

  Distance distance(const Vec3d& x) const;     ///< signed distance and normal at a world point, now
  Vec3d velocity_at(const Vec3d& x) const;     ///< material velocity of the collider at a world point, now
  ColliderPoint sample(const Vec3d& x) const;  ///< both at once: one search of a deforming mesh
  /// False only when x is certainly farther outside than `margin`; cheap, for meshes above all.
  bool may_touch(const Vec3d& x, double margin = 0) const;
  /// Where the vertices of its mesh are at time t; it has one.
  std::vector<Vec3d> mesh_places(double t) const;
  bool deforms() const { return !sequence.empty(); }

  std::shared_ptr<DistanceMesh> moving_mesh;  ///< deforming mesh: what shape points to; made by move_to
  std::vector<Vec3d> vertex_velocity;         ///< deforming mesh: of its vertices in its own frame, now [m/s]
};

}  // namespace weft
