/// Surfaces that begin crossed come apart.
///
///   excused     the pairs of each crossing (tangle.h) have no bounds and no thickness; all else stays proven: a curve can
///               only shrink or walk
///               Where it meets a vertex or an edge, a pair beside it that has lost all distance is excused too
///   who yields  each strand of a curve parts its mesh in two sides: the one that reaches least far comes back through the
///               other mesh, all of it in one direction if it can. Out of what is closed: always outward
///   way         direction in which the edge goes at a crossing: across the triangle, from the part that comes back
///               to the rest; the mean of its neighbours' and of its curve's
///   contact     along it the edge and the triangle never go farther into each other (an impulse that only takes energy),
///               and come apart at 0.5 m/s by a displacement without momentum, so that nothing bursts
#pragma once
#include <functional>

#include "contact/surfaces/insiders.h"
#include "exec/archive.h"

namespace weft {

class Untangler {
 public:
  /// Finds what crosses now. `everywhere`: not only near what crossed before.
  void look(const SurfaceScene& scene, bool everywhere);
  bool tangled() const { return !tangle_.crossings.empty() || !insiders_.empty(); }
  std::size_t entangled() const { return tangle_.crossings.size() + insiders_.size(); }
  /// Marks the pairs of the list that cross.
  void excuse(const SurfaceScene& scene, NearPairs& list) const;
  /// Marks awake pairs beside a crossing that have lost all distance: there the curve goes on.
  void excuse_touching(const SurfaceScene& scene, NearPairs& list) const;
  using Added = std::function<void(SurfaceContact&)>;
  /// Adds the contacts that free what can be freed; added(the last): called after each.
  void add_contacts(const SurfaceScene& scene, const GapRules& rules, ContactList& out,
                    const Added& added) const;

  void archive(Archive& a) { a.array("surfaces/coming_back", coming_); }

 private:
  /// What comes back: the side of a strand that is above (or below) the triangles it crosses.
  struct Choice {
    std::uint32_t strand = kNone;
    bool above = false;
    double cost = 1e300;
  };
  struct Side {
    double depth = 0;                  ///< how far it reaches from the curve [m]
    std::size_t joined = 0;            ///< edges to sides of other strands of its curve
    std::size_t ends = 0, coming = 0;  ///< of edges that cross; those that were coming back before
  };
  /// Two per strand: below, above. of: the side of each vertex, or kNone.
  std::vector<Side> find_sides(const SurfaceScene& scene, std::vector<std::uint32_t>& of) const;
  void choose(const SurfaceScene& scene);
  /// Out of something closed.
  static Vec3d outward(const SurfaceScene& scene, const SurfaceCrossing& c);
  std::vector<Vec3d> ways(const SurfaceScene& scene) const;

  Tangle tangle_;
  Insiders insiders_;
  std::vector<Choice> choice_;  ///< of curves
  std::vector<char> coming_;    ///< vertices that come back: who has begun goes on
};

}  // namespace weft
