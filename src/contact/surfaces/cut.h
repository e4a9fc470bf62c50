/// The net below the impulses: motions that are not proven to keep pairs apart are cut until they are.
///   mean     u_i <- c + s (u_i - c) of all that moves the pair,  c the mean motion of the pair by mass, or that of its side without mass:
///            keeps linear momentum where both sides have mass
///   hold     vertices of failing pairs move by no more than gamma d/2; a pair that is held wholly needs no
///            certificate, and holding only spreads through failing pairs, so that this ends
/// At obstacles given by their distance the mean is that of the obstacle.
/// Vertices that were cut have the velocity u/dt.
#pragma once
#include "contact/surfaces/near_pairs.h"
#include "contact/surfaces/obstacle_contacts.h"

namespace weft {

/// Places of a pair when the step begins and when it ends.
struct PairMotion {
  PairPlaces x, y;
};
PairMotion motion_of(const SurfaceScene& scene, const NearPair& pair);

struct FailingPair {
  std::uint32_t awake;  ///< which
  Divide best;
};

class Cutter {
 public:
  void begin(std::size_t vertices) {
    held_.assign(vertices, 0);
    cut_.assign(vertices, 0);
  }
  /// Awake pairs that are not proven to stay apart.
  std::vector<FailingPair> failing(const SurfaceScene& scene, const NearPairs& list) const;
  void cut_to_mean(SurfaceScene& scene, const NearPairs& list, std::span<const FailingPair> failing);
  void cut_to_obstacles(SurfaceScene& scene, const ObstacleContacts& obstacles,
                        std::span<const FailingElement> failing, double dt);
  void hold(SurfaceScene& scene, const NearPairs& list, std::span<const FailingPair> failing);
  /// Velocities of what was cut. Returns how many vertices were.
  std::size_t finish(SurfaceScene& scene, double dt) const;

 private:
  bool held(const SurfaceScene& scene, const NearPair& pair, double d) const;
  Vec3d mean_motion(const SurfaceScene& scene, const NearPair& pair);

  std::vector<char> held_, cut_;
  std::vector<std::uint32_t> movers_;  ///< of the pair that is cut
};

}  // namespace weft
