/// After the points have moved: those of surfaces that lie at or in an obstacle meet it once more by
/// themselves.
///   phi(x) < c:      v by Coulomb's law as at a node,  x += dt (v_new - v), then out to phi = c
///   phi(x) < h/2:    C n = omega x n:  a point moves as one with the cells before and behind it
/// The grid keeps material out of obstacles only to a fraction of a cell: a point shares nodes on both sides
/// of the face, so part of its motion into the obstacle, and of the friction that goes with it, is left. For
/// a heap of grains that does not matter; a cloth would show the ball beneath it. And as friction acts only
/// on the nodes inside, a sheet, which has no thickness to resist, would learn to roll on them (C n grows
/// until the innermost nodes run backwards) and slide too easily.
#include <algorithm>
#include <array>

#include "world/world.h"

namespace weft {

namespace {

constexpr double kSkin = 0.01;  // cells: points that rest on a face are as near as this to their clearance
constexpr double kDeepest = 2;  // cells: what is deeper did not come in through the face

struct Outcome {
  std::vector<ColliderLoad> loads;
  double farthest = 0;  ///< that a point was moved [m]
};

/// One collider and the points of a batch that are near it.
class Meeting {
 public:
  Meeting(const Step& step, SurfacePoints& surface) : step_(step), surface_(surface) {
    clearance_ = surface.clearance(step.dx);
  }
  void meet(const Collider& c, std::size_t i, Vec3d& at, ColliderLoad& load, double& farthest) const {
    if (!c.may_touch(at, reach())) return;
    const ColliderPoint p = c.sample(at);
    if (p.phi > reach() || p.phi < -kDeepest * step_.dx) return;
    surface_.set_gradient(i, p.n, cross(c.angular, p.n), step_.dt);
    if (p.phi > clearance_ + kSkin * step_.dx) return;
    const Vec3d v = surface_.velocity_of(i);
    Vec3d after = contact_velocity(v, p.v, p.n, c.boundary, c.friction);
    if (step_.plane) after[1] = 0;
    // It has moved with v already; what friction holds must not creep.
    Vec3d by = (after - v) * step_.dt;
    by += p.n * std::max(clearance_ - p.phi - dot(by, p.n), 0.0);
    if (step_.plane) by[1] = 0;
    surface_.put(i, by, after);
    const Vec3d impulse = (v - after) * surface_.mass_of(i);
    load.impulse += impulse;
    load.angular += cross(at - c.pose.position, impulse);
    at += by;
    farthest = std::max(farthest, norm(by));
  }
  double reach() const { return 0.5 * step_.dx; }

 private:
  const Step& step_;
  SurfacePoints& surface_;
  double clearance_;
};

}  // namespace

double World::keep_out(const Step& step, std::vector<ColliderLoad>& loads_out) {
  if (colliders.empty()) return 0;
  std::vector<SurfacePoints*> surfaces;
  for (const auto& body : bodies) body->add_surfaces(surfaces);
  double farthest = 0;
  for (SurfacePoints* surface : surfaces) {
    const Meeting meeting(step, *surface);
    const auto part = [&](Range chunk) {
      Outcome o;
      o.loads.resize(colliders.size());
      std::array<std::array<Real, kGroup>, 3> x;
      for (std::size_t b = chunk.begin; b < chunk.end; b += kGroup) {
        const Range r{b, std::min(chunk.end, b + kGroup)};
        // Points are sorted by place, so a group is small, and most are far from any obstacle. A step moves
        // less than a cell.
        surface->rough_places(r, x[0].data(), x[1].data(), x[2].data());
        Bounds box;
        for (std::size_t i = 0; i < r.size(); ++i) box.add({{x[0][i], x[1][i], x[2][i]}});
        const Vec3d centre = (box.lower + box.upper) * 0.5;
        const double near = norm(box.upper - centre) + step.dx + meeting.reach();
        bool exact = false;
        for (std::size_t k = 0; k < colliders.size(); ++k) {
          const Collider& c = colliders[k];
          if (c.boundary == Boundary::symmetry || c.distance(centre).phi > near) continue;
          if (!exact) surface->places(r, x[0].data(), x[1].data(), x[2].data());
          exact = true;
          for (std::size_t i = 0; i < r.size(); ++i) {
            Vec3d at{{x[0][i], x[1][i], x[2][i]}};
            meeting.meet(c, r.begin + i, at, o.loads[k], o.farthest);
            for (int a = 0; a < 3; ++a) x[a][i] = Real(at[a]);
          }
        }
      }
      return o;
    };
    Outcome none;
    none.loads.resize(colliders.size());
    const Outcome total =
        reduce_chunks(surface->count(), std::size_t(1) << 12, none, part, [](Outcome a, const Outcome& b) {
          for (std::size_t k = 0; k < a.loads.size(); ++k) a.loads[k] += b.loads[k];
          a.farthest = std::max(a.farthest, b.farthest);
          return a;
        });
    for (std::size_t k = 0; k < total.loads.size(); ++k) loads_out[k] += total.loads[k];
    farthest = std::max(farthest, total.farthest);
  }
  return farthest;
}

}  // namespace weft
