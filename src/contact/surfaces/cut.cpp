#include "contact/surfaces/cut.h"

#include <algorithm>

#include "exec/loops.h"

namespace weft {
namespace {

constexpr std::size_t kChunk = 1024;
constexpr int kSweeps = 30;    // of cuts to the mean before everything is looked at again
constexpr double kSafe = 0.9;  // of what a cut may leave

}  // namespace

PairMotion motion_of(const SurfaceScene& scene, const NearPair& pair) {
  PairMotion m;
  for (int a = 0; a < 4; ++a) {
    m.x[a] = scene.x[pair.i[a]];
    m.y[a] = m.x[a] + scene.u[pair.i[a]];
  }
  return m;
}

bool Cutter::held(const SurfaceScene& scene, const NearPair& pair, double d) const {
  for (const std::uint32_t i : pair.i)
    if (!held_[i] || norm(scene.u[i]) > 0.5 * kCloser * d) return false;
  return true;
}

std::vector<FailingPair> Cutter::failing(const SurfaceScene& scene, const NearPairs& list) const {
  std::vector<std::vector<FailingPair>> found(chunk_count(list.awake.size(), kChunk));
  parallel_chunks(list.awake.size(), kChunk, [&](Range r) {
    for (std::size_t k = r.begin; k < r.end; ++k) {
      const AwakePair& a = list.awake[k];
      if (a.flush) continue;
      const NearPair& p = list.pairs[a.pair];
      const PairMotion m = motion_of(scene, p);
      const Divide best = divide(p, a.at, m.x, m.y);
      if (!best.proven && !held(scene, p, a.at.d))
        found[r.begin / kChunk].push_back({std::uint32_t(k), best});
    }
  });
  std::vector<FailingPair> all;
  for (const auto& f : found) all.insert(all.end(), f.begin(), f.end());
  return all;
}

void Cutter::cut_to_mean(SurfaceScene& scene, const NearPairs& list, std::span<const FailingPair> failing) {
  bool again = true;
  for (int sweep = 0; sweep < kSweeps && again; ++sweep) {
    again = false;
    for (const FailingPair& f : failing) {
      const AwakePair& a = list.awake[f.awake];
      const NearPair& p = list.pairs[a.pair];
      const PairMotion m = motion_of(scene, p);
      const Divide best = divide(p, a.at, m.x, m.y);
      if (best.proven) continue;
      again = true;
      const Vec3d mean = mean_motion(scene, p);
      // sigma is concave: a share s of the motion about the mean leaves at least start + s (end - start).
      const double over = best.start - best.end, room = best.start - nearest_allowed(p, a.at.d);
      const double share = over > 0 ? std::clamp(kSafe * room / over, 0.0, kSafe) : kSafe;
      for (const std::uint32_t i : movers_)
        if (scene.w[i] > 0) {
          scene.u[i] = mean + (scene.u[i] - mean) * share;
          cut_[i] = 1;
        }
      for (const std::uint32_t i : p.i)
        if (scene.carried(i)) scene.u[i] = scene.mean_of_movers(scene.u, i);
    }
    scene.carry_motion();
  }
}

void Cutter::cut_to_obstacles(SurfaceScene& scene, const ObstacleContacts& obstacles,
                              std::span<const FailingElement> failing, double dt) {
  for (const FailingElement& f : failing) {
    const Vec3d way = obstacles.way_of(scene, f, dt);
    const double over = f.start - f.end;
    const double share = over > 0 ? std::clamp(kSafe * (f.start - f.need) / over, 0.0, kSafe) : kSafe;
    const SurfaceElement& e = scene.elements[f.element];
    for (int k = 0; k < e.corners(); ++k)
      scene.each_mover(e.vertex[k], [&](std::uint32_t i, double) {
        if (scene.w[i] == 0) return;
        scene.u[i] = way + (scene.u[i] - way) * share;
        cut_[i] = 1;
      });
  }
  scene.carry_motion();
}

/// By mass, or of what is prescribed; of all that moves the pair.
Vec3d Cutter::mean_motion(const SurfaceScene& scene, const NearPair& p) {
  movers_.clear();
  for (const std::uint32_t i : p.i)
    scene.each_mover(i, [&](std::uint32_t k, double) {
      if (std::find(movers_.begin(), movers_.end(), k) == movers_.end()) movers_.push_back(k);
    });
  const bool given =
      std::any_of(movers_.begin(), movers_.end(), [&](std::uint32_t i) { return scene.w[i] == 0; });
  Vec3d mean = Vec3d::zero();
  double weight = 0;
  for (const std::uint32_t i : movers_) {
    const double mass = given ? scene.w[i] == 0 : 1 / scene.w[i];
    mean += scene.u[i] * mass;
    weight += mass;
  }
  return mean * (1 / weight);
}

void Cutter::hold(SurfaceScene& scene, const NearPairs& list, std::span<const FailingPair> failing) {
  for (const FailingPair& f : failing) {
    const AwakePair& a = list.awake[f.awake];
    const double most = 0.5 * kCloser * a.at.d * (1 - 1e-9);
    for (const std::uint32_t i : list.pairs[a.pair].i) {
      held_[i] = 1;
      // A mean is no longer than what it is the mean of.
      scene.each_mover(i, [&](std::uint32_t k, double) {
        if (scene.w[k] == 0) return;
        const double length = norm(scene.u[k]);
        if (length > most) scene.u[k] *= most / length;
        cut_[k] = 1;
      });
    }
  }
  scene.carry_motion();
}

std::size_t Cutter::finish(SurfaceScene& scene, double dt) const {
  std::size_t cut = 0;
  for (std::size_t i = 0; i < cut_.size(); ++i)
    if (cut_[i]) {
      scene.v[i] = scene.u[i] * (1 / dt);
      ++cut;
    }
  return cut;
}

}  // namespace weft
