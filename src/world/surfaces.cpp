#include "world/surfaces.h"

#include <algorithm>
#include <cmath>

#include "bodies/contact_surface.h"
#include "geometry/distance_mesh.h"
#include "world/world.h"

namespace weft {
namespace {

constexpr double kFloat = 0x1p-22;  // of the largest coordinate: what rounding to float can do to a height

class Collector {
 public:
  WorldSurfaces collect(const World& world, std::span<const FrameObject> drawn) {
    for (std::size_t i = 0; i < world.bodies.size(); ++i) {
      const Roles& roles = world.bodies[i]->roles();
      begin(roles.rigid ? Part::rigid : Part::soft);
      if (roles.surface) add(*roles.surface);
      else add(drawn[i]);
      end();
    }
    for (const Collider& c : world.colliders) {
      begin(Part::obstacle);
      if (const auto* shape = std::get_if<MeshShape>(&c.shape)) add(shape->mesh->mesh(), c.pose);
      end();
    }
    if (floats_) soup_.rounding = std::max(soup_.rounding, kFloat * farthest());
    return std::move(out_);
  }

 private:
  void begin(Part part) {
    object_ = std::uint32_t(soup_.parts.size());
    soup_.parts.push_back(part);
    base_ = soup_.x.size(), first_triangle_ = soup_.triangles.size(), first_segment_ = soup_.segments.size();
  }
  void end() {
    out_.vertices.push_back({base_, soup_.x.size()});
    out_.triangles.push_back({first_triangle_, soup_.triangles.size()});
    out_.segments.push_back({first_segment_, soup_.segments.size()});
    soup_.triangle_object.resize(soup_.triangles.size(), object_);
    soup_.segment_object.resize(soup_.segments.size(), object_);
  }
  std::uint32_t vertex(std::size_t v) const { return std::uint32_t(base_ + v); }
  void triangle(std::size_t a, std::size_t b, std::size_t c) {
    soup_.triangles.push_back({vertex(a), vertex(b), vertex(c)});
  }

  void add(const ContactSurface& surface) {
    for (const Vec3d& x : places_of(surface)) soup_.x.push_back(x);
    for (const auto& t : surface.mesh().triangles) triangle(t[0], t[1], t[2]);
    for (const auto& s : surface.mesh().segments) soup_.segments.push_back({vertex(s[0]), vertex(s[1])});
  }

  /// Polygons become fans of triangles around their first corner.
  void add(const FrameObject& f) {
    if (f.kind != "mesh" && f.kind != "curves") return;
    floats_ = true;
    for (const Vec3<float>& x : f.position) soup_.x.push_back(x.as<double>());
    std::size_t c = 0;
    for (const std::uint32_t n : f.faces) {
      for (std::size_t k = 2; k < n; ++k) triangle(f.corners[c], f.corners[c + k - 1], f.corners[c + k]);
      c += n;
    }
    std::size_t v = 0;
    for (const std::uint32_t n : f.curves) {
      for (std::size_t k = 1; k < n; ++k) soup_.segments.push_back({vertex(v + k - 1), vertex(v + k)});
      v += n;
    }
  }

  void add(const TriangleMesh& mesh, const Pose& pose) {
    for (const Vec3d& x : mesh.vertices) soup_.x.push_back(pose.to_world(x));
    for (const auto& t : mesh.triangles) triangle(t[0], t[1], t[2]);
  }

  double farthest() const {
    double most = 0;
    for (const Vec3d& x : soup_.x)
      for (int k = 0; k < 3; ++k) most = std::max(most, std::fabs(x[k]));
    return most;
  }

  WorldSurfaces out_;
  SurfaceSoup& soup_ = out_.soup;
  std::uint32_t object_ = 0;
  std::size_t base_ = 0, first_triangle_ = 0, first_segment_ = 0;
  bool floats_ = false;  ///< some vertices are rounded
};

}  // namespace

bool may_overlap(const World& world, std::size_t body, std::size_t other) {
  return std::any_of(world.joints.begin(), world.joints.end(), [&](const Joint& j) {
    return !j.collide && ((j.a == body && j.b == other) || (j.a == other && j.b == body));
  });
}

WorldSurfaces collect_surfaces(const World& world, std::span<const FrameObject> drawn) {
  return Collector().collect(world, drawn);
}

}  // namespace weft
