/// Which corners of which elements meet at a vertex, so that each vertex can sum its forces by itself: no two
/// threads write one number, and the sum has one order.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace weft {

class Adjacency {
 public:
  /// corner(e, a) is the vertex at corner a of element e.
  template <class Corner>
  void build(std::size_t vertices, std::size_t elements, int corners, Corner&& corner) {
    begin_.assign(vertices + 1, 0);
    for (std::size_t e = 0; e < elements; ++e)
      for (int a = 0; a < corners; ++a) ++begin_[corner(e, a) + 1];
    for (std::size_t v = 0; v < vertices; ++v) begin_[v + 1] += begin_[v];
    at_.resize(begin_[vertices]);
    std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
    for (std::size_t e = 0; e < elements; ++e)
      for (int a = 0; a < corners; ++a) at_[next[corner(e, a)]++] = std::uint32_t(e * 4 + std::size_t(a));
  }
  /// Of a vertex: 4 e + a for each.
  std::span<const std::uint32_t> corners(std::size_t vertex) const {
    return {at_.data() + begin_[vertex], at_.data() + begin_[vertex + 1]};
  }
  std::size_t bytes() const { return (begin_.size() + at_.size()) * sizeof(std::uint32_t); }

 private:
  std::vector<std::uint32_t> begin_, at_;
};

}  // namespace weft
