#include "world/symmetry.h"

#include <cmath>

#include "exec/error.h"

namespace weft {
namespace {

/// Calls f(node behind the plane, its mirror image) for every such pair within the kernel's reach.
template <class F>
void each_pair(Grid& grid, const SymmetryPlane& plane, F&& f) {
  parallel_chunks(grid.block_count(), 32, [&](Range r) {
    for (std::size_t b = r.begin; b < r.end; ++b) {
      const std::array<int, 3> origin = grid.origin(b);
      const int low = (origin[plane.axis] - plane.node) * plane.side, high = low + 3 * plane.side;
      if (std::min(low, high) >= 0 || std::max(low, high) < -4)
        continue;  // wholly before the plane, or out of reach
      for (int n = 0; n < kBlockNodes; ++n) {
        std::array<int, 3> at{origin[0] + (n >> 4), origin[1] + ((n >> 2) & 3), origin[2] + (n & 3)};
        const int depth = (at[plane.axis] - plane.node) * plane.side;
        if (depth >= 0) continue;
        at[plane.axis] = 2 * plane.node - at[plane.axis];
        if (Node* image = grid.find(at)) f(grid.block(b)[n], *image);
      }
    }
  });
}

}  // namespace

std::vector<SymmetryPlane> symmetry_planes(const std::vector<Collider>& colliders, double dx) {
  std::vector<SymmetryPlane> planes;
  for (const Collider& c : colliders) {
    if (c.boundary != Boundary::symmetry) continue;
    const auto fail = [&](const std::string& why) {
      throw Error("E0503", "collider \"" + c.name + "\" cannot be a symmetry plane: " + why, {},
                  "use a plane at rest whose normal is an axis, at a multiple of dx; or boundary = \"slip\"");
    };
    const Plane* plane = std::get_if<Plane>(&c.shape);
    if (!plane) fail("it is no plane");
    if (!c.keys.empty() || norm(c.velocity) > 0 || norm(c.spin) > 0) fail("it moves");
    const Vec3d n = c.start.rotation.rotate(plane->normal);
    for (int a = 0; a < 3; ++a) {
      if (std::abs(std::abs(n[a]) - 1) > 1e-6) continue;
      const double at = c.start.position[a] / dx;
      if (std::abs(at - std::round(at)) > 1e-4) fail("it does not pass through grid nodes");
      planes.push_back({a, int(std::lround(at)), n[a] > 0 ? 1 : -1});
      break;
    }
    if (planes.empty() || std::abs(std::abs(n[planes.back().axis]) - 1) > 1e-6)
      fail("its normal is not an axis");
  }
  return planes;
}

void fold(Grid& grid, const std::vector<SymmetryPlane>& planes) {
  for (const SymmetryPlane& plane : planes)
    each_pair(grid, plane, [&](const Node& behind, Node& image) {
      image.m += behind.m;
      for (int a = 0; a < 3; ++a) image.v[a] += a == plane.axis ? -behind.v[a] : behind.v[a];
    });
}

void reflect(Grid& grid, const std::vector<SymmetryPlane>& planes) {
  for (auto plane = planes.rbegin(); plane != planes.rend(); ++plane)  // corners: undo in the other order
    each_pair(grid, *plane, [&](Node& behind, const Node& image) {
      for (int a = 0; a < 3; ++a) behind.v[a] = a == plane->axis ? -image.v[a] : image.v[a];
    });
}

}  // namespace weft
