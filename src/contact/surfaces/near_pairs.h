/// The list of pairs that may touch soon, kept as long as nothing else can come near.
///   listed    all pairs nearer than  keep + slop + what their elements may go against each other (element_motion.h)
///   valid     as long as none has gone farther
///   asleep    a listed pair at the distance d needs no look before its elements have gone d - keep - slop
///   awake     the others: measured at x
#pragma once
#include <functional>
#include <span>

#include "contact/surfaces/element_motion.h"
#include "contact/surfaces/element_tree.h"
#include "contact/surfaces/near_pair.h"

namespace weft {

struct AwakePair {
  std::uint32_t pair;
  PairMeasure at;      ///< when the step begins
  bool flush = false;  ///< they begin flush (flush.h)
};

class NearPairs {
 public:
  /// Friction between two parts.
  using Friction = std::function<double(std::uint32_t, std::uint32_t)>;

  void forget() { built_ = false; }
  bool built() const { return built_; }
  /// That an edge has at most, as long as the list holds.
  double longest_edge() const { return motion_.longest_edge(); }
  /// Adds pairs where budgets do not last for the motion u, or only just; or makes the list anew.
  void renew(const SurfaceScene& scene, const Friction& friction, double fraction);
  /// Finds the pairs that may touch during the motion u.
  void wake(const SurfaceScene& scene);
  /// The motion was made.
  void advance() { motion_.advance(); }

  std::vector<NearPair> pairs;
  std::vector<AwakePair> awake;
  std::uint64_t changes() const { return renewals + additions; }
  std::uint64_t renewals = 0, additions = 0;  ///< how often it was made anew; how often pairs were added

  static double slop(const NearPair& p) { return kSlop * double(p.keep); }

 private:
  static constexpr double kSlop = 0.1;

  struct Found {
    NearPair pair;
    std::uint32_t a, b;  ///< elements
  };
  /// Distances of pairs to be added: from `low` on, below `high`, both beyond what they keep.
  struct Shell {
    double low, high;
  };
  void find(const SurfaceScene& scene, const Friction& friction);
  bool any_meet(const SurfaceScene& scene) const;
  void measure(const SurfaceScene& scene);
  bool reach_out(const SurfaceScene& scene, const ElementMotion::Spent& spent, const Friction& friction);
  void append(const SurfaceScene& scene, const Friction& friction, std::span<const std::vector<Found>> found);
  void add_pairs(const SurfaceScene& scene, std::uint32_t a, std::uint32_t b, const Shell& shell,
                 std::vector<Found>& out) const;
  void add(const SurfaceScene& scene, Found f, const Shell& shell, std::vector<Found>& out) const;
  bool meet(const SurfaceScene& scene, std::uint32_t a, std::uint32_t b) const;

  bool built_ = false;
  bool searched_ = false;  ///< some parts may meet
  double most_keep_ = 0, mean_edge_ = 0;
  std::size_t first_count_ = 0;  ///< pairs when it was made
  ElementMotion motion_;
  ElementTree tree_;
  std::vector<double> wake_;                  ///< of pairs: they sleep until their elements have gone so far
  std::vector<ElementMotion::Two> elements_;  ///< of pairs
  std::vector<Vec3d> normal_;                 ///< of pairs, when last measured
};

}  // namespace weft
