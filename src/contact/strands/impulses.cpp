#include "contact/strands/impulses.h"

#include <bit>
#include <functional>

#include "math/pack.h"

namespace weft {
namespace {

using P = Pack<Real>;
constexpr std::size_t kWide = std::size_t(P::width);
constexpr std::size_t kGrain = 2048;  // a multiple of kWide

/// 1 / sum w^2/m.
Real response_of(const StrandContact& c, std::span<const Real> inverse_mass) {
  const Real a = c.a, b = c.b, a1 = 1 - a, b1 = 1 - b;
  const Real sum = a1 * a1 * inverse_mass[c.i] + a * a * inverse_mass[c.i + 1] + b1 * b1 * inverse_mass[c.j] +
                   b * b * inverse_mass[c.j + 1];
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

/// The impulse that segment 2 should get; nothing when the pair does not approach. Returns how many do.
std::size_t StrandImpulses::find_impulses(Real friction) {
  const auto pack_of = [&](std::size_t c) {
    alignas(64) Real wide[3][kWide];
    for (std::size_t k = 0; k < kWide; ++k) {
      const Quad *one = &v_[i_[c + k]], *two = &v_[j_[c + k]];
      const Quad relative =
          (two[0] + b_[c + k] * (two[1] - two[0])) - (one[0] + a_[c + k] * (one[1] - one[0]));
      for (std::size_t d = 0; d < 3; ++d) wide[d][k] = relative[d];
    }
    const auto get = [&](const Real* x, const Real* y, const Real* z) {
      return Vec3<P>{{P::load(x), P::load(y), P::load(z)}};
    };
    const Vec3<P> relative = get(wide[0], wide[1], wide[2]), n = get(&n_[0][c], &n_[1][c], &n_[2][c]);
    const P response = P::load(&response_[c]), approach = -dot(relative, n);
    const P I = max(approach * response, P(0));
    Vec3<P> impulse = I * n;
    if (friction > 0) {
      const Vec3<P> slip = relative + approach * n;
      const P speed = sqrt(dot(slip, slip));
      impulse -= (min(P(friction) * I, speed * response) / max(speed, P(1e-30))) * slip;
    }
    const P approaching = select(I > P(0), P(1), P(0));
    approaching.store(&approaching_[c]);
    for (int d = 0; d < 3; ++d) select(I > P(0), impulse[d], P(0)).store(wide[d]);
    for (std::size_t k = 0; k < kWide; ++k) impulse_[c + k] = Quad{wide[0][k], wide[1][k], wide[2][k], 0};
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
                                                      const ImpulseOptions& o) {
  active_.clear();
  if (contacts.empty()) return active_;
  list_contacts(contacts, v.size());
  spread_contacts(contacts, inverse_mass);
  v_.resize(v.size() + 1), share_.resize(v.size()), whole_.resize(v.size()), far_.resize(v.size());
  count_.assign(v.size() + 2, 0);
  const auto each_vertex = [&](auto&& f) {
    parallel_chunks(v.size(), kGrain, [&](Range r) {
      for (std::size_t k = r.begin; k < r.end; ++k) f(k);
    });
  };
  each_vertex([&](std::size_t k) { v_[k] = Quad{v[k][0], v[k][1], v[k][2], 0}; });
  for (int round = 0; round < o.rounds; ++round) {
    active_.push_back(find_impulses(Real(o.friction)));
    if (active_.back() == 0) break;
    count_approaching();
    find_shares();
    sum_impulses();
    each_vertex([&](std::size_t k) {
      const Quad sum = whole_[k] - far_[k] + (k > 0 ? far_[k - 1] : Quad{});
      v_[k] += inverse_mass[k] * sum;
    });
  }
  each_vertex([&](std::size_t k) { v[k] = {{v_[k][0], v_[k][1], v_[k][2]}}; });
  return active_;
}

}  // namespace weft
