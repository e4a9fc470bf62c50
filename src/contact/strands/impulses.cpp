#include "contact/strands/impulses.h"

#include <bit>
#include <functional>

#include "materials/coulomb.h"
#include "math/pack.h"

namespace weft {
namespace {

using P = Pack<Real>;
constexpr std::size_t kWide = std::size_t(P::width);
constexpr std::size_t kGrain = 2048;  // a multiple of kWide

/// A lever shorter than this part of a segment moves nothing: held vertices that come nearer each other would
/// else throw the free ends of their segments away.
constexpr Real kShortest = Real(0.05);

/// 1 / sum w^2/m.
Real response_of(const StrandContact& c, std::span<const Real> inverse_mass) {
  const Real a = c.a, b = c.b, a1 = 1 - a, b1 = 1 - b;
  const Real lightest =
      std::max({inverse_mass[c.i], inverse_mass[c.i + 1], inverse_mass[c.j], inverse_mass[c.j + 1]});
  Real sum = a1 * a1 * inverse_mass[c.i] + a * a * inverse_mass[c.i + 1] + b1 * b1 * inverse_mass[c.j] +
             b * b * inverse_mass[c.j + 1];
  sum = std::max(sum, kShortest * kShortest * lightest);
  return sum > 0 ? 1 / sum : 0;
}

/// The first of the items of each key, for keys up to `keys`: key_of(item), items in order.
template <class Item, class KeyOf>
void list_begins(std::span<const Item> items, std::size_t keys, std::vector<std::uint32_t>& begin,
                 KeyOf&& key_of) {
  begin.resize(keys + 1);
  parallel_chunks(items.size() + 1, kGrain, [&](Range r) {
    for (std::size_t c = r.begin; c < r.end; ++c) {
      const std::size_t from = c == 0 ? 0 : key_of(items[c - 1]) + 1;
      const std::size_t to = c == items.size() ? keys : key_of(items[c]);
      for (std::size_t k = from; k <= to; ++k) begin[k] = std::uint32_t(c);
    }
  });
}

}  // namespace

/// Which contacts each segment has, in order.
void StrandImpulses::list_contacts(std::span<const StrandContact> contacts, std::size_t vertices) {
  by_second_.resize(contacts.size());
  parallel_chunks(contacts.size(), kGrain, [&](Range r) {
    for (std::size_t c = r.begin; c < r.end; ++c) by_second_[c] = {contacts[c].j, std::uint32_t(c)};
  });
  radix_sort(by_second_, scratch_, int(std::bit_width(vertices)));
  list_begins(contacts, vertices, own_, [](const StrandContact& c) { return c.i; });
  list_begins(std::span<const KeyIndex>(by_second_), vertices, other_,
              [](const KeyIndex& k) { return k.key; });
}

void StrandImpulses::spread_contacts(std::span<const StrandContact> contacts,
                                     std::span<const Real> inverse_mass) {
  const std::size_t n = (contacts.size() + kWide - 1) / kWide * kWide;
  i_.resize(n), j_.resize(n);
  for (Array<Real>* array : {&a_, &b_, &n_[0], &n_[1], &n_[2], &response_, &approaching_}) array->resize(n);
  impulse_.resize(n);
  parallel_chunks(n, kGrain, [&](Range r) {
    for (std::size_t c = r.begin; c < r.end; ++c) {
      const StrandContact contact = c < contacts.size() ? contacts[c] : StrandContact{};
      i_[c] = contact.i, j_[c] = contact.j;
      a_[c] = contact.a, b_[c] = contact.b;
      for (std::size_t k = 0; k < 3; ++k) n_[k][c] = contact.n[int(k)];
      response_[c] = c < contacts.size() ? response_of(contact, inverse_mass) : 0;
    }
  });
}

/// Of the closest points of contacts c .., segment 2 against segment 1.
Vec3<P> StrandImpulses::relative_velocity(std::size_t c) const {
  alignas(64) Real wide[3][kWide];
  for (std::size_t k = 0; k < kWide; ++k) {
    const Quad *one = &v_[i_[c + k]], *two = &v_[j_[c + k]];
    const Quad relative = (two[0] + b_[c + k] * (two[1] - two[0])) - (one[0] + a_[c + k] * (one[1] - one[0]));
    for (std::size_t d = 0; d < 3; ++d) wide[d][k] = relative[d];
  }
  return {{P::load(wide[0]), P::load(wide[1]), P::load(wide[2])}};
}

void StrandImpulses::store_impulses(std::size_t c, const Vec3<P>& impulse) {
  alignas(64) Real wide[3][kWide];
  for (int d = 0; d < 3; ++d) impulse[d].store(wide[d]);
  for (std::size_t k = 0; k < kWide; ++k) impulse_[c + k] = Quad{wide[0][k], wide[1][k], wide[2][k], 0};
}

/// The impulse that segment 2 should get; nothing when the pair does not approach. Returns how many do.
std::size_t StrandImpulses::find_impulses() {
  const auto pack_of = [&](std::size_t c) {
    const Vec3<P> n{{P::load(&n_[0][c]), P::load(&n_[1][c]), P::load(&n_[2][c])}};
    const P I = max(-dot(relative_velocity(c), n) * P::load(&response_[c]), P(0));
    const P approaching = select(I > P(0), P(1), P(0));
    approaching.store(&approaching_[c]);
    store_impulses(c, I * n);
    return approaching;
  };
  return reduce_chunks(
      i_.size(), kGrain, std::size_t(0),
      [&](Range r) {
        P sum(0);
        for (std::size_t c = r.begin; c < r.end; c += kWide) sum += pack_of(c);
        return std::size_t(horizontal_sum(sum));
      },
      std::plus<>());
}

/// What the pairs were pushed by in this round, as far as they got it.
void StrandImpulses::add_pushes() {
  parallel_chunks(i_.size(), kGrain, [&](Range r) {
    for (std::size_t c = r.begin; c < r.end; ++c) {
      const Quad I = impulse_[c];
      pushed_[c] +=
          std::min(share_[i_[c]], share_[j_[c]]) * (I[0] * n_[0][c] + I[1] * n_[1][c] + I[2] * n_[2][c]);
    }
  });
}

/// The impulse along the slip before it is shared: shared it is at most mu times the push.
void StrandImpulses::find_rubbing(Real friction) {
  parallel_chunks(i_.size(), kGrain, [&](Range r) {
    for (std::size_t c = r.begin; c < r.end; c += kWide) {
      alignas(64) Real share[kWide];
      for (std::size_t k = 0; k < kWide; ++k) share[k] = std::min(share_[i_[c + k]], share_[j_[c + k]]);
      const Vec3<P> n{{P::load(&n_[0][c]), P::load(&n_[1][c]), P::load(&n_[2][c])}};
      const Vec3<P> relative = relative_velocity(c), slip = relative - dot(relative, n) * n;
      const P speed = sqrt(dot(slip, slip));
      const FrictionCone cone{P(friction) * P::load(&pushed_[c]) / P::load(share)};
      store_impulses(c, -cone.per_speed(speed, speed * P::load(&response_[c])) * slip);
    }
  });
}

void StrandImpulses::count_approaching() {
  parallel_chunks(count_.size() - 2, kGrain, [&](Range r) {
    for (std::size_t s = r.begin; s < r.end; ++s) {
      Real n = 0;
      for (std::size_t c = own_[s]; c < own_[s + 1]; ++c) n += approaching_[c];
      for (std::size_t e = other_[s]; e < other_[s + 1]; ++e) n += approaching_[by_second_[e].index];
      count_[s + 1] = n;
    }
  });
}

void StrandImpulses::find_shares() {
  // Segment s has its count at s + 1, with nothing before the first and after the last.
  parallel_chunks(share_.size(), kGrain, [&](Range r) {
    for (std::size_t s = r.begin; s < r.end; ++s)
      share_[s] = 1 / std::max(Real(1), count_[s + 1] + std::max(count_[s], count_[s + 2]));
  });
}

void StrandImpulses::sum_impulses() {
  parallel_chunks(whole_.size(), kGrain, [&](Range r) {
    for (std::size_t s = r.begin; s < r.end; ++s) {
      Quad whole{}, far{};
      const Real share = share_[s];
      for (std::size_t c = own_[s]; c < own_[s + 1]; ++c) {
        const Quad impulse = std::min(share, share_[j_[c]]) * impulse_[c];
        whole -= impulse;
        far -= a_[c] * impulse;
      }
      for (std::size_t e = other_[s]; e < other_[s + 1]; ++e) {
        const std::size_t c = by_second_[e].index;
        const Quad impulse = std::min(share, share_[i_[c]]) * impulse_[c];
        whole += impulse;
        far += b_[c] * impulse;
      }
      whole_[s] = whole, far_[s] = far;
    }
  });
}

const std::vector<std::size_t>& StrandImpulses::apply(std::span<const StrandContact> contacts,
                                                      std::span<const Real> inverse_mass, std::span<Vec3r> v,
                                                      int rounds) {
  active_.clear();
  i_.clear();
  if (contacts.empty()) return active_;
  list_contacts(contacts, v.size());
  spread_contacts(contacts, inverse_mass);
  v_.resize(v.size() + 1), share_.resize(v.size()), whole_.resize(v.size()), far_.resize(v.size());
  count_.assign(v.size() + 2, 0);
  pushed_.assign(i_.size(), 0);
  each_vertex([&](std::size_t k) { v_[k] = Quad{v[k][0], v[k][1], v[k][2], 0}; });
  for (int round = 0; round < rounds; ++round) {
    active_.push_back(find_impulses());
    if (active_.back() == 0) break;
    count_approaching();
    find_shares();
    add_pushes();
    sum_impulses();
    each_vertex([&](std::size_t k) { v_[k] += inverse_mass[k] * sum_at(k); });
  }
  each_vertex([&](std::size_t k) { v[k] = {{v_[k][0], v_[k][1], v_[k][2]}}; });
  return active_;
}

void StrandImpulses::rub(std::span<const Real> inverse_mass, double friction, std::span<Vec3r> change) {
  std::fill(change.begin(), change.end(), Vec3r::zero());
  if (i_.empty() || !(friction > 0)) return;
  parallel_chunks(i_.size(), kGrain, [&](Range r) {
    for (std::size_t c = r.begin; c < r.end; ++c) approaching_[c] = pushed_[c] > 0 ? Real(1) : Real(0);
  });
  count_approaching();
  find_shares();
  find_rubbing(Real(friction));
  sum_impulses();
  each_vertex([&](std::size_t k) {
    const Quad dv = inverse_mass[k] * sum_at(k);
    change[k] = {{dv[0], dv[1], dv[2]}};
  });
}

}  // namespace weft
