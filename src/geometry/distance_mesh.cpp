#include "geometry/distance_mesh.h"

#include <embree3/rtcore.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "exec/error.h"
#include "exec/parallel.h"
#include "geometry/closest_triangle.h"
#include "geometry/mesh_checks.h"

namespace weft {

namespace {

using Triangle = std::array<std::uint32_t, 3>;

[[noreturn]] void tree_failed(const char* what) {
  throw Error("E0118", fmt::format("the search tree of a mesh could not be built: {}", what), {},
              "free some memory or simplify the mesh", Exit::memory);
}

/// Angle of a triangle at a corner [rad].
double angle_at(const Vec3d& corner, const Vec3d& b, const Vec3d& c) {
  const Vec3d u = b - corner, v = c - corner;
  return std::atan2(norm(cross(u, v)), dot(u, v));
}

}  // namespace

struct DistanceMesh::Impl {
  TriangleMesh mesh;
  Bounds bounds;
  Vec3d centre{};                                    // the tree works in single precision, relative to this
  double reach = 0;                                  // largest coordinate relative to it
  std::vector<std::uint32_t> merged;                 // equal vertices share their pseudonormals
  std::vector<std::array<std::uint32_t, 3>> across;  // neighbour over edge k of each triangle, or itself
  std::vector<Vec3d> face_normal;                    // unit; zero for triangles without area
  std::vector<Vec3d> vertex_normal;
  std::vector<std::uint32_t> first_side, side;  // sides of merged vertex v: side[first_side[v] ...), 3 t + k
  RTCDevice device = nullptr;
  RTCScene scene = nullptr;
  RTCGeometry geometry = nullptr;
  float* tree_vertices = nullptr;

  ~Impl() {
    if (geometry) rtcReleaseGeometry(geometry);
    if (scene) rtcReleaseScene(scene);
    if (device) rtcReleaseDevice(device);
  }

  const Vec3d& corner(std::uint32_t t, int k) const {
    return mesh.vertices[mesh.triangles[t][std::size_t(k)]];
  }

  void find_neighbours();
  void find_normals();
  void build_tree();
  void fill_tree_vertices();
  Vec3d pseudonormal(std::uint32_t triangle, int feature) const;
};

void DistanceMesh::Impl::find_neighbours() {
  merged = merge_equal_vertices(mesh.vertices);
  struct Side {
    std::uint32_t low, high, triangle, edge;
  };
  std::vector<Side> sides;
  across.resize(mesh.triangles.size());
  first_side.assign(mesh.vertices.size() + 1, 0);
  for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
    across[t] = {t, t, t};
    for (std::uint32_t k = 0; k < 3; ++k) {
      const std::uint32_t a = merged[mesh.triangles[t][k]], b = merged[mesh.triangles[t][(k + 1) % 3]];
      sides.push_back({std::min(a, b), std::max(a, b), t, k});
      ++first_side[a];
    }
  }
  exclusive_scan(first_side);
  side.resize(sides.size());
  std::vector<std::uint32_t> next(first_side.begin(), first_side.end() - 1);
  for (std::uint32_t i = 0; i < side.size(); ++i) side[next[merged[mesh.triangles[i / 3][i % 3]]]++] = i;
  std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) {
    return std::tie(a.low, a.high, a.triangle, a.edge) < std::tie(b.low, b.high, b.triangle, b.edge);
  });
  for (std::size_t i = 0; i + 1 < sides.size(); ++i)
    if (sides[i].low == sides[i + 1].low && sides[i].high == sides[i + 1].high) {
      across[sides[i].triangle][sides[i].edge] = sides[i + 1].triangle;
      across[sides[i + 1].triangle][sides[i + 1].edge] = sides[i].triangle;
    }
}

