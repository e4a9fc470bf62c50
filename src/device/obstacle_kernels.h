/// What obstacles do in a step:
///   move -> deform     after `decide`: where they are when the steps end (motion.h)
///   mark               which blocks are near them
///   fold -> finish     only where planes of symmetry are: masses and momenta, then velocities (world/symmetry.h)
///   meet               nodes in obstacles: contact/resolver.h; the check of speeds that `merge` left out
///   reflect            only where planes of symmetry are
#pragma once
#include "device/nodes.h"
#include "device/obstacles.h"

namespace weft::WEFT_DEVICE {

/// Tables, poses and what an accepted step gave. One block of threads.
struct MoveObstacles {
  static constexpr int threads = 128, resident = 1;
  struct Shared {
    unsigned make;
    int accepted;
  };
  ObstacleView o;

  template <int T>
  WEFT_KERNEL void run(Shared& s, int, int thread) const {
    if (thread == 0) {
      turn_tables(*o.tables, *o.control);
      if (!o.still) o.control->near = 0;
      s.make = o.tables->make, s.accepted = o.tables->accepted;
    }
    barrier();
    for (int i = thread; i < o.count * kLoadParts; i += T) {
      if (s.accepted) o.load[i] += o.tried[i];
      o.tried[i] = 0;
    }
    for (int i = thread; i < 2 * o.count; i += T) {
      const int side = i & 1, k = i >> 1;
      // What is always at rest has its poses from the first of all steps.
      if ((s.make >> side & 1u) && !(o.still && o.control->steps)) o.moving[side][k] = o.obstacle[k].motion.at(o.tables->end[side]);
    }
  }
};

/// Vertices of a mesh that deforms, for the tables that are made.
struct MoveVertices {
  static constexpr int threads = 128, resident = 4;
  struct Shared {};
  const Tables* tables;
  const ObstacleMesh* mesh;

  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    for (int side = 0; side < 2; ++side) {
      if (!(tables->make >> side & 1u)) continue;
      const ObstacleMesh& m = *mesh;
      const Between b = time_between(m.times, m.frames, tables->end[side]);
      const std::size_t n = std::size_t(m.vertices);
      const Vec3d *from = m.sequence + b.from * n, *to = m.sequence + b.to * n;
      for_items<T, threads>(block, thread, n, [&](std::size_t i) {
        m.x[side][i] = from[i] * (1 - b.s) + to[i] * b.s;
        m.v[side][i] = (to[i] - from[i]) * b.rate;
      });
    }
  }
};

/// Normals of triangles and the boxes around them: of two children the one that comes last fits the parent.
struct FitBoxes {
  static constexpr int threads = 128, resident = 4;
  struct Shared {};
  const Tables* tables;
  const ObstacleMesh* mesh;
  unsigned always;  ///< bits: tables that are fitted whatever `tables` says

  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    const unsigned make = always ? always : tables->make;
    for (int side = 0; side < 2; ++side)
      if (make >> side & 1u)
        for_items<T, threads>(block, thread, std::size_t(mesh->leaves),
                              [&](std::size_t leaf) { fit(*mesh, side, int(leaf)); });
  }

 private:
  WEFT_KERNEL static void fit(const ObstacleMesh& m, int side, int leaf) {
    MeshBox box{{1e30f, 1e30f, 1e30f}, {-1e30f, -1e30f, -1e30f}};
    for (int k = m.begin(leaf), end = m.begin(leaf + 1); k < end; ++k) {
      const std::uint32_t t = m.order[k];
      const Corners c = m.corner[t];
      const Vec3d x[3] = {m.x[side][c.at[0]], m.x[side][c.at[1]], m.x[side][c.at[2]]};
      m.face[side][t] = normal_of(x);
      for (int i = 0; i < 3; ++i)
        for (int a = 0; a < 3; ++a) {
          const float at = float(x[i][a] - m.centre[a]);
          box.lower[a] = fminf(box.lower[a], at);
          box.upper[a] = fmaxf(box.upper[a], at);
        }
    }
    int node = m.first_leaf() + leaf;
    m.box[side][node] = box;
    while (node > 0) {
      fence();
      const int parent = (node - 1) / 2, other = node & 1 ? node + 1 : node - 1;
      if (!(atomic_add(&m.visits[side][parent], 1u) & 1u)) return;  // the other one will
      fence();
      const volatile MeshBox& b = m.box[side][other];
      for (int a = 0; a < 3; ++a) {
        box.lower[a] = fminf(box.lower[a], b.lower[a]);
        box.upper[a] = fmaxf(box.upper[a], b.upper[a]);
      }
      node = parent;
      m.box[side][node] = box;
    }
  }
  WEFT_KERNEL static Vec3d normal_of(const Vec3d* x) {
    const Vec3d e0 = x[1] - x[0], e1 = x[2] - x[0], n = cross(e0, e1);
    const double length = norm(n), longest2 = fmax(fmax(norm2(e0), norm2(e1)), norm2(e1 - e0));
    return length > 1e-14 * longest2 ? n * (1 / length) : Vec3d::zero();
  }
};

