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

}  // namespace

void World::keep_out(const Step& step, std::vector<ColliderLoad>& loads_out) {
  if (colliders.empty()) return;
  std::vector<SurfacePoints*> surfaces;
  for (const auto& body : bodies) body->add_surfaces(surfaces);
  using Loads = std::vector<ColliderLoad>;
  for (SurfacePoints* surface : surfaces) {
    const double clearance = surface->clearance(solver.dx);
    const auto part = [&](Range chunk) {
      Loads sum(colliders.size());
      std::array<std::array<Real, kBatch>, 3> x;
      for (std::size_t b = chunk.begin; b < chunk.end; b += kBatch) {
        const Range r{b, std::min(chunk.end, b + kBatch)};
        surface->places(r, x[0].data(), x[1].data(), x[2].data());
        for (std::size_t i = 0; i < r.size(); ++i)
          for (std::size_t k = 0; k < colliders.size(); ++k) {
            const Collider& c = colliders[k];
            const Vec3d at{{x[0][i], x[1][i], x[2][i]}};
            if (c.boundary == Boundary::symmetry || !c.may_touch(at, 0.5 * solver.dx)) continue;
            const ColliderPoint p = c.sample(at);
            if (p.phi > 0.5 * solver.dx || p.phi < -kDeepest * solver.dx) continue;
            surface->set_gradient(r.begin + i, p.n, cross(c.angular, p.n), step.dt);
            if (p.phi > clearance + kSkin * solver.dx) continue;
            const Vec3d v = surface->velocity_of(r.begin + i);
            Vec3d after = contact_velocity(v, p.v, p.n, c.boundary, c.friction);
            if (step.plane) after[1] = 0;
            // It has moved with v already; what friction holds must not creep.
            Vec3d by = (after - v) * step.dt;
            by += p.n * std::max(clearance - p.phi - dot(by, p.n), 0.0);
            if (step.plane) by[1] = 0;
            surface->put(r.begin + i, by, after);
            for (int a = 0; a < 3; ++a) x[a][i] += Real(by[a]);
            const Vec3d impulse = (v - after) * surface->mass_of(r.begin + i);
            sum[k].impulse += impulse;
            sum[k].angular += cross(at - c.pose.position, impulse);
          }
      }
      return sum;
    };
    const Loads total = reduce_chunks(surface->count(), std::size_t(1) << 12, Loads(colliders.size()), part,
                                      [](Loads a, const Loads& b) {
                                        for (std::size_t k = 0; k < a.size(); ++k) a[k] += b[k];
                                        return a;
                                      });
    for (std::size_t k = 0; k < total.size(); ++k) loads_out[k] += total[k];
  }
}

}  // namespace weft
