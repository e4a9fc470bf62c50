#include "geometry/weave/rings.h"

#include <algorithm>
#include <cmath>

namespace weft {

std::size_t edges_in(double length, double spacing, std::size_t least) {
  return std::max(least, std::size_t(std::llround(length / spacing)));
}

void RingMesh::append(Row row) {
  if (rows_++ > 0) zip(last_, row);
  last_ = row;
}

void RingMesh::add_row(std::size_t edges, const std::function<Place(double)>& place) {
  Row row{std::uint32_t(sheet_.vertices.size()), std::uint32_t(edges), 0, false};
  row.phase = closed_ && rows_ % 2 == 1 ? 0.5 : 0;
  const std::size_t n = closed_ ? edges : edges + 1;
  for (std::size_t i = 0; i < n; ++i) {
    const Place at = place((double(i) + row.phase) / double(edges));
    sheet_.vertices.push_back(at.x);
    sheet_.uv.push_back({float(at.u), float(at.v)});
  }
  append(row);
}

void RingMesh::add_tip(const Place& tip) {
  const Row row{std::uint32_t(sheet_.vertices.size()), 0, 0, true};
  sheet_.vertices.push_back(tip.x);
  sheet_.uv.push_back({float(tip.u), float(tip.v)});
  append(row);
}

std::uint32_t RingMesh::vertex(const Row& row, std::uint32_t i) const {
  if (row.tip) return row.first;
  return row.first + (closed_ ? i % row.edges : i);
}

/// Walks along both rows; the row whose next edge has its middle farther back goes first.
void RingMesh::zip(const Row& a, const Row& b) {
  const auto middle = [](const Row& row, std::uint32_t i) {
    return (double(i) + 0.5 + row.phase) / double(row.edges);
  };
  std::uint32_t i = 0, j = 0;
  while (i < a.edges || j < b.edges) {
    const bool along_a = j == b.edges || (i < a.edges && middle(a, i) < middle(b, j));
    if (along_a) {
      sheet_.triangles.push_back({vertex(a, i), vertex(a, i + 1), vertex(b, j)});
      ++i;
    } else {
      sheet_.triangles.push_back({vertex(a, i), vertex(b, j + 1), vertex(b, j)});
      ++j;
    }
  }
}

}  // namespace weft
