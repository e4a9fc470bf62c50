/// Bodies with a field of their own meet obstacles before they move: the phases `skins` and `rigid`.
///   skins   at each point of the skin  (v - v_co) . n >= -gap/dt  and Coulomb's friction
///   rigid   rigid bodies against each other and against obstacles, with their joints
#include <array>

#include "world/work.h"

namespace weft {
namespace {

constexpr double kFarthest = 0.1;  // cells that a point is moved out of an obstacle per step
constexpr int kRounds = 2;         // over the obstacles near one point

/// The barriers of one point, all[begin] to all[end].
struct PointBarriers {
  std::size_t begin, end;
};

/// A few points of a skin and the obstacles near them.
class SkinBatch {
 public:
  SkinBatch(SurfacePoints& skin, const std::vector<Barrier>& all, const Step& step,
            std::vector<ObstacleTouch>& touches)
      : skin_(skin), all_(all), step_(step), touches_(touches) {}
  void add(PointBarriers b) {
    points_[count_] = all_[b.begin].point;
    near_[count_++] = b;
    if (count_ == kGroup) stop();
  }
  void stop() {
    skin_.read({points_.data(), count_}, states_.data());
    std::size_t changed = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      SurfaceChange& c = changes_[changed];
      c = {};
      c.point = points_[i];
      if (meet(near_[i], states_[i], c)) ++changed;
    }
    skin_.apply({changes_.data(), changed}, step_.dt);
    count_ = 0;
  }

 private:
  bool meet(PointBarriers near, const SurfaceState& s, SurfaceChange& c) {
    c.v = s.v;
    for (int round = 0; round < (near.end - near.begin > 1 ? kRounds : 1); ++round)
      for (std::size_t k = near.begin; k < near.end; ++k) {
        const Barrier& b = all_[k];
        const Vec3d after =
            contact_velocity(c.v, b.v_co, b.n, b.boundary, b.friction, std::max(b.gap, 0.0) / step_.dt);
        if (norm2(after - c.v) > 0) {
          touches_.push_back({b.collider, s.x, (c.v - after) * s.mass});
          c.moves = true;
          c.v = after;
        }
      }
    for (std::size_t k = near.begin; k < near.end; ++k)
      if (all_[k].gap < 0) c.by += all_[k].n * std::min(-all_[k].gap, kFarthest * step_.dx), c.moves = true;
    return c.moves;
  }

  SurfacePoints& skin_;
  const std::vector<Barrier>& all_;
  const Step& step_;
  std::vector<ObstacleTouch>& touches_;
  std::size_t count_ = 0;
  std::array<std::uint32_t, kGroup> points_;
  std::array<PointBarriers, kGroup> near_;
  std::array<SurfaceState, kGroup> states_;
  std::array<SurfaceChange, kGroup> changes_;
};

}  // namespace

void World::stop_skins(Work& w) {
  w.touches.clear();
  for (const BarredBody& b : w.barred) {
    OwnMotion& motion = *b.body->roles().motion;
    const std::span<const Vec3d> given = motion.given();
    for (std::size_t k = 0; k < given.size(); ++k)
      if (norm2(given[k]) > 0)
        w.touches.push_back(
            {b.barriers[k].collider, motion.barred()->state_of(b.barriers[k].point).x, given[k]});
  }
  for (auto& f : fields_) {
    SurfacePoints* skin = f->body->roles().field->skin();
    if (!skin) continue;
    const std::vector<Barrier>& all = f->barriers;
    const std::span<const Vec3d> given = f->body->roles().field->given();
    for (std::size_t k = 0; k < given.size(); ++k)
      w.touches.push_back({all[k].collider, skin->state_of(all[k].point).x, given[k]});
    SkinBatch batch(*skin, all, w.step, w.touches);
    for (std::size_t i = 0; i < all.size();) {
      std::size_t end = i;
      while (end < all.size() && all[end].point == all[i].point) ++end;
      batch.add({i, end});
      i = end;
    }
    batch.stop();
  }
}

void World::meet_rigidly(Work& w) {
  bool any = false;
  for (const auto& f : fields_) any |= f->body->roles().rigid != nullptr;
  if (!any) return;
  RigidContacts::Scene scene;
  scene.bodies = bodies;
  scene.colliders = colliders;
  scene.joints = joints;
  scene.gravity = solver.gravity;
  scene.friction = [this](std::size_t a, std::size_t b) {
    return friction_between(bodies[a].get(), bodies[b].get());
  };
  scene.friction_with = [this](std::size_t a, std::size_t c) { return friction_with(bodies[a].get(), c); };
  std::vector<RigidTouch> touches;
  rigid_contacts_.solve(scene, w.step, touches);
  for (const RigidTouch& t : touches) w.touches.push_back({t.collider, t.x, t.impulse});
}

}  // namespace weft