void DistanceMesh::Impl::find_normals() {
  face_normal.resize(mesh.triangles.size());
  vertex_normal.resize(mesh.vertices.size());
  parallel_chunks(mesh.triangles.size(), 4096, [&](Range r) {
    for (auto t = std::uint32_t(r.begin); t < r.end; ++t) {
      const Vec3d e0 = corner(t, 1) - corner(t, 0), e1 = corner(t, 2) - corner(t, 0), n = cross(e0, e1);
      const double length = norm(n), longest2 = std::max({norm2(e0), norm2(e1), norm2(e1 - e0)});
      face_normal[t] = length > 1e-14 * longest2 ? n * (1 / length) : Vec3d::zero();
    }
  });
  // Gathered vertex by vertex in a fixed order, so that the sum has the same bits for any number of threads.
  parallel_chunks(mesh.vertices.size(), 4096, [&](Range r) {
    for (std::size_t v = r.begin; v < r.end; ++v) {
      Vec3d sum = Vec3d::zero();
      for (std::uint32_t i = first_side[v]; i < first_side[v + 1]; ++i) {
        const std::uint32_t t = side[i] / 3;
        const int k = int(side[i] % 3);
        sum += face_normal[t] * angle_at(corner(t, k), corner(t, (k + 1) % 3), corner(t, (k + 2) % 3));
      }
      vertex_normal[v] = sum;
    }
  });
  bounds = {};
  for (const Vec3d& x : mesh.vertices) bounds.add(x);
}

void DistanceMesh::Impl::fill_tree_vertices() {
  centre = (bounds.lower + bounds.upper) * 0.5;
  reach = norm(bounds.upper - centre);
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v)
    for (int k = 0; k < 3; ++k)
      tree_vertices[3 * v + std::size_t(k)] = float(mesh.vertices[v][k] - centre[k]);
}

void DistanceMesh::Impl::build_tree() {
  if (std::none_of(face_normal.begin(), face_normal.end(), [](const Vec3d& n) { return norm2(n) > 0; }))
    throw Error("E0104", "the mesh has no faces with an area", {},
                "check that the right object was exported");
  device = rtcNewDevice(nullptr);
  if (!device) tree_failed("no device");
  scene = rtcNewScene(device);
  geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
  // Robust: boxes are conservative. Dynamic: a deforming mesh refits its boxes instead of building anew.
  rtcSetSceneFlags(scene, RTCSceneFlags(RTC_SCENE_FLAG_ROBUST | RTC_SCENE_FLAG_DYNAMIC));
  tree_vertices = static_cast<float*>(rtcSetNewGeometryBuffer(
      geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 3 * sizeof(float), mesh.vertices.size()));
  auto* indices = static_cast<std::uint32_t*>(
      rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 3 * sizeof(std::uint32_t),
                              mesh.triangles.size()));
  if (!tree_vertices || !indices) tree_failed("out of memory");
  fill_tree_vertices();
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    for (std::size_t k = 0; k < 3; ++k) indices[3 * t + k] = mesh.triangles[t][k];
  rtcCommitGeometry(geometry);
  rtcAttachGeometry(scene, geometry);
  rtcCommitScene(scene);
  if (rtcGetDeviceError(device) != RTC_ERROR_NONE) tree_failed("out of memory");
}

Vec3d DistanceMesh::Impl::pseudonormal(std::uint32_t t, int feature) const {
  if (feature == 6) return face_normal[t];
  if (feature >= 3) return face_normal[t] + face_normal[across[t][std::size_t(feature - 3)]];
  return vertex_normal[merged[mesh.triangles[t][std::size_t(feature)]]];
}

DistanceMesh::DistanceMesh(TriangleMesh mesh) : impl_(std::make_unique<Impl>()) {
  if (mesh.vertices.empty())
    throw Error("E0103", "the mesh is empty: it has no vertices", {}, "check the file");
  for (const Triangle& t : mesh.triangles)
    for (std::uint32_t v : t)
      if (v >= mesh.vertices.size())
        throw Error("E0106", fmt::format("a face refers to vertex {} of {}", v, mesh.vertices.size()), {},
                    "make the mesh again");
  impl_->mesh = std::move(mesh);
  impl_->find_neighbours();
  impl_->find_normals();
  impl_->build_tree();
}

