/// Obstacles as kernels see them: how far a place is from one, what a node or a point does that meets it, and what it
/// takes of that.
///   phi(x, t) < 0 inside, outward unit normal n, material velocity v_co           (contact/collider.h)
/// Everything is computed in double, as on the processor: a floor that lies exactly on nodes holds them on both. What
/// obstacles take is summed in integers, so that sums do not depend on the order.
#pragma once
#include "contact/resolver.h"
#include "device/obstacle_mesh.h"
#include "device/tile.h"
#include "geometry/shape_distance.h"

/// A function that kernels call: what few points need must not take registers from all.
#ifdef __CUDACC__
#define WEFT_CALL inline __device__ __noinline__
#else
#define WEFT_CALL inline
#endif

namespace weft::WEFT_DEVICE {

/// Marks of blocks.
enum BlockMark : unsigned {
  kNearNodes = 1,   ///< some obstacle may contain a node of the block
  kNearPoints = 2,  ///< some obstacle that is no mirror may be in reach of a point of the block
  kMirrored = 4,    ///< a plane of symmetry has nodes of the block, or their images: they hold momentum until folded
};

enum class ShapeKind : int { plane, sphere, box, capsule, cylinder, mesh };

struct Obstacle {
  ShapeKind kind;
  int mesh;    ///< which one, where it is one
  Vec3d size;  ///< a plane's normal; half sizes; radius, then half length or height
  Boundary boundary;
  double friction;
  MotionView motion;
};

/// A plane of symmetry across an axis (world/symmetry.h).
struct MirrorPlane {
  int axis, node, side;
};

struct ObstaclePoint {
  double phi;
  Vec3d n, v;
};

constexpr int kLoadParts = 6;  ///< of an obstacle: impulse, angular impulse

struct ObstacleView {
  const ObstacleView* self = nullptr;  ///< the same in memory, for functions that are called: what kernels are given has no address there
  bool still = false;  ///< all are at rest for ever: marks hold as long as lists do
  int count = 0, mirrors = 0;
  double dx = 0;
  Control* control = nullptr;
  Tables* tables = nullptr;
  const Obstacle* obstacle = nullptr;
  Moving* moving[2] = {};
  const ObstacleMesh* mesh = nullptr;
  const MirrorPlane* mirror = nullptr;
  unsigned* mark = nullptr;       ///< per block; null where there are no obstacles
  int* near = nullptr;            ///< blocks with kNearNodes, in any order: control.near of them
  std::int64_t* tried = nullptr;  ///< what nodes gave in a step that is not accepted yet, in quanta
  std::int64_t* load = nullptr;   ///< what obstacles took

