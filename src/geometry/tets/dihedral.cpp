#include <algorithm>
#include <cmath>
#include <numbers>

#include "exec/parallel.h"
#include "geometry/tets/stuffing.h"

namespace weft {

DihedralRange dihedral_range(const TetMesh& mesh) {
  // The angle at the edge between faces i and j, whose normals point inwards: cos = -n_i . n_j.
  const auto part = [&](Range r) {
    DihedralRange range{std::numbers::pi, 0};
    for (std::size_t e = r.begin; e < r.end; ++e) {
      Vec3d x[4], n[4];
      for (std::size_t k = 0; k < 4; ++k) x[k] = mesh.vertices[mesh.tetrahedra[e][k]];
      for (std::size_t k = 0; k < 4; ++k) {
        const Vec3d &a = x[(k + 1) % 4], &b = x[(k + 2) % 4], &c = x[(k + 3) % 4];
        n[k] = normalized(cross(b - a, c - a));
        if (dot(n[k], x[k] - a) < 0) n[k] = -n[k];
      }
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < i; ++j) {
          const double angle = std::acos(std::clamp(-dot(n[i], n[j]), -1.0, 1.0));
          range = {std::min(range.smallest, angle), std::max(range.largest, angle)};
        }
    }
    return range;
  };
  const auto join = [](const DihedralRange& a, const DihedralRange& b) {
    return DihedralRange{std::min(a.smallest, b.smallest), std::max(a.largest, b.largest)};
  };
  return reduce_chunks(mesh.tetrahedra.size(), 4096, DihedralRange{std::numbers::pi, 0}, part, join);
}

}  // namespace weft
