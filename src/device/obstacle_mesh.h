/// Signed distance to a closed triangle mesh on a device: the same place as geometry/distance_mesh.h finds, the least
/// (distance, index) over all triangles, both computed in double; the sign by angle-weighted pseudonormals.
///
/// The tree is a complete binary one: node i has children 2i + 1 and 2i + 2, leaf k of L the triangles
/// order[n k / L ... n (k + 1) / L). Its boxes are floats relative to a fixed point; they only decide which triangles
/// need not be looked at, with room for their rounding. A mesh that deforms keeps tree and order and fits the boxes
/// anew.
#pragma once
#include "device/motion.h"
#include "geometry/closest_triangle.h"

namespace weft::WEFT_DEVICE {

constexpr int kDeepestTree = 32;

struct Corners {
  std::uint32_t at[3];
};
struct MeshBox {
  float lower[3], upper[3];
};

/// Arrays with two entries: one per table (motion.h); the same twice for a mesh that does not deform.
struct ObstacleMesh {
  int triangles, vertices, leaves;
  int deforms;
  const Corners *corner, *across;          ///< per triangle: vertices, neighbours over its edges
  const std::uint32_t* merged;             ///< per vertex
  const std::uint32_t *first_side, *side;  ///< of merged vertices
  const std::uint32_t* order;              ///< triangles, leaf by leaf
  Vec3d centre;                            ///< boxes are relative to it
  double reach;                            ///< farthest vertex from there, ever [m]
  Vec3d *x[2], *v[2];                      ///< per vertex; v where it deforms
  Vec3d *face[2], *normal[2];              ///< unit normals of triangles; sums at vertices
  MeshBox* box[2];
  unsigned* visits[2];    ///< per inner node: children that are fitted
  const double* times;    ///< of its sequence
  const Vec3d* sequence;  ///< vertices of the first time, of the second, ...
  std::size_t frames;

  WEFT_KERNEL int first_leaf() const { return leaves - 1; }
  WEFT_KERNEL int begin(int leaf) const { return int(std::int64_t(triangles) * leaf / leaves); }
};

/// The nearest place of a mesh.
struct MeshPlace {
  double phi;
  Vec3d n;
  std::uint32_t triangle;
  Vec3d barycentric;
};

WEFT_KERNEL float box_distance2(const MeshBox& b, const float* q) {
  float d2 = 0;
  for (int a = 0; a < 3; ++a) {
    const float d = fmaxf(fmaxf(b.lower[a] - q[a], q[a] - b.upper[a]), 0.0f);
    d2 += d * d;
  }
  return d2;
}

WEFT_KERNEL Vec3d pseudonormal(const ObstacleMesh& m, int side, std::uint32_t t, int feature) {
  if (feature == 6) return m.face[side][t];
  if (feature >= 3) return m.face[side][t] + m.face[side][m.across[t].at[feature - 3]];
  return m.normal[side][m.merged[m.corner[t].at[feature]]];
}

/// Goes down to the nearer child first. False when the mesh is farther from x than `within`.
struct MeshSearch {
  const ObstacleMesh& m;
  int side;
  Vec3d x;
  double slack, best2;
  float limit2;
  std::uint32_t triangle = ~0u;
  TrianglePoint at{};

  WEFT_KERNEL MeshSearch(const ObstacleMesh& mesh, int side_of, const Vec3d& from, double within)
      : m(mesh), side(side_of), x(from) {
    slack = 4e-7 * (m.reach + norm(x - m.centre));
    best2 = within * within;
    set_limit();
  }
  WEFT_KERNEL void set_limit() {
    const double r = (sqrt(best2) + slack) * (1 + 1e-6);
    limit2 = float(r * r) * 1.000001f;
  }
  WEFT_KERNEL void look_at(int leaf) {
    for (int k = m.begin(leaf), end = m.begin(leaf + 1); k < end; ++k) {
      const std::uint32_t t = m.order[k];
      if (norm2(m.face[side][t]) == 0) continue;  // its neighbours cover its place and know their sides
      const Corners c = m.corner[t];
      const TrianglePoint p = closest_on_triangle(x, m.x[side][c.at[0]], m.x[side][c.at[1]], m.x[side][c.at[2]]);
      const double d2 = norm2(p.point - x);
      if (d2 > best2 || (d2 == best2 && t >= triangle)) continue;
      best2 = d2;
      triangle = t;
      at = p;
      set_limit();
    }
  }
  WEFT_KERNEL bool run() {
    const Vec3d local = x - m.centre;
    const float q[3] = {float(local[0]), float(local[1]), float(local[2])};
    const MeshBox* box = m.box[side];
    int stack[kDeepestTree], depth = 0, node = 0;
    float far[kDeepestTree];
    if (box_distance2(box[0], q) > limit2) return false;
    for (;;) {
      if (node >= m.first_leaf()) {
        look_at(node - m.first_leaf());
      } else {
        int near = 2 * node + 1, other = near + 1;
        float a = box_distance2(box[near], q), b = box_distance2(box[other], q);
        if (b < a) {
          const float c = a;
          a = b, b = c;
          near = other, other = 2 * node + 1;
        }
        if (b <= limit2) stack[depth] = other, far[depth++] = b;
        if (a <= limit2) {
          node = near;
          continue;
        }
      }
      do {
        if (depth == 0) return triangle != ~0u;
        --depth;
      } while (far[depth] > limit2);
      node = stack[depth];
    }
  }
};

WEFT_KERNEL bool closest_on_mesh(const ObstacleMesh& m, int side, const Vec3d& x, double within, MeshPlace& out) {
  MeshSearch s(m, side, x, within);
  if (!s.run()) return false;
  const Vec3d away = x - s.at.point;
  const double distance = norm(away);
  Vec3d normal = pseudonormal(m, side, s.triangle, s.at.feature);
  if (norm2(normal) == 0) normal = m.face[side][s.triangle];
  const double sign = dot(away, normal) >= 0 ? 1 : -1;
  // On the surface itself the direction to the closest point is only round-off.
  const bool on_surface = distance <= 1e-12 * (m.reach + norm(x - m.centre));
  out.phi = sign * distance;
  out.n = on_surface ? normalized(normal) : away * (sign / distance);
  out.triangle = s.triangle;
  out.barycentric = s.at.barycentric;
  return true;
}

}  // namespace weft::WEFT_DEVICE
