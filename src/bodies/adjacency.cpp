#include "bodies/adjacency.h"

namespace weft {

void Adjacency::sum_counts() {
  const std::size_t n = begin_.size() - 1;
  std::vector<std::uint32_t> before(chunk_count(n, kVertices), 0);
  parallel_chunks(n, kVertices, [&](Range r) {
    std::uint32_t sum = 0;
    for (std::size_t v = r.begin; v < r.end; ++v) sum += begin_[v + 1];
    before[r.begin / kVertices] = sum;
  });
  exclusive_scan(before);
  begin_[0] = 0;
  parallel_chunks(n, kVertices, [&](Range r) {
    std::uint32_t sum = before[r.begin / kVertices];
    for (std::size_t v = r.begin; v < r.end; ++v) begin_[v + 1] = sum += begin_[v + 1];
  });
}

void Adjacency::reorder_vertices(std::span<const std::uint32_t> order) {
  if (begin_.empty()) return;
  std::swap(begin_, spare_begin_);
  std::swap(at_, spare_);
  begin_.resize(order.size() + 1);
  at_.resize(spare_.size());
  parallel_chunks(order.size(), kVertices, [&](Range r) {
    for (std::size_t v = r.begin; v < r.end; ++v)
      begin_[v + 1] = spare_begin_[order[v] + 1] - spare_begin_[order[v]];
  });
  sum_counts();
  parallel_chunks(order.size(), kVertices, [&](Range r) {
    for (std::size_t v = r.begin; v < r.end; ++v)
      for (std::uint32_t k = 0, n = begin_[v + 1] - begin_[v]; k < n; ++k)
        at_[begin_[v] + k] = spare_[spare_begin_[order[v]] + k];
  });
}

void Adjacency::renumber_elements(std::span<const std::uint32_t> now) {
  if (begin_.empty()) return;
  parallel_chunks(begin_.size() - 1, kVertices, [&](Range r) {
    for (std::size_t v = r.begin; v < r.end; ++v)
      for (std::uint32_t k = begin_[v]; k < begin_[v + 1]; ++k) {  // a few corners: sorted by insertion
        const std::uint32_t c = now[at_[k] / 4] * 4 + at_[k] % 4;
        std::uint32_t to = k;
        for (; to > begin_[v] && at_[to - 1] > c; --to) at_[to] = at_[to - 1];
        at_[to] = c;
      }
  });
}

}  // namespace weft
