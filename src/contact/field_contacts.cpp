#include "contact/field_contacts.h"

#include <cmath>

#include "grid/visit.h"

namespace weft {
namespace {

constexpr double kCoherent =
    0.5;  // of |sum A n| / sum A: below it opposite faces cancel each other's normals
constexpr double kRecovery = 0.1;  // part of an overlap that a step may undo
constexpr int kSweeps = 60;        // over all nodes of rigid bodies
constexpr int kSweepsOfNode = 10;  // where three bodies or more share a node
constexpr double kSettled = 1e-4;  // of the largest approach: a sweep that changes less was the last

Vec3d velocity_of(const Node& n) { return {{n.v[0], n.v[1], n.v[2]}}; }
void set_velocity(Node& n, const Vec3d& v) {
  for (int a = 0; a < 3; ++a) n.v[a] = Real(v[a]);
}

}  // namespace

FieldContacts::FieldContacts(Grid& main, std::span<Parcels* const> sets,
                             std::span<const std::unique_ptr<OwnField>> own) {
  members_.push_back({&main, sets, nullptr, nullptr, 0, false, {}});
  for (const auto& f : own) {
    const double points = double(std::max<std::size_t>(f->body->size(), 1));
    members_.push_back(
        {&f->grid, f->sets, f->body, f->body->rigid(), 1e-9 * f->body->mass() / points, false, {}});
  }
  find_spots();
  limit_grids();
}

void FieldContacts::find_spots() {
  struct Entry {
    std::uint64_t key;
    Part part;
  };
  std::vector<Entry> all;
  for (std::uint32_t m = 1; m < members_.size(); ++m) {
    const auto keys = members_[m].grid->keys();
    for (std::uint32_t b = 0; b < keys.size(); ++b) all.push_back({keys[b], {m, b}});
  }
  std::stable_sort(all.begin(), all.end(), [](const Entry& a, const Entry& b) { return a.key < b.key; });
  for (Member& m : members_) m.part_of.assign(m.grid->block_count(), -1);
  const auto main_keys = members_[0].grid->keys();
  for (std::size_t i = 0; i < all.size();) {
    std::size_t end = i;
    while (end < all.size() && all[end].key == all[i].key) ++end;
    const auto at = std::lower_bound(main_keys.begin(), main_keys.end(), all[i].key);
    const bool in_main = at != main_keys.end() && *at == all[i].key;
    if (end - i + in_main >= 2) {
      const Spot spot{std::uint32_t(parts_.size()), std::uint32_t(parts_.size() + end - i + in_main)};
      for (std::size_t k = i; k < end; ++k) parts_.push_back(all[k].part);
      if (in_main) parts_.push_back({0, std::uint32_t(at - main_keys.begin())});
      for (std::uint32_t p = spot.begin; p < spot.end; ++p) {
        member(p).shared = true;
        member(p).part_of[parts_[p].block] = std::int32_t(p);
      }
      spots_.push_back(spot);
    }
    i = end;
  }
}

void FieldContacts::limit_grids() {
  for (Member& m : members_) {
    if (!m.body) continue;
    std::vector<char> active(m.grid->occupied_count(), 0);
    for (std::size_t j = 0; j < active.size(); ++j)
      for (const std::uint32_t b : m.grid->around(j)) active[j] |= b != kNoBlock && m.part_of[b] >= 0;
    m.grid->limit_to(std::move(active));
  }
}

double FieldContacts::collide(const Rules& rules) {
  if (spots_.empty()) return 0;
  members_[0].empty = rules.empty;
  if (!found_) views_.assign(parts_.size() * kBlockNodes, View{});
  form_velocities();
  if (!found_) find(rules);
  for (Contact& c : contacts_) c.pushed = 0, c.rubbed = Vec3d::zero();
  const double approached = settle();
  leave_changes();
  return approached;
}

void FieldContacts::find(const Rules& rules) {
  view_surfaces();
  find_contacts();
  measure_heights();
  if (!rules.owners.empty()) average_friction(rules);
  settle_rules(rules);
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

template <class F>
void FieldContacts::each_parcel(const Member& m, F&& f) const {
  alignas(64) Real x[3][kBatch];
  for (std::size_t j = 0; j < m.grid->occupied_count(); ++j) {
    bool near = false;
    for (const std::uint32_t b : m.grid->around(j)) near |= b != kNoBlock && m.part_of[b] >= 0;
    if (!near) continue;
    for (std::size_t k = 0; k < m.sets.size(); ++k) {
      const Range in = m.grid->parcels_in(k, j);
      for (std::size_t at = in.begin / kGroup * kGroup; at < in.end; at += kBatch) {
        const Range r{at, std::min({at + kBatch, m.sets[k]->size(), in.end})};
        m.sets[k]->positions(r, x[0], x[1], x[2]);
        f(k, r, std::max(in.begin, at), x, j);
      }
    }
  }
}

void FieldContacts::view_surfaces() {
  parallel_for(members_.size(), [&](std::size_t i) {
    const Member& m = members_[i];
    if (!m.body || !m.shared) return;
    alignas(64) Real n[3][kBatch], area[kBatch];
    each_parcel(m, [&](std::size_t set, Range r, std::size_t first, const Real(*x)[kBatch], std::size_t j) {
      m.sets[set]->normals(r, n[0], n[1], n[2], area);
      for (std::size_t q = first; q < r.end; ++q) {
        const std::size_t l = q - r.begin;
        const Vec3d normal{{n[0][l], n[1][l], n[2][l]}};
        each_node_near(*m.grid, j, {{x[0][l], x[1][l], x[2][l]}}, [&](const NodeNear& near) {
          const std::int32_t part = m.part_of[near.block];
          if (part < 0) return;
          View& v = view(std::uint32_t(part), near.node);
          v.area += near.weight * double(area[l]);
          v.normal += normal * (near.weight * double(area[l]));
        });
      }
    });
  });
}

void FieldContacts::find_contacts() {
  for (const Spot& spot : spots_)
    for (int k = 0; k < kBlockNodes; ++k)
      for (std::uint32_t pa = spot.begin; pa < spot.end; ++pa) {
        if (!(double(node(pa, k).m) > member(pa).empty)) continue;
        for (std::uint32_t pb = pa + 1; pb < spot.end; ++pb)
          if (double(node(pb, k).m) > member(pb).empty) add_contact(spot, pa, pb, k);
      }
}

void FieldContacts::add_contact(const Spot&, std::uint32_t pa, std::uint32_t pb, int k) {
  const Member &a = member(pa), &b = member(pb);
  if (a.rigid && b.rigid) return;  // their own solver's (contact/rigid_contacts.h)
  Contact c;
  c.node = k;
  c.x = a.grid->position(parts_[pa].block, k);
  c.a.part = pa;
  c.b.part = pb;
  if (!normal_at(c, c.n)) return;
  View &va = view(pa, k), &vb = view(pb, k);
  c.next_a = va.contact;
  c.next_b = vb.contact;
  va.contact = vb.contact = std::int32_t(contacts_.size());
  contacts_.push_back(c);
}

/// The flatter surface decides: around an edge the sum of normals is short.
bool FieldContacts::normal_at(const Contact& c, Vec3d& n) const {
  const View &va = view(c.a.part, c.node), &vb = view(c.b.part, c.node);
  const double la = norm(va.normal), lb = norm(vb.normal);
  const double flat_a = va.area > 0 ? la / va.area : 0, flat_b = vb.area > 0 ? lb / vb.area : 0;
  if (member(c.b.part).body) {
    n = Vec3d::zero();
    if (la > 0) n += va.normal * (std::pow(flat_a, 8) / la);
    if (lb > 0) n -= vb.normal * (std::pow(flat_b, 8) / lb);
  } else if (flat_a > kCoherent) {
    n = va.normal;
  } else {
    // A thin body shows both its faces at once: the material says which side it is on.
    Grid& grid = *member(c.b.part).grid;
    const auto origin = grid.origin(parts_[c.b.part].block);
    const std::array<int, 3> at{origin[0] + (c.node >> 4), origin[1] + ((c.node >> 2) & 3),
                                origin[2] + (c.node & 3)};
    for (int k = 0; k < 3; ++k) {
      auto low = at, high = at;
      --low[k], ++high[k];
      const Node *l = grid.find(low), *h = grid.find(high);
      n[k] = (h ? double(h->m) : 0) - (l ? double(l->m) : 0);
    }
  }
  const double length = norm(n);
  if (!(length > 0)) return false;
  n *= 1 / length;
  return true;
}

void FieldContacts::measure_side(Contact& c, bool is_b, const Vec3d& offset, double weight,
                                 const Vec3d* normal, double radius) {
  const Vec3d n = is_b ? -c.n : c.n;
  if (normal) {
    const double facing = dot(*normal, n);
    if (facing <= 0) return;
    weight *= facing * facing;
  }
  Side& s = is_b ? c.b : c.a;
  s.weight += weight;
  s.height += weight * (dot(offset, n) - radius);
}

void FieldContacts::measure_heights() {
  if (contacts_.empty()) return;
  // Sides of one member are written by one task only.
  parallel_for(members_.size(), [&](std::size_t i) {
    const Member& m = members_[i];
    bool seen = m.body != nullptr;
    for (const Parcels* set : m.sets) seen |= set->sheet() >= 0;
    if (!m.shared || !seen) return;
    alignas(64) Real n[3][kBatch], area[kBatch];
    each_parcel(m, [&](std::size_t set, Range r, std::size_t first, const Real(*x)[kBatch], std::size_t j) {
      const double radius = m.sets[set]->sheet();
      if (!m.body && radius < 0) return;
      if (m.body) m.sets[set]->normals(r, n[0], n[1], n[2], area);
      for (std::size_t q = first; q < r.end; ++q) {
        const std::size_t l = q - r.begin;
        const Vec3d normal{{n[0][l], n[1][l], n[2][l]}};
        each_node_near(*m.grid, j, {{x[0][l], x[1][l], x[2][l]}}, [&](const NodeNear& near) {
          const std::int32_t part = m.part_of[near.block];
          if (part < 0) return;
          for (std::int32_t at = view(std::uint32_t(part), near.node).contact; at >= 0;) {
            Contact& c = contacts_[std::size_t(at)];
            const bool is_b = c.b.part == std::uint32_t(part);
            if (m.body) measure_side(c, is_b, near.offset, near.weight * double(area[l]), &normal, 0);
            else measure_side(c, is_b, near.offset, near.weight, nullptr, radius);
            at = is_b ? c.next_b : c.next_a;
          }
        });
      }
    });
  });
}

/// The friction of a node of main: the mean over its parcels of what each has against the other body.
void FieldContacts::average_friction(const Rules& rules) {
  const Member& m = members_[0];
  if (!m.shared) return;
  each_parcel(m, [&](std::size_t set, Range r, std::size_t first, const Real(*x)[kBatch], std::size_t j) {
    for (std::size_t q = first; q < r.end; ++q) {
      const std::size_t l = q - r.begin;
      each_node_near(*m.grid, j, {{x[0][l], x[1][l], x[2][l]}}, [&](const NodeNear& near) {
        const std::int32_t part = m.part_of[near.block];
        if (part < 0) return;
        for (std::int32_t at = view(std::uint32_t(part), near.node).contact; at >= 0;) {
          Contact& c = contacts_[std::size_t(at)];
          c.friction += near.weight * rules.friction(member(c.a.part).body, rules.owners[set]);
          c.friction_weight += near.weight;
          at = c.next_b;
        }
      });
    }
  });
}

void FieldContacts::settle_rules(const Rules& rules) {
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
    const double bounce = std::max(a->restitution(), b ? b->restitution() : 0.0);
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
  const double most = c.friction * c.pushed, size = norm(wanted);
  if (size > most) wanted *= most / size;
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
double FieldContacts::settle() {
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
    for (std::size_t b = 0; b < m.grid->block_count(); ++b) {
      const std::int32_t part = m.part_of[b];
      for (int k = 0; k < kBlockNodes; ++k) {
        Node& n = m.grid->block(b)[std::size_t(k)];
        const Vec3d change = part < 0 ? Vec3d::zero() : velocity_of(n) - view(std::uint32_t(part), k).before;
        set_velocity(n, change);
      }
    }
  });
}

}  // namespace weft
