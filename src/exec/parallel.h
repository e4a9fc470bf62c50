/// parallel_for, reduce and scan over oneTBB. Work is cut into chunks whose size never depends on the number
/// of threads, and partial results are combined in chunk order: the same bits for any number of threads.
#pragma once
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace weft {

/// A half-open range of indices.
struct Range {
  std::size_t begin = 0, end = 0;
  std::size_t size() const { return end - begin; }
};

inline std::size_t chunk_count(std::size_t n, std::size_t chunk) { return (n + chunk - 1) / chunk; }

/// Calls f(i) for every i in [0, n), each possibly on another thread. For coarse work items.
template <class F>
void parallel_for(std::size_t n, F&& f) {
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, n, 1), [&](const tbb::blocked_range<std::size_t>& r) {
    for (std::size_t i = r.begin(); i != r.end(); ++i) f(i);
  });
}

/// Calls f(Range) for consecutive chunks of [0, n).
template <class F>
void parallel_chunks(std::size_t n, std::size_t chunk, F&& f) {
  parallel_for(chunk_count(n, chunk), [&](std::size_t c) {
    f(Range{c * chunk, std::min(n, (c + 1) * chunk)});
  });
}

/// Combines f(Range) of all chunks in chunk order: result = join(join(init, f(chunk 0)), f(chunk 1)) ...
template <class R, class F, class Join>
R reduce_chunks(std::size_t n, std::size_t chunk, R init, F&& f, Join&& join) {
  std::vector<R> part(chunk_count(n, chunk));
  parallel_for(part.size(), [&](std::size_t c) {
    part[c] = f(Range{c * chunk, std::min(n, (c + 1) * chunk)});
  });
  for (const R& p : part) init = join(init, p);
  return init;
}

/// Exclusive prefix sum in place; returns the total.
template <class T>
T exclusive_scan(std::vector<T>& a) {
  T total{};
  for (T& v : a) {
    T here = v;
    v = total;
    total += here;
  }
  return total;
}

}  // namespace weft
