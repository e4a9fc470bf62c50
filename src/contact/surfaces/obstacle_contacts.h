/// Surfaces against obstacles that are given by a signed distance phi: planes, spheres, boxes, capsules,
/// cylinders. All are convex, so that along an edge and over a triangle phi is convex and has one minimum: the
/// rim of a box meets the edges that hang over it, its corner a triangle, a small ball the middle of a mesh.
///
///   gap = phi_min - radius  when the step begins;   (v - v_co).n >= -gap/dt
///
/// Obstacles that are meshes are surfaces themselves.
#pragma once
#include <span>

#include "contact/collider.h"
#include "contact/surfaces/surface_contact.h"

namespace weft {

class ObstacleContacts {
 public:
  /// Adds contacts of all parts that meet obstacles, with their motion u, in the order of colliders and
  /// features. friction(part, collider).
  template <class Friction>
  void find(const SurfaceScene& scene, std::span<const Collider> colliders, const GapRules& rules,
            Friction&& friction, ContactList& out) {
    for (std::uint32_t k = 0; k < colliders.size(); ++k) {
      const Collider& c = colliders[k];
      if (c.boundary == Boundary::symmetry || std::holds_alternative<MeshShape>(c.shape)) continue;
      for (std::uint32_t p = 0; p < scene.parts.size(); ++p)
        if (scene.parts[p].yields && scene.parts[p].meets_obstacles)
          meet({scene, c, k, p, friction(p, k), rules}, out);
    }
  }

 private:
  struct Case {
    const SurfaceScene& scene;
    const Collider& collider;
    std::uint32_t number, part;
    double friction;
    const GapRules& rules;
  };
  void meet(const Case& c, ContactList& out);
  void meet_edges(const Case& c, ContactList& out) const;
  void meet_triangles(const Case& c, ContactList& out) const;

  std::vector<double> phi_;  ///< of the part's vertices, when the step ends for the obstacle [m]
};

}  // namespace weft
