/// Statics: bodies that seek rest together with contact go one step towards it (rest_search.h). Obstacles are where they are at
/// the end of the frame.
#include <algorithm>

#include "contact/surfaces/meeting.h"

namespace weft {

RestReport SurfaceMeeting::seek_rest(const Setting& s, const RestGoal& goal, SurfaceReport& report,
                                     std::vector<SurfaceTouch>& touches) {
  read(s);
  std::vector<RestSearch::Part> parts;
  for (std::size_t p = 0; p < owners_.size(); ++p) {
    Owner& o = *owners_[p];
    const std::uint32_t first = scene_.first_mover(p);
    if (o.body) parts.push_back({o.body->roles().rests, first});
    else
      for (std::size_t i = 0; i < o.motion.size(); ++i) scene_.x[first + i] += scene_.u[first + i];
  }
  std::fill(scene_.u.begin(), scene_.u.end(), Vec3d::zero());
  scene_.given_u = scene_.v = scene_.given_v = scene_.u;
  gaps_.dt = s.dt;
  untangle(report);
  if (untangler_.tangled()) {
    list_.renew(
        scene_, [&](std::uint32_t a, std::uint32_t b) { return friction_of(s, a, b); }, 1);
    untangler_.excuse(scene_, list_);
  }
  const RestReport found =
      rest_.step({scene_, list_, obstacles_, parts, s.colliders, s.time + s.dt, goal.left, goal.load,
                  [&](std::uint32_t a, std::uint32_t b) { return friction_of(s, a, b); },
                  [&](std::uint32_t part, std::uint32_t collider) {
                    return s.friction_with(owners_[part]->body, collider);
                  }});
  for (std::size_t i = 0; i < scene_.size(); ++i) scene_.v[i] = scene_.u[i] * (1 / s.dt);
  report.pairs += list_.pairs.size();
  report.renewals += list_.renewals;
  report.awake += list_.awake.size();
  report.contacts += found.presses;
  report.nearest = std::min(report.nearest, found.nearest);
  list_.advance();
  if (found.left <= goal.left) tell_rest(touches);
  write();
  return found;
}

/// Forces on obstacles, as impulses of one second.
void SurfaceMeeting::tell_rest(std::vector<SurfaceTouch>& touches) const {
  rest_.each_force([&](const Press& p, std::size_t k, const Vec3d& force) {
    const Vec3d& x = scene_.x[p.vertex[k]];
    const Owner& o = *owners_[scene_.part_of[p.vertex[k]]];
    if (p.obstacle != kNone) touches.push_back({p.obstacle, x, -force});
    else if (!o.body) touches.push_back({o.collider, x, force});
  });
}

}  // namespace weft
