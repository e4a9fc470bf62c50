/// Bodies that step their own velocities, and their fields on the grid.
///   accelerate   v_p from the body's own forces and gravity, obstacles near its skin known beforehand
///   couple       fields that share nodes collide there; bodies take the changes at their points
#include <array>
#include <cmath>
#include <numeric>

#include "bodies/contact_surface.h"
#include "contact/field_contacts.h"
#include "contact/self_contacts.h"
#include "world/shared_step.h"
#include "world/work.h"

namespace weft {
namespace {

constexpr std::size_t kChunk = 1024;
constexpr double kNear = 0.1;              // cells: obstacles nearer than this count whatever the speed
constexpr double kRecoverySpeed = 0.5;     // of sqrt(g dx): overlaps part no faster
constexpr int kMostRounds = 16;            // of fields in a step
constexpr double kSettledApproach = 0.02;  // of the first round's: what a last round leaves

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

/// Obstacles near points of the body's skin, as they are when the step begins.
std::vector<Barrier> World::find_barriers(Body& body, SurfacePoints* skin, const Step& step) const {
  if (!skin || colliders.empty()) return {};
  const double speed = body.limits().speed + norm(solver.gravity) * step.dt;
  const double clearance = skin->clearance(step.dx);
  const double reach = std::max(kNear * step.dx, 2 * speed * step.dt) + clearance;
  std::vector<std::vector<Barrier>> part(chunk_count(skin->count(), kChunk));
  parallel_chunks(skin->count(), kChunk, [&](Range r) {
    auto& mine = part[r.begin / kChunk];
    std::array<std::uint32_t, kGroup> points;
    std::array<SurfaceState, kGroup> states;
    for (std::size_t b = r.begin; b < r.end; b += kGroup) {
      const std::size_t n = std::min(kGroup, r.end - b);
      std::iota(points.begin(), points.begin() + n, std::uint32_t(b));
      skin->read({points.data(), n}, states.data());
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t k = 0; k < colliders.size(); ++k) {
          const Collider& c = colliders[k];
          const Vec3d& x = states[i].x;
          if (!c.may_touch(x, reach)) continue;
          const ColliderPoint at = c.sample(x);
          // The collider is where it ends the step; the gap counts from where it began.
          const double gap = at.phi - clearance + step.dt * dot(at.v, at.n);
          if (at.phi <= reach)
            mine.push_back(
                {points[i], std::uint32_t(k), at.n, at.v, gap, friction_with(&body, k), c.boundary});
        }
    }
  });
  std::vector<Barrier> all;
  for (const auto& p : part) all.insert(all.end(), p.begin(), p.end());
  return all;
}

void World::accelerate(Work& w) {
  for (auto& body : bodies)
    if (!is_gone(body.get())) body->begin_step(w.step);
  w.barred.clear();
  for (auto& body : bodies) {
    OwnMotion* motion = body->roles().motion;
    if (!motion || body->own_field() || is_gone(body.get())) continue;
    w.barred.push_back({body.get(), find_barriers(*body, motion->barred(), w.step)});
    motion->accelerate(w.step, solver.gravity, w.barred.back().barriers);
  }
  parallel_for(fields_.size(), [&](std::size_t i) {
    OwnField& f = *fields_[i];
    f.barriers = find_barriers(*f.body, f.body->roles().field->skin(), w.step);
    f.body->roles().motion->accelerate(w.step, solver.gravity, f.barriers);
  });
  w.own_solved = true;
  for (const auto& f : fields_)
    if (const ContactSurface* surface = f->body->roles().surface)
      w.own_solved &= surface->answered().converged;
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

/// Of each set of main: its body has a surface for geometry.
std::vector<char> World::geometric_sets() const {
  std::vector<char> out;
  for (const auto& body : bodies) {
    if (body->own_field()) continue;
    std::vector<Parcels*> mine;
    body->add_sets(mine);
    out.insert(out.end(), mine.size(), body->roles().surface != nullptr);
  }
  return out;
}

void World::couple_fields(Work& w) {
  if (fields_.empty()) return;
  const Step& step = w.step;
  const SharedMain* s = w.shared;
  FieldContacts contacts(grid_, s ? s->sets : w.sets, s ? s->geometric : geometric_sets(), fields_,
                         s ? s->nodes.others : std::vector<char>{});
  FieldContacts::Rules rules;
  const double g = norm(solver.gravity);
  rules.dt = step.dt;
  rules.recovery = kRecoverySpeed * std::sqrt((g > 0 ? g : 9.81) * step.dx);
  rules.arrival = 2 * g * step.dt;
  rules.empty = double(w.empty);
  rules.friction = [this](const Body* a, const Body* b) { return friction_between(a, b); };
  rules.owners = s ? s->owners : owners(w.sets);
  TransferTicks ticks;
  const auto each_shared = [&](auto&& f) {
    parallel_for(fields_.size(), [&](std::size_t i) {
      if (contacts.shared(i)) f(*fields_[i]);
    });
  };
  double first = 0;
  for (int round = 0; round < kMostRounds; ++round) {
    each_shared([&](OwnField& f) {
      if (round == 0 || !f.body->roles().rigid) f.grid.p2g(f.sets, step, ticks);
    });
    const double approached = contacts.collide(rules);
    if (round == 0) first = approached;
    // Main and rigid bodies have taken this round's impulses already, so that solids must take theirs.
    each_shared([&](OwnField& f) {
      if (f.body->roles().rigid) return;
      f.grid.g2p(f.sets, step, ticks);
      f.body->roles().field->end_exchange(step);
    });
    if (!contacts.rounds() || approached <= kSettledApproach * std::max(first, rules.arrival)) break;
  }
  parallel_for(fields_.size(), [&](std::size_t i) {
    OwnField& f = *fields_[i];
    if (!f.body->roles().field->self_contact()) return;
    collide_with_itself(f, step, {step.dt, rules.recovery});
    f.body->roles().field->end_exchange(step);
  });
}

}  // namespace weft
