/// After the points have moved: those of surfaces that lie inside an obstacle are put back on its face.
///   phi(x) < c:  x += (c - phi) n
/// The grid keeps material out of obstacles only to a fraction of a cell. That does not matter for a heap of
/// grains, but a cloth would show the ball beneath it. Velocities stay what the grid says.
#include <array>

#include "world/world.h"

namespace weft {

void World::keep_out(const Step& step) {
  if (colliders.empty()) return;
  for (const auto& body : bodies) {
    const double clearance = body->clearance(solver.dx);
    if (clearance < 0) continue;
    parallel_chunks(body->size(), std::size_t(1) << 12, [&](Range chunk) {
      std::array<std::array<Real, kBatch>, 3> x;
      for (std::size_t b = chunk.begin; b < chunk.end; b += kBatch) {
        const Range r{b, std::min(chunk.end, b + kBatch)};
        body->positions(r, x[0].data(), x[1].data(), x[2].data());
        for (std::size_t i = 0; i < r.size(); ++i) {
          const Vec3d at{{x[0][i], x[1][i], x[2][i]}};
          Vec3d by = Vec3d::zero();
          for (const Collider& c : colliders) {
            if (c.boundary == Boundary::symmetry || !c.may_touch(at)) continue;
            const Distance d = c.distance(at + by);
            if (d.phi < clearance && d.phi > -2 * solver.dx) by += d.n * (clearance - d.phi);
          }
          if (step.plane) by[1] = 0;
          if (norm2(by) > 0) body->displace(r.begin + i, by);
        }
      }
    });
  }
}

}  // namespace weft