/// At each vertex the sum of the normals around, weighted by angles.
struct SumNormals {
  static constexpr int threads = 128, resident = 4;
  struct Shared {};
  const Tables* tables;
  const ObstacleMesh* mesh;
  unsigned always;

  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    const unsigned make = always ? always : tables->make;
    const ObstacleMesh& m = *mesh;
    for (int side = 0; side < 2; ++side)
      if (make >> side & 1u)
        for_items<T, threads>(block, thread, std::size_t(m.vertices), [&](std::size_t v) {
          Vec3d sum = Vec3d::zero();
          for (std::uint32_t i = m.first_side[v]; i < m.first_side[v + 1]; ++i) {
            const std::uint32_t t = m.side[i] / 3, k = m.side[i] % 3;
            const Corners c = m.corner[t];
            sum += m.face[side][t] *
                   angle_at(m.x[side][c.at[k]], m.x[side][c.at[(k + 1) % 3]], m.x[side][c.at[(k + 2) % 3]]);
          }
          m.normal[side][v] = sum;
        });
  }

 private:
  WEFT_KERNEL static double angle_at(const Vec3d& corner, const Vec3d& b, const Vec3d& c) {
    const Vec3d u = b - corner, v = c - corner;
    return atan2(norm(cross(u, v)), dot(u, v));
  }
};

/// Which blocks are near obstacles, by the distance of their centre. In a step that sorts lists are new when points
/// move: `sorted` marks those.
struct NearBlocks {
  static constexpr int threads = 128, resident = 4;
  static constexpr double kNodes = 1.5 * 1.7321;       ///< from a block's centre to its corner nodes, in cells
  static constexpr double kPoints = 3 * 1.7321 + 0.5;  ///< to where its points may be, and their reach
  static constexpr int kMirrorReach = 7;               ///< cells: nodes that fold and their images
  struct Shared {};
  SortView v;
  ObstacleView o;
  bool sorted;

  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    const Control& c = *v.control;
    if (o.still ? !v.wanted() || (c.trouble & kUnsorted) : sorted ? c.halt || !c.run || !c.sort : !is_trying(c)) return;
    const int side = o.tables->side(sorted ? At::now : At::next);
    for_items<T, threads>(block, thread, std::size_t(c.blocks), [&](std::size_t b) {
      const unsigned mark = mark_of(v.blocks.origin[b], side);
      o.mark[b] = mark;
      if ((!sorted || o.still) && (mark & kNearNodes)) o.near[atomic_add(&v.control->near, 1u)] = int(b);
    });
  }

 private:
  WEFT_KERNEL unsigned mark_of(const Lattice& tile, int side) const {
    const int first[3] = {tile.x + 1, tile.y + 1, tile.z + 1};
    Vec3d nodes, points;
    for (int a = 0; a < 3; ++a) nodes[a] = (first[a] + 1.5) * o.dx, points[a] = (first[a] + 2.5) * o.dx;
    const double to_nodes = kNodes * o.dx * (1 + 1e-6), to_points = kPoints * o.dx * (1 + 1e-6);
    unsigned mark = 0;
    for (int k = 0; k < o.count; ++k) {
      const bool meets_points = o.obstacle[k].boundary != Boundary::symmetry;
      if ((mark & kNearNodes) && (!meets_points || (mark & kNearPoints))) continue;
      if (!may_contain(o, k, side, points, to_points)) continue;
      ObstaclePoint p;
      if (!sample_obstacle(o, k, side, points, INFINITY, p)) continue;
      // The two centres are near each other.
      if (p.phi <= to_nodes + norm(points - nodes)) mark |= kNearNodes;
      if (meets_points && fabs(p.phi) <= to_points + kDeepest * o.dx) mark |= kNearPoints;
    }
    for (int k = 0; k < o.mirrors; ++k) {
      const MirrorPlane& m = o.mirror[k];
      const int one = (first[m.axis] - m.node) * m.side, other = one + 3 * m.side;
      const int low = one < other ? one : other, high = one < other ? other : one;
      if (high >= -kMirrorReach && low <= kMirrorReach) mark |= kMirrored;
    }
    return mark;
  }
};

