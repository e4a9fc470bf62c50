#include "exec/radix_sort.h"

#include <array>

#include "exec/parallel.h"

namespace weft {
namespace {
constexpr int kDigitBits = 11;
constexpr std::size_t kBins = std::size_t(1) << kDigitBits;
constexpr std::size_t kChunk = std::size_t(1) << 16;
using Histogram = std::array<std::uint32_t, kBins>;
}  // namespace

void radix_sort(std::vector<KeyIndex>& items, std::vector<KeyIndex>& scratch, int key_bits) {
  const std::size_t n = items.size();
  scratch.resize(n);
  std::vector<Histogram> counts(chunk_count(n, kChunk));
  for (int shift = 0; shift < key_bits; shift += kDigitBits) {
    const auto digit = [shift](const KeyIndex& k) { return (k.key >> shift) & (kBins - 1); };
    parallel_chunks(n, kChunk, [&](Range r) {
      Histogram& h = counts[r.begin / kChunk];
      h.fill(0);
      for (std::size_t i = r.begin; i < r.end; ++i) ++h[digit(items[i])];
    });
    // Where each chunk's items of each digit go: digits first, then chunks, which keeps the sort stable.
    std::uint32_t at = 0;
    for (std::size_t d = 0; d < kBins; ++d)
      for (Histogram& h : counts) {
        const std::uint32_t here = h[d];
        h[d] = at;
        at += here;
      }
    parallel_chunks(n, kChunk, [&](Range r) {
      Histogram& h = counts[r.begin / kChunk];
      for (std::size_t i = r.begin; i < r.end; ++i) scratch[h[digit(items[i])]++] = items[i];
    });
    items.swap(scratch);
  }
}

}  // namespace weft
