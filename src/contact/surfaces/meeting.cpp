#include "contact/surfaces/meeting.h"

#include <algorithm>
#include <cmath>

#include "contact/surfaces/flush.h"
#include "geometry/distance_mesh.h"

namespace weft {
namespace {

constexpr double kRenewAt = 0.85;  // of what the list bears
constexpr int kSolves = 6;         // rounds in which failing pairs become contacts
constexpr int kMeans = 3;          // rounds of cuts to the mean
constexpr int kYield = 20;         // rounds after which obstacles that squeeze may be entered
constexpr int kMostRounds = 40;    // of certificates
constexpr double kUnmet = 2e-2;    // [m/s] below its bound: an impulse that could not do its work

/// Strands alone, which meet each other elsewhere (contact/strands/), and no obstacle.
bool nobody_meets(const SurfaceMeeting::Setting& s) {
  for (const auto& b : s.bodies)
    if (const ContactSurface* surface = b->roles().surface)
      if (!b->roles().strands || surface->meets_itself()) return false;
  return std::all_of(s.colliders.begin(), s.colliders.end(),
                     [](const Collider& c) { return c.boundary == Boundary::symmetry; });
}

}  // namespace

bool SurfaceMeeting::find(const Setting& s) {
  std::size_t yielding = 0, k = 0;
  bool same = true;
  const auto next = [&](const Body* body, std::uint32_t collider) {
    same = same && k < owners_.size() && owners_[k]->body == body && owners_[k]->collider == collider;
    ++k;
  };
  for (const auto& b : s.bodies)
    if (b->roles().surface) {
      next(b.get(), kNone);
      yielding += !b->roles().rigid;
    }
  if (!yielding || nobody_meets(s)) return false;
  for (std::uint32_t c = 0; c < s.colliders.size(); ++c)
    if (std::holds_alternative<MeshShape>(s.colliders[c].shape)) next(nullptr, c);
  if (!same || k != owners_.size()) lay_out(s);
  return true;
}

void SurfaceMeeting::lay_out(const Setting& s) {
  owners_.clear();
  rigid_.clear();
  list_.forget();
  std::vector<SurfacePart> parts;
  for (const auto& b : s.bodies) {
    ContactSurface* surface = b->roles().surface;
    if (!surface) continue;
    SurfacePart p;
    p.mesh = &surface->mesh();
    p.meets_itself = surface->meets_itself();
    p.meets_obstacles = surface->meets_obstacles();
    p.meets_meshes = surface->meets_meshes();
    p.strands = b->roles().strands != nullptr;
    if (b->roles().rigid) {
      p.yields = p.meets_obstacles = p.meets_meshes = false;
      p.rigid = std::uint32_t(rigid_.size());
      rigid_.push_back(b->roles().rigid);
    }
    owners_.push_back(std::make_unique<Owner>());
    owners_.back()->body = b.get();
    parts.push_back(p);
  }
  for (std::uint32_t c = 0; c < s.colliders.size(); ++c) {
    const auto* shape = std::get_if<MeshShape>(&s.colliders[c].shape);
    if (!shape) continue;
    owners_.push_back(std::make_unique<Owner>());
    Owner& o = *owners_.back();
    o.collider = c;
    o.mesh.triangles = shape->mesh->mesh().triangles;
    o.mesh.rest = shape->mesh->mesh().vertices;
    o.mesh.closed = true;
    SurfacePart p;
    p.mesh = &o.mesh;
    p.yields = false;
    p.obstacle = true;
    parts.push_back(p);
  }
  scene_.lay_out(std::move(parts));
  for (std::size_t p = 0; p < owners_.size(); ++p) owners_[p]->motion.resize(scene_.parts[p].mesh->moving());
}

void SurfaceMeeting::read(const Setting& s) {
  for (std::size_t p = 0; p < owners_.size(); ++p) {
    Owner& o = *owners_[p];
    if (o.body) {
      o.body->roles().surface->read_motion(s.dt, o.motion);
    } else {
      const Collider& c = s.colliders[o.collider];
      const std::vector<Vec3d> from = c.mesh_places(s.time), to = c.mesh_places(s.time + s.dt);
      for (std::size_t i = 0; i < from.size(); ++i)
        o.motion[i] = {from[i], to[i] - from[i], (to[i] - from[i]) * (1 / s.dt), 0};
    }
    const std::uint32_t first = scene_.first_mover(p);
    for (std::size_t i = 0; i < o.motion.size(); ++i) {
      const VertexMotion& m = o.motion[i];
      scene_.x[first + i] = m.x;
      scene_.u[first + i] = m.u;
      scene_.v[first + i] = m.v;
      scene_.w[first + i] = m.inverse_mass;
    }
  }
  scene_.carry();
  scene_.measure();
  scene_.given_u = scene_.u;
  scene_.given_v = scene_.v;
  impulses_.rigid.clear();
  drift_before_.clear();
  for (RigidBody* r : rigid_) {
    impulses_.rigid.push_back(r->state().trial());
    drift_before_.push_back({r->state().drift_velocity(), r->state().drift_spin()});
  }
  rigid_before_ = impulses_.rigid;
}

double SurfaceMeeting::friction_of(const Setting& s, std::uint32_t a, std::uint32_t b) const {
  const Owner &oa = *owners_[a], &ob = *owners_[b];
  if (!oa.body) return s.friction_with(ob.body, oa.collider);
  if (!ob.body) return s.friction_with(oa.body, ob.collider);
  return s.friction(oa.body, ob.body);
}

void SurfaceMeeting::meet(const Setting& s, SurfaceReport& report, std::vector<SurfaceTouch>& touches) {
  read(s);
  gaps_.dt = s.dt;
  pair_friction_ = [&](std::uint32_t a, std::uint32_t b) { return friction_of(s, a, b); };
  obstacle_friction_ = [&](std::uint32_t part, std::uint32_t collider) {
    return s.friction_with(owners_[part]->body, collider);
  };
  untangle(report);
  list_.renew(scene_, pair_friction_, kRenewAt);
  if (untangler_.tangled()) untangler_.excuse(scene_, list_);
  wake();
  if (flush_ == 0) apart_ = true;
  untangler_.excuse_touching(scene_, list_);
  obstacles_.begin(scene_, s.colliders, s.time, list_.longest_edge());
  find_contacts(report);
  solve(follow_answers(report), report);
  certify(report);
  remember(s.dt);
  tell(touches);
  if (impulses_.give_back_spin(scene_, s.dt)) move_rigid();
  report.cut += cutter_.finish(scene_, s.dt);
  report.pairs += list_.pairs.size();
  report.renewals += list_.renewals;
  report.awake += list_.awake.size();
  report.contacts += impulses_.list.contacts.size();
  list_.advance();
  write();
}

/// What began flush is looked for until nothing is any longer.
void SurfaceMeeting::wake() {
  list_.wake(scene_);
  flush_ = apart_ ? 0 : mark_flush_pairs(scene_, list_.pairs, list_.awake);
}

/// What is proven apart stays so: only what begins crossed, or could not be kept apart, needs a look.
void SurfaceMeeting::untangle(SurfaceReport& report) {
  if (looked_ && !untangler_.tangled()) return;
  const bool was = untangler_.tangled();
  untangler_.look(scene_, !looked_);
  looked_ = true;
  report.entangled += untangler_.entangled();
  if (was && !untangler_.tangled()) untangler_.excuse(scene_, list_);  // free again
}

void SurfaceMeeting::find_contacts(SurfaceReport& report) {
  impulses_.list.clear();
  obstacles_.find(scene_, gaps_, obstacle_friction_, impulses_.list);
  for (SurfaceContact& c : impulses_.list.contacts) recall(c);
  for (std::uint32_t k = 0; k < list_.awake.size(); ++k) {
    const AwakePair& a = list_.awake[k];
    const NearPair& p = list_.pairs[a.pair];
    if (a.flush) {
      if (norm2(a.at.n) > 0) add_contact(k);
      continue;
    }
    double ends = a.at.d;
    for (int i = 0; i < 4; ++i) ends += a.at.w[i] * dot(a.at.n, scene_.u[p.i[i]]);
    report.nearest = std::min(report.nearest, a.at.d / double(p.keep));
    if (ends < double(p.keep) + 0.5 * NearPairs::slop(p) && faces(scene_, p, a.at)) add_contact(k);
  }
  if (!untangler_.tangled()) return;
  untangler_.add_contacts(scene_, gaps_, impulses_.list,
                          [&](SurfaceContact& last) { keep_if_it_answers(last); });
}

void SurfaceMeeting::add_contact(std::uint32_t awake) {
  const AwakePair& a = list_.awake[awake];
  SurfaceContact& c = weft::add_contact(scene_, list_.pairs[a.pair], a.at, impulses_.list);
  set_bounds(c, gaps_);
  recall(c);
  keep_if_it_answers(c);
}

/// A pair that the motion found so far does not keep apart: it meets along the plane that keeps it best, at the
/// points that are closest when the step ends.
void SurfaceMeeting::add_failing(const FailingPair& f) {
  const AwakePair& a = list_.awake[f.awake];
  const NearPair& p = list_.pairs[a.pair];
  const PairMotion m = motion_of(scene_, p);
  PairMeasure end = measure_pair(p.edges, m.y);
  end.n = f.best.n;
  face_along(scene_, p, end.n, end);
  end.d = 0;
  for (int k = 0; k < 4; ++k) end.d += end.w[k] * dot(end.n, m.x[k] - m.x[0]);
  SurfaceContact& c = weft::add_contact(scene_, p, end, impulses_.list);
  c.key = {};  // of this step only
  set_bounds(c, gaps_);
  keep_if_it_answers(c);
}

/// Between things that are prescribed no impulse does anything.
void SurfaceMeeting::keep_if_it_answers(SurfaceContact& c) {
  set_response(scene_, impulses_.rigid, impulses_.list.rows_of(c), c);
  if (!(c.k_n > 0)) impulses_.list.drop_last();
}

/// The smaller of the last two impulses: an impact is not repeated.
void SurfaceMeeting::recall(SurfaceContact& c) const {
  const auto at = std::lower_bound(memory_.begin(), memory_.end(), c.key,
                                   [](const Remembered& r, const ContactKey& k) { return r.key < k; });
  if (at == memory_.end() || at->key != c.key || !(at->n > 0) || !(memory_dt_ > 0)) return;
  const double share = std::min(1.0, at->before / at->n) * gaps_.dt / memory_dt_;
  c.j = {share * at->n, {share * dot(at->t, c.t[0]), share * dot(at->t, c.t[1])}};
}

void SurfaceMeeting::solve(std::size_t first, SurfaceReport& report) {
  impulses_.begin(scene_, first);
  report.rounds += std::uint64_t(impulses_.solve(scene_, rules));
  ++report.solves;
  report.residual = std::max(report.residual, impulses_.residual());
  impulses_.part(scene_, rules, gaps_.dt);
  move_rigid();
}

/// Where the vertices of rigid bodies go with the velocities found so far.
void SurfaceMeeting::move_rigid() {
  for (std::size_t g = 0; g < rigid_.size(); ++g) {
    RigidState& state = rigid_[g]->state();
    const RigidTrial &now = impulses_.rigid[g], &moved = impulses_.parted[g];
    state.set_trial(now);
    state.drift(drift_before_[g].first + moved.velocity - now.velocity,
                drift_before_[g].second + moved.spin - now.spin);
  }
  for (std::size_t p = 0; p < owners_.size(); ++p) {
    if (scene_.parts[p].rigid == kNone) continue;
    Owner& o = *owners_[p];
    o.body->roles().surface->read_motion(gaps_.dt, o.motion);
    for (std::size_t i = 0; i < o.motion.size(); ++i) scene_.u[scene_.first(p) + i] = o.motion[i].u;
  }
}

void SurfaceMeeting::certify(SurfaceReport& report) {
  cutter_.begin(scene_.size());
  for (int round = 0;; ++round) {
    const std::uint64_t before = list_.changes();
    list_.renew(scene_, pair_friction_, 1);
    if (list_.changes() != before && untangler_.tangled()) untangler_.excuse(scene_, list_);
    wake();
    untangler_.excuse_touching(scene_, list_);
    const std::vector<FailingPair> failing = cutter_.failing(scene_, list_);
    const std::vector<FailingElement> entering = obstacles_.failing(scene_);
    if (failing.empty() && (entering.empty() || round >= kYield)) return;
    if (round < kSolves) {
      const std::size_t first = impulses_.list.contacts.size();
      for (const FailingElement& f : entering) {
        obstacles_.add(scene_, f, gaps_, obstacle_friction_, impulses_.list);
        keep_if_it_answers(impulses_.list.contacts.back());
      }
      for (const FailingPair& f : failing) add_failing(f);
      solve(first, report);
    } else if (round < kSolves + kMeans) {
      cutter_.cut_to_mean(scene_, list_, failing);
      cutter_.cut_to_obstacles(scene_, obstacles_, entering, gaps_.dt);
    } else if (round < kMostRounds) {
      if (round < kYield) cutter_.cut_to_obstacles(scene_, obstacles_, entering, gaps_.dt);
      cutter_.hold(scene_, list_, failing);
    } else {
      for (const FailingPair& f : failing) list_.pairs[list_.awake[f.awake].pair].crossing = true;
      report.entangled += failing.size();
      looked_ = false;
      return;
    }
  }
}

/// An impulse that could not do its work (squeezed between obstacles) is forgotten, or it would grow from step
/// to step.
void SurfaceMeeting::remember(double dt) {
  std::vector<Remembered> now;
  now.reserve(impulses_.list.contacts.size());
  for (const SurfaceContact& c : impulses_.list.contacts) {
    if (!(c.j.n > 0) || c.key == ContactKey{} || impulses_.parting_speed(scene_, c) < c.bound - kUnmet)
      continue;
    const auto at = std::lower_bound(memory_.begin(), memory_.end(), c.key,
                                     [](const Remembered& r, const ContactKey& k) { return r.key < k; });
    const bool known = at != memory_.end() && at->key == c.key;
    now.push_back({c.key, c.j.n, known ? at->n * dt / memory_dt_ : 0, c.t[0] * c.j.t[0] + c.t[1] * c.j.t[1]});
  }
  std::sort(now.begin(), now.end(), [](const Remembered& a, const Remembered& b) { return a.key < b.key; });
  memory_.swap(now);
  memory_dt_ = dt;
}

void SurfaceMeeting::tell(std::vector<SurfaceTouch>& touches) const {
  for (const SurfaceContact& c : impulses_.list.contacts) {
    const Vec3d j = c.n * c.j.n + c.t[0] * c.j.t[0] + c.t[1] * c.j.t[1];
    if (c.collider != kNone) {
      touches.push_back({c.collider, c.at, -j});
      continue;
    }
    for (int side = 0; side < 2; ++side) {
      const Owner& o = *owners_[c.part[side]];
      if (!o.body) touches.push_back({o.collider, c.at, side == 0 ? j : -j});
    }
  }
}

void SurfaceMeeting::write() {
  for (std::size_t p = 0; p < owners_.size(); ++p) {
    Owner& o = *owners_[p];
    if (!o.body || scene_.parts[p].rigid != kNone) continue;
    const std::uint32_t first = scene_.first_mover(p);
    for (std::size_t i = 0; i < o.motion.size(); ++i) {
      o.motion[i].u = scene_.u[first + i];
      o.motion[i].v = scene_.v[first + i];
    }
    o.body->roles().surface->write_motion(gaps_.dt, o.motion);
  }
}

void SurfaceMeeting::archive(Archive& a) {
  a.array("surfaces/impulses", memory_);
  a.value("surfaces/dt", memory_dt_);
  a.value("surfaces/apart", apart_);
  untangler_.archive(a);
  if (a.reading()) forget_order();
}

}  // namespace weft
