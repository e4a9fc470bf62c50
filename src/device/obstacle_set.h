/// The obstacles of a world on a device: what they are, their memory, their launches (obstacle_kernels.h).
///
///   move      after every `decide`, and whenever control.time or control.ahead have changed
///   mark      before nodes are merged; mark_sorted  when lists have been made, before points use them
///   meet      after nodes are merged
#pragma once
#include <algorithm>
#include <limits>
#include <memory>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "contact/collider.h"
#include "device/obstacle_kernels.h"
#include "device/stream.h"
#include "geometry/distance_mesh.h"

namespace weft::WEFT_DEVICE {

/// Triangles in the order of a tree's leaves: halved across the longest side of their middles, again and again.
inline std::vector<std::uint32_t> leaf_order(const TriangleMesh& mesh, int leaves) {
  const std::size_t n = mesh.triangles.size();
  std::vector<std::uint32_t> order(n);
  std::iota(order.begin(), order.end(), 0u);
  std::vector<Vec3d> middle(n);
  for (std::size_t t = 0; t < n; ++t)
    middle[t] = (mesh.vertices[mesh.triangles[t][0]] + mesh.vertices[mesh.triangles[t][1]] +
                 mesh.vertices[mesh.triangles[t][2]]) *
                (1.0 / 3);
  for (std::size_t parts = 1; parts < std::size_t(leaves); parts *= 2)
    for (std::size_t p = 0; p < parts; ++p) {
      const auto begin = order.begin() + std::ptrdiff_t(n * p / parts),
                 end = order.begin() + std::ptrdiff_t(n * (p + 1) / parts);
      const auto half = order.begin() + std::ptrdiff_t(n * (2 * p + 1) / (2 * parts));
      Bounds box;
      for (auto t = begin; t < end; ++t) box.add(middle[*t]);
      const Vec3d size = box.upper - box.lower;
      const int axis = size[0] >= size[1] && size[0] >= size[2] ? 0 : size[1] >= size[2] ? 1 : 2;
      std::nth_element(begin, half, end, [&](std::uint32_t a, std::uint32_t b) {
        return middle[a][axis] != middle[b][axis] ? middle[a][axis] < middle[b][axis] : a < b;
      });
    }
  return order;
}

/// The memory of one mesh.
class ObstacleMeshData {
 public:
  ObstacleMeshData(Stream& stream, const Collider& c) {
    const DistanceMesh& mesh = *std::get<MeshShape>(c.shape).mesh;
    const TriangleMesh& m = mesh.mesh();
    const std::size_t n = m.triangles.size(), vertices = m.vertices.size();
    view_.triangles = int(n), view_.vertices = int(vertices), view_.leaves = 1;
    while (4 * std::size_t(view_.leaves) < n) view_.leaves *= 2;
    view_.deforms = c.deforms();
    put_topology(stream, mesh);
    find_reach(c, mesh);
    for (int side = 0; side < (c.deforms() ? 2 : 1); ++side) make_side(stream, side, m.vertices);
    if (!c.deforms()) copy_side();
    if (c.deforms()) put_sequence(stream, c);
  }
  const ObstacleMesh& view() const { return view_; }
  std::size_t bytes() const {
    std::size_t n = triangle_.bytes() + across_.bytes() + merged_.bytes() + first_side_.bytes() + side_.bytes() +
                    order_.bytes() + times_.bytes() + sequence_.bytes();
    for (int k = 0; k < 2; ++k)
      n += x_[k].bytes() + v_[k].bytes() + face_[k].bytes() + normal_[k].bytes() + box_[k].bytes() + visits_[k].bytes();
    return n;
  }

