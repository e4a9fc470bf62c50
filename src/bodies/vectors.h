/// One vector per vertex, and what implicit solves of a body's own velocities do with them. Sums have one order
/// for any number of threads.
#pragma once
#include <cmath>
#include <vector>

#include "exec/loops.h"
#include "math/vec.h"

namespace weft {

using Vectors = std::vector<Vec3d>;  ///< one per vertex

constexpr std::size_t kVectorChunk = 2048;

/// f(i) for each vertex.
template <class F>
void each_of(std::size_t n, F&& f) {
  parallel_each(n, kVectorChunk, f);
}
/// The sum of f(i).
template <class F>
double sum_over(std::size_t n, F&& f) {
  return sum_of(n, kVectorChunk, f);
}

inline double inner(const Vectors& a, const Vectors& b) {
  return sum_over(a.size(), [&](std::size_t i) { return dot(a[i], b[i]); });
}
inline double length(const Vectors& a) { return std::sqrt(inner(a, a)); }

}  // namespace weft
