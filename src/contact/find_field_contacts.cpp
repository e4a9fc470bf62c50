/// Where fields share nodes, and what their surfaces look like from there.
#include <cmath>

#include "contact/field_contacts.h"
#include "grid/visit.h"

namespace weft {
namespace {

constexpr double kCoherent =
    0.5;  // of |sum A n| / sum A: below it opposite faces cancel each other's normals

}  // namespace

void FieldContacts::find_others(std::span<const char> geometric, std::span<const char> reached) {
  const Grid& main = *members_[0].grid;
  others_.assign(main.block_count(), 0);
  for (std::size_t b = 0; b < reached.size(); ++b) others_[b] = reached[b];
  for (std::size_t j = 0; j < main.occupied_count(); ++j) {
    bool any = false;
    for (std::size_t k = 0; k < geometric.size(); ++k)
      any |= !geometric[k] && main.parcels_in(k, j).size() > 0;
    if (!any) continue;
    for (const std::uint32_t b : main.around(j))
      if (b != kNoBlock) others_[b] = 1;
  }
}

/// Both have a surface (contact/surfaces/), or are rigid bodies (contact/rigid_contacts.h).
bool FieldContacts::meet_as_geometry(const Member& a, const Member& b, std::uint32_t part_b) const {
  if (!a.body->roles().surface) return false;
  return b.body ? b.body->roles().surface != nullptr : !others_[parts_[part_b].block];
}

void FieldContacts::find_spots() {
  struct Entry {
    std::uint64_t key;
    Part part;
  };
  // Sorted by key, those of one key by member: each member's keys are sorted already.
  std::vector<Entry> all;
  for (std::uint32_t m = 1; m < members_.size(); ++m) {
    const auto keys = members_[m].grid->keys();
    const std::ptrdiff_t before = std::ptrdiff_t(all.size());
    for (std::uint32_t b = 0; b < keys.size(); ++b) all.push_back({keys[b], {m, b}});
    std::inplace_merge(all.begin(), all.begin() + before, all.end(),
                       [](const Entry& a, const Entry& b) { return a.key < b.key; });
  }
  for (Member& m : members_) m.part_of.assign(m.grid->block_count(), -1);
  const auto main_keys = members_[0].grid->keys();
  for (std::size_t i = 0; i < all.size();) {
    std::size_t end = i;
    while (end < all.size() && all[end].key == all[i].key) ++end;
    const auto at = std::lower_bound(main_keys.begin(), main_keys.end(), all[i].key);
    const bool in_main = at != main_keys.end() && *at == all[i].key;
    // Or do all that are here meet as surfaces?
    bool meets = in_main && others_[std::size_t(at - main_keys.begin())];
    for (std::size_t k = i; k < end; ++k) meets |= !members_[all[k].part.member].body->roles().surface;
    if (meets && end - i + in_main >= 2) {
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
  if (meet_as_geometry(a, b, pb)) return;
  Contact c;
  c.node = k;
  c.x = a.grid->position(parts_[pa].block, k);
  c.a.part = pa;
  c.b.part = pb;
  if (!normal_at(c)) return;
  View &va = view(pa, k), &vb = view(pb, k);
  c.next_a = va.contact;
  c.next_b = vb.contact;
  va.contact = vb.contact = std::int32_t(contacts_.size());
  contacts_.push_back(c);
}

/// The flatter surface decides: around an edge the sum of normals is short.
bool FieldContacts::normal_at(Contact& c) const {
  const View &va = view(c.a.part, c.node), &vb = view(c.b.part, c.node);
  const double la = norm(va.normal), lb = norm(vb.normal);
  const double flat_a = va.area > 0 ? la / va.area : 0, flat_b = vb.area > 0 ? lb / vb.area : 0;
  const bool thin = member(c.a.part).thin;
  Vec3d n = Vec3d::zero();
  if (member(c.b.part).body) {
    const double side = (thin || member(c.b.part).thin) && dot(va.normal, vb.normal) > 0 ? -1 : 1;
    if (la > 0) n += va.normal * ((thin ? side : 1) * std::pow(flat_a, 8) / la);
    if (lb > 0) n -= vb.normal * ((thin ? 1 : side) * std::pow(flat_b, 8) / lb);
  } else if (flat_a > kCoherent) {
    n = va.normal;
    c.sided = thin;
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
  c.n = n * (1 / length);
  return true;
}

/// The matter of main lies on that side of a thin body where its parcels are, in the mean over those near the
/// node, seen from the body's own points.
void FieldContacts::find_sides() {
  bool any = false;
  for (const Contact& c : contacts_) any |= c.sided;
  if (!any) return;
  parallel_for(members_.size(), [&](std::size_t i) {
    const Member& m = members_[i];
    if (!m.shared || (m.body && !m.thin)) return;
    each_parcel(m, [&](std::size_t, Range r, std::size_t first, const Real(*x)[kBatch], std::size_t j) {
      for (std::size_t q = first; q < r.end; ++q) {
        const std::size_t l = q - r.begin;
        each_node_near(*m.grid, j, {{x[0][l], x[1][l], x[2][l]}}, [&](const NodeNear& near) {
          const std::int32_t part = m.part_of[near.block];
          if (part < 0) return;
          for (std::int32_t at = view(std::uint32_t(part), near.node).contact; at >= 0;) {
            Contact& c = contacts_[std::size_t(at)];
            const bool is_b = c.b.part == std::uint32_t(part);
            Side& s = is_b ? c.b : c.a;
            if (c.sided) s.weight += near.weight, s.height += near.weight * dot(near.offset, c.n);
            at = is_b ? c.next_b : c.next_a;
          }
        });
      }
    });
  });
  for (Contact& c : contacts_) {
    if (!c.sided) continue;
    if (c.a.height * c.b.weight < c.b.height * c.a.weight) c.n = -c.n;
    c.a.height = c.a.weight = c.b.height = c.b.weight = 0;
  }
}

void FieldContacts::measure_side(Contact& c, bool is_b, const Vec3d& offset, double weight,
                                 const Vec3d* normal, double radius) {
  const Vec3d n = is_b ? -c.n : c.n;
  if (normal) {
    const double facing = dot(*normal, n);
    if (facing <= 0 && radius < 0) return;
    weight *= facing * facing;
  }
  Side& s = is_b ? c.b : c.a;
  s.weight += weight;
  s.height += weight * (dot(offset, n) - std::max(radius, 0.0));
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
            if (m.body)
              measure_side(c, is_b, near.offset, near.weight * double(area[l]),
                           norm2(normal) > 0 ? &normal : nullptr, radius);
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

}  // namespace weft