 private:
  template <class T, class S>
  static const T* put(Stream& stream, DeviceArray<T>& to, std::span<const S> from) {
    static_assert(sizeof(T) == sizeof(S));
    to.resize(from.size());
    stream.copy(to.data(), from.data(), from.size_bytes());
    return to.data();
  }
  void put_topology(Stream& stream, const DistanceMesh& mesh) {
    const std::vector<std::uint32_t> order = leaf_order(mesh.mesh(), view_.leaves);
    view_.corner = put(stream, triangle_, std::span(mesh.mesh().triangles));
    view_.across = put(stream, across_, mesh.across());
    view_.merged = put(stream, merged_, mesh.merged());
    view_.first_side = put(stream, first_side_, mesh.first_side());
    view_.side = put(stream, side_, mesh.sides());
    view_.order = put(stream, order_, std::span<const std::uint32_t>(order));
    stream.wait();
  }
  void find_reach(const Collider& c, const DistanceMesh& mesh) {
    Bounds box = mesh.bounds();
    for (const auto& frame : c.sequence)
      for (const Vec3d& x : frame) box.add(x);
    view_.centre = (box.lower + box.upper) * 0.5;
    view_.reach = norm(box.upper - view_.centre);
  }
  void make_side(Stream& stream, int k, const std::vector<Vec3d>& x) {
    const std::size_t n = std::size_t(view_.triangles), vertices = x.size(), leaves = std::size_t(view_.leaves);
    x_[k].resize(vertices), normal_[k].resize(vertices), face_[k].resize(n);
    box_[k].resize(2 * leaves - 1), visits_[k].resize(leaves);
    if (view_.deforms) v_[k].resize(vertices);
    x_[k].put(stream, x);
    view_.x[k] = x_[k].data(), view_.v[k] = v_[k].data(), view_.face[k] = face_[k].data();
    view_.normal[k] = normal_[k].data(), view_.box[k] = box_[k].data(), view_.visits[k] = visits_[k].data();
  }
  void copy_side() {
    view_.x[1] = view_.x[0], view_.v[1] = view_.v[0], view_.face[1] = view_.face[0];
    view_.normal[1] = view_.normal[0], view_.box[1] = view_.box[0], view_.visits[1] = view_.visits[0];
  }
  void put_sequence(Stream& stream, const Collider& c) {
    times_.put(stream, c.sequence_times);
    sequence_.resize(c.sequence.size() * std::size_t(view_.vertices));
    Vec3d* to = sequence_.data();
    for (const auto& frame : c.sequence) {
      stream.copy(to, frame.data(), frame.size() * sizeof(Vec3d));
      to += frame.size();
    }
    stream.wait();
    view_.times = times_.data(), view_.sequence = sequence_.data(), view_.frames = c.sequence.size();
  }

  ObstacleMesh view_{};
  DeviceArray<Corners> triangle_, across_;
  DeviceArray<std::uint32_t> merged_, first_side_, side_, order_;
  DeviceArray<double> times_;
  DeviceArray<Vec3d> sequence_, x_[2], v_[2], face_[2], normal_[2];
  DeviceArray<MeshBox> box_[2];
  DeviceArray<unsigned> visits_[2];
};

class ObstacleSet {
 public:
  /// Everything is copied. dx: with all its bits.
  void settle(Stream& stream, std::span<const Collider> colliders, double dx, const SortView& sort) {
    view_ = {};
    view_.count = int(colliders.size()), view_.dx = dx;
    meshes_.clear();
    keys_.clear();
    mesh_views_.clear();
    if (colliders.empty()) return;
    std::vector<Obstacle> obstacles;
    std::vector<MirrorPlane> mirrors;
    for (const Collider& c : colliders) {
      obstacles.push_back(obstacle(stream, c));
      if (c.boundary == Boundary::symmetry) mirrors.push_back(mirror(c, dx));
    }
    obstacle_.put(stream, obstacles);
    mesh_.put(stream, mesh_views_);
    mirror_.put(stream, mirrors);
    const std::size_t n = colliders.size(), parts = n * kLoadParts;
    Tables t{};
    for (int side = 0; side < 2; ++side) {
      moving_[side].resize(n);
      t.start[side] = t.end[side] = std::numeric_limits<double>::quiet_NaN();
    }
    tables_.put(stream, {t});
    tried_.resize(parts), load_.resize(parts);
    stream.zero(tried_.data(), tried_.bytes());
    stream.zero(load_.data(), load_.bytes());
    view_.mirrors = int(mirrors.size());
    view_.still = std::all_of(colliders.begin(), colliders.end(), [](const Collider& c) {
      return c.keys.empty() && !c.deforms() && !(norm2(c.velocity) > 0) && !(norm2(c.spin) > 0);
    });
    view_.tables = tables_.data(), view_.obstacle = obstacle_.data(), view_.mesh = mesh_.data();
    view_.mirror = mirror_.data(), view_.tried = tried_.data(), view_.load = load_.data();
    for (int side = 0; side < 2; ++side) view_.moving[side] = moving_[side].data();
    for (std::size_t k = 0; k < meshes_.size(); ++k) fit(stream, k, meshes_[k]->view().deforms ? 3u : 1u);
    see(stream, sort);
  }
  /// There may be more blocks now: pointers of the view change.
  void see(Stream& stream, const SortView& sort) {
    view_.control = sort.control;
    if (!view_.count) return;
    const std::size_t blocks = std::size_t(sort.blocks.capacity);
    if (blocks > mark_.size()) mark_.resize(blocks), near_.resize(blocks);
    stream.zero(mark_.data(), mark_.bytes());
    view_.mark = mark_.data(), view_.near = near_.data();
    self_.resize(1);
    view_.self = self_.data();
    self_.put(stream, {view_});
  }
  const ObstacleView& view() const { return view_; }

