#include "geometry/mesh_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "exec/error.h"

namespace weft {

namespace {

/// Twice the area vector of a triangle.
Vec3d area_vector(const TriangleMesh& mesh, const std::array<std::uint32_t, 3>& t) {
  const Vec3d &a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]], &c = mesh.vertices[t[2]];
  return cross(b - a, c - a);
}

/// No area within round-off of its own edges.
bool is_degenerate(const TriangleMesh& mesh, const std::array<std::uint32_t, 3>& t) {
  const Vec3d &a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]], &c = mesh.vertices[t[2]];
  const double longest2 = std::max({norm2(b - a), norm2(c - b), norm2(a - c)});
  return norm(area_vector(mesh, t)) <= 1e-14 * longest2;
}

void count_edges(const TriangleMesh& mesh, MeshReport& report) {
  const std::vector<std::uint32_t> merged = merge_equal_vertices(mesh.vertices);
  struct Side {
    std::uint32_t low, high;
    bool forward;
  };
  std::vector<Side> sides;
  sides.reserve(3 * mesh.triangles.size());
  for (const auto& t : mesh.triangles) {
    const std::uint32_t v[3] = {merged[t[0]], merged[t[1]], merged[t[2]]};
    if (v[0] == v[1] || v[1] == v[2] || v[2] == v[0])
      continue;  // a line: it closes nothing and opens nothing
    for (int k = 0; k < 3; ++k) {
      const std::uint32_t a = v[k], b = v[(k + 1) % 3];
      sides.push_back({std::min(a, b), std::max(a, b), a < b});
    }
  }
  std::sort(sides.begin(), sides.end(),
            [](const Side& a, const Side& b) { return a.low != b.low ? a.low < b.low : a.high < b.high; });
  for (std::size_t i = 0, j = 0; i < sides.size(); i = j) {
    for (j = i; j < sides.size() && sides[j].low == sides[i].low && sides[j].high == sides[i].high; ++j) {
    }
    if (j - i == 1) ++report.open_edges;
    if (j - i == 2 && sides[i].forward == sides[i + 1].forward) ++report.flipped_edges;
    if (j - i > 2) ++report.crowded_edges;
  }
}

/// Eigenvectors of a symmetric matrix by Jacobi rotations; columns of the result.
Mat3d principal_axes(Mat3d a) {
  Mat3d axes = Mat3d::identity();
  for (int sweep = 0; sweep < 20; ++sweep)
    for (int p = 0; p < 2; ++p)
      for (int q = p + 1; q < 3; ++q) {
        if (std::fabs(a(p, q)) < 1e-300) continue;
        const double angle = 0.5 * std::atan2(2 * a(p, q), a(q, q) - a(p, p));
        Mat3d g = Mat3d::identity();
        g(p, p) = g(q, q) = std::cos(angle);
        g(p, q) = std::sin(angle);
        g(q, p) = -g(p, q);
        a = transpose(g) * a * g;
        axes = axes * g;
      }
  return axes;
}

double extent_along(const std::vector<Vec3d>& vertices, const Vec3d& axis) {
  double low = INFINITY, high = -INFINITY;
  for (const Vec3d& x : vertices) {
    low = std::min(low, dot(axis, x));
    high = std::max(high, dot(axis, x));
  }
  return high - low;
}

}  // namespace

std::vector<std::uint32_t> merge_equal_vertices(const std::vector<Vec3d>& vertices) {
  std::vector<std::uint32_t> order(vertices.size()), merged(vertices.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) {
    const Vec3d &a = vertices[i], &b = vertices[j];
    for (int k = 0; k < 3; ++k)
      if (a[k] != b[k]) return a[k] < b[k];
    return i < j;
  });
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool same = i > 0 && vertices[order[i]] == vertices[order[i - 1]];
    merged[order[i]] = same ? merged[order[i - 1]] : order[i];
  }
  return merged;
}

double signed_volume(const TriangleMesh& mesh) {
  if (mesh.vertices.empty()) return 0;
  const Vec3d origin = mesh.vertices[0];  // near the mesh: less cancellation
  double six = 0;
  for (const auto& t : mesh.triangles)
    six +=
        dot(mesh.vertices[t[0]] - origin, cross(mesh.vertices[t[1]] - origin, mesh.vertices[t[2]] - origin));
  return six / 6;
}

double surface_area(const TriangleMesh& mesh) {
  double twice = 0;
  for (const auto& t : mesh.triangles) twice += norm(area_vector(mesh, t));
  return twice / 2;
}

double thinnest_extent(const TriangleMesh& mesh) {
  if (mesh.vertices.empty()) return 0;
  // Principal axes of the surface: area-weighted covariance of the triangles' centres and corners.
  Vec3d mean = Vec3d::zero();
  double total = 0;
  for (const auto& t : mesh.triangles) {
    const double w = norm(area_vector(mesh, t));
    mean += (mesh.vertices[t[0]] + mesh.vertices[t[1]] + mesh.vertices[t[2]]) * (w / 3);
    total += w;
  }
  if (total == 0) return 0;
  mean *= 1 / total;
  Mat3d covariance = Mat3d::zero();
  for (const auto& t : mesh.triangles) {
    const double w = norm(area_vector(mesh, t)) / total;
    for (int k = 0; k < 3; ++k) {
      const Vec3d r = mesh.vertices[t[k]] - mean;
      covariance += outer(r, r) * w;
    }
  }
  const Mat3d axes = principal_axes(covariance);
  double thinnest = INFINITY;
  for (int k = 0; k < 3; ++k) {
    thinnest = std::min(thinnest, extent_along(mesh.vertices, axes.column(k)));
    thinnest = std::min(thinnest, extent_along(mesh.vertices, Mat3d::identity().column(k)));
  }
  // A convex body of width w has an inscribed sphere of radius >= w / (2 sqrt 3) and V >= radius A / 3, so 2
  // V / A below w / (3 sqrt 3) means walls around a hollow, and 2 V / A is then their thickness.
  const double wall = 2 * std::fabs(signed_volume(mesh)) / surface_area(mesh);
  return wall < thinnest / (3 * std::sqrt(3.0)) ? wall : thinnest;
}

MeshReport check_mesh(const TriangleMesh& mesh) {
  MeshReport report;
  count_edges(mesh, report);
  for (const auto& t : mesh.triangles) report.degenerate += is_degenerate(mesh, t);
  for (const Vec3d& x : mesh.vertices) report.bounds.add(x);
  report.area = surface_area(mesh);
  report.volume = signed_volume(mesh);
  report.thinnest = thinnest_extent(mesh);
  return report;
}

void require_solid(const TriangleMesh& mesh, const std::string& name) {
  const MeshReport report = check_mesh(mesh);
  if (!report.closed())
    throw Error(
        "E0112",
        fmt::format("the mesh is not closed: {} edges with one triangle, {} with more than two, {} between "
                    "triangles of opposite orientation",
                    report.open_edges, report.crowded_edges, report.flipped_edges),
        name, "fill its holes and make its normals consistent; inside and outside must be clear");
  if (!(report.volume > 0))
    throw Error(
        "E0117",
        fmt::format("the mesh encloses a volume of {:.3g} m^3: it is inside out or flat", report.volume),
        name, "flip its normals so that they point outwards");
}

}  // namespace weft
