/// Bodies that step their own velocities: their fields on the grid, and how they meet obstacles.
///   accelerate   v_p from the body's own forces and gravity, obstacles near its skin known beforehand
///   couple       fields that share nodes collide there; bodies take the changes at their points
///   stop         at each point of the skin  (v - v_co) . n >= -gap/dt  and Coulomb's friction
#include <cmath>

#include "contact/field_contacts.h"
#include "contact/self_contacts.h"
#include "exec/clock.h"
#include "world/world.h"

namespace weft {
namespace {

constexpr std::size_t kChunk = 1024;
constexpr double kNear = 0.1;              // cells: obstacles nearer than this count whatever the speed
constexpr double kRecoverySpeed = 0.5;     // of sqrt(g dx): overlaps part no faster
constexpr int kMostRounds = 16;            // of fields in a step
constexpr double kSettledApproach = 0.02;  // of the first round's: what a last round leaves
constexpr int kRounds = 2;                 // over the obstacles near one point

}  // namespace

void World::find_fields() {
  std::size_t own = 0;
  for (const auto& body : bodies)
    if (body->own_field()) {
      if (own == fields_.size()) fields_.push_back(std::make_unique<OwnField>());
      OwnField& f = *fields_[own++];
      if (f.body == body.get() && f.grid.shape().dx == solver.dx && f.grid.shape().degree == solver.degree)
        continue;
      f.body = body.get();
      f.grid = Grid(GridShape{solver.dx, solver.degree, solver.plane});
      f.sorted = false;
    }
  fields_.resize(own);
  for (auto& f : fields_) {
    f->sets.clear();
    f->body->add_sets(f->sets);
  }
}

void World::accelerate(const Step& step) {
  for (auto& body : bodies)
    if (!body->own_field()) body->accelerate(step, solver.gravity, {});
  parallel_for(fields_.size(), [&](std::size_t i) {
    OwnField& f = *fields_[i];
    f.barriers.clear();
    SurfacePoints* skin = f.body->skin();
    if (skin && !colliders.empty()) {
      const double speed = f.body->limits().speed + norm(solver.gravity) * step.dt;
      const double clearance = skin->clearance(step.dx);
      const double reach = std::max(kNear * step.dx, 2 * speed * step.dt) + clearance;
      std::vector<std::vector<Barrier>> part(chunk_count(skin->count(), kChunk));
      parallel_chunks(skin->count(), kChunk, [&](Range r) {
        auto& mine = part[r.begin / kChunk];
        for (std::size_t p = r.begin; p < r.end; ++p) {
          const Vec3d x = skin->place_of(p);
          for (std::size_t k = 0; k < colliders.size(); ++k) {
            const Collider& c = colliders[k];
            if (!c.may_touch(x, reach)) continue;
            const ColliderPoint at = c.sample(x);
            // The collider is where it ends the step; the gap counts from where it began.
            const double gap = at.phi - clearance + step.dt * dot(at.v, at.n);
            if (at.phi <= reach)
              mine.push_back({std::uint32_t(p), std::uint32_t(k), at.n, at.v, gap, friction_with(f.body, k),
                              c.boundary});
          }
        }
      });
      for (const auto& p : part) f.barriers.insert(f.barriers.end(), p.begin(), p.end());
    }
    f.body->accelerate(step, solver.gravity, f.barriers);
  });
}

void World::sort_fields() {
  parallel_for(fields_.size(), [&](std::size_t i) {
    OwnField& f = *fields_[i];
    if (f.sorted && sorted_ && f.drift < 0.99) return;
    f.grid.bin(f.sets);
    f.sorted = true;
    f.drift = 0;
  });
}

void World::couple_fields(const Step& step, std::span<Parcels* const> sets, Real empty) {
  if (fields_.empty()) return;
  const double started = wall_seconds();
  FieldContacts contacts(grid_, sets, fields_);
  FieldContacts::Rules rules;
  const double g = norm(solver.gravity);
  rules.dt = step.dt;
  rules.recovery = kRecoverySpeed * std::sqrt((g > 0 ? g : 9.81) * step.dx);
  rules.arrival = 2 * g * step.dt;
  rules.empty = double(empty);
  rules.friction = [this](const Body* a, const Body* b) { return friction_between(a, b); };
  rules.owners = owners(sets);
  TransferTicks ticks;
  const auto each_shared = [&](auto&& f) {
    parallel_for(fields_.size(), [&](std::size_t i) {
      if (contacts.shared(i)) f(*fields_[i]);
    });
  };
  double first = 0;
  for (int round = 0; round < kMostRounds; ++round) {
    each_shared([&](OwnField& f) {
      if (round == 0 || !f.body->rigid()) f.grid.p2g(f.sets, step, ticks);
    });
    const double approached = contacts.collide(rules);
    if (round == 0) first = approached;
    // Main and rigid bodies have taken this round's impulses already, so that solids must take theirs.
    each_shared([&](OwnField& f) {
      if (f.body->rigid()) return;
      f.grid.g2p(f.sets, step, ticks);
      f.body->end_exchange(step);
    });
    if (!contacts.rounds() || approached <= kSettledApproach * std::max(first, rules.arrival)) break;
  }
  parallel_for(fields_.size(), [&](std::size_t i) {
    OwnField& f = *fields_[i];
    if (!f.body->self_contact()) return;
    collide_with_itself(f, step, {step.dt, rules.recovery});
    f.body->end_exchange(step);
  });
  times.fields += wall_seconds() - started;
}

double World::friction_between(const Body* a, const Body* b) const {
  const auto is = [&](std::size_t i, const Body* body) { return bodies[i].get() == body; };
  for (const PairFriction& p : pairs)
    if (p.other_body && ((is(p.body, a) && is(*p.other_body, b)) || (is(p.body, b) && is(*p.other_body, a))))
      return p.friction;
  return b && b->own_field() ? std::sqrt(a->friction() * b->friction()) : a->friction();
}

double World::friction_with(const Body* a, std::size_t collider) const {
  for (const PairFriction& p : pairs)
    if (p.collider == collider && bodies[p.body].get() == a) return p.friction;
  return colliders[collider].friction;
}

/// Whose the parcels of main are, where some pair asks.
std::vector<const Body*> World::owners(std::span<Parcels* const> sets) const {
  std::vector<const Body*> out;
  bool asked = false;
  for (const PairFriction& p : pairs) asked |= p.other_body && !bodies[*p.other_body]->own_field();
  if (!asked) return out;
  for (const auto& body : bodies) {
    if (body->own_field()) continue;
    std::vector<Parcels*> mine;
    body->add_sets(mine);
    out.insert(out.end(), mine.size(), body.get());
  }
  return out.size() == sets.size() ? out : std::vector<const Body*>{};
}

void World::stop_skins(const Step& step, std::vector<ColliderLoad>& loads_out) {
  loads_out.resize(colliders.size());
  for (auto& f : fields_) {
    SurfacePoints* skin = f->body->skin();
    if (!skin) continue;
    const std::vector<Barrier>& all = f->barriers;
    const std::span<const Vec3d> given = f->body->given();
    const auto load = [&](const Barrier& b, const Vec3d& x, const Vec3d& impulse) {
      loads_out[b.collider].impulse += impulse;
      loads_out[b.collider].angular += cross(x - colliders[b.collider].pose.position, impulse);
    };
    for (std::size_t k = 0; k < given.size(); ++k) load(all[k], skin->place_of(all[k].point), given[k]);
    for (std::size_t i = 0; i < all.size();) {
      std::size_t end = i;
      while (end < all.size() && all[end].point == all[i].point) ++end;
      const std::size_t p = all[i].point;
      const Vec3d x = skin->place_of(p);
      const double mass = skin->mass_of(p);
      Vec3d by = Vec3d::zero(), v = skin->velocity_of(p);
      bool touched = false;
      for (int round = 0; round < (end - i > 1 ? kRounds : 1); ++round)
        for (std::size_t k = i; k < end; ++k) {
          const Barrier& b = all[k];
          const Vec3d after =
              contact_velocity(v, b.v_co, b.n, b.boundary, b.friction, std::max(b.gap, 0.0) / step.dt);
          if (norm2(after - v) > 0) {
            load(b, x, (v - after) * mass);
            touched = true;
            v = after;
          }
        }
      for (std::size_t k = i; k < end; ++k)
        if (all[k].gap < 0) by += all[k].n * std::min(-all[k].gap, kNear * step.dx), touched = true;
      if (touched) skin->put(p, by, v);
      i = end;
    }
  }
}

/// Rigid bodies against each other and against obstacles.
void World::meet_rigidly(const Step& step, std::vector<ColliderLoad>& loads_out) {
  bool any = false;
  for (const auto& f : fields_) any |= f->body->rigid() != nullptr;
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
  rigid_contacts_.solve(scene, step, touches);
  for (const RigidTouch& t : touches) {
    loads_out[t.collider].impulse += t.impulse;
    loads_out[t.collider].angular += cross(t.x - colliders[t.collider].pose.position, t.impulse);
  }
}

}  // namespace weft