DistanceMesh::~DistanceMesh() = default;
DistanceMesh::DistanceMesh(DistanceMesh&&) noexcept = default;
DistanceMesh& DistanceMesh::operator=(DistanceMesh&&) noexcept = default;

const TriangleMesh& DistanceMesh::mesh() const { return impl_->mesh; }
const Bounds& DistanceMesh::bounds() const { return impl_->bounds; }
std::span<const std::uint32_t> DistanceMesh::merged() const { return impl_->merged; }
std::span<const std::array<std::uint32_t, 3>> DistanceMesh::across() const { return impl_->across; }
std::span<const std::uint32_t> DistanceMesh::first_side() const { return impl_->first_side; }
std::span<const std::uint32_t> DistanceMesh::sides() const { return impl_->side; }
double DistanceMesh::volume() const { return signed_volume(impl_->mesh); }

void DistanceMesh::update(std::span<const Vec3d> vertices) {
  Impl& m = *impl_;
  if (vertices.size() != m.mesh.vertices.size())
    throw Error("E0114",
                fmt::format("{} vertices given for a mesh of {}", vertices.size(), m.mesh.vertices.size()),
                {}, "all meshes of a sequence must share one topology");
  std::copy(vertices.begin(), vertices.end(), m.mesh.vertices.begin());
  m.find_normals();
  m.fill_tree_vertices();
  rtcSetGeometryBuildQuality(m.geometry, RTC_BUILD_QUALITY_REFIT);
  rtcUpdateGeometryBuffer(m.geometry, RTC_BUFFER_TYPE_VERTEX, 0);
  rtcCommitGeometry(m.geometry);
  rtcCommitScene(m.scene);
  if (rtcGetDeviceError(m.device) != RTC_ERROR_NONE) tree_failed("out of memory");
}

Closest DistanceMesh::closest(const Vec3d& x) const {
  const Impl& m = *impl_;
  struct Search {
    const Impl& m;
    Vec3d x;
    double slack;  // rounding of single-precision coordinates [m]
    double best2 = std::numeric_limits<double>::infinity();
    std::uint32_t triangle = 0;
    TrianglePoint at{};
  };
  const Vec3d local = x - m.centre;
  Search search{.m = m, .x = x, .slack = 4e-7 * (m.reach + norm(local))};
  const auto visit = [](RTCPointQueryFunctionArguments* args) -> bool {
    auto& s = *static_cast<Search*>(args->userPtr);
    const std::uint32_t t = args->primID;
    if (norm2(s.m.face_normal[t]) == 0) return false;  // its neighbours cover its place and know their sides
    const TrianglePoint p = closest_on_triangle(s.x, s.m.corner(t, 0), s.m.corner(t, 1), s.m.corner(t, 2));
    const double d2 = norm2(p.point - s.x);
    if (d2 > s.best2 || (d2 == s.best2 && t >= s.triangle)) return false;
    s.best2 = d2;
    s.triangle = t;
    s.at = p;
    args->query->radius = float((std::sqrt(d2) + s.slack) * (1 + 1e-6));
    return true;
  };
  RTCPointQuery query{float(local[0]), float(local[1]), float(local[2]), 0,
                      std::numeric_limits<float>::infinity()};
  RTCPointQueryContext context;
  rtcInitPointQueryContext(&context);
  rtcPointQuery(m.scene, &query, &context, visit, &search);

  const Vec3d away = x - search.at.point;
  const double distance = norm(away);
  Vec3d normal = m.pseudonormal(search.triangle, search.at.feature);
  if (norm2(normal) == 0) normal = m.face_normal[search.triangle];
  const double sign = dot(away, normal) >= 0 ? 1 : -1;
  // On the surface itself the direction to the closest point is only round-off.
  const bool on_surface = distance <= 1e-12 * (m.reach + norm(local));
  const Vec3d n = on_surface ? normalized(normal) : away * (sign / distance);
  return {sign * distance, n, search.triangle, search.at.barycentric};
}

}  // namespace weft
