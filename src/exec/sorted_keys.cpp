#include "exec/sorted_keys.h"

#include <algorithm>

#include "exec/parallel.h"

namespace weft {
namespace {

constexpr std::size_t kParts = 256;   // into which a union is cut
constexpr std::size_t kSample = 64;   // one key of so many says where
constexpr std::size_t kChunk = 2048;  // keys that a thread shifts at a time

KeyList concatenate(std::span<const KeyList> parts) {
  std::vector<std::size_t> begin;
  for (const KeyList& p : parts) begin.push_back(p.size());
  KeyList all(exclusive_scan(begin));
  parallel_for(parts.size(), [&](std::size_t p) {
    std::copy(parts[p].begin(), parts[p].end(), all.begin() + std::ptrdiff_t(begin[p]));
  });
  return all;
}

/// Keys that cut all lists together into parts of about the same size.
KeyList cuts_of(std::span<const KeyList> lists) {
  KeyList samples, cuts;
  for (const KeyList& l : lists)
    for (std::size_t i = kSample / 2; i < l.size(); i += kSample) samples.push_back(l[i]);
  sort_unique(samples);
  const std::size_t stride = samples.size() / kParts + 1;
  for (std::size_t i = stride; i < samples.size(); i += stride) cuts.push_back(samples[i]);
  return cuts;
}

std::size_t lower(std::span<const std::uint64_t> keys, std::uint64_t key) {
  return std::size_t(std::lower_bound(keys.begin(), keys.end(), key) - keys.begin());
}

}  // namespace

void sort_unique(KeyList& keys) {
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
}

KeyList union_of(std::span<const KeyList> lists) {
  const KeyList cuts = cuts_of(lists);
  std::vector<KeyList> part(cuts.size() + 1);
  parallel_for(part.size(), [&](std::size_t p) {
    for (const KeyList& l : lists) {
      const std::size_t begin = p == 0 ? 0 : lower(l, cuts[p - 1]),
                        end = p == cuts.size() ? l.size() : lower(l, cuts[p]);
      part[p].insert(part[p].end(), l.begin() + std::ptrdiff_t(begin), l.begin() + std::ptrdiff_t(end));
    }
    sort_unique(part[p]);
  });
  return concatenate(part);
}

/// Three copies of the list, shifted against each other, are merged; part p has the results from
/// keys[p kChunk] up to the next part's first.
KeyList with_shifted(std::span<const std::uint64_t> keys, std::uint64_t by) {
  std::vector<KeyList> part(chunk_count(keys.size(), kChunk));
  parallel_chunks(keys.size(), kChunk, [&](Range r) {
    const bool first = r.begin == 0, last = r.end == keys.size();
    // Which keys, shifted down, not at all, and up, fall into this part.
    std::size_t at[3], end[3];
    for (std::uint64_t s = 0; s < 3; ++s) {
      at[s] = first ? 0 : lower(keys, keys[r.begin] + by - s * by);
      end[s] = last ? keys.size() : lower(keys, keys[r.end] + by - s * by);
    }
    KeyList& out = part[r.begin / kChunk];
    out.reserve(end[0] - at[0] + end[1] - at[1] + end[2] - at[2]);
    constexpr std::uint64_t kNone = ~std::uint64_t(0);
    const auto head = [&](int s) {
      return at[s] < end[s] ? keys[at[s]] - by + std::uint64_t(s) * by : kNone;
    };
    std::uint64_t down = head(0), here = head(1), up = head(2);
    for (;;) {
      const std::uint64_t least = std::min({down, here, up});
      if (least == kNone) break;
      out.push_back(least);
      if (down == least) ++at[0], down = head(0);
      if (here == least) ++at[1], here = head(1);
      if (up == least) ++at[2], up = head(2);
    }
  });
  return concatenate(part);
}

}  // namespace weft
