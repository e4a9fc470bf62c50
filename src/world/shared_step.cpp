/// Steps that the processor and a device make together. The device has the bodies that can go (grains, cloth and shells on
/// the grid), the processor those that move by themselves, hair, and whatever else must stay.
///
///   device      p2g, merge: v = p/m + dt g
///   processor   accelerate; its own parcels of main (hair) to its grid; the device's nodes of all blocks that its bodies
///               touch are added; fields collide there; what has become of the nodes goes back
///   device      obstacles
///   processor   skins, rigid, check; where the step is good its bodies move, and say how long the next one may be
///   device      decide; points move
///
/// A step that either side refuses is tried again by both. The grid of the processor is laid out anew in every step.
#include "world/shared_step.h"

#include <cmath>
#include <cstring>
#include <optional>

#include "bodies/device_data.h"
#include "exec/clock.h"
#include "exec/error.h"
#include "exec/loops.h"
#include "exec/sorted_keys.h"
#include "grid/node_velocity.h"
#include "world/work.h"

namespace weft {
namespace {

constexpr double kFastestNode = 1.0;  // cells per step, as in check.cpp
constexpr std::uint64_t kStepX = std::uint64_t(1) << 42, kStepY = std::uint64_t(1) << 21, kStepZ = 1;

/// Blocks that share a face with one of these, and they themselves.
KeyList with_faces(const KeyList& keys) {
  const KeyList lists[] = {with_shifted(keys, kStepX), with_shifted(keys, kStepY),
                           with_shifted(keys, kStepZ)};
  return union_of(lists);
}
KeyList with_corners(const KeyList& keys) {
  return with_shifted(with_shifted(with_shifted(keys, kStepZ), kStepY), kStepX);
}

/// The parcels of a block come in any order, which differs between runs.
void put_in_order(SharedPlaces& p) {
  for (std::size_t s = 0; s < p.sets.size(); ++s)
    parallel_each(p.begins[s].size() - 1, 16, [&](std::size_t k) {
      std::sort(p.sets[s].begin() + p.begins[s][k], p.sets[s].begin() + p.begins[s][k + 1],
                [](const auto& a, const auto& b) { return std::memcmp(&a, &b, sizeof a) < 0; });
    });
}

}  // namespace

bool World::is_gone(const Body* body) const {
  for (const Body* b : gone_)
    if (b == body) return true;
  return false;
}

DeviceReport World::step_together(double t_end, std::uint64_t most) {
  DeviceReport met;
  const double began = wall_seconds();
  try {
    step_together(t_end, most, met);
  } catch (const Error& e) {
    if (e.exit == Exit::memory) throw;  // of the device, which cannot be asked any more
    engine_->end_shared();
    bring_home();
    throw;
  }
  DeviceReport r = engine_->end_shared();
  sharing.seconds += wall_seconds() - began;
  r.strands = met.strands;
  r.surfaces.contacts += met.surfaces.contacts, r.surfaces.cut += met.surfaces.cut;
  r.surfaces.entangled += met.surfaces.entangled;
  r.surfaces.nearest = std::min(r.surfaces.nearest, met.surfaces.nearest);
  return r;
}

void World::step_together(double t_end, std::uint64_t most, DeviceReport& met) {
  sorted_ = false;
  SharedMain shared;
  std::optional<Work> work(std::in_place);
  renew_together(*work);
  engine_->begin_shared(t_end, most, device_steps(), memory_, limit_at_home());
  for (std::uint64_t left = most; const auto t = engine_->try_shared();) {
    const double began = wall_seconds();
    time = t->time;
    Work& w = *work;
    w.shared = &shared;
    w.t_end = t_end;
    w.report.dt = t->dt, w.report.retries = t->tries;
    const std::optional<bool> tried = try_together(w);
    if (!tried) continue;
    const bool good = *tried;
    if (good) {
      end_together(w, met);
      time = t->ahead;
      work.emplace();
      // A run that is stopped here renews again when it goes on, so it must not do it twice.
      if (--left && time < t_end) renew_together(*work);
    }
    const HostLimit limit = good ? limit_at_home() : HostLimit{};
    const double started = wall_seconds();
    time = engine_->decide_shared(good, limit);
    times[Phase::check] += wall_seconds() - started;
    sharing.waited += started - began;
    sharing.blocks += shared.nodes.keys.size();
    for (const auto& guest : shared.guests) sharing.places += guest->size();
    ++sharing.steps;
  }
}

void World::renew_together(Work& w) {
  const double started = wall_seconds();
  renew(w);
  times[Phase::renew] += wall_seconds() - started;
}

/// The phases from `colliders` to `check`. True: the step may move things; nothing: it must be tried once more as it is.
std::optional<bool> World::try_together(Work& w) {
  const auto timed = [&](Phase phase, auto&& f) {
    const double started = wall_seconds();
    f();
    times[phase] += wall_seconds() - started;
  };
  timed(Phase::colliders, [&] { move_colliders(w); });
  timed(Phase::accelerate, [&] { accelerate(w); });
  timed(Phase::sort, [&] { sort_together(w); });
  timed(Phase::p2g, [&] { scatter(w); });
  timed(Phase::velocity, [&] { share_nodes(w); });
  timed(Phase::fields, [&] { couple_fields(w); });
  std::optional<double> fastest;
  timed(Phase::contact, [&] { fastest = meet_together(w); });
  if (!fastest) return {};
  timed(Phase::skins, [&] { stop_skins(w); });
  timed(Phase::rigid, [&] { meet_rigidly(w); });
  return w.accepted = good_together(w, *fastest);
}

/// From `g2p` on: bodies of the processor move.
void World::end_together(Work& w, DeviceReport& met) {
  const auto timed = [&](Phase phase, void (World::*work)(Work&)) {
    const double started = wall_seconds();
    (this->*work)(w);
    times[phase] += wall_seconds() - started;
  };
  timed(Phase::g2p, &World::gather);
  timed(Phase::strands, &World::meet_strands);
  timed(Phase::keep_out, &World::keep_out);
  timed(Phase::surfaces, &World::meet_surfaces);
  timed(Phase::crossings, &World::count_crossings);
  timed(Phase::elements, &World::end_step);
  memory_.last_dt = w.report.dt;
  for (const ObstacleTouch& t : w.touches) add_load(w.loads, colliders, t);
  for (std::size_t i = 0; i < w.loads.size(); ++i) loads[i] += w.loads[i];
  const StrandReport& s = w.report.strands;
  met.strands.contacts += s.contacts, met.strands.crossings += s.crossings, met.strands.unmet += s.unmet;
  const SurfaceReport& c = w.report.surfaces;
  met.surfaces.contacts += c.contacts, met.surfaces.cut += c.cut, met.surfaces.entangled += c.entangled;
  met.surfaces.nearest = std::min(met.surfaces.nearest, c.nearest);
}

/// The processor's grid: blocks of its own parcels of main and of all fields.
void World::sort_together(Work& w) {
  sort_fields();
  sorted_ = true, drift_ = 0;
  std::vector<KeyList> lists;
  for (const auto& f : fields_) lists.emplace_back(f->grid.keys().begin(), f->grid.keys().end());
  const KeyList fields = lists.empty() ? KeyList{} : union_of(lists);
  SharedMain& s = *w.shared;
  s.sets = w.sets;
  s.geometric.clear(), s.owners.clear(), s.guests.clear();
  for (const auto& body : bodies) {
    if (body->own_field() || is_gone(body.get())) continue;
    std::vector<Parcels*> mine;
    body->add_sets(mine);
    s.geometric.insert(s.geometric.end(), mine.size(), body->roles().surface != nullptr);
    s.owners.insert(s.owners.end(), mine.size(), body.get());
  }
  find_guests(w, fields);
  grid_.bin(s.sets, fields.empty() ? fields : with_faces(fields));
}

/// Heights and sides are those of parcels, which the processor must see then; for the rest nodes are enough.
void World::find_guests(Work& w, std::span<const std::uint64_t> keys) {
  SharedMain& s = *w.shared;
  bool differ = false, seen = false;
  for (const PairFriction& p : pairs) differ |= p.other_body && !bodies[*p.other_body]->own_field();
  for (const auto& f : fields_)
    for (const Parcels* set : f->sets) seen |= set->sheet() >= 0;
  std::vector<std::vector<Parcels*>> sets;
  std::vector<const Body*> owner;
  for (const auto& body : bodies) {
    if (!is_gone(body.get()) || !body->size()) continue;
    owner.push_back(body.get());
    body->add_sets(sets.emplace_back());
    for (const Parcels* set : sets.back()) seen |= set->sheet() >= 0;
  }
  if (!keys.empty() && (seen || differ)) {
    SharedPlaces places;
    engine_->find_places(with_corners({keys.begin(), keys.end()}), places);
    put_in_order(places);
    for (std::size_t k = 0; k < places.sets.size(); ++k) {
      const auto [body, set] = places.whose[k];
      if (places.sets[k].empty()) continue;
      s.guests.push_back(std::make_unique<Guest>(sets[body][set]->sheet(), std::move(places.sets[k])));
      s.sets.push_back(s.guests.back().get());
      s.geometric.push_back(owner[body]->roles().surface != nullptr);
      s.owners.push_back(owner[body]);
    }
  }
  if (!differ) s.owners.clear();
}

/// Nodes of the processor's grid become those of both.
void World::share_nodes(Work& w) {
  SharedMain& s = *w.shared;
  w.mirrors = symmetry_planes(colliders, solver.dx);
  w.loads.assign(colliders.size(), ColliderLoad{});
  const Real empty = w.empty = empty_mass();
  const Vec3r kick = (solver.gravity * w.step.dt).as<Real>();
  if (!w.sets.empty()) fold(grid_, w.mirrors);
  s.nodes.keys.assign(grid_.keys().begin(), grid_.keys().end());
  engine_->read_shared(s.nodes);
  parallel_each(grid_.block_count(), 32, [&](std::size_t b) {
    const SharedNodes::Node* theirs = &s.nodes.nodes[b * kBlockNodes];
    for (Node& n : grid_.block(b)) {
      const SharedNodes::Node& d = *theirs++;
      const bool full = n.m > empty;
      const Real inverse = full ? Real(1) / n.m : Real(0);
      for (int a = 0; a < 3; ++a) n.v[a] = n.v[a] * inverse + (full ? kick[a] : Real(0));
      if (n.m != n.m) n.v[0] = n.m;
      if (!(d.m > 0 || d.m != d.m)) continue;
      const Real both = n.m + d.m;
      for (int a = 0; a < 3; ++a) n.v[a] = full ? (n.m * n.v[a] + d.m * d.v[a]) / both : Real(d.v[a]);
      n.m = full ? both : Real(d.m);
    }
  });
}

/// What fields have left goes back to the device, where nodes meet obstacles; blocks that it does not have meet them
/// here. Returns how many cells the fastest node moves.
std::optional<double> World::meet_together(Work& w) {
  SharedMain& s = *w.shared;
  parallel_each(grid_.block_count(), 32, [&](std::size_t b) {
    SharedNodes::Node* to = &s.nodes.nodes[b * kBlockNodes];
    for (const Node& n : grid_.block(b)) *to++ = {{float(n.v[0]), float(n.v[1]), float(n.v[2])}, float(n.m)};
  });
  engine_->write_shared(s.nodes);
  const std::optional<double> fastest = engine_->meet_shared();
  w.fastest = 0;
  if (!fastest || w.sets.empty()) return fastest;
  engine_->read_shared(s.nodes);
  parallel_each(grid_.block_count(), 32, [&](std::size_t b) {
    const SharedNodes::Node* from = &s.nodes.nodes[b * kBlockNodes];
    if (!s.nodes.here[b]) return;
    for (Node& n : grid_.block(b)) {
      for (int a = 0; a < 3; ++a) n.v[a] = Real(from->v[a]);
      ++from;
    }
  });
  meet_colliders(w);
  return fastest;
}

/// As in check.cpp.
bool World::good_together(const Work& w, double fastest) const {
  double own = 0;
  for (const auto& f : fields_)
    own = std::max(own, f->body->roles().field->trial_speed() * w.step.dt / w.step.dx);
  const bool own_good = own <= kFastestNode || (solver.dt_fixed > 0 && std::isfinite(own));
  return fastest <= kFastestNode && w.fastest <= kFastestNode && own_good && w.own_solved;
}

}  // namespace weft
