/// Sorted lists of keys without repetitions, put together by many threads.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace weft {

using KeyList = std::vector<std::uint64_t>;

/// In place: sorted, each key once. By one thread.
void sort_unique(KeyList& keys);

/// Every key that is in one of the sorted lists.
KeyList union_of(std::span<const KeyList> lists);

/// Every key k of the sorted list with k - by and k + by.
KeyList with_shifted(std::span<const std::uint64_t> keys, std::uint64_t by);

}  // namespace weft
