/// Sorted lists of keys without repetitions, put together by many threads.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace weft {

using Keys = std::vector<std::uint64_t>;

/// In place: sorted, each key once. By one thread.
void sort_unique(Keys& keys);

/// Every key that is in one of the sorted lists.
Keys union_of(std::span<const Keys> lists);

/// Every key k of the sorted list with k - by and k + by.
Keys with_shifted(std::span<const std::uint64_t> keys, std::uint64_t by);

}  // namespace weft
