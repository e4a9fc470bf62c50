#include "geometry/subdivision.h"

#include <fmt/format.h>
#include <opensubdiv/bfr/refinerSurfaceFactory.h>
#include <opensubdiv/bfr/surface.h>
#include <opensubdiv/far/primvarRefiner.h>
#include <opensubdiv/far/topologyDescriptor.h>
#include <opensubdiv/far/topologyRefinerFactory.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "exec/error.h"
#include "geometry/surface_checks.h"

namespace weft {

namespace osd = OpenSubdiv::OPENSUBDIV_VERSION;

namespace {

using Refiner = std::unique_ptr<osd::Far::TopologyRefiner>;

Refiner make_refiner(std::size_t vertices, std::vector<int> sizes, std::vector<int> corners,
                     BoundaryRule rule) {
  osd::Far::TopologyDescriptor topology;
  topology.numVertices = int(vertices);
  topology.numFaces = int(sizes.size());
  topology.numVertsPerFace = sizes.data();
  topology.vertIndicesPerFace = corners.data();
  osd::Sdc::Options options;
  using Sdc = osd::Sdc::Options;
  options.SetVtxBoundaryInterpolation(rule == BoundaryRule::edge_only ? Sdc::VTX_BOUNDARY_EDGE_ONLY
                                                                      : Sdc::VTX_BOUNDARY_EDGE_AND_CORNER);
  using Factory = osd::Far::TopologyRefinerFactory<osd::Far::TopologyDescriptor>;
  Refiner refiner(Factory::Create(topology, Factory::Options(osd::Sdc::SCHEME_CATMARK, options)));
  if (!refiner) throw Error("E0150", "the faces do not join to a surface", {}, "see `weft explain E0150`");
  return refiner;
}

Refiner make_refiner(const PolygonMesh& mesh, BoundaryRule rule) {
  std::vector<int> sizes, corners;
  for (const auto& face : mesh.faces) {
    sizes.push_back(int(face.size()));
    corners.insert(corners.end(), face.begin(), face.end());
  }
  return make_refiner(mesh.vertices.size(), std::move(sizes), std::move(corners), rule);
}

Refiner make_refiner(const QuadMesh& mesh, BoundaryRule rule) {
  std::vector<int> corners;
  for (const auto& q : mesh.quads) corners.insert(corners.end(), q.begin(), q.end());
  return make_refiner(mesh.vertices.size(), std::vector<int>(mesh.quads.size(), 4), std::move(corners), rule);
}

/// Which faces have a corner where the surface is no bicubic patch: an inner vertex without four faces, or
/// one on the boundary without two (a sharp corner has one).
std::vector<bool> extraordinary_faces(const QuadMesh& mesh, BoundaryRule rule) {
  std::vector<int> faces(mesh.vertices.size(), 0);
  const std::vector<bool> open = boundary_vertices(mesh);
  for (const auto& q : mesh.quads)
    for (std::uint32_t v : q) ++faces[v];
  std::vector<bool> out(mesh.quads.size(), false);
  for (std::size_t f = 0; f < mesh.quads.size(); ++f)
    for (std::uint32_t v : mesh.quads[f]) {
      const bool corner = rule == BoundaryRule::edge_and_corner && faces[v] == 1;
      if (open[v] ? faces[v] != 2 && !corner : faces[v] != 4) out[f] = true;
    }
  return out;
}

/// The least distance from a corner among places on extraordinary faces.
double least_distance(const QuadMesh& mesh, BoundaryRule rule, std::span<const SurfacePlace> places) {
  const std::vector<bool> hard = extraordinary_faces(mesh, rule);
  double least = 0.5;
  for (const SurfacePlace& p : places) {
    if (p.face >= mesh.quads.size() || !(p.s >= 0 && p.s <= 1 && p.t >= 0 && p.t <= 1))
      throw Error("E0151", fmt::format("place ({}, {}) of face {} is outside the surface", p.s, p.t, p.face),
                  {}, "parameters lie between 0 and 1, faces count from 0");
    if (hard[p.face]) least = std::min(least, std::max(std::min(p.s, 1 - p.s), std::min(p.t, 1 - p.t)));
  }
  return least;
}

}  // namespace

/// Gathers stencils face by face, sharing equal weights.
class StencilBuilder {
 public:
  StencilBuilder(const osd::Far::TopologyRefiner& refiner, int level) : factory_(refiner, options(level)) {}

  void add(const SurfacePlace& p) {
    if (face_ != p.face) open(p.face);
    block_.resize(count_);
    const double uv[2] = {p.s, p.t};
    for (auto& w : columns_) w.resize(count_);
    surface_->EvaluateStencil(uv, columns_[0].data(), columns_[1].data(), columns_[2].data(),
                              columns_[3].data(), columns_[4].data(), columns_[5].data());
    for (std::size_t k = 0; k < count_; ++k)
      for (std::size_t c = 0; c < 6; ++c) block_[k][c] = columns_[c][k];
    stencils_.places_.push_back({first_vertex_, keep_block(), std::uint32_t(count_)});
  }
  LimitStencils take() { return std::move(stencils_); }

