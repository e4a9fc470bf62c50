/// Sews control meshes together from rows of vertices.
#pragma once
#include <functional>

#include "geometry/shells/quad_sheet.h"

namespace weft {

/// Rows are lists of vertices, so a seam is a vertex that two rows name.
class Quilt {
 public:
  using Row = std::vector<std::uint32_t>;
  using Uv = std::array<float, 2>;

  std::uint32_t add(const Vec3d& x);
  /// `count` vertices, place(i) for each.
  Row add_row(std::size_t count, const std::function<Vec3d(std::size_t)>& place);
  /// Quads between two rows of as many vertices; with the first row below, rows run to the right seen from
  /// outside. uv(i, 0) is the pattern below and uv(i, 1) above; a closed band ends at i = the row's length.
  using Pattern = std::function<Uv(std::size_t i, int above)>;
  void band(const Row& below, const Row& above, bool closed, const Pattern& uv);
  void rim(const std::string& name, const Row& vertices);
  const Vec3d& at(std::uint32_t vertex) const { return mesh_.vertices[vertex]; }

  QuadSheet take() { return std::move(mesh_); }

 private:
  QuadSheet mesh_;
};

/// Quads of about `spacing` that a length holds, at least `least`.
inline std::size_t quads_in(double length, double spacing, std::size_t least = 1) {
  const double n = length / spacing + 0.5;
  return n < double(least) ? least : std::size_t(n);
}

}  // namespace weft
