/// The phases `velocity`, `solve` and `contact`: what happens on the nodes between the two transfers.
///   v_i = p_i / m_i + dt g,  then colliders and friction at the nodes they contain
#include <cmath>
#include <limits>

#include "contact/resolve.h"
#include "grid/node_velocity.h"
#include "world/implicit/implicit.h"
#include "world/shared_step.h"
#include "world/work.h"

namespace weft {
namespace {

constexpr std::size_t kChunk = 32;             // blocks per task
constexpr double kBlockRadius = 1.5 * 1.7321;  // from a block's centre to its corner nodes, in cells

struct Outcome {
  double fastest2 = 0;  ///< largest squared node speed; infinity when one is not a number
  std::vector<ColliderLoad> loads;
};

/// True when some collider may contain a node of the block.
bool near_collider(const std::vector<Collider>& colliders, const Vec3d& centre, double dx) {
  for (const Collider& c : colliders)
    if (c.distance(centre).phi <= kBlockRadius * dx * (1 + 1e-6)) return true;
  return false;
}

}  // namespace

/// A node lighter than a millionth of a millionth of a parcel is empty: its velocity would be noise.
Real World::empty_mass() const {
  std::size_t parcels = 1;
  double mass = 0;
  for (const auto& body : bodies)
    if (!body->own_field()) mass += body->mass(), parcels += body->parcels();
  return Real(1e-12 * mass / double(parcels));
}

void World::form_velocities(Work& w) {
  w.mirrors = symmetry_planes(colliders, solver.dx);
  w.loads.assign(colliders.size(), ColliderLoad{});
  Vec3d gravity = solver.gravity * w.step.dt;
  if (w.step.plane) gravity[1] = 0;
  const Vec3r kick = gravity.as<Real>();
  const Real empty = w.empty = empty_mass();
  const bool plane = w.step.plane;
  fold(grid_, w.mirrors);
  parallel_chunks(grid_.block_count(), kChunk, [&](Range r) {
    for (std::size_t b = r.begin; b < r.end; ++b)
      for (Node& n : grid_.block(b)) {
        const bool full = n.m > empty;
        const Real inverse = full ? Real(1) / n.m : Real(0);
        for (int a = 0; a < 3; ++a) n.v[a] = n.v[a] * inverse + (full ? kick[a] : Real(0));
        if (plane) n.v[1] = 0;         // what rounding put there
        if (n.m != n.m) n.v[0] = n.m;  // a mass that is not a number must not look empty
      }
  });
}

void World::solve(Work& w) {
  if (!w.step.implicit) return;
  if (w.sets.empty()) {  // bodies have solved everything by themselves
    w.report.solve.stop = SolveStop::converged;
    return;
  }
  if (!implicit_memory_) implicit_memory_ = std::make_shared<ImplicitMemory>();
  w.implicit = std::make_shared<ImplicitSolve>(grid_, w.sets, bodies, colliders, w.mirrors, solver.gravity,
                                               solver.implicit, w.step, w.empty, *implicit_memory_);
  const SolveReport here = w.implicit->run();
  SolveReport& all = w.report.solve;
  all = {all.newton + here.newton, all.krylov + here.krylov, here.residual, here.stop};
  w.implicit->impulses([&](std::size_t k, const Vec3d& x, const Vec3d& impulse) {
    add_load(w.loads, colliders, {k, x, impulse});
  });
}

void World::meet_colliders(Work& w) {
  const Step& step = w.step;
  if (step.implicit) {  // obstacles were part of the solve
    w.fastest = w.implicit ? w.implicit->fastest() * step.dt / solver.dx : 0;
    return;
  }
  const Real empty = w.empty;
  const auto part = [&](Range r) {
    Outcome o;
    o.loads.resize(colliders.size());
    std::vector<Touch> touches;
    for (std::size_t b = r.begin; b < r.end; ++b) {
      if (w.shared && w.shared->nodes.here[b]) continue;  // the device's
      const auto nodes = grid_.block(b);
      const double half = 1.5 * solver.dx;
      Vec3d centre = grid_.position(b, 0) + Vec3d{{half, step.plane ? 0 : half, half}};
      const bool near = !colliders.empty() && near_collider(colliders, centre, solver.dx);
      for (int k = 0; k < kBlockNodes; ++k) {
        Node& n = nodes[k];
        if (near && n.m > empty) {
          const Vec3d x = grid_.position(b, k), before = velocity_of(n);
          Vec3d v = resolve(before, x, colliders, touches);
          if (!touches.empty()) {
            if (step.plane) v[1] = 0;
            set_velocity(n, v);
            for (const Touch& t : touches) {
              const Vec3d impulse = t.dv * -double(n.m);
              o.loads[t.collider].impulse += impulse;
              o.loads[t.collider].angular += cross(x - colliders[t.collider].pose.position, impulse);
            }
          }
        }
        const double v2 = norm2(velocity_of(n));
        if (!(v2 <= o.fastest2))
          o.fastest2 = std::isfinite(v2) ? v2 : std::numeric_limits<double>::infinity();
      }
    }
    return o;
  };
  Outcome all;
  all.loads.resize(colliders.size());
  all = reduce_chunks(grid_.block_count(), kChunk, all, part, [](Outcome a, const Outcome& b) {
    a.fastest2 = std::max(a.fastest2, b.fastest2);
    for (std::size_t i = 0; i < a.loads.size(); ++i) a.loads[i] += b.loads[i];
    return a;
  });
  w.loads = std::move(all.loads);
  reflect(grid_, w.mirrors);
  w.fastest = std::sqrt(all.fastest2) * step.dt / solver.dx;
}

}  // namespace weft
