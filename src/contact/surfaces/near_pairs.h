/// The list of pairs that may touch soon, kept as long as nothing else can come near.
///   listed    all pairs nearer than  keep + slop + reach
///   valid     as long as nothing of one neighbourhood has moved by more than `reach` against another
///   asleep    a listed pair at the distance d needs no look before its neighbourhood's odometer has grown by
///             d - keep - slop: one comparison per step
///   awake     the others: measured at x
#pragma once
#include <functional>

#include "contact/surfaces/element_tree.h"
#include "contact/surfaces/motion_cells.h"
#include "contact/surfaces/near_pair.h"
#include "exec/archive.h"

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
  double longest_edge() const { return cells_.longest() + reach_; }
  /// Makes the list anew where it does not hold for the motion u, or only just.
  void renew(const SurfaceScene& scene, const Friction& friction, double fraction);
  /// Finds the pairs that may touch during the motion u.
  void wake(const SurfaceScene& scene);
  /// The motion was made.
  void advance() { cells_.advance(); }

  void archive(Archive& a) { a.value("surfaces/reach", reach_); }

  std::vector<NearPair> pairs;
  std::vector<AwakePair> awake;
  std::uint64_t renewals = 0;

  static double slop(const NearPair& p) { return kSlop * double(p.keep); }

 private:
  static constexpr double kSlop = 0.1;

  bool holds(const SurfaceScene& scene, double fraction) const;
  void find(const SurfaceScene& scene, const Friction& friction);
  void add_pairs(const SurfaceScene& scene, const SurfaceElement& a, const SurfaceElement& b,
                 std::vector<NearPair>& out) const;
  void add(const SurfaceScene& scene, NearPair p, std::vector<NearPair>& out) const;
  bool meet(const SurfaceScene& scene, std::uint32_t a, std::uint32_t b) const;

  bool built_ = false;
  double reach_ = 0, most_keep_ = 0, mean_edge_ = 0;
  MotionCells cells_;
  ElementTree tree_;
  std::vector<double> wake_;         ///< of pairs: odometer up to which it sleeps
  std::vector<std::uint32_t> cell_;  ///< of pairs; kNone: looked at in every step
  std::vector<Vec3d> normal_;        ///< of pairs, when last measured
};

}  // namespace weft
