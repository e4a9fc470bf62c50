/// An obstacle that is given by a signed distance phi, in one step: planes, spheres, boxes, capsules, cylinders. All
/// are convex, so that
///   along an edge and over a triangle phi is convex and has one minimum: the rim of a box meets the edges that
///   hang over it, its corner a triangle, a small ball the middle of a mesh
///   a plane keeps a triangle apart from it:  sigma = min_a n.x_a - h(n) > 0,   h(n) = max of n.y over the obstacle
/// Its points go straight from where they begin the step to where they end it.
///
/// Who is near is remembered from step to step: what was seen at the distance phi stays as far, less what it and
/// the obstacle have moved since.
#pragma once
#include "contact/collider.h"
#include "contact/surfaces/surface_scene.h"

namespace weft {

class ConvexObstacle {
 public:
  /// A step begins: the obstacle goes from where it is at `time` to where it is now. far: of edges, the longest
  /// that any may become in the step [m].
  void begin(const SurfaceScene& scene, const Collider& collider, double time, double far);
  bool any_near() const { return !near.empty(); }
  bool near_vertex(std::uint32_t i) const { return is_near_[i] != 0; }
  /// Of near vertices, to where the obstacle ends the step.
  double phi(std::uint32_t i) const { return seen_[i].now.phi; }
  const Vec3d& normal(std::uint32_t i) const { return seen_[i].now.n; }
  /// A bound from below of phi between two of them; phi is convex, its tangents are nowhere above it. Infinite when
  /// one of the two has the least.
  double least_between(const SurfaceScene& scene, std::uint32_t a, std::uint32_t b) const;
  /// One of the corners has the least phi of a triangle.
  bool least_at_corner(const SurfaceScene& scene, const SurfaceElement& e) const;

  Distance distance(const Vec3d& x) const { return distance(x, to_, turn_to_); }
  /// h(n) where it ends and begins the step.
  double reach(const Vec3d& n) const { return reach(n, to_, turn_to_); }
  double reach_before(const Vec3d& n) const { return reach(n, from_, turn_from_); }
  /// The normal of the plane that lies best between it and what goes straight from corners x to corners y: of the least of
  /// sigma when the step begins and when it ends no other has more. Zero where none lies between.
  Vec3d plane_between(const std::array<Vec3d, 3>& x, const std::array<Vec3d, 3>& y) const;
  /// A triangle's or a segment's distance: as long as that and out of it, zero where they touch; and the place on the
  /// triangle that is nearest.
  struct Gap {
    Vec3d p, at;
  };
  Gap gap(const std::array<Vec3d, 3>& x) const { return gap(x, to_, turn_to_); }
  Gap gap_before(const std::array<Vec3d, 3>& x) const { return gap(x, from_, turn_from_); }
  double way() const { return way_; }  ///< its fastest point among the scene's goes in the step [m]

  /// Where phi is least on the segment from a along e, as a share of it.
  double least_along(const Vec3d& a, const Vec3d& e) const;
  /// Where phi is least on a triangle, barycentric.
  std::array<double, 3> least_on(const std::array<Vec3d, 3>& x) const;

  /// False only when the middle of the triangle is certainly not nearer than its sides, or is farther than `shown`.
  bool may_poke(const std::array<Vec3d, 3>& x, double shown) const;

  std::vector<std::uint32_t> near;      ///< vertices that yield or hang on those that do
  std::vector<std::uint32_t> elements;  ///< all of whose corners are near

 private:
  Distance distance(const Vec3d& x, const Pose& pose, const Mat3d& turn) const;
  double reach(const Vec3d& n, const Pose& pose, const Mat3d& turn) const;
  Vec3d farthest_along(const Vec3d& n, const Pose& pose, const Mat3d& turn) const;
  Gap gap(const std::array<Vec3d, 3>& x, const Pose& pose, const Mat3d& turn) const;
  double farthest(const Vec3d& lower, const Vec3d& upper) const;

  const Collider* collider_ = nullptr;
  Pose from_, to_;
  Mat3d turn_from_, turn_to_;
  double way_ = 0, gone_ = 0;
  Vec3d lower_, upper_;  ///< around everything, since it was first seen
  struct Seen {
    double phi = -1e300;  ///< when last looked at, and how far the obstacle had gone
    Vec3d at;             ///< where the vertex was then
    Distance now;         ///< of those that are near
  };
  std::vector<Seen> seen_;
  std::vector<char> is_near_;
};

}  // namespace weft
