/// Which corners of which elements meet at a vertex, so that each vertex can sum its forces by itself: no two
/// threads write one number, and the sum has one order.
///
///   begin   0 | 3 | 5 | ...              vertex v owns at[begin[v]] .. at[begin[v + 1] - 1]
///   at      4 e + a, ascending in e      corner a of element e is this vertex
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "exec/parallel.h"
#include "math/host_device.h"

namespace weft {

/// The same as kernels see it.
struct AdjacencyView {
  const std::uint32_t *begin = nullptr, *at = nullptr;
};

class Adjacency {
 public:
  /// corner(e, a) is the vertex at corner a of element e.
  template <class Corner>
  void build(std::size_t vertices, std::size_t elements, int corners, Corner&& corner);
  /// Vertex i becomes the old vertex order[i].
  void reorder_vertices(std::span<const std::uint32_t> order);
  /// The old element e becomes element now[e].
  void renumber_elements(std::span<const std::uint32_t> now);
  /// Of a vertex: 4 e + a for each.
  std::span<const std::uint32_t> corners(std::size_t vertex) const {
    return {at_.data() + begin_[vertex], at_.data() + begin_[vertex + 1]};
  }
  AdjacencyView view() const { return {begin_.data(), at_.data()}; }
  std::size_t bytes() const {
    return (begin_.capacity() + at_.capacity() + spare_begin_.capacity() + spare_.capacity()) *
           sizeof(std::uint32_t);
  }

 private:
  static constexpr std::size_t kElements = std::size_t(1) << 14;  ///< looked at by one thread
  static constexpr std::size_t kVertices = std::size_t(1) << 12;  ///< sorted by one thread
  /// begin_[v + 1] holds how many corners meet at v; sums them up.
  void sum_counts();

  std::vector<std::uint32_t> begin_, at_;
  std::vector<std::uint32_t> spare_begin_, spare_;  ///< memory for the next order
};

/// Corners go to the bucket of their vertex first, in the order of elements whatever the threads do; then
/// each bucket sorts its own by counting.
template <class Corner>
void Adjacency::build(std::size_t vertices, std::size_t elements, int corners, Corner&& corner) {
  const std::size_t chunks = chunk_count(elements, kElements), buckets = chunk_count(vertices, kVertices);
  std::vector<std::uint32_t> first(chunks * buckets, 0);  // of each chunk in each bucket
  parallel_chunks(elements, kElements, [&](Range r) {
    std::uint32_t* count = &first[r.begin / kElements * buckets];
    for (std::size_t e = r.begin; e < r.end; ++e)
      for (int a = 0; a < corners; ++a) ++count[corner(e, a) / kVertices];
  });
  std::vector<std::uint32_t> bucket_begin(buckets + 1, 0);
  std::uint32_t total = 0;
  for (std::size_t b = 0; b < buckets; ++b) {
    bucket_begin[b] = total;
    for (std::size_t c = 0; c < chunks; ++c) {
      std::uint32_t& here = first[c * buckets + b];
      const std::uint32_t count = here;
      here = total;
      total += count;
    }
  }
  bucket_begin[buckets] = total;
  spare_.resize(total);
  parallel_chunks(elements, kElements, [&](Range r) {
    std::uint32_t* next = &first[r.begin / kElements * buckets];
    for (std::size_t e = r.begin; e < r.end; ++e)
      for (int a = 0; a < corners; ++a)
        spare_[next[corner(e, a) / kVertices]++] = std::uint32_t(e * 4 + std::size_t(a));
  });
  begin_.resize(vertices + 1);
  at_.resize(total);
  parallel_chunks(vertices, kVertices, [&](Range r) {
    const std::size_t b = r.begin / kVertices;
    const std::span<const std::uint32_t> mine{spare_.data() + bucket_begin[b],
                                              spare_.data() + bucket_begin[b + 1]};
    std::vector<std::uint32_t> next(r.size() + 1, 0);
    for (const std::uint32_t c : mine) ++next[corner(c / 4, int(c % 4)) - r.begin + 1];
    next[0] = bucket_begin[b];
    for (std::size_t v = 0; v < r.size(); ++v) {
      next[v + 1] += next[v];
      begin_[r.begin + v] = next[v];
    }
    for (const std::uint32_t c : mine) at_[next[corner(c / 4, int(c % 4)) - r.begin]++] = c;
  });
  begin_[vertices] = total;
}

}  // namespace weft