 private:
  using Factory = osd::Bfr::RefinerSurfaceFactory<>;

  static Factory::Options options(int level) {
    Factory::Options o;
    o.SetApproxLevelSmooth(level);
    o.SetApproxLevelSharp(level);
    return o;
  }
  void open(std::uint32_t face) {
    face_ = face;
    surface_.reset(factory_.CreateVertexSurface<double>(int(face)));
    if (!surface_)
      throw Error("E0150", fmt::format("face {} has no limit surface", face), {}, "see `weft explain E0150`");
    count_ = std::size_t(surface_->GetNumControlPoints());
    first_vertex_ = std::uint32_t(stencils_.vertices_.size());
    stencils_.vertices_.resize(first_vertex_ + count_);
    surface_->GetControlPointIndices(reinterpret_cast<int*>(stencils_.vertices_.data() + first_vertex_));
  }
  /// Where the current block lies among the weights, which get it when it is new.
  std::uint32_t keep_block() {
    const std::size_t bytes = count_ * sizeof(BasisWeights);
    const std::size_t hash =
        std::hash<std::string_view>{}({reinterpret_cast<const char*>(block_.data()), bytes});
    for (auto [i, end] = known_.equal_range(hash); i != end; ++i)
      if (i->second.count == count_ &&
          std::memcmp(stencils_.weights_.data() + i->second.first, block_.data(), bytes) == 0)
        return i->second.first;
    const Known k{std::uint32_t(stencils_.weights_.size()), count_};
    stencils_.weights_.insert(stencils_.weights_.end(), block_.begin(), block_.end());
    known_.emplace(hash, k);
    return k.first;
  }

  struct Known {
    std::uint32_t first;
    std::size_t count;
  };
  Factory factory_;
  LimitStencils stencils_;
  std::unique_ptr<osd::Bfr::Surface<double>> surface_;
  std::optional<std::uint32_t> face_;
  std::size_t count_ = 0;
  std::uint32_t first_vertex_ = 0;
  std::array<std::vector<double>, 6> columns_;
  std::vector<BasisWeights> block_;
  std::unordered_multimap<std::size_t, Known> known_;
};

int isolation_level(double distance) {
  // The place must lie outside [0, 2^-L]^2 around the corner.
  constexpr int kLeast = 2, kMost = 10;
  const int level = distance > 0 ? int(std::floor(-std::log2(distance))) + 1 : kMost;
  return std::clamp(level, kLeast, kMost);
}

LimitStencils limit_stencils(const QuadMesh& mesh, BoundaryRule rule, std::span<const SurfacePlace> places) {
  check_surface(mesh);
  const double distance = least_distance(mesh, rule, places);
  const Refiner refiner = make_refiner(mesh, rule);
  StencilBuilder builder(*refiner, isolation_level(distance));
  for (const SurfacePlace& p : places) builder.add(p);
  return builder.take();
}

QuadMesh subdivide(const PolygonMesh& mesh, BoundaryRule rule) {
  check_surface(mesh);
  const Refiner refiner = make_refiner(mesh, rule);
  refiner->RefineUniform(osd::Far::TopologyRefiner::UniformOptions(1));
  struct Point {
    Vec3d x = Vec3d::zero();
    void Clear() { x = Vec3d::zero(); }
    void AddWithWeight(const Point& p, double w) { x += p.x * w; }
  };
  const osd::Far::TopologyLevel& fine = refiner->GetLevel(1);
  std::vector<Point> from(mesh.vertices.size()), to(std::size_t(fine.GetNumVertices()));
  for (std::size_t i = 0; i < from.size(); ++i) from[i].x = mesh.vertices[i];
  osd::Far::PrimvarRefinerReal<double>(*refiner).Interpolate(1, from, to);
  QuadMesh out;
  for (const Point& p : to) out.vertices.push_back(p.x);
  for (int f = 0; f < fine.GetNumFaces(); ++f) {
    const auto v = fine.GetFaceVertices(f);
    out.quads.push_back({std::uint32_t(v[0]), std::uint32_t(v[1]), std::uint32_t(v[2]), std::uint32_t(v[3])});
  }
  return out;
}

QuadMesh control_mesh(const PolygonMesh& mesh, BoundaryRule rule) {
  const auto is_quad = [](const auto& face) { return face.size() == 4; };
  if (!std::all_of(mesh.faces.begin(), mesh.faces.end(), is_quad)) return subdivide(mesh, rule);
  QuadMesh out{mesh.vertices, {}};
  for (const auto& f : mesh.faces) out.quads.push_back({f[0], f[1], f[2], f[3]});
  check_surface(out);
  return out;
}

}  // namespace weft
