/// The phase `sharpen`: velocities get back what the transfers have taken (bodies/sharpening.h). Between steps only: a
/// step that is tried again must not do it twice.
#include "bodies/sharpening.h"
#include "exec/parallel.h"
#include "world/work.h"

namespace weft {
namespace {

/// v = p / m; on a plane of symmetry nothing goes through it.
void form(Grid& grid, const std::vector<SymmetryPlane>& mirrors) {
  parallel_chunks(grid.block_count(), 32, [&](Range r) {
    for (std::size_t b = r.begin; b < r.end; ++b) {
      const std::array<int, 3> origin = grid.origin(b);
      const auto nodes = grid.block(b);
      for (int k = 0; k < kBlockNodes; ++k) {
        Node& n = nodes[std::size_t(k)];
        const Real inverse = n.m > 0 ? Real(1) / n.m : Real(0);
        for (Real& v : n.v) v *= inverse;
        const int at[3] = {origin[0] + (k >> 4), origin[1] + ((k >> 2) & 3), origin[2] + (k & 3)};
        for (const SymmetryPlane& p : mirrors)
          if (at[p.axis] == p.node) n.v[p.axis] = 0;
      }
    }
  });
}

}  // namespace

void World::sharpen(Work& w) {
  for (const auto& body : bodies) {
    Sharpening* s = body->roles().sharpening;
    if (!s || !s->due(steps)) continue;
    w.step = begin(w.report.dt);
    sort(w);  // fields too: they ask whether main was sorted
    s->scatter(w.step);
    const std::vector<SymmetryPlane> mirrors = symmetry_planes(colliders, solver.dx);
    fold(s->grid(), mirrors);
    form(s->grid(), mirrors);
    reflect(s->grid(), mirrors);
    s->gather(w.step);
  }
}

}  // namespace weft
