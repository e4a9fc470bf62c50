/// Vertices that begin inside something closed: a collider's mesh, a rigid body, a solid.
///
///   inside     w(x) = 1/(4 pi) sum over triangles of the solid angle seen from x,  1 inside, 0 outside;  one look per piece
///              of a mesh that no crossing cuts through
///   way out    the nearest place of the surface for one vertex of a piece; its neighbours begin from there and go on
///              while a triangle beside is nearer, so that a piece leaves on one side
///   excused    all pairs of what has such a corner with the surface around it
///   contact    it goes no deeper, and out at 0.1 m/s by a displacement without momentum
#pragma once
#include <functional>

#include "contact/surfaces/near_pairs.h"
#include "contact/surfaces/surface_contact.h"
#include "contact/surfaces/tangle.h"

namespace weft {

class Insiders {
 public:
  /// `everywhere`: who is inside; else only who has left.
  void look(const SurfaceScene& scene, const Tangle& tangle, bool everywhere);
  bool empty() const { return all_.empty(); }
  std::size_t size() const { return all_.size(); }
  /// Vertices whose surfaces may cross anew while they leave.
  void mark(const SurfaceScene& scene, std::vector<char>& vertices) const;
  void excuse(const SurfaceScene& scene, NearPairs& list) const;
  /// added(the last): called after each.
  void add_contacts(const SurfaceScene& scene, const GapRules& rules, ContactList& out,
                    const std::function<void(SurfaceContact&)>& added) const;

 private:
  struct Insider {
    std::uint32_t vertex, element;  ///< and the triangle through which it leaves
  };
  void find(const SurfaceScene& scene, Groups& pieces, std::uint32_t part, std::uint32_t around);
  void follow(const SurfaceScene& scene, const Tangle& tangle, std::uint32_t vertex, std::uint32_t element);
  std::uint32_t walk(const SurfaceScene& scene, std::uint32_t vertex, std::uint32_t element) const;
  void join_elements(const SurfaceScene& scene);
  std::uint32_t part_around(const SurfaceScene& scene, const Insider& i) const {
    return scene.part_of[scene.elements[i.element].vertex[0]];
  }

  std::vector<Insider> all_;               ///< by vertex
  std::vector<std::uint32_t> begin_, at_;  ///< of vertices: triangles around them
};

}  // namespace weft
