/// Surfaces that begin crossed are pulled apart.
///
///   crossing    an edge e through a triangle T; the ends of e against T, and e against the edges of T, are excused
///               from bounds and contacts, all else stays proven: the curve can only shrink or walk
///   curve       crossings that hang together
///   who yields  on each mesh the curve cuts off a part, or leads from border to border: the smallest part, or
///               the side whose free border is nearest along the mesh, comes back through the other mesh
///   push        a displacement of 0.3 m/s x dt along the mean direction of its edges, and against it on the
///               other mesh; no momentum, so that nothing bursts
#pragma once
#include "contact/surfaces/near_pairs.h"

namespace weft {

class Untangler {
 public:
  /// Finds what crosses now; true when something does.
  bool look(const SurfaceScene& scene);
  bool tangled() const { return !crossings_.empty(); }
  std::size_t crossings() const { return crossings_.size(); }
  /// Marks the pairs of the list that cross.
  void excuse(NearPairs& list) const;
  /// Displacements that free what crosses, one per vertex.
  void pull(const SurfaceScene& scene, double dt, std::vector<Vec3d>& push) const;

 private:
  struct Crossing {
    std::array<std::uint32_t, 2> edge;
    std::array<std::uint32_t, 3> triangle;
    std::uint32_t curve;
  };
  struct Choice {
    std::uint32_t part = kNone;  ///< that comes back
    bool by_label = false;       ///< the side with the label below; else the side above (or below) triangles
    std::uint32_t label = 0;
    bool above = false;
    double cost = 1e300;
  };
  void find_curves(const SurfaceScene& scene);
  /// Parts of the meshes when edges that cross are cut: a label per vertex, and how many have it.
  void label_sides(const SurfaceScene& scene, std::vector<std::uint32_t>& label,
                   std::vector<std::uint32_t>& size) const;
  std::vector<double> distances_to_border(const SurfaceScene& scene) const;
  std::vector<Choice> choose(const SurfaceScene& scene, const std::vector<std::uint32_t>& label,
                             const std::vector<std::uint32_t>& size) const;
  /// From the end of the edge that comes back to the other; zero when it is not the choice's.
  Vec3d back(const SurfaceScene& scene, const Crossing& c, const Choice& choice,
             const std::vector<std::uint32_t>& label) const;
  bool cut(std::uint32_t a, std::uint32_t b) const;

  std::vector<Crossing> crossings_;
  std::vector<std::array<std::uint32_t, 2>> cut_;  ///< edges that cross, sorted
  std::uint32_t curves_ = 0;
};

}  // namespace weft
