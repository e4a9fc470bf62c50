#include "geometry/weave/pouch.h"

#include <algorithm>
#include <cmath>

#include "exec/error.h"
#include "geometry/mesh_checks.h"
#include "geometry/weave/surface_mesh.h"

namespace weft {

namespace {

/// All points nearer than `radius` to a line from a to b, in heights of the bear.
struct Capsule {
  Vec3d a, b;
  double radius;

  double distance(const Vec3d& x) const {
    const Vec3d along = b - a;
    const double length2 = norm2(along);
    const double s = length2 > 0 ? std::clamp(dot(x - a, along) / length2, 0.0, 1.0) : 0;
    return norm(x - a - along * s) - radius;
  }
};

const std::array<Capsule, 9> kBear{{
    {{{0, 0, 0.27}}, {{0, 0, 0.42}}, 0.23},                    // body
    {{{0, 0, 0.78}}, {{0, 0, 0.78}}, 0.22},                    // head
    {{{0, -0.19, 0.73}}, {{0, -0.19, 0.73}}, 0.09},            // snout
    {{{-0.205, 0, 0.845}}, {{-0.205, 0, 0.845}}, 0.07},        // ears
    {{{0.205, 0, 0.845}}, {{0.205, 0, 0.845}}, 0.07},          //
    {{{-0.2, -0.02, 0.48}}, {{-0.34, -0.1, 0.36}}, 0.07},      // arms
    {{{0.2, -0.02, 0.48}}, {{0.34, -0.1, 0.36}}, 0.07},        //
    {{{-0.13, -0.05, 0.16}}, {{-0.17, -0.17, 0.085}}, 0.085},  // legs
    {{{0.13, -0.05, 0.16}}, {{0.17, -0.17, 0.085}}, 0.085},    //
}};

/// The smaller of two distances, rounded where they differ by less than k.
double blend(double a, double b) {
  constexpr double k = 0.05;
  const double overlap = std::max(0.0, k - std::fabs(a - b));
  return std::min(a, b) - overlap * overlap / (4 * k);
}

double bear(const Vec3d& x) {
  double d = kBear[0].distance(x);
  for (std::size_t i = 1; i < kBear.size(); ++i) d = blend(d, kBear[i].distance(x));
  return d;
}

constexpr double kArea = 1.61;  // of the bear's surface, in heights squared

}  // namespace

std::size_t PouchSheet::count() const {
  return std::size_t(kArea * height * height / (0.8660254 * spacing * spacing));
}

Sheet PouchSheet::make() const {
  const auto too_wide = [] {
    return Error("E0144", "the spacing of the pouch's mesh is too wide for its shape", {},
                 "choose a spacing of at most 0.04 of its height");
  };
  if (spacing > 0.045 * height) throw too_wide();
  Bounds bounds;
  bounds.add(Vec3d{{-0.45, -0.35, -0.05}} * height);
  bounds.add(Vec3d{{0.45, 0.3, 1.05}} * height);
  const auto f = [this](const Vec3d& x) { return height * bear(x * (1 / height)); };
  TriangleMesh mesh = mesh_surface(f, bounds, spacing, {height * (opening > 0 ? 1 - opening : 2)});
  const MeshReport report = check_mesh(mesh);
  if (mesh.triangles.empty() || report.crowded_edges + report.flipped_edges + report.degenerate > 0)
    throw too_wide();
  Sheet sheet{std::move(mesh.vertices), std::move(mesh.triangles), {}};
  for (const Vec3d& x : sheet.vertices)  // around the body and up; the seam is at the back
    sheet.uv.push_back({float(0.23 * height * std::atan2(x[0], -x[1])), float(x[2])});
  return sheet;
}

}  // namespace weft
