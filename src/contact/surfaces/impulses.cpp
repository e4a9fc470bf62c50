#include "contact/surfaces/impulses.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <tuple>

#include "exec/loops.h"
#include "exec/radix_sort.h"
#include "materials/coulomb.h"

namespace weft {
namespace {

constexpr std::size_t kChunk = 256;
constexpr int kColours = 63;
constexpr double kLostByMotion = 1e-3;  // of what is kept: nearer by motion without momentum
constexpr double kLeastBraced =
    0.1;  // of a response: what braces may leave of it; with less, rounds diverge where things are fast

}  // namespace

SurfaceImpulses::Slip SurfaceImpulses::slip(const SurfaceScene& scene, const SurfaceContact& c) const {
  Vec3d sum = -c.wall;
  Slip s{0, {0, 0}};
  for (const SurfaceRow& r : list.rows_of(c)) {
    const Vec3d& v = scene.v[r.vertex];
    sum += v * r.w;
    const double along = dot(c.n, v);
    s.t[0] += r.phi[0] * along;
    s.t[1] += r.phi[1] * along;
  }
  if (c.rigid[0] != kNone) sum += rigid[c.rigid[0]].velocity_at(c.at);
  if (c.rigid[1] != kNone) sum -= rigid[c.rigid[1]].velocity_at(c.at);
  s.n = dot(c.n, sum);
  s.t[0] += dot(c.t[0], sum);
  s.t[1] += dot(c.t[1], sum);
  return s;
}

double SurfaceImpulses::parting_speed(const SurfaceScene& scene, const SurfaceContact& c) const {
  return slip(scene, c).n;
}

void SurfaceImpulses::apply(SurfaceScene& scene, const SurfaceContact& c, const ContactImpulse& by) {
  const Vec3d j = c.n * by.n + c.t[0] * by.t[0] + c.t[1] * by.t[1];
  for (const SurfaceRow& r : list.rows_of(c)) {
    const double w = scene.w[r.vertex];
    if (w > 0) scene.v[r.vertex] += (j * r.w + c.n * (r.phi[0] * by.t[0] + r.phi[1] * by.t[1])) * w;
  }
  for (int side = 0; side < 2; ++side) {
    if (c.rigid[side] == kNone) continue;
    RigidTrial& body = rigid[c.rigid[side]];
    const Vec3d push = side == 0 ? j : -j;
    body.velocity += push * body.inverse_mass;
    body.spin += body.inverse_inertia * cross(c.at - body.centre, push);
  }
}

std::vector<Vec3d> SurfaceImpulses::given(const SurfaceScene& scene) const {
  std::vector<Vec3d> on(scene.size(), Vec3d::zero());
  for (const SurfaceContact& c : list.contacts) {
    const Vec3d j = c.n * c.j.n + c.t[0] * c.j.t[0] + c.t[1] * c.j.t[1];
    for (const SurfaceRow& r : list.rows_of(c))
      on[r.vertex] += j * r.w + c.n * (r.phi[0] * c.j.t[0] + r.phi[1] * c.j.t[1]);
  }
  return on;
}

void SurfaceImpulses::relax(SurfaceScene& scene, SurfaceContact& c) {
  const Slip s = slip(scene, c);
  ContactImpulse j;
  j.n = c.j.n + (c.bound - s.n) / braced_response(scene, c);
  if (!c.bilateral) j.n = std::max(0.0, j.n);
  for (int a = 0; a < 2; ++a) j.t[a] = c.j.t[a] - s.t[a] / c.k_t;
  const double share =
      FrictionCone{c.friction * std::max(0.0, j.n)}.share(std::sqrt(j.t[0] * j.t[0] + j.t[1] * j.t[1]));
  j.t[0] *= share, j.t[1] *= share;
  const ContactImpulse by{j.n - c.j.n, {j.t[0] - c.j.t[0], j.t[1] - c.j.t[1]}};
  brace(scene, c, by.n);
  c.j = j;
  apply(scene, c, by);
}

/// Not free to give way: the obstacle pushes already, or would.
bool SurfaceImpulses::pressed(const SurfaceScene& scene, const SurfaceRow& r) const {
  if (r.brace == kNone || !(r.along < 0)) return false;
  const SurfaceContact& o = list.contacts[r.brace];
  return o.j.n > 0 || dot(o.n, scene.v[r.vertex] - o.wall) <= o.bound;
}

double SurfaceImpulses::braced_response(const SurfaceScene& scene, const SurfaceContact& c) const {
  double k = c.k_n;
  for (const SurfaceRow& r : list.rows_of(c))
    if (pressed(scene, r)) k -= scene.w[r.vertex] * r.along * r.along;
  return std::max(k, kLeastBraced * c.k_n);
}

/// The obstacles' impulses that leave pressed vertices where they are when c pushes by `by`.
void SurfaceImpulses::brace(SurfaceScene& scene, const SurfaceContact& c, double by) {
  for (const SurfaceRow& r : list.rows_of(c)) {
    if (!pressed(scene, r)) continue;
    SurfaceContact& o = list.contacts[r.brace];
    const double push = std::max(-r.along * by, o.bilateral ? -1e300 : -o.j.n);
    o.j.n += push;
    scene.v[r.vertex] += o.n * (push * scene.w[r.vertex]);
  }
}

void SurfaceImpulses::find_braces() {
  std::vector<KeyIndex> at;  // vertices, and the contacts in which an obstacle alone holds them
  for (std::uint32_t k = 0; k < list.contacts.size(); ++k)
    if (list.contacts[k].collider != kNone && list.contacts[k].rows == 1)
      at.push_back({list.rows_of(list.contacts[k])[0].vertex, k});
  std::sort(at.begin(), at.end(), [](const KeyIndex& a, const KeyIndex& b) {
    return std::tie(a.key, a.index) < std::tie(b.key, b.index);
  });
  parallel_each(list.contacts.size(), kChunk, [&](std::size_t k) {
    SurfaceContact& c = list.contacts[k];
    for (SurfaceRow& r : list.rows_of(c)) {
      r.brace = kNone;
      r.along = 0;
      if (c.collider != kNone) continue;
      auto e = std::lower_bound(at.begin(), at.end(), r.vertex,
                                [](const KeyIndex& x, std::uint32_t v) { return x.key < v; });
      for (; e != at.end() && e->key == r.vertex; ++e) {
        const double along = r.w * dot(c.n, list.contacts[e->index].n);
        if (along < r.along) r.brace = e->index, r.along = along;
      }
    }
  });
}

SurfaceImpulses::Change SurfaceImpulses::change_since(const ContactImpulse& before,
                                                      const SurfaceContact& c) const {
  Change change;
  change.by = {c.j.n - before.n, {c.j.t[0] - before.t[0], c.j.t[1] - before.t[1]}};
  const double t = std::max(std::abs(change.by.t[0]), std::abs(change.by.t[1]));
  change.size = std::max(std::abs(change.by.n) * c.k_n, t * c.k_t);
  change.energy = change.by.n * change.by.n * c.k_n +
                  (change.by.t[0] * change.by.t[0] + change.by.t[1] * change.by.t[1]) * c.k_t;
  return change;
}

/// Greedy, in the order of contacts; what finds no colour comes last, one after the other.
void SurfaceImpulses::colour(const SurfaceScene& scene) {
  mask_.assign(scene.size() + rigid.size(), 0);
  std::vector<std::uint8_t> of(list.contacts.size());
  std::array<std::size_t, kColours + 2> count{};
  for (std::size_t k = 0; k < list.contacts.size(); ++k) {
    const SurfaceContact& c = list.contacts[k];
    std::uint64_t used = 0;
    const auto each_slot = [&](auto&& f) {
      for (const SurfaceRow& r : list.rows_of(c))
        if (scene.w[r.vertex] > 0) f(mask_[r.vertex]);
      for (const std::uint32_t g : c.rigid)
        if (g != kNone) f(mask_[scene.size() + g]);
    };
    each_slot([&](std::uint64_t& m) { used |= m; });
    const int colour = std::min(std::countr_one(used), kColours);
    if (colour < kColours) each_slot([&](std::uint64_t& m) { m |= std::uint64_t(1) << colour; });
    of[k] = std::uint8_t(colour);
    ++count[std::size_t(colour) + 1];
  }
  serial_last_ = count[kColours + 1] > 0;
  begin_.assign(1, 0);
  for (int a = 0; a <= kColours; ++a) begin_.push_back(begin_.back() + count[std::size_t(a) + 1]);
  std::vector<std::uint32_t> order(list.contacts.size());
  std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
  for (std::uint32_t k = 0; k < list.contacts.size(); ++k) order[next[of[k]]++] = k;
  ContactList sorted;
  sorted.contacts.reserve(list.contacts.size());
  sorted.rows.reserve(list.rows.size());
  for (const std::uint32_t k : order) {
    SurfaceContact& c = sorted.begin(list.contacts[k]);
    const auto rows = list.rows_of(list.contacts[k]);
    c.rows = std::uint32_t(rows.size());
    sorted.rows.insert(sorted.rows.end(), rows.begin(), rows.end());
  }
  list.contacts.swap(sorted.contacts);
  list.rows.swap(sorted.rows);
  while (begin_.size() > 1 && begin_[begin_.size() - 2] == list.contacts.size()) begin_.pop_back();
}

template <class F>
void SurfaceImpulses::each(F&& f) {
  for (std::size_t c = 0; c + 1 < begin_.size(); ++c) {
    const std::size_t first = begin_[c], n = begin_[c + 1] - first;
    if (n <= kChunk || (serial_last_ && c + 2 == begin_.size()))
      for (std::size_t k = 0; k < n; ++k) f(first + k);
    else parallel_each(n, kChunk, [&](std::size_t k) { f(first + k); });
  }
}

void SurfaceImpulses::begin(SurfaceScene& scene, std::size_t first) {
  for (std::size_t k = first; k < list.contacts.size(); ++k) {
    set_response(scene, rigid, list.rows_of(list.contacts[k]), list.contacts[k]);
    apply(scene, list.contacts[k], list.contacts[k].j);
  }
}

int SurfaceImpulses::solve(SurfaceScene& scene, const ImpulseRules& rules) {
  residual_ = 0;
  if (list.contacts.empty()) return 0;
  colour(scene);
  find_braces();
  std::vector<Change> changes(list.contacts.size());
  std::vector<ContactImpulse> start(list.contacts.size());
  direction_.assign(list.contacts.size(), {});
  double before = 0, tolerance = rules.tolerance;
  int round = 0;
  while (round < rules.rounds) {
    for (std::size_t k = 0; k < list.contacts.size(); ++k) start[k] = list.contacts[k].j;
    each([&](std::size_t k) { relax(scene, list.contacts[k]); });
    ++round;
    residual_ = 0;
    double largest = 0;
    for (std::size_t k = 0; k < list.contacts.size(); ++k) {
      changes[k] = change_since(start[k], list.contacts[k]);
      residual_ = std::max(residual_, changes[k].size);
      largest = std::max(largest, list.contacts[k].j.n * list.contacts[k].k_n);
    }
    if (round >= rules.calm_rounds && residual_ < rules.calm * largest) break;
    if (round == 1) tolerance = std::max(tolerance, rules.share * residual_);
    if (residual_ < tolerance && round >= rules.fewest) break;
    if (round == rules.rounds) break;
    const double now = sum_of(list.contacts.size(), 1024, [&](std::size_t k) { return changes[k].energy; });
    const double beta = before > 0 ? now / before : 0;
    before = now;
    if (beta > 1 || beta == 0) {  // begins anew
      const double keep = beta > 1 ? 0 : 1;
      for (std::size_t k = 0; k < list.contacts.size(); ++k)
        direction_[k] = {keep * changes[k].by.n, {keep * changes[k].by.t[0], keep * changes[k].by.t[1]}};
      if (beta > 1) before = 0;
      continue;
    }
    each([&](std::size_t k) {
      ContactImpulse& p = direction_[k];
      const ContactImpulse by{beta * p.n, {beta * p.t[0], beta * p.t[1]}};
      list.contacts[k].j.n += by.n;
      for (int a = 0; a < 2; ++a) list.contacts[k].j.t[a] += by.t[a];
      apply(scene, list.contacts[k], by);
      p = {by.n + changes[k].by.n, {by.t[0] + changes[k].by.t[0], by.t[1] + changes[k].by.t[1]}};
    });
  }
  return round;
}

/// Its gap is lost already, or will be by motion that has no momentum.
bool SurfaceImpulses::loses(const SurfaceScene& scene, const SurfaceContact& c, double dt) const {
  if (c.parting > 0) return true;
  double nearer = 0;
  for (const SurfaceRow& r : list.rows_of(c))
    nearer -= r.w * dot(c.n, scene.given_u[r.vertex] - scene.given_v[r.vertex] * dt);
  return nearer > kLostByMotion * c.keep;
}

void SurfaceImpulses::part(SurfaceScene& scene, const ImpulseRules& rules, double dt) {
  parted = rigid;
  bool lost = false;
  for (const SurfaceContact& c : list.contacts) lost |= loses(scene, c, dt);
  const std::vector<Vec3d> kept = scene.v;
  parted_by_.assign(lost ? list.contacts.size() : 0, 0);
  std::vector<Vec3d> start;
  if (lost) {
    parallel_each(scene.size(), 4096, [&](std::size_t i) {
      if (scene.w[i] > 0) scene.v[i] += scene.given_u[i] * (1 / dt) - scene.given_v[i];
    });
    start = scene.v;
    const std::vector<RigidTrial> bodies = rigid;
    for (int round = 0; round < rules.parting_rounds; ++round)
      each([&](std::size_t k) {
        const SurfaceContact& c = list.contacts[k];
        const double j = std::max(0.0, parted_by_[k] + (c.parting - slip(scene, c).n) / c.k_n);
        apply(scene, c, {j - parted_by_[k], {0, 0}});
        parted_by_[k] = j;
      });
    parted = rigid;
    rigid = bodies;
  }
  parallel_each(scene.size(), 4096, [&](std::size_t i) {
    if (!(scene.w[i] > 0) || scene.carried(std::uint32_t(i))) return;
    Vec3d change = kept[i] - scene.given_v[i];
    if (lost) change += scene.v[i] - start[i];
    scene.u[i] = scene.given_u[i] + change * dt;
  });
  scene.v = kept;
  scene.carry_motion();
}

}  // namespace weft