  void move(Stream& stream) {
    if (!view_.count) return;
    launch(stream, 1, MoveObstacles{view_});
    for (std::size_t k = 0; k < meshes_.size(); ++k) {
      if (!meshes_[k]->view().deforms) continue;
      launch(stream, blocks_for<MoveVertices>(std::size_t(meshes_[k]->view().vertices)),
             MoveVertices{view_.tables, view_.mesh + k});
      fit(stream, k, 0);
    }
  }
  void mark(Stream& stream, const SortView& sort) { mark(stream, sort, false); }
  void mark_sorted(Stream& stream, const SortView& sort) { mark(stream, sort, true); }
  /// What planes of symmetry make of nodes, before obstacles and other fields meet them. `merge`: as they were merged.
  void fold(Stream& stream, const MergeNodes& merge) {
    if (!view_.mirrors) return;
    const std::size_t fours = (std::size_t(merge.v.blocks.capacity) + BlockNodes::kBlocks - 1) / BlockNodes::kBlocks;
    for (int k = 0; k < view_.mirrors; ++k) launch(stream, fours, FoldNodes{merge.v, view_, k});
    launch(stream, fours, FinishNodes{merge, view_});
  }
  void meet(Stream& stream, const MergeNodes& merge) {
    if (!view_.count) return;
    const SortView& sort = merge.v;
    const std::size_t blocks = std::size_t(sort.blocks.capacity);
    const std::size_t fours = (blocks + BlockNodes::kBlocks - 1) / BlockNodes::kBlocks;
    const int many = int(std::min<std::size_t>(blocks, kTwin ? 8 : 528));
    launch(stream, std::size_t(many), MeetNodes{sort, view_, merge.empty, many});
    for (int k = view_.mirrors; k-- > 0;)  // corners: undo in the other order
      launch(stream, fours, ReflectNodes{sort, view_, k});
  }
  /// Impulse and angular impulse on each obstacle since they were last asked for [N s], [N m s].
  std::vector<std::pair<Vec3d, Vec3d>> loads(Stream& stream) {
    std::vector<std::pair<Vec3d, Vec3d>> out(std::size_t(view_.count), {Vec3d::zero(), Vec3d::zero()});
    if (out.empty()) return out;
    Control c;
    stream.copy(&c, view_.control, sizeof c);
    const std::vector<std::int64_t> sum = load_.get(stream);
    stream.zero(load_.data(), load_.bytes());
    for (std::size_t k = 0; k < out.size(); ++k)
      for (int a = 0; a < 3; ++a) {
        out[k].first[a] = double(sum[k * kLoadParts + std::size_t(a)]) * c.load_unit;
        out[k].second[a] = double(sum[k * kLoadParts + 3 + std::size_t(a)]) * c.spin_unit;
      }
    return out;
  }
  std::size_t bytes() const {
    std::size_t n = obstacle_.bytes() + mesh_.bytes() + mirror_.bytes() + tables_.bytes() + moving_[0].bytes() +
                    moving_[1].bytes() + mark_.bytes() + near_.bytes() + tried_.bytes() + load_.bytes();
    for (const auto& m : meshes_) n += m->bytes();
    for (const auto& k : keys_) n += k.bytes();
    return n;
  }

