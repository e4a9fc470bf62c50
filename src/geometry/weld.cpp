#include "geometry/weld.h"

#include <algorithm>
#include <numeric>

namespace weft {

TriangleMesh welded(const TriangleMesh& mesh) {
  const auto& x = mesh.vertices;
  std::vector<std::uint32_t> order(x.size()), now(x.size());
  std::iota(order.begin(), order.end(), 0u);
  const auto less = [&](std::uint32_t a, std::uint32_t b) {
    return std::lexicographical_compare(x[a].e, x[a].e + 3, x[b].e, x[b].e + 3);
  };
  std::stable_sort(order.begin(), order.end(), less);
  for (std::size_t i = 0; i < order.size(); ++i)
    now[order[i]] = i > 0 && x[order[i]] == x[order[i - 1]] ? now[order[i - 1]] : order[i];
  TriangleMesh out;
  std::vector<std::uint32_t> number(x.size());
  for (std::uint32_t i = 0; i < x.size(); ++i)
    if (now[i] == i) {
      number[i] = std::uint32_t(out.vertices.size());
      out.vertices.push_back(x[i]);
    }
  for (const auto& t : mesh.triangles) {
    const std::array<std::uint32_t, 3> w{number[now[t[0]]], number[now[t[1]]], number[now[t[2]]]};
    if (w[0] != w[1] && w[1] != w[2] && w[2] != w[0]) out.triangles.push_back(w);
  }
  return out;
}

}  // namespace weft
