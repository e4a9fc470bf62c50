/// Loops over items one by one, in chunks that any number of threads shares alike.
#pragma once
#include "exec/parallel.h"

namespace weft {

template <class F>
void parallel_each(std::size_t n, std::size_t chunk, F&& f) {
  parallel_chunks(n, chunk, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) f(i);
  });
}

/// The sum of f(i), the same bits for any number of threads.
template <class F>
double sum_of(std::size_t n, std::size_t chunk, F&& f) {
  const auto part = [&](Range r) {
    double s = 0;
    for (std::size_t i = r.begin; i < r.end; ++i) s += f(i);
    return s;
  };
  return reduce_chunks(n, chunk, 0.0, part, [](double a, double b) { return a + b; });
}

}  // namespace weft