 private:
  void mark(Stream& stream, const SortView& sort, bool sorted) {
    if (view_.count && (sorted || !view_.still))
      launch(stream, blocks_for<NearBlocks>(std::size_t(sort.blocks.capacity)), NearBlocks{sort, view_, sorted});
  }
  void fit(Stream& stream, std::size_t k, unsigned always) {
    const ObstacleMesh& m = meshes_[k]->view();
    launch(stream, blocks_for<FitBoxes>(std::size_t(m.leaves)), FitBoxes{view_.tables, view_.mesh + k, always});
    launch(stream, blocks_for<SumNormals>(std::size_t(m.vertices)), SumNormals{view_.tables, view_.mesh + k, always});
  }

  Obstacle obstacle(Stream& stream, const Collider& c) {
    Obstacle o{ShapeKind::mesh, -1,         Vec3d::zero(),
               c.boundary,      c.friction, {c.start, c.velocity, c.spin, nullptr, c.keys.size()}};
    if (!c.keys.empty()) {
      keys_.emplace_back();
      keys_.back().put(stream, c.keys);
      o.motion.keys = keys_.back().data();
    }
    std::visit([&](const auto& s) { set_shape(stream, c, s, o); }, c.shape);
    return o;
  }
  void set_shape(Stream&, const Collider&, const Plane& s, Obstacle& o) {
    o.kind = ShapeKind::plane, o.size = s.normal;
  }
  void set_shape(Stream&, const Collider&, const Sphere& s, Obstacle& o) {
    o.kind = ShapeKind::sphere, o.size = {{s.radius, 0, 0}};
  }
  void set_shape(Stream&, const Collider&, const Box& s, Obstacle& o) { o.kind = ShapeKind::box, o.size = s.half; }
  void set_shape(Stream&, const Collider&, const Capsule& s, Obstacle& o) {
    o.kind = ShapeKind::capsule, o.size = {{s.radius, s.half_length, 0}};
  }
  void set_shape(Stream&, const Collider&, const Cylinder& s, Obstacle& o) {
    o.kind = ShapeKind::cylinder, o.size = {{s.radius, s.half_height, 0}};
  }
  void set_shape(Stream& stream, const Collider& c, const MeshShape&, Obstacle& o) {
    o.mesh = int(meshes_.size());
    meshes_.push_back(std::make_unique<ObstacleMeshData>(stream, c));
    mesh_views_.push_back(meshes_.back()->view());
  }
  /// The world has made sure that it is one (world/symmetry.cpp).
  static MirrorPlane mirror(const Collider& c, double dx) {
    const Vec3d n = c.start.rotation.rotate(std::get<Plane>(c.shape).normal);
    int axis = 0;
    for (int a = 1; a < 3; ++a)
      if (std::fabs(n[a]) > std::fabs(n[axis])) axis = a;
    return {axis, int(std::lround(c.start.position[axis] / dx)), n[axis] > 0 ? 1 : -1};
  }

  DeviceArray<ObstacleView> self_;
  ObstacleView view_{};
  std::vector<std::unique_ptr<ObstacleMeshData>> meshes_;
  std::vector<ObstacleMesh> mesh_views_;
  std::vector<DeviceArray<Keyframe>> keys_;
  DeviceArray<Obstacle> obstacle_;
  DeviceArray<ObstacleMesh> mesh_;
  DeviceArray<MirrorPlane> mirror_;
  DeviceArray<Tables> tables_;
  DeviceArray<Moving> moving_[2];
  DeviceArray<unsigned> mark_;
  DeviceArray<int> near_;
  DeviceArray<std::int64_t> tried_, load_;
};

}  // namespace weft::WEFT_DEVICE