  WEFT_KERNEL unsigned mark_of(int block) const { return mark ? mark[block] : 0u; }
};

/// A node's place, with the bits that it has on the processor.
WEFT_KERNEL double node_place(int node, double dx) {
#ifdef __CUDACC__
  return __dmul_rn(double(node), dx);
#else
  return rounded(double(node) * dx);
#endif
}

WEFT_KERNEL bool simple_distance(const Obstacle& o, const Vec3d& x, Distance& out) {
  switch (o.kind) {
    case ShapeKind::plane:
      out = distance_to(Plane{o.size}, x);
      return true;
    case ShapeKind::sphere:
      out = distance_to(Sphere{o.size[0]}, x);
      return true;
    case ShapeKind::box:
      out = distance_to(Box{o.size}, x);
      return true;
    case ShapeKind::capsule:
      out = distance_to(Capsule{o.size[0], o.size[1]}, x);
      return true;
    case ShapeKind::cylinder:
      out = distance_to(Cylinder{o.size[0], o.size[1]}, x);
      return true;
    default:
      return false;
  }
}

/// One obstacle at a place, in a table. False when it is certainly farther than `within`, inside or outside; infinity
/// asks for all.
WEFT_KERNEL bool sample_obstacle(const ObstacleView& v, int k, int side, const Vec3d& x, double within,
                                 ObstaclePoint& out) {
  const Obstacle& o = v.obstacle[k];
  const Moving& m = v.moving[side][k];
  const Vec3d local = m.pose.to_local(x);
  out.v = m.linear + cross(m.angular, x - m.pose.position);
  Distance d;
  if (simple_distance(o, local, d)) {
    out.phi = d.phi;
    out.n = m.pose.rotation.rotate(d.n);
    return true;
  }
  const ObstacleMesh& mesh = v.mesh[o.mesh];
  MeshPlace at;
  if (!closest_on_mesh(mesh, side, local, within, at)) return false;
  out.phi = at.phi;
  out.n = m.pose.rotation.rotate(at.n);
  if (!mesh.deforms) return true;
  Vec3d own = Vec3d::zero();
  for (int c = 0; c < 3; ++c) own += mesh.v[side][mesh.corner[at.triangle].at[c]] * at.barycentric[c];
  out.v += m.pose.rotation.rotate(own);
  return true;
}
/// False only when x is certainly outside; cheap, for meshes.
WEFT_KERNEL bool may_contain(const ObstacleView& v, int k, int side, const Vec3d& x, double margin) {
  const Obstacle& o = v.obstacle[k];
  if (o.kind != ShapeKind::mesh) return true;
  const ObstacleMesh& mesh = v.mesh[o.mesh];
  const Vec3d local = v.moving[side][k].pose.to_local(x) - mesh.centre;
  const MeshBox& box = mesh.box[side][0];
  const double slack = margin + 4e-7 * (mesh.reach + norm(local));
  for (int a = 0; a < 3; ++a)
    if (local[a] < double(box.lower[a]) - slack || local[a] > double(box.upper[a]) + slack) return false;
  return true;
}

/// False only where no obstacle is within `reach` of x: cheap, for most points of a block that is near something are
/// near nothing.
WEFT_KERNEL bool may_reach(const ObstacleView& v, const float* x, double reach) {
  const Vec3d at{{double(x[0]), double(x[1]), double(x[2])}};
  const int side = v.tables->side(At::now);
  for (int k = 0; k < v.count; ++k) {
    const Obstacle& o = v.obstacle[k];
    const Pose& pose = v.moving[side][k].pose;
    const double slack = reach + 1e-6 * (fabs(at[0]) + fabs(at[1]) + fabs(at[2]));
    if (o.kind == ShapeKind::plane) {
      if (dot(pose.rotation.rotate(o.size), at - pose.position) <= slack) return true;
    } else if (o.kind == ShapeKind::mesh) {
      if (may_contain(v, k, side, at, slack)) return true;
    } else {
      const double far = slack + fabs(o.size[0]) + fabs(o.size[1]) + fabs(o.size[2]);
      if (norm2(at - pose.position) <= far * far) return true;
    }
  }
  return false;
}

#ifdef __CUDACC__
/// The sum over some threads of a warp: in three parts that cannot overflow.
WEFT_KERNEL std::int64_t sum_over(unsigned lanes, std::int64_t a) {
  const unsigned long long u = static_cast<unsigned long long>(a);
  const unsigned mask = (1u << 22) - 1;
  const unsigned long long low = __reduce_add_sync(lanes, unsigned(u) & mask),
                           middle = __reduce_add_sync(lanes, unsigned(u >> 22) & mask),
                           high = __reduce_add_sync(lanes, unsigned(u >> 44));
  return static_cast<std::int64_t>(low + (middle << 22) + (high << 44));
}
#endif

/// Adds to what obstacle k takes: impulse at arm from its origin. Threads of a warp that have the same obstacle do it
/// together.
WEFT_KERNEL void add_load(const ObstacleView& v, std::int64_t* loads, int k, const Vec3d& arm, const Vec3d& impulse) {
  const Vec3d angular = cross(arm, impulse);
  const double per_load = 1 / v.control->load_unit, per_spin = 1 / v.control->spin_unit;
  std::int64_t part[kLoadParts];
  for (int a = 0; a < 3; ++a) {
    part[a] = std::int64_t(llrint(impulse[a] * per_load));
    part[3 + a] = std::int64_t(llrint(angular[a] * per_spin));
  }
  std::int64_t* to = loads + std::size_t(k) * kLoadParts;
#ifdef __CUDACC__
  const unsigned same = __match_any_sync(__activemask(), unsigned(k));
  const bool leads = int(threadIdx.x & 31) == __ffs(int(same)) - 1;
  for (int a = 0; a < kLoadParts; ++a) {
    const std::int64_t sum = sum_over(same, part[a]);
    if (leads && sum) atomic_add(to + a, sum);
  }
#else
  for (int a = 0; a < kLoadParts; ++a) atomic_add(to + a, part[a]);
#endif
}

/// A point of a surface as obstacles meet it (world/keep_out.cpp).
struct MetPoint {
  Vec3d x, v;                          ///< [m], [m/s]
  float C[9];                          ///< row by row [1/s]
  double mass;                         ///< [kg]
  bool turned = false, moved = false;  ///< an obstacle was in reach: C is another one; x and v are
};

constexpr double kSkin = 0.01;  ///< cells: points that rest on a face are as near as this to their clearance
constexpr double kDeepest = 2;  ///< cells: what is deeper did not come in through the face

/// C <- C + (rate - C n) n^T.
WEFT_KERNEL void set_along(float* C, const Vec3d& n, const Vec3d& rate) {
  for (int a = 0; a < 3; ++a) {
    double off = rate[a];
    for (int b = 0; b < 3; ++b) off -= double(C[3 * a + b]) * n[b];
    for (int b = 0; b < 3; ++b) C[3 * a + b] += float(off * n[b]);
  }
}

/// A point that has moved with dt meets all obstacles in their order:
///   phi < c:     v by Coulomb's law,  x += dt (v_new - v), then out to phi = c
///   phi < h/2:   C n = omega x n
/// movable: not led by a pin; what it would give is booked, but it stays. Returns how far it was moved [m].
WEFT_CALL float meet_point(const ObstacleView& o, MetPoint& p, double clearance, double dt, bool movable = true) {
  const int side = o.tables->side(At::now);
  const double reach = 0.5 * o.dx, deepest = kDeepest * o.dx;
  Vec3d at = p.x;
  double farthest = 0;
  for (int k = 0; k < o.count; ++k) {
    const Obstacle& c = o.obstacle[k];
    if (c.boundary == Boundary::symmetry || !may_contain(o, k, side, at, reach)) continue;
    ObstaclePoint q;
    if (!sample_obstacle(o, k, side, at, deepest * (1 + 1e-9), q) || q.phi > reach || q.phi < -deepest) continue;
    const Moving& m = o.moving[side][k];
    p.turned = true;
    set_along(p.C, q.n, cross(m.angular, q.n));
    if (q.phi > clearance + kSkin * o.dx) continue;
    const Vec3d v = contact_velocity(p.v, q.v, q.n, c.boundary, c.friction);
    // It has moved with v already; what friction holds must not creep.
    Vec3d by = (v - p.v) * dt;
    const double out = clearance - q.phi - dot(by, q.n);
    by += q.n * (out < 0.0 ? 0.0 : out);
    add_load(o, o.load, k, at - m.pose.position, (p.v - v) * p.mass);
    const double length = norm(by);
    farthest = farthest < length ? length : farthest;
    for (int a = 0; a < 3; ++a) at[a] = double(float(at[a] + by[a]));
    if (!movable) continue;
    p.moved = true;
    p.x = at;
    for (int a = 0; a < 3; ++a) p.v[a] = double(float(v[a]));
  }
  return float(farthest);
}

}  // namespace weft::WEFT_DEVICE
