#include "exec/radix_sort.h"

#include <array>
#include <utility>

#include "exec/buffer.h"
#include "exec/parallel.h"

namespace weft {
namespace {

constexpr int kMostBits = 11;  // of a digit
constexpr std::size_t kMostBins = std::size_t(1) << kMostBits;
constexpr std::size_t kChunk = std::size_t(1) << 14;
constexpr std::size_t kBinsPerTask = 128;
using Histogram = std::array<std::uint32_t, kMostBins>;

/// How many items of each digit each chunk has -> where each chunk's items of each digit go: digits first,
/// then chunks, which keeps the sort stable.
void find_places(Buffer<Histogram>& counts, std::size_t bins) {
  std::vector<std::uint32_t> first(bins);
  parallel_chunks(bins, kBinsPerTask, [&](Range r) {
    for (Histogram& h : counts)
      for (std::size_t d = r.begin; d < r.end; ++d) first[d] += h[d];
  });
  exclusive_scan(first);
  parallel_chunks(bins, kBinsPerTask, [&](Range r) {
    for (Histogram& h : counts)
      for (std::size_t d = r.begin; d < r.end; ++d) first[d] += std::exchange(h[d], first[d]);
  });
}

}  // namespace

std::span<KeyIndex> radix_sort(std::span<KeyIndex> items, std::span<KeyIndex> scratch, int key_bits) {
  const std::size_t n = items.size();
  const int passes = (key_bits + kMostBits - 1) / kMostBits;
  if (!n || !passes) return items;
  const int bits = (key_bits + passes - 1) / passes;  // equal digits: fewer bins
  const std::size_t bins = std::size_t(1) << bits;
  Buffer<Histogram> counts(chunk_count(n, kChunk));
  for (int shift = 0; shift < key_bits; shift += bits) {
    const auto digit = [shift, bins](const KeyIndex& k) { return (k.key >> shift) & (bins - 1); };
    parallel_chunks(n, kChunk, [&](Range r) {
      Histogram& h = counts[r.begin / kChunk];
      std::fill_n(h.begin(), bins, 0u);
      for (std::size_t i = r.begin; i < r.end; ++i) ++h[digit(items[i])];
    });
    find_places(counts, bins);
    parallel_chunks(n, kChunk, [&](Range r) {
      Histogram& h = counts[r.begin / kChunk];
      for (std::size_t i = r.begin; i < r.end; ++i) scratch[h[digit(items[i])]++] = items[i];
    });
    std::swap(items, scratch);
  }
  return items;
}

void radix_sort(std::vector<KeyIndex>& items, std::vector<KeyIndex>& scratch, int key_bits) {
  scratch.resize(items.size());
  if (radix_sort(std::span(items), std::span(scratch), key_bits).data() != items.data()) items.swap(scratch);
}

}  // namespace weft