/// The nodes of marked blocks, four blocks per block of threads.
struct BlockNodes {
  static constexpr int kBlocks = 4;
  template <int T, class F>
  WEFT_KERNEL static void each(const SortView& v, const ObstacleView& o, unsigned mark, int block, int thread, F&& f) {
    const int blocks = v.control->blocks;
    for (int t = thread; t < kBlocks * kBlockNodesOnDevice; t += T) {
      const int b = block * kBlocks + t / kBlockNodesOnDevice, k = t % kBlockNodesOnDevice;
      if (b >= blocks || !(o.mark[b] & mark)) continue;
      const Lattice tile = v.blocks.origin[b];
      f(v.blocks.node[std::size_t(b) * kBlockNodesOnDevice + std::size_t(k)],
        Lattice{tile.x + 1 + (k >> 4), tile.y + 1 + ((k >> 2) & 3), tile.z + 1 + (k & 3)}, o.mark[b]);
    }
  }
};

/// Calls f(node behind the plane, its image) for such nodes within the kernel's reach.
template <int T, class F>
WEFT_KERNEL void each_image(const SortView& v, const ObstacleView& o, const MirrorPlane& m, int block, int thread,
                            F&& f) {
  BlockNodes::each<T>(v, o, kMirrored, block, thread, [&](Quad& behind, const Lattice& node, unsigned) {
    int at[3] = {node.x, node.y, node.z};
    const int first = at[m.axis] & ~3, one = (first - m.node) * m.side, other = one + 3 * m.side;
    if ((one < other ? other : one) < -4 || (at[m.axis] - m.node) * m.side >= 0) return;
    at[m.axis] = 2 * m.node - at[m.axis];
    const int b = number_of(v.present(), v.slots, {at[0] >> 2, at[1] >> 2, at[2] >> 2});
    if (b < 0) return;
    f(behind,
      v.blocks
          .node[std::size_t(b) * kBlockNodesOnDevice + std::size_t((at[0] & 3) << 4 | (at[1] & 3) << 2 | (at[2] & 3))]);
  });
}
WEFT_KERNEL Quad mirrored(Quad n, int axis) {
  if (axis == 0) n.x = -n.x;
  if (axis == 1) n.y = -n.y;
  if (axis == 2) n.z = -n.z;
  return n;
}

struct FoldNodes {
  static constexpr int threads = 256, resident = 4;
  struct Shared {};
  SortView v;
  ObstacleView o;
  int plane;

  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    if (!is_trying(*v.control)) return;
    const MirrorPlane m = o.mirror[plane];
    each_image<T>(v, o, m, block, thread, [&](const Quad& behind, Quad& image) {
      const Quad by = mirrored(behind, m.axis);
      const bool noise = by.w <= 0 && image.w <= 0;  // both do not count (nodes.h)
      const float mass = fabsf(by.w) + fabsf(image.w);
      image = quad(image.x + by.x, image.y + by.y, image.z + by.z, noise ? -mass : mass);
    });
  }
};

