#include "contact/rigid/contact_shape.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "geometry/distance_mesh.h"
#include "geometry/shape_surface.h"
#include "geometry/surface_points.h"

namespace weft {
namespace {

constexpr double kSamplesAcross = 12;      // a shape, where it is sampled
constexpr int kRim = 24;                   // corners of a disk
constexpr std::size_t kMostCorners = 512;  // of a convex mesh that is treated as such
constexpr double kFlat = 1e-5;             // sine of the angle up to which triangles form one face

Vec3d rim_point(const Cylinder& c, double angle, double side) {
  return {{c.radius * std::cos(angle), c.radius * std::sin(angle), side * c.half_height}};
}

/// The rim of one end, its first corner farthest along d.
std::vector<Vec3d> rim(const Cylinder& c, const Vec3d& d, double side) {
  const bool upright = d[0] * d[0] + d[1] * d[1] < 1e-12 * norm2(d);  // no direction is farthest
  const double first = upright ? 0 : std::atan2(d[1], d[0]);
  std::vector<Vec3d> points;
  for (int k = 0; k < kRim; ++k)
    points.push_back(rim_point(c, first + side * 2 * std::numbers::pi * k / kRim, side));
  return points;
}

std::vector<ContactFace> faces_of(const Box& box) {
  std::vector<ContactFace> faces;
  for (int k = 0; k < 3; ++k)
    for (double side : {-1.0, 1.0}) {
      ContactFace f;
      f.normal = Vec3d::zero();
      f.normal[k] = side;
      const int i = (k + 1) % 3, j = (k + 2) % 3;
      for (const auto& [u, v] : {std::pair{-1., -1.}, {1., -1.}, {1., 1.}, {-1., 1.}}) {
        Vec3d x;
        x[k] = side * box.half[k];
        x[i] = u * side * box.half[i];
        x[j] = v * box.half[j];
        f.corners.push_back(x);
      }
      faces.push_back(f);
    }
  return faces;
}

/// Corners of a convex flat face in order around its normal.
void order_corners(ContactFace& f) {
  Vec3d middle = Vec3d::zero();
  for (const Vec3d& c : f.corners) middle += c * (1.0 / double(f.corners.size()));
  const Vec3d e1 = normalized(f.corners[0] - middle), e2 = cross(f.normal, e1);
  std::vector<std::pair<double, Vec3d>> around;
  for (const Vec3d& c : f.corners)
    around.push_back({std::atan2(dot(c - middle, e2), dot(c - middle, e1)), c});
  std::stable_sort(around.begin(), around.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (std::size_t k = 0; k < around.size(); ++k) f.corners[k] = around[k].second;
}

/// The faces of a convex mesh; none when it is not convex.
std::vector<ContactFace> convex_faces(const TriangleMesh& mesh, double size) {
  std::vector<ContactFace> faces;
  if (mesh.vertices.size() > kMostCorners) return faces;
  for (const auto& t : mesh.triangles) {
    const Vec3d &a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]], &c = mesh.vertices[t[2]];
    const Vec3d area = cross(b - a, c - a);
    if (!(norm(area) > 1e-12 * size * size)) continue;
    const Vec3d n = normalized(area);
    for (const Vec3d& v : mesh.vertices)
      if (dot(v - a, n) > kFlat * size) return {};
    const auto same = [&](const ContactFace& f) {
      return norm(cross(f.normal, n)) < kFlat && dot(f.normal, n) > 0;
    };
    if (std::any_of(faces.begin(), faces.end(), same)) continue;
    ContactFace f{n, {}};
    for (const Vec3d& v : mesh.vertices)
      if (dot(v - a, n) > -kFlat * size) f.corners.push_back(v);
    order_corners(f);
    faces.push_back(f);
  }
  return faces;
}

void sample(const TriangleMesh& mesh, double spacing, std::vector<ContactSample>& out) {
  for (const Vec3d& v : mesh.vertices) out.push_back({v, 0});
  if (!(spacing > 0)) return;
  for (const SurfacePoint& p : sample_surface(mesh, spacing, 1)) {
    const auto& t = mesh.triangles[p.triangle];
    out.push_back({mesh.vertices[t[0]] * p.weight[0] + mesh.vertices[t[1]] * p.weight[1] +
                       mesh.vertices[t[2]] * p.weight[2],
                   0});
  }
}

}  // namespace

