#include "contact/strands/impulses.h"

#include <bit>
#include <functional>

namespace weft {
namespace {

constexpr std::size_t kGrain = 1024;

std::uint32_t corner_vertex(const StrandContact& c, std::uint32_t corner) {
  return (corner < 2 ? c.i : c.j) + (corner & 1);
}
Real corner_weight(const StrandContact& c, std::uint32_t corner) {
  switch (corner) {
    case 0:
      return 1 - c.a;
    case 1:
      return c.a;
    case 2:
      return c.b - 1;
    default:
      return -c.b;
  }
}

/// The impulse that segment 2 should get; zero when the pair does not approach.
Vec3r impulse_of(const StrandContact& c, std::span<const Real> inverse_mass, std::span<const Vec3r> v,
                 Real friction) {
  Vec3r relative{};
  Real response = 0;
  for (std::uint32_t k = 0; k < 4; ++k) {
    const Real w = corner_weight(c, k);
    const std::uint32_t at = corner_vertex(c, k);
    relative -= w * v[at];
    response += w * w * inverse_mass[at];
  }
  const Real approach = -dot(relative, c.n);
  if (!(approach > 0) || !(response > 0)) return {};
  const Real I = approach / response;
  Vec3r impulse = I * c.n;
  if (friction > 0) {
    const Vec3r slip = relative + approach * c.n;
    const Real speed = norm(slip);
    if (speed > 0) impulse -= (std::min(friction * I, speed / response) / speed) * slip;
  }
  return impulse;
}

bool nonzero(const Vec3r& a) { return a[0] != 0 || a[1] != 0 || a[2] != 0; }

}  // namespace

/// Which contacts each vertex has, in order.
void StrandImpulses::list_contacts(std::span<const StrandContact> contacts, std::size_t vertices) {
  entries_.resize(4 * contacts.size());
  parallel_chunks(contacts.size(), kGrain, [&](Range r) {
    for (std::size_t c = r.begin; c < r.end; ++c)
      for (std::uint32_t k = 0; k < 4; ++k)
        entries_[4 * c + k] = {corner_vertex(contacts[c], k), std::uint32_t(4 * c + k)};
  });
  radix_sort(entries_, scratch_, int(std::bit_width(vertices)));
  touched_.clear();
  begin_.clear();
  for (std::size_t e = 0; e < entries_.size(); ++e)
    if (e == 0 || entries_[e].key != entries_[e - 1].key) {
      touched_.push_back(entries_[e].key);
      begin_.push_back(e);
    }
  begin_.push_back(entries_.size());
}

const std::vector<std::size_t>& StrandImpulses::apply(std::span<const StrandContact> contacts,
                                                      std::span<const Real> inverse_mass, std::span<Vec3r> v,
                                                      const ImpulseOptions& o) {
  active_.clear();
  if (contacts.empty()) return active_;
  list_contacts(contacts, v.size());
  impulse_.resize(contacts.size());
  count_.resize(v.size());
  for (int round = 0; round < o.rounds; ++round) {
    const std::size_t active = reduce_chunks(
        contacts.size(), kGrain, std::size_t(0),
        [&](Range r) {
          std::size_t n = 0;
          for (std::size_t c = r.begin; c < r.end; ++c) {
            impulse_[c] = impulse_of(contacts[c], inverse_mass, v, Real(o.friction));
            n += nonzero(impulse_[c]);
          }
          return n;
        },
        std::plus<>());
    active_.push_back(active);
    if (active == 0) break;
    parallel_chunks(touched_.size(), kGrain, [&](Range r) {
      for (std::size_t t = r.begin; t < r.end; ++t) {
        std::uint32_t n = 0;
        for (std::size_t e = begin_[t]; e < begin_[t + 1]; ++e) n += nonzero(impulse_[entries_[e].index / 4]);
        count_[touched_[t]] = n;
      }
    });
    parallel_chunks(contacts.size(), kGrain, [&](Range r) {
      for (std::size_t c = r.begin; c < r.end; ++c) {
        if (!nonzero(impulse_[c])) continue;
        std::uint32_t most = 1;
        for (std::uint32_t k = 0; k < 4; ++k) most = std::max(most, count_[corner_vertex(contacts[c], k)]);
        impulse_[c] *= Real(1) / Real(most);
      }
    });
    parallel_chunks(touched_.size(), kGrain, [&](Range r) {
      for (std::size_t t = r.begin; t < r.end; ++t) {
        Vec3r sum{};
        for (std::size_t e = begin_[t]; e < begin_[t + 1]; ++e) {
          const std::uint32_t index = entries_[e].index;
          sum += corner_weight(contacts[index / 4], index % 4) * impulse_[index / 4];
        }
        v[touched_[t]] -= inverse_mass[touched_[t]] * sum;
      }
    });
  }
  return active_;
}

}  // namespace weft
