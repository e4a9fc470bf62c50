/// Surfaces that begin crossed come apart.
///
///   excused     the pairs of each crossing (tangle.h) have no bounds and no thickness; all else stays proven: a curve can
///               only shrink or walk
///   who yields  on each strand a curve cuts off a part, or leads to a border: that which has least to go comes back
///               through the other mesh, all of it in one direction if it can. Out of what is closed: always outward
///   way         direction in which the edge goes at a crossing: across the triangle, from the part that comes back
///               to the rest; the mean of its neighbours' and of its curve's
///   contact     along it the edge and the triangle never go farther into each other (an impulse that only takes energy),
///               and come apart at 0.5 m/s by a displacement without momentum, so that nothing bursts
#pragma once
#include <functional>

#include "contact/surfaces/insiders.h"

namespace weft {

class Untangler {
 public:
  /// Finds what crosses now. `everywhere`: not only near what crossed before.
  void look(const SurfaceScene& scene, bool everywhere);
  bool tangled() const { return !tangle_.crossings.empty() || !insiders_.empty(); }
  std::size_t entangled() const { return tangle_.crossings.size() + insiders_.size(); }
  /// Marks the pairs of the list that cross.
  void excuse(const SurfaceScene& scene, NearPairs& list) const;
  using Added = std::function<void(SurfaceContact&)>;
  /// Adds the contacts that free what can be freed; added(the last): called after each.
  void add_contacts(const SurfaceScene& scene, const GapRules& rules, ContactList& out,
                    const Added& added) const;

 private:
  /// What comes back on a strand: the part with a label, or the side above (or below) triangles.
  struct Choice {
    std::uint32_t strand = kNone;
    std::uint32_t label = kNone;
    bool above = false;
    double cost = 1e300;
  };
  struct Side {
    std::vector<std::uint32_t> label;  ///< of vertices: parts of the meshes when edges that cross are cut
    std::vector<double> depth;         ///< of labels: how far they reach from where they are cut [m]
    std::vector<double> border;        ///< of vertices: how far the nearest free border is [m]
  };
  Side find_sides(const SurfaceScene& scene) const;
  std::vector<double> distances(const SurfaceScene& scene, const std::vector<std::uint32_t>& from) const;
  void choose(const SurfaceScene& scene);
  Choice choose(const SurfaceScene& scene, const Side& side, std::span<const std::uint32_t> strand,
                std::span<const std::uint32_t> labels) const;
  /// Across the triangle, towards the end of the edge that stays; zero when the choice does not say.
  Vec3d back(const SurfaceScene& scene, const SurfaceCrossing& c, const Choice& choice) const;
  /// Out of something closed.
  static Vec3d outward(const SurfaceScene& scene, const SurfaceCrossing& c);
  std::vector<Vec3d> ways(const SurfaceScene& scene) const;

  Tangle tangle_;
  Insiders insiders_;
  std::vector<Choice> choice_;        ///< of curves
  std::vector<std::uint32_t> label_;  ///< of vertices
};

}  // namespace weft