ContactShape contact_shape(const Shape& shape, bool fine) {
  ContactShape s;
  s.shape = &shape;
  if (std::holds_alternative<Plane>(shape)) return s;
  const Bounds b = bounds(shape);
  s.size = norm(b.upper - b.lower);
  if (const auto* sphere = std::get_if<Sphere>(&shape)) {
    s.samples.push_back({Vec3d::zero(), sphere->radius});
    return s;
  }
  if (const auto* capsule = std::get_if<Capsule>(&shape)) {
    s.faceted = true;
    const int parts = 1 + int(std::ceil(capsule->half_length / capsule->radius));
    for (int k = 0; k <= parts; ++k)
      s.samples.push_back({{{0, 0, capsule->half_length * (2.0 * k / parts - 1)}}, capsule->radius});
    return s;
  }
  const auto* mesh = std::get_if<MeshShape>(&shape);
  if (mesh) s.faces = convex_faces(mesh->mesh->mesh(), s.size);
  if (const auto* box = std::get_if<Box>(&shape)) s.faces = faces_of(*box);
  s.faceted = !mesh || !s.faces.empty();
  if (mesh && s.faceted) s.corners = mesh->mesh->mesh().vertices;
  if (std::holds_alternative<Box>(shape))
    for (const ContactFace& f : {s.faces[0], s.faces[1]})
      s.corners.insert(s.corners.end(), f.corners.begin(), f.corners.end());
  const double spacing = s.size / kSamplesAcross;
  if (mesh) sample(mesh->mesh->mesh(), fine ? spacing : 0, s.samples);
  else sample(shape_surface(shape, spacing), spacing, s.samples);
  return s;
}

void farthest(const ContactShape& s, const Vec3d& d, std::vector<ContactSample>& out) {
  if (const auto* c = std::get_if<Cylinder>(s.shape)) {
    for (double side : {-1.0, 1.0})
      for (const Vec3d& x : rim(*c, d, side)) out.push_back({x, 0});
  } else if (!s.corners.empty()) {
    for (const Vec3d& x : s.corners) out.push_back({x, 0});
  } else {
    out.insert(out.end(), s.samples.begin(), s.samples.end());
  }
}

ContactFeature feature_along(const ContactShape& s, const Vec3d& d) {
  ContactFeature f;
  if (const auto* c = std::get_if<Capsule>(s.shape)) {
    f.corners = {{{0, 0, -c->half_length}}, {{0, 0, c->half_length}}};
    f.radius = c->radius;
  } else if (const auto* c = std::get_if<Cylinder>(s.shape)) {
    const double along = d[2], across = std::hypot(d[0], d[1]);
    if (std::fabs(along) > across) {
      f.round = true;
      f.normal = {{0, 0, along < 0 ? -1.0 : 1.0}};
      f.corners = rim(*c, d, f.normal[2]);
    } else {
      const double angle = std::atan2(d[1], d[0]);
      f.corners = {rim_point(*c, angle, -1), rim_point(*c, angle, 1)};
    }
  } else {
    const ContactFace* best = &s.faces[0];
    for (const ContactFace& face : s.faces)
      if (dot(face.normal, d) > dot(best->normal, d)) best = &face;
    f.corners = best->corners;
    f.normal = best->normal;
  }
  return f;
}

double support(const ContactShape& s, const Vec3d& d) {
  if (const auto* c = std::get_if<Cylinder>(s.shape))
    return c->radius * std::hypot(d[0], d[1]) + c->half_height * std::fabs(d[2]);
  double most = -1e300;
  if (!s.corners.empty())
    for (const Vec3d& x : s.corners) most = std::max(most, dot(x, d));
  else
    for (const ContactSample& x : s.samples) most = std::max(most, dot(x.at, d) + x.radius * norm(d));
  return most;
}

}  // namespace weft
