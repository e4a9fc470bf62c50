#include "geometry/shape_surface.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numbers>

#include "geometry/distance_mesh.h"

namespace weft {
namespace {

constexpr double pi = std::numbers::pi;
const double kCrease = std::cos(40 * pi / 180);

/// A grid of vertices over (i, j), i around (closed) or along; triangles whose corners coincide are left out.
void add_patch(int columns, int rows, const std::function<Vec3d(int, int)>& at, TriangleMesh& out,
               bool closed) {
  const auto first = std::uint32_t(out.vertices.size()), stride = std::uint32_t(rows + 1);
  const int stored = closed ? columns : columns + 1;
  for (int i = 0; i < stored; ++i)
    for (int j = 0; j <= rows; ++j) out.vertices.push_back(at(i, j));
  const auto add = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    const Vec3d &x = out.vertices[a], &y = out.vertices[b], &z = out.vertices[c];
    if (x == y || y == z || z == x) return;
    out.triangles.push_back({a, b, c});
  };
  for (int i = 0; i < columns; ++i)
    for (int j = 0; j < rows; ++j) {
      const std::uint32_t a = first + std::uint32_t(i) * stride + std::uint32_t(j),
                          b = first + std::uint32_t((i + 1) % stored) * stride + std::uint32_t(j);
      add(a, b, b + 1);
      add(a, b + 1, a + 1);
    }
}

int around(double radius, double edge) { return std::clamp(int(std::ceil(2 * pi * radius / edge)), 12, 96); }

/// Turned about z: radius and height of the profile at row j, from below to above.
void add_round(int columns, int rows, const std::function<std::pair<double, double>(int)>& profile,
               TriangleMesh& out) {
  add_patch(
      columns, rows,
      [&](int i, int j) {
        const auto [r, z] = profile(j);
        const double a = 2 * pi * i / columns;
        return Vec3d{{r * std::cos(a), r * std::sin(a), z}};
      },
      out, true);
}

void add_capsule(double r, double half, double edge, TriangleMesh& out) {
  const int columns = around(r, edge), quarter = std::max(3, columns / 4),
            barrel = half > 0 ? std::max(1, int(std::ceil(2 * half / edge))) : 0;
  add_round(
      columns, 2 * quarter + barrel,
      [&](int j) {
        if (j > quarter && j < quarter + barrel)
          return std::pair(r, half * (2.0 * (j - quarter) / barrel - 1));
        const bool above = barrel ? j >= quarter + barrel : j > quarter;
        const int k = above ? j - barrel : j;
        const double a = 0.5 * pi * (double(k) / quarter - 1);
        const double radius = k == 0 || k == 2 * quarter ? 0 : r * std::cos(a);
        return std::pair(radius, r * std::sin(a) + (above ? half : -half));
      },
      out);
}

void add_cylinder(const Cylinder& c, double edge, TriangleMesh& out) {
  const int columns = around(c.radius, edge);
  add_round(
      columns, 1, [&](int j) { return std::pair(c.radius, c.half_height * (2 * j - 1)); }, out);
  add_round(
      columns, 1, [&](int j) { return std::pair(j * c.radius, -c.half_height); }, out);
  add_round(
      columns, 1, [&](int j) { return std::pair((1 - j) * c.radius, c.half_height); }, out);
}

void add_box(const Vec3d& half, TriangleMesh& out) {
  for (int k = 0; k < 3; ++k)
    for (const double side : {-1.0, 1.0}) {
      const int a = (k + 1) % 3, b = (k + 2) % 3;
      add_patch(
          1, 1,
          [&](int i, int j) {
            Vec3d x;
            x[k] = side * half[k];
            x[a] = side * (2 * i - 1) * half[a];
            x[b] = (2 * j - 1) * half[b];
            return x;
          },
          out, false);
    }
}

}  // namespace

TriangleMesh shape_surface(const Shape& shape, double edge) {
  TriangleMesh out;
  if (const auto* s = std::get_if<Sphere>(&shape)) add_capsule(s->radius, 0, edge, out);
  if (const auto* c = std::get_if<Capsule>(&shape)) add_capsule(c->radius, c->half_length, edge, out);
  if (const auto* c = std::get_if<Cylinder>(&shape)) add_cylinder(*c, edge, out);
  if (const auto* b = std::get_if<Box>(&shape)) add_box(b->half, out);
  if (const auto* m = std::get_if<MeshShape>(&shape)) out = m->mesh->mesh();
  return out;
}

TriangleMesh split_at_creases(const TriangleMesh& mesh) {
  std::vector<Vec3d> normal;
  std::vector<std::vector<std::uint32_t>> around(mesh.vertices.size());
  for (const auto& t : mesh.triangles) {
    const Vec3d n =
        cross(mesh.vertices[t[1]] - mesh.vertices[t[0]], mesh.vertices[t[2]] - mesh.vertices[t[0]]);
    normal.push_back(norm2(n) > 0 ? normalized(n) : n);
    for (const std::uint32_t v : t) around[v].push_back(std::uint32_t(normal.size() - 1));
  }
  TriangleMesh out;
  out.triangles = mesh.triangles;
  for (std::uint32_t v = 0; v < around.size(); ++v) {
    // Triangles around v that a chain of flat enough neighbours joins share a vertex.
    std::vector<std::uint32_t> left = around[v];
    while (!left.empty()) {
      std::vector<std::uint32_t> group{left.front()};
      left.erase(left.begin());
      for (std::size_t g = 0; g < group.size(); ++g)
        std::erase_if(left, [&](std::uint32_t t) {
          const bool same = dot(normal[t], normal[group[g]]) > kCrease;
          if (same) group.push_back(t);
          return same;
        });
      for (const std::uint32_t t : group)
        for (std::size_t k = 0; k < 3; ++k)
          if (mesh.triangles[t][k] == v) out.triangles[t][k] = std::uint32_t(out.vertices.size());
      out.vertices.push_back(mesh.vertices[v]);
    }
  }
  return out;
}

}  // namespace weft
