/// Parallel stable radix sort of (key, index) pairs; the result does not depend on the number of threads.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace weft {

struct KeyIndex {
  std::uint32_t key, index;
};

/// Sorts by key, equal keys keeping their order. `scratch` is resized as needed and may be kept between
/// calls. Keys must be below 2^key_bits.
void radix_sort(std::vector<KeyIndex>& items, std::vector<KeyIndex>& scratch, int key_bits = 32);

/// The same where both have their size already; returns the one of the two that holds the result.
std::span<KeyIndex> radix_sort(std::span<KeyIndex> items, std::span<KeyIndex> scratch, int key_bits = 32);

}  // namespace weft
