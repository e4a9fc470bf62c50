#include "world/enclosed.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "world/surfaces.h"
#include "world/world.h"

namespace weft {
namespace {

constexpr std::size_t kSamples = 200;
constexpr double kWithin = 0.75;  // of a turn: more than a point has that lies on the surface

/// A closed surface.
class Shell {
 public:
  Shell(const WorldSurfaces& s, std::size_t object) : soup_(s.soup), triangles_(s.triangles[object]) {
    for (std::size_t v = s.vertices[object].begin; v < s.vertices[object].end; ++v) box_.add(soup_.x[v]);
  }
  bool holds(const Vec3d& x) const {
    for (int k = 0; k < 3; ++k)
      if (!(x[k] > box_.lower[k] && x[k] < box_.upper[k])) return false;
    double turns = 0;
    for (std::size_t t = triangles_.begin; t < triangles_.end; ++t) turns += angle(soup_.triangles[t], x);
    return std::fabs(turns) > kWithin;
  }

 private:
  /// Van Oosterom and Strackee (1983), in parts of the whole sphere.
  double angle(const std::array<std::uint32_t, 3>& t, const Vec3d& x) const {
    const Vec3d a = soup_.x[t[0]] - x, b = soup_.x[t[1]] - x, c = soup_.x[t[2]] - x;
    const double la = norm(a), lb = norm(b), lc = norm(c);
    const double below = la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb;
    return std::atan2(dot(a, cross(b, c)), below) / (2 * std::numbers::pi);
  }

  const SurfaceSoup& soup_;
  Range triangles_;
  Bounds box_;
};

double part_inside(const FrameObject& f, const Shell& shell) {
  const std::size_t n = f.position.size(), stride = std::max<std::size_t>(1, n / kSamples);
  std::size_t seen = 0, hits = 0;
  for (std::size_t i = 0; i < n; i += stride, ++seen) hits += shell.holds(f.position[i].as<double>());
  return seen ? double(hits) / double(seen) : 0;
}

}  // namespace

std::vector<Enclosed> find_enclosed(const World& world, std::span<const FrameObject> drawn) {
  const WorldSurfaces surfaces = collect_surfaces(world, drawn);
  std::vector<Enclosed> out;
  for (std::size_t outer = 0; outer < drawn.size(); ++outer) {
    const Body& body = *world.bodies[outer];
    if (!body.roles().rigid && body.kind() != "solid") continue;
    const Shell shell(surfaces, outer);
    for (std::size_t inner = 0; inner < drawn.size(); ++inner) {
      if (inner == outer || may_overlap(world, inner, outer)) continue;
      const double part = part_inside(drawn[inner], shell);
      if (part > 0) out.push_back({world.bodies[inner]->name(), body.name(), part});
    }
  }
  return out;
}

}  // namespace weft
