#include "contact/surfaces/flush.h"

#include <algorithm>

namespace weft {
namespace {

constexpr double kParallel = 1e-3;  // sine between edges: across both of them says nothing

/// Outward at vertices, by area.
std::vector<Vec3d> normals_of(const SurfaceScene& s) {
  std::vector<Vec3d> n(s.size(), Vec3d::zero());
  for (const SurfaceElement& e : s.elements) {
    if (e.corners() < 3) continue;
    const Vec3d a = cross(s.x[e.vertex[1]] - s.x[e.vertex[0]], s.x[e.vertex[2]] - s.x[e.vertex[0]]);
    for (const std::uint32_t v : e.vertex) n[v] += a;
  }
  return n;
}

Vec3d unit(const Vec3d& a) {
  const double length = norm(a);
  return length > 0 ? a * (1 / length) : Vec3d::zero();
}

}  // namespace

void direct_flush_pairs(const SurfaceScene& s, std::span<const NearPair> pairs, std::span<AwakePair> awake) {
  std::vector<Vec3d> out;
  for (AwakePair& a : awake) {
    if (a.at.d > kFlush) continue;
    if (out.empty()) out = normals_of(s);
    const NearPair& p = pairs[a.pair];
    const std::size_t b = p.edges ? 2 : 1;
    Vec3d of[2] = {Vec3d::zero(), Vec3d::zero()}, nears = Vec3d::zero();
    for (std::size_t k = 0; k < 4; ++k) {
      of[k >= b] += out[p.i[k]];
      nears += s.u[p.i[k]] * a.at.w[k];
    }
    const Vec3d e1 = p.edges ? s.x[p.i[1]] - s.x[p.i[0]] : s.x[p.i[2]] - s.x[p.i[1]];
    const Vec3d e2 = p.edges ? s.x[p.i[3]] - s.x[p.i[2]] : s.x[p.i[3]] - s.x[p.i[1]];
    Vec3d n = cross(e1, e2);
    n = norm2(n) > kParallel * kParallel * norm2(e1) * norm2(e2) ? unit(n) : unit(of[1] - of[0]);
    if (!(norm2(n) > 0)) continue;
    const bool closed[2] = {s.parts[s.part_of[p.i[0]]].mesh->closed, s.parts[s.part_of[p.i[3]]].mesh->closed};
    const double side = closed[1] ? dot(n, of[1]) : closed[0] ? -dot(n, of[0]) : -dot(n, nears);
    a.at.n = side < 0 ? -n : n;
  }
}

}  // namespace weft
