/// E3 and E10: slabs in plane stress and plane strain, one cell thick, held along y.
#include <cmath>

#include "validation/solid/support.h"

namespace weft {
namespace {

/// The block becomes the slab  x = at(s, t),  s and t from 0 to 1, y from 0 to `thick`.
template <class At>
TetMesh slab(int along, int up, double thick, At&& at) {
  TetMesh mesh = tet_block({{1, 1, 1}}, {along, 1, up});
  for (Vec3d& x : mesh.vertices) {
    const Vec2d p = at(x[0] + 0.5, x[2] + 0.5);
    x = {{p[0], (x[1] + 0.5) * thick, p[1]}};
  }
  return mesh;
}

/// Mean over the vertices within `reach` of (x, z).
Vec3d near(const SolidBench& b, const TetMesh& mesh, double x, double z, double reach) {
  Vec3d sum = Vec3d::zero();
  double count = 0;
  for (std::uint32_t i = 0; i < mesh.vertices.size(); ++i)
    if (std::hypot(mesh.vertices[i][0] - x, mesh.vertices[i][2] - z) < reach) sum += b.at(i), count += 1;
  return sum * (1 / count);
}

constexpr Vec3d kX{{1, 0, 0}}, kY{{0, 1, 0}}, kZ{{0, 0, 1}};

/// Cook's membrane: (0,0), (48,44), (48,60), (0,44), clamped on the left, sheared evenly on the right.
double cook_rise(const SolidCase& c, double young, double poisson, double force, bool plane_strain,
                 int parts) {
  const int n = c.cells + c.cells % 2;  // a vertex in the middle of the edge
  const double thick = 48.0 / n;
  const TetMesh mesh = slab(n, n, thick, [](double s, double t) {
    return Vec2d{{48 * s, (1 - s) * 44 * t + s * (44 + 16 * t)}};
  });
  SolidBench b(mesh, solid_material(c.law, young, poisson, 1e-3));
  for (std::uint32_t i = 0; i < mesh.vertices.size(); ++i) {
    const Vec3d& X = mesh.vertices[i];
    if (X[0] < 1e-9) b.hold(i, kX), b.hold(i, kZ);
    if (plane_strain || X[1] < 1e-9) b.hold(i, kY);  // in plane stress one face is a plane of symmetry
  }
  for (const auto& t : boundary_faces(mesh)) {
    const auto& X = mesh.vertices;
    if (std::min({X[t[0]][0], X[t[1]][0], X[t[2]][0]}) < 48 - 1e-9) continue;
    const double area = 0.5 * norm(cross(X[t[1]] - X[t[0]], X[t[2]] - X[t[0]]));
    for (const std::uint32_t v : t) b.add_load(v, kZ * (force / 16 * area / 3));
  }
  b.settle(parts);
  return near(b, mesh, 48, 52, 0.1)[2] - 52;
}

}  // namespace

Series solid_cook_stress(const SolidCase& c) {
  constexpr double kSmall = 1e-5;
  const double w = cook_rise(c, 1, 1.0 / 3, kSmall, false, 1) / kSmall;
  return {{"time", {0}}, {"w", {w}}, {"tetrahedra", {5.0 * c.cells * c.cells}}};
}

Series solid_cook(const SolidCase& c) {
  const double w = cook_rise(c, 240.565, 0.3, 100, true, 4);
  return {{"time", {0}}, {"w", {w}}, {"tetrahedra", {5.0 * c.cells * c.cells}}};
}

/// L = 1, h = 0.1, E = 1e6, nu = 0.3 under its own weight in plane strain;
/// cells across, ten times as many along.
Series solid_cantilever(const SolidCase& c) {
  constexpr double L = 1, h = 0.1;
  const int n = c.cells + c.cells % 2, along = 10 * n;
  const TetMesh mesh = slab(along, n, h / n, [](double s, double t) {
    return Vec2d{{L * s, h * (t - 0.5)}};
  });
  SolidBench b(mesh, solid_material(c.law, 1e6, 0.3, 1000));
  for (std::uint32_t i = 0; i < mesh.vertices.size(); ++i) {
    if (mesh.vertices[i][0] < 1e-9) b.hold(i, kX), b.hold(i, kZ);
    b.hold(i, kY);
  }
  b.add_gravity({{0, 0, -9.81}});
  b.settle(4);
  const Vec3d tip = near(b, mesh, L, 0, 0.1 * h / n);
  return {{"time", {0}}, {"x", {tip[0]}}, {"drop", {-tip[2]}}, {"tetrahedra", {5.0 * along * n}}};
}

}  // namespace weft
