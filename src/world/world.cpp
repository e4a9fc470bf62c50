#include "world/world.h"

#include <cassert>

#include "contact/surfaces/meeting.h"
#include "exec/hash_archive.h"

namespace weft {

World::World() : surface_meeting_(std::make_unique<SurfaceMeeting>()) {}
World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;

void World::forget_order() {
  sorted_ = false;
  implicit_memory_.reset();
  surface_meeting_->forget_order();
}

std::uint64_t World::hash() {
  HashArchive h;
  archive(h);
  return h.hash();
}

void World::archive(Archive& a) {
  assert(!away_ || a.reading());
  a.value("world/time", time);
  a.value("world/steps", steps);
  a.value("world/dt_scale", dt_scale);
  a.value("world/last_dt", memory_.last_dt);
  a.value("world/held_dt", memory_.held.held);
  a.value("world/held_dt_least", memory_.held.least);
  a.value("world/held_dt_seen", memory_.held.seen);
  a.value("world/held_dt_patience", memory_.held.patience);
  a.value("world/held_dt_quiet", memory_.held.quiet);
  a.value("world/held_dt_grew", memory_.held.grew);
  a.value("world/stepping", solver.step);
  if (is_static()) {
    a.value("world/statics", statics_);
    surface_meeting_->archive_rest(a);
  }
  loads.resize(colliders.size());
  for (std::size_t i = 0; i < loads.size(); ++i) a.value("world/load" + std::to_string(i), loads[i]);
  for (auto& body : bodies) body->archive(a);
  rigid_contacts_.archive(a);
  surface_meeting_->archive(a);
  if (a.reading()) {
    sorted_ = aboard_ = away_ = false;
    implicit_memory_.reset();
    gone_.clear();
    for (Collider& c : colliders) c.move_to(time);
  }
}

Totals World::totals() const {
  assert(!away_);
  Totals t;
  for (const auto& body : bodies) t += body->totals();
  return t;
}

double World::gravity_energy() const { return -dot(solver.gravity, totals().first_moment); }

Vec3d World::angular_momentum() const {
  const Totals t = totals();
  return t.angular_momentum + t.affine_axial * solver.affine_moment();
}

std::size_t World::size() const {
  std::size_t n = 0;
  for (const auto& body : bodies) n += body->parcels();
  return n;
}

std::size_t World::memory_bytes() const {
  std::size_t n = grid_.memory_bytes();
  for (const auto& body : bodies) n += body->memory_bytes();
  return n;
}

}  // namespace weft
