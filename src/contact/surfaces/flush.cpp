#include "contact/surfaces/flush.h"

#include <algorithm>
#include <cmath>

namespace weft {
namespace {

constexpr double kInside = 1e-6;  // weight from which a closest point lies inside a triangle
constexpr double kFacing = 0.9;   // cosine between what edges say and what both surfaces do
constexpr double kOneWay = 0.5;   // of unit normals: shorter differences say nothing

Vec3d unit(const Vec3d& a) {
  const double length = norm(a);
  return length > 0 ? a * (1 / length) : Vec3d::zero();
}

/// Outward at vertices.
std::vector<Vec3d> normals_of(const SurfaceScene& s) {
  std::vector<Vec3d> n(s.size(), Vec3d::zero());
  for (const SurfaceElement& e : s.elements) {
    if (e.corners() < 3) continue;
    const Vec3d a = unit(cross(s.x[e.vertex[1]] - s.x[e.vertex[0]], s.x[e.vertex[2]] - s.x[e.vertex[0]]));
    for (const std::uint32_t v : e.vertex) n[v] += a;
  }
  for (Vec3d& a : n) a = unit(a);
  return n;
}

bool closed(const SurfaceScene& s, std::uint32_t vertex) { return s.parts[s.part_of[vertex]].mesh->closed; }

Vec3d direction(const SurfaceScene& s, const NearPair& p, const PairMeasure& m,
                const std::vector<Vec3d>& out) {
  const std::size_t b = p.edges ? 2 : 1;
  Vec3d of_a = Vec3d::zero(), of_b = Vec3d::zero(), nears = Vec3d::zero();
  bool inside = true;
  for (std::size_t k = 0; k < 4; ++k) {
    nears += s.u[p.i[k]] * m.w[k];
    (k < b ? of_a : of_b) += out[p.i[k]] * std::abs(m.w[k]);
    inside &= std::abs(m.w[k]) > kInside;
  }
  const Vec3d between = unit(of_b - of_a);
  Vec3d n;
  if (p.edges) {
    // At an end vertices say it; edges that lead out of the common plane say nothing.
    n = unit(cross(s.x[p.i[1]] - s.x[p.i[0]], s.x[p.i[3]] - s.x[p.i[2]]));
    if (!inside || std::abs(dot(n, between)) < kFacing) return Vec3d::zero();
  } else if (inside) {
    n = unit(cross(s.x[p.i[2]] - s.x[p.i[1]], s.x[p.i[3]] - s.x[p.i[1]]));
  } else {
    if (norm(of_b - of_a) < kOneWay) return Vec3d::zero();
    n = between;
  }
  const double side = closed(s, p.i[3]) ? dot(n, of_b) : closed(s, p.i[0]) ? -dot(n, of_a) : -dot(n, nears);
  return side < 0 ? -n : n;
}

}  // namespace

std::size_t mark_flush_pairs(const SurfaceScene& s, std::span<const NearPair> pairs,
                             std::span<AwakePair> awake) {
  std::vector<Vec3d> out;
  std::size_t count = 0;
  for (AwakePair& a : awake) {
    if (a.at.d > kFlush) continue;
    if (out.empty()) out = normals_of(s);
    a.flush = true;
    a.at.n = direction(s, pairs[a.pair], a.at, out);
    ++count;
  }
  return count;
}

}  // namespace weft
