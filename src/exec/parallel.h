/// Loops, sums and scans over many threads. Work is cut into chunks whose size never depends on the number
/// of threads, and partial results are combined in chunk order: the same bits for any number of threads.
#pragma once
#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

namespace weft {

/// A half-open range of indices.
struct Range {
  std::size_t begin = 0, end = 0;
  std::size_t size() const { return end - begin; }
};

inline std::size_t chunk_count(std::size_t n, std::size_t chunk) { return (n + chunk - 1) / chunk; }

/// Work that is called for ranges of items: a function and the object it belongs to. Not a template, so that
/// the scheduler is compiled once (parallel.cpp) and not once per loop.
struct Task {
  void (*call)(const void* object, std::size_t begin, std::size_t end);
  const void* object;
};

/// Calls `task` for ranges that cover [0, n) without overlap, on all threads.
void run_tasks(std::size_t n, Task task);

/// Calls f(i) for every i in [0, n), each possibly on another thread. For coarse work items.
template <class F>
void parallel_for(std::size_t n, F&& f) {
  using Work = std::remove_reference_t<F>;
  run_tasks(n, {[](const void* object, std::size_t begin, std::size_t end) {
                  Work& work = *static_cast<Work*>(const_cast<void*>(object));
                  for (std::size_t i = begin; i != end; ++i) work(i);
                },
                static_cast<const void*>(&f)});
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
  for (const R& p : part) init = join(std::move(init), p);
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