/// What `merge` left of blocks that a plane of symmetry touches.
struct FinishNodes {
  static constexpr int threads = 256, resident = 4;
  struct Shared {
    unsigned fastest;
  };
  MergeNodes merge;
  ObstacleView o;

  template <int T>
  WEFT_KERNEL void run(Shared& s, int block, int thread) const {
    const SortView& v = merge.v;
    if (!is_trying(*v.control)) return;
    if (thread == 0) s.fastest = 0;
    barrier();
    const float dt = float(v.control->carried);
    unsigned fastest = 0;
    BlockNodes::each<T>(v, o, kMirrored, block, thread, [&](Quad& n, const Lattice&, unsigned mark) {
      n = moving_node(n, dt, merge.gravity, merge.empty);
      if (!(mark & kNearNodes)) raise_speed(fastest, n);
    });
    note_speed(v, s.fastest, fastest, thread);
  }
};

struct ReflectNodes {
  static constexpr int threads = 256, resident = 4;
  struct Shared {};
  SortView v;
  ObstacleView o;
  int plane;

  template <int T>
  WEFT_KERNEL void run(Shared&, int block, int thread) const {
    if (!is_trying(*v.control)) return;
    const MirrorPlane m = o.mirror[plane];
    each_image<T>(v, o, m, block, thread, [&](Quad& behind, const Quad& image) {
      const Quad by = mirrored(image, m.axis);
      behind = quad(by.x, by.y, by.z, behind.w);
    });
  }
};

/// Nodes in obstacles. Blocks of threads share the blocks of nodes that are near.
struct MeetNodes {
  static constexpr int threads = 128, resident = 4;
  static constexpr int kMostTouches = 8;  ///< obstacles that contain one node; those beyond are passed through
  struct Shared {
    unsigned fastest;
  };
  SortView v;
  ObstacleView o;
  float empty;  ///< nodes lighter than this meet nothing [kg]
  int blocks;   ///< that are launched

  template <int T>
  WEFT_KERNEL void run(Shared& s, int block, int thread) const {
    const Control& c = *v.control;
    if (!is_trying(c)) return;
    if (thread == 0) s.fastest = 0;
    barrier();
    const int side = o.tables->side(At::next), n = int(c.near) * kBlockNodesOnDevice;
    unsigned fastest = 0;
    for (int i = block * T + thread; i < n; i += blocks * T) {
      const int b = o.near[i / kBlockNodesOnDevice], k = i % kBlockNodesOnDevice;
      Quad& node = v.blocks.node[std::size_t(b) * kBlockNodesOnDevice + std::size_t(k)];
      Quad now = node;
      if (fabsf(now.w) > empty && meet(v.blocks.origin[b], k, side, now)) node = now;
      raise_speed(fastest, now);
    }
    note_speed(v, s.fastest, fastest, thread);
  }

 private:
  WEFT_KERNEL bool meet(const Lattice& tile, int k, int side, Quad& node) const {
    const Vec3d x{{node_place(tile.x + 1 + (k >> 4), o.dx), node_place(tile.y + 1 + ((k >> 2) & 3), o.dx),
                   node_place(tile.z + 1 + (k & 3), o.dx)}};
    Touch touches[kMostTouches];
    std::size_t count = 0;
    for (int c = 0; c < o.count && count < kMostTouches; ++c) {
      if (!may_contain(o, c, side, x, 0)) continue;
      ObstaclePoint p;
      if (sample_obstacle(o, c, side, x, INFINITY, p) && p.phi <= 0)
        touches[count++] = {std::size_t(c), p.n, p.v, Vec3d::zero()};
    }
    if (!count) return false;
    Resolver<const Obstacle*> r{o.obstacle, touches, count, {{double(node.x), double(node.y), double(node.z)}}};
    r.run();
    const double mass = double(fabsf(node.w));
    node = quad(float(r.v[0]), float(r.v[1]), float(r.v[2]), node.w);
    for (std::size_t t = 0; t < count; ++t) {
      const int c = int(touches[t].collider);
      add_load(o, o.tried, c, x - o.moving[side][c].pose.position, touches[t].dv * -mass);
    }
    return true;
  }
};

}  // namespace weft::WEFT_DEVICE
