/// Surfaces against obstacles that are given by a signed distance (convex_obstacle.h).
///
///   contacts      gap = phi_min - radius  when the step begins;   (v - v_co).n >= -gap/dt  at vertices, and at edges
///                 and triangles whose middle is nearer than their corners
///   certificate   a plane that lies between triangle and obstacle when the step begins and when it ends
///
/// What begins inside an obstacle has no certificate; its contacts bring it out. Obstacles that are meshes are
/// surfaces themselves.
#pragma once
#include <functional>
#include <span>

#include "contact/surfaces/convex_obstacle.h"
#include "contact/surfaces/surface_contact.h"

namespace weft {

/// A triangle or segment whose motion is not proven to stay out of an obstacle.
struct FailingElement {
  std::uint32_t element, obstacle;
  double start, end;  ///< sigma of the best plane [m]
  double need;        ///< that it should be at the end [m]
  double d;           ///< its distance when the step begins [m]
  Vec3d n;            ///< out of the obstacle where it is nearest, when the step ends or else when it begins
  std::array<double, 3> w;
};

class ObstacleContacts {
 public:
  using Friction = std::function<double(std::uint32_t part, std::uint32_t collider)>;

  /// A step begins. far: of edges, the longest that any may become in it [m].
  void begin(const SurfaceScene& scene, std::span<const Collider> colliders, double time, double far);
  /// Adds contacts of all parts that meet obstacles, with their motion u, in the order of colliders and features.
  void find(const SurfaceScene& scene, const GapRules& rules, const Friction& friction,
            ContactList& out) const;
  std::vector<FailingElement> failing(const SurfaceScene& scene) const;
  /// The contact of a failing element, along f.n.
  void add(const SurfaceScene& scene, const FailingElement& f, const GapRules& rules,
           const Friction& friction, ContactList& out) const;
  /// How far the obstacle's point nearest to the element goes.
  Vec3d way_of(const SurfaceScene& scene, const FailingElement& f, double dt) const;

 private:
  struct Obstacle {
    const Collider* collider;
    std::uint32_t number;
    ConvexObstacle shape;
  };
  struct Case;
  void meet_vertices(const Case& c, ContactList& out) const;
  void meet_edges(const Case& c, ContactList& out) const;
  void meet_triangles(const Case& c, ContactList& out) const;
  void complete(const Obstacle& o, const GapRules& rules, double friction, SurfaceContact& c) const;
  bool fails(const SurfaceScene& scene, const Obstacle& o, const SurfaceElement& e, FailingElement& f) const;

  std::vector<Obstacle> obstacles_;
};

}  // namespace weft
