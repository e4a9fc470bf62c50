/// After the points have moved: those of surfaces that lie at or in an obstacle meet it
/// once more by themselves.
///   phi(x) < c:      v by Coulomb's law as at a node,  x += dt (v_new - v), then out to phi = c
///   phi(x) < h/2:    C n = omega x n:  a point moves as one with the cells before and behind it
/// The grid keeps material out of obstacles only to a fraction of a cell: a point shares nodes on both sides
/// of the face, so part of its motion into the obstacle, and of the friction that goes with it, is left. For
/// a heap of grains that does not matter; a cloth would show the ball beneath it. And as friction acts only
/// on the nodes inside, a sheet, which has no thickness to resist, would learn to roll on them (C n grows
/// until the innermost nodes run backwards) and slide too easily.
#include <algorithm>
#include <array>

#include "world/work.h"

namespace weft {

namespace {

constexpr double kSkin = 0.01;  // cells: points that rest on a face are as near as this to their clearance
constexpr double kDeepest = 2;  // cells: what is deeper did not come in through the face

using Places = std::array<std::array<Real, kGroup>, 3>;

struct Outcome {
  std::vector<ColliderLoad> loads;
  double farthest = 0;  ///< that a point was moved [m]
};

/// Obstacles and a group of points that are near them.
class Meeting {
 public:
  /// `stopped`: obstacles were part of the points' own solve, so that those on a face belong there.
  Meeting(const Step& step, SurfacePoints& surface, bool stopped) : step_(step), surface_(surface) {
    clearance_ = surface.clearance(step.dx);
    nearest_ = clearance_ + (stopped ? -kSkin : kSkin) * step.dx;
  }
  double reach() const { return 0.5 * step_.dx; }
  /// Points r at x meet one obstacle.
  void meet(const Collider& c, Range r, Places& x, ColliderLoad& load, double& farthest) const {
    std::array<std::uint32_t, kGroup> points;
    std::array<ColliderPoint, kGroup> sides;
    std::size_t n = 0;
    for (std::size_t i = 0; i < r.size(); ++i) {
      const Vec3d at{{x[0][i], x[1][i], x[2][i]}};
      if (!c.may_touch(at, reach())) continue;
      const ColliderPoint p = c.sample(at);
      if (p.phi > reach() || p.phi < -kDeepest * step_.dx) continue;
      points[n] = std::uint32_t(r.begin + i);
      sides[n++] = p;
    }
    if (!n) return;
    std::array<SurfaceState, kGroup> states;
    std::array<SurfaceChange, kGroup> changes;
    surface_.read({points.data(), n}, states.data());
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t i = points[k] - r.begin;
      Vec3d at{{x[0][i], x[1][i], x[2][i]}};
      changes[k] = change(c, sides[k], states[k]);
      changes[k].point = points[k];
      if (!changes[k].moves) continue;
      const Vec3d impulse = (states[k].v - changes[k].v) * states[k].mass, &by = changes[k].by;
      load.impulse += impulse;
      load.angular += cross(at - c.pose.position, impulse);
      at += by;
      farthest = std::max(farthest, norm(by));
      for (int a = 0; a < 3; ++a) x[a][i] = Real(at[a]);
    }
    surface_.apply({changes.data(), n}, step_.dt);
  }

 private:
  SurfaceChange change(const Collider& c, const ColliderPoint& p, const SurfaceState& s) const {
    SurfaceChange out;
    out.turns = true;
    out.n = p.n;
    out.rate = cross(c.angular, p.n);
    if (p.phi > nearest_) return out;
    out.moves = true;
    out.v = contact_velocity(s.v, p.v, p.n, c.boundary, c.friction);
    if (step_.plane) out.v[1] = 0;
    // It has moved with v already; what friction holds must not creep.
    out.by = (out.v - s.v) * step_.dt;
    out.by += p.n * std::max(clearance_ - p.phi - dot(out.by, p.n), 0.0);
    if (step_.plane) out.by[1] = 0;
    return out;
  }

  const Step& step_;
  SurfacePoints& surface_;
  double clearance_, nearest_;  ///< to be kept, and where points are put back to it
};

bool stopped_already(const Body& body, const SurfacePoints* surface) {
  return body.roles().motion && body.roles().motion->barred() == surface;
}

/// The velocity of a point whose own solve gave it v_L and the obstacle the impulse `given`, when the grid would have it go
/// at v: contact gives as much more or less as keeps v_L, within its cone.
Vec3d held_velocity(const Barrier& b, const Vec3d& given, const Vec3d& v_L, const Vec3d& v, double mass) {
  if (b.boundary == Boundary::sticky) return v_L;
  const Vec3d needed = (v_L - v) * mass - given;
  const double pushes = std::max(dot(needed, b.n), 0.0);
  Vec3d along = needed - b.n * dot(needed, b.n);
  along *= FrictionCone{b.friction * pushes}.share(norm(along));
  return v + (b.n * pushes + along + given) * (1 / mass);
}

}  // namespace

/// What pressed on obstacles in a solve of its own still does after the grid.
void World::hold_barred(Work& w) {
  for (const BarredBody& b : w.barred) {
    OwnMotion& motion = *b.body->roles().motion;
    const std::span<const Vec3d> given = motion.given();
    for (std::size_t k = 0; k < given.size(); ++k) {
      if (!(norm2(given[k]) > 0)) continue;
      const Barrier& barrier = b.barriers[k];
      const SurfaceState s = motion.barred()->state_of(barrier.point);
      SurfaceChange c;
      c.point = barrier.point;
      c.moves = true;
      c.v = held_velocity(barrier, given[k], motion.solved_velocity(barrier.point), s.v, s.mass);
      if (w.step.plane) c.v[1] = 0;
      c.by = (c.v - s.v) * w.step.dt;
      motion.barred()->apply({&c, 1}, w.step.dt);
      add_load(w.loads, colliders, {barrier.collider, s.x, (s.v - c.v) * s.mass});
    }
  }
}

void World::keep_out(Work& w) {
  if (colliders.empty()) return;
  hold_barred(w);
  const Step& step = w.step;
  std::vector<std::pair<SurfacePoints*, bool>> surfaces;
  for (const auto& body : bodies)
    for (SurfacePoints* surface : body->roles().surfaces)
      if (surface && !is_gone(body.get())) surfaces.emplace_back(surface, stopped_already(*body, surface));
  double farthest = 0;
  for (const auto& [points, stopped] : surfaces) {
    SurfacePoints* surface = points;
    const Meeting meeting(step, *surface, stopped);
    const auto part = [&](Range chunk) {
      Outcome o;
      o.loads.resize(colliders.size());
      Places x;
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
          meeting.meet(c, r, x, o.loads[k], o.farthest);
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
    for (std::size_t k = 0; k < total.loads.size(); ++k) w.loads[k] += total.loads[k];
    farthest = std::max(farthest, total.farthest);
  }
  drift_ += farthest / step.dx;
}

}  // namespace weft
