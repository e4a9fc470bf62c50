#include "contact/field_contacts.h"

#include <cmath>

#include "bodies/rigid/rigid_body.h"
#include "grid/node_velocity.h"
#include "materials/coulomb.h"

namespace weft {
namespace {

constexpr double kRecovery = 0.1;  // part of an overlap that a step may undo
constexpr int kSweeps = 60;        // over all nodes of rigid bodies
constexpr int kSweepsOfNode = 10;  // where three bodies or more share a node
constexpr double kSettled = 1e-4;  // of the largest approach: a sweep that changes less was the last

}  // namespace

FieldContacts::FieldContacts(Grid& main, std::span<Parcels* const> sets, std::span<const char> geometric,
                             std::span<const std::unique_ptr<OwnField>> own, std::span<const char> reached) {
  members_.push_back({&main, sets, nullptr, nullptr, 0, false, false, {}});
  for (const auto& f : own) {
    const double points = double(std::max<std::size_t>(f->body->size(), 1));
    bool thin = false;
    for (const Parcels* set : f->sets) thin |= set->sheet() >= 0;
    members_.push_back({&f->grid,
                        f->sets,
                        f->body,
                        f->body->roles().rigid ? &f->body->roles().rigid->state() : nullptr,
                        1e-9 * f->body->mass() / points,
                        false,
                        thin,
                        {}});
  }
  find_others(geometric, reached);
  find_spots();
  limit_grids();
}

void FieldContacts::limit_grids() {
  for (Member& m : members_) {
    if (!m.body) continue;
    std::vector<char> active(m.grid->occupied_count(), 0);
    parallel_each(active.size(), 1024, [&](std::size_t j) {
      for (const std::uint32_t b : m.grid->around(j)) active[j] |= b != kNoBlock && m.part_of[b] >= 0;
    });
    m.grid->limit_to(std::move(active));
  }
}

double FieldContacts::collide(const Rules& rules) {
  if (spots_.empty()) return 0;
  members_[0].empty = rules.empty;
  if (!found_) views_.assign(parts_.size() * kBlockNodes, View{});
  form_velocities();
  if (!found_) prepare(rules);
  for (Contact& c : contacts_) c.pushed = 0, c.rubbed = Vec3d::zero();
  const double approached = find_impulses();
  leave_changes();
  return approached;
}

void FieldContacts::prepare(const Rules& rules) {
  view_surfaces();
  find_contacts();
  find_sides();
  measure_heights();
  if (!rules.owners.empty()) average_friction(rules);
  bound_contacts(rules);
  group_contacts();
  found_ = true;
}

void FieldContacts::form_velocities() {
  parallel_chunks(parts_.size(), 16, [&](Range r) {
    for (std::size_t p = r.begin; p < r.end; ++p) {
      const Member& m = member(std::uint32_t(p));
      for (int k = 0; k < kBlockNodes; ++k) {
        Node& n = node(std::uint32_t(p), k);
        if (m.body) {
          const double inverse = n.m > m.empty ? 1 / double(n.m) : 0;
          for (int a = 0; a < 3; ++a) n.v[a] = Real(double(n.v[a]) * inverse);
        }
        view(std::uint32_t(p), k).before = velocity_of(n);
      }
    }
  });
}

/// What each contact must keep to. Those where nobody faces the other are none.
void FieldContacts::bound_contacts(const Rules& rules) {
  std::size_t kept = 0;
  for (Contact& c : contacts_) {
    if (!(c.a.weight > 0)) continue;  // nothing of a faces b here
    double gap = c.a.height / c.a.weight;
    const bool grains = !member(c.b.part).body && !(c.b.weight > 0);
    if (grains) {
      if (gap > 0) continue;  // outside the body
      gap = 0;
    } else {
      if (!(c.b.weight > 0)) continue;
      gap += c.b.height / c.b.weight;
    }
    const Body *a = member(c.a.part).body, *b = member(c.b.part).body;
    c.friction = c.friction_weight > 0 ? c.friction / c.friction_weight : rules.friction(a, b);
    c.bound = gap >= 0 ? gap / rules.dt : -std::min(rules.recovery, -kRecovery * gap / rules.dt);
    const double approach = dot(velocity(c.a, c) - velocity(c.b, c), c.n);
    const double bounce =
        std::max(a->roles().field->restitution(), b ? b->roles().field->restitution() : 0.0);
    if (bounce > 0 && approach > std::max(c.bound, rules.arrival)) c.bound = -bounce * approach;
    follows_ |= !member(c.a.part).rigid || (b && !member(c.b.part).rigid);
    contacts_[kept++] = c;
  }
  contacts_.resize(kept);
}

Vec3d FieldContacts::velocity(const Side& s, const Contact& c) {
  if (RigidMotion* rigid = member(s.part).rigid) return rigid->velocity_at(c.x);
  return velocity_of(node(s.part, c.node));
}

double FieldContacts::response(const Side& s, const Contact& c, const Vec3d& d) {
  if (RigidMotion* rigid = member(s.part).rigid) return dot(d, rigid->response(c.x) * d);
  return 1 / double(node(s.part, c.node).m);
}

void FieldContacts::push(const Side& s, const Contact& c, const Vec3d& impulse) {
  if (RigidMotion* rigid = member(s.part).rigid) return rigid->push(c.x, impulse);
  Node& n = node(s.part, c.node);
  set_velocity(n, velocity_of(n) + impulse * (1 / double(n.m)));
}

/// One contact by itself; returns how much the relative velocity changed [m/s].
double FieldContacts::relax(Contact& c) {
  const auto give = [&](const Vec3d& j) {
    push(c.a, c, -j);
    push(c.b, c, j);
  };
  const double k_n = response(c.a, c, c.n) + response(c.b, c, c.n);
  if (!(k_n > 0)) return 0;
  Vec3d u = velocity(c.a, c) - velocity(c.b, c);
  const double more = std::max(c.pushed + (dot(u, c.n) - c.bound) / k_n, 0.0) - c.pushed;
  double changed = 0;
  if (more != 0) {
    c.pushed += more;
    give(c.n * more);
    changed = std::fabs(more) * k_n;
  }
  if (c.friction <= 0 || (c.pushed <= 0 && norm2(c.rubbed) == 0)) return changed;
  u = velocity(c.a, c) - velocity(c.b, c);
  const Vec3d slip = u - c.n * dot(u, c.n);
  const double speed = norm(slip);
  Vec3d wanted = c.rubbed;
  double k_t = 0;
  if (speed > 0) {
    const Vec3d t = slip * (1 / speed);
    k_t = response(c.a, c, t) + response(c.b, c, t);
    if (k_t > 0) wanted += slip * (1 / k_t);
  }
  const FrictionCone cone{c.friction * c.pushed};
  if (const double size = norm(wanted); !cone.holds(size)) wanted *= cone.share(size);
  const Vec3d by = wanted - c.rubbed;
  c.rubbed = wanted;
  give(by);
  return changed + norm(by) * k_t;
}

void FieldContacts::group_contacts() {
  for (std::size_t i = 0; i < contacts_.size();) {
    // Contacts of a node share its place, and nobody else's node is there.
    std::size_t end = i;
    bool rigid = false;
    for (; end < contacts_.size() && norm2(contacts_[end].x - contacts_[i].x) == 0; ++end)
      rigid |= member(contacts_[end].a.part).rigid || member(contacts_[end].b.part).rigid;
    (rigid ? rigid_ : alone_).push_back({i, end});
    i = end;
  }
}

/// The largest change of velocity [m/s].
double FieldContacts::sweep(Range r) {
  double most = 0;
  for (std::size_t i = r.begin; i < r.end; ++i) most = std::max(most, relax(contacts_[i]));
  return most;
}

/// Returns the largest change of all first sweeps.
double FieldContacts::find_impulses() {
  const auto most_of = [](double a, double b) { return std::max(a, b); };
  double first = reduce_chunks(
      alone_.size(), 256, 0.0,
      [&](Range groups) {
        double most = 0;
        for (std::size_t g = groups.begin; g < groups.end; ++g) {
          const double before = sweep(alone_[g]);
          most = std::max(most, before);
          for (int s = 1; s < kSweepsOfNode && alone_[g].size() > 1; ++s)
            if (sweep(alone_[g]) <= kSettled * before) break;
        }
        return most;
      },
      most_of);
  double before = 0;
  for (int s = 0; s < kSweeps; ++s) {
    double most = 0;
    for (const Range& g : rigid_) most = std::max(most, sweep(g));
    if (s == 0) first = std::max(first, before = most);
    if (most <= kSettled * before) break;
  }
  return first;
}

void FieldContacts::leave_changes() {
  parallel_for(members_.size(), [&](std::size_t i) {
    Member& m = members_[i];
    if (!m.body || !m.shared || m.rigid) return;
    parallel_each(m.grid->block_count(), 256, [&](std::size_t b) {
      const std::int32_t part = m.part_of[b];
      for (int k = 0; k < kBlockNodes; ++k) {
        Node& n = m.grid->block(b)[std::size_t(k)];
        const Vec3d change = part < 0 ? Vec3d::zero() : velocity_of(n) - view(std::uint32_t(part), k).before;
        set_velocity(n, change);
      }
    });
  });
}

}  // namespace weft
