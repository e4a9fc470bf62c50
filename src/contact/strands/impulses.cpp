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

/// The impulse that segment 2 should get; nothing when the pair does not approach.
bool impulse_of(const StrandContact& c, std::span<const Vec3r> v, Real response, Real friction,
                Vec3r& impulse) {
  const Vec3r relative = (1 - c.b) * v[c.j] + c.b * v[c.j + 1] - (1 - c.a) * v[c.i] - c.a * v[c.i + 1];
  const Real approach = -dot(relative, c.n);
  if (!(approach * response > 0)) return false;
  const Real I = approach * response;
  impulse = I * c.n;
  if (friction > 0) {
    const Vec3r slip = relative + approach * c.n;
    const Real speed = norm(slip);
    if (speed > 0) impulse -= (std::min(friction * I, speed * response) / speed) * slip;
  }
  return true;
}

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

void StrandImpulses::add_responses(std::span<const StrandContact> contacts,
                                   std::span<const Real> inverse_mass) {
  response_.resize(contacts.size());
  parallel_chunks(contacts.size(), kGrain, [&](Range r) {
    for (std::size_t c = r.begin; c < r.end; ++c) {
      Real sum = 0;
      for (std::uint32_t k = 0; k < 4; ++k) {
        const Real w = corner_weight(contacts[c], k);
        sum += w * w * inverse_mass[corner_vertex(contacts[c], k)];
      }
      response_[c] = sum > 0 ? 1 / sum : 0;
    }
  });
  weight_.resize(entries_.size());
  parallel_chunks(entries_.size(), kGrain, [&](Range r) {
    for (std::size_t e = r.begin; e < r.end; ++e)
      weight_[e] = corner_weight(contacts[entries_[e].index / 4], entries_[e].index % 4) *
                   inverse_mass[entries_[e].key];
  });
}

const std::vector<std::size_t>& StrandImpulses::apply(std::span<const StrandContact> contacts,
                                                      std::span<const Real> inverse_mass, std::span<Vec3r> v,
                                                      const ImpulseOptions& o) {
  active_.clear();
  if (contacts.empty()) return active_;
  list_contacts(contacts, v.size());
  add_responses(contacts, inverse_mass);
  impulse_.resize(contacts.size());
  approach_.resize(contacts.size());
  count_.resize(v.size());
  for (int round = 0; round < o.rounds; ++round) {
    active_.push_back(reduce_chunks(
        contacts.size(), kGrain, std::size_t(0),
        [&](Range r) {
          std::size_t n = 0;
          for (std::size_t c = r.begin; c < r.end; ++c)
            n += approach_[c] = impulse_of(contacts[c], v, response_[c], Real(o.friction), impulse_[c]);
          return n;
        },
        std::plus<>()));
    if (active_.back() == 0) break;
    const auto each_touched = [&](auto&& f) {
      parallel_chunks(touched_.size(), kGrain, [&](Range r) {
        for (std::size_t t = r.begin; t < r.end; ++t) f(touched_[t], begin_[t], begin_[t + 1]);
      });
    };
    each_touched([&](std::uint32_t vertex, std::size_t begin, std::size_t end) {
      std::uint32_t n = 0;
      for (std::size_t e = begin; e < end; ++e) n += approach_[entries_[e].index / 4];
      count_[vertex] = n;
    });
    parallel_chunks(contacts.size(), kGrain, [&](Range r) {
      for (std::size_t c = r.begin; c < r.end; ++c) {
        if (!approach_[c]) continue;
        std::uint32_t most = 1;
        for (std::uint32_t k = 0; k < 4; ++k) most = std::max(most, count_[corner_vertex(contacts[c], k)]);
        impulse_[c] *= Real(1) / Real(most);
      }
    });
    each_touched([&](std::uint32_t vertex, std::size_t begin, std::size_t end) {
      if (count_[vertex] == 0) return;
      Vec3r change{};
      for (std::size_t e = begin; e < end; ++e) {
        const std::size_t c = entries_[e].index / 4;
        if (approach_[c]) change -= weight_[e] * impulse_[c];
      }
      v[vertex] += change;
    });
  }
  return active_;
}

}  // namespace weft
