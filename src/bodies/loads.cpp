#include "bodies/loads.h"

#include <algorithm>

namespace weft {

BodyLoads::BodyLoads(std::vector<Load> loads, std::size_t vertices) : loads_(std::move(loads)) {
  if (loads_.empty()) return;
  force_.assign(vertices, Vec3d::zero());
  follow_ = std::any_of(loads_.begin(), loads_.end(),
                        [](const Load& l) { return l.pressure != 0 || l.couple != 0; });
}

void BodyLoads::find(double time, std::span<const Vec3d> x) {
  std::fill(force_.begin(), force_.end(), Vec3d::zero());
  for (const Load& l : loads_) {
    const double now[] = {time};
    const double scale = l.of_time ? (*l.of_time)(now) : 1.0;
    for (const Load::Share& s : l.shares) force_[s.vertex] += s.force * scale;
    if (l.pressure != 0) push(l, l.pressure * scale, x);
    if (l.couple != 0) turn(l, l.couple * scale, x);
  }
}

void BodyLoads::push(const Load& load, double p, std::span<const Vec3d> x) {
  for (const auto& f : load.faces) {
    const Vec3d on = cross(x[f[1]] - x[f[0]], x[f[2]] - x[f[0]]) * (p / 6);
    for (const std::uint32_t v : f) force_[v] += on;
  }
}

void BodyLoads::turn(const Load& load, double m, std::span<const Vec3d> x) {
  for (const Load::Lever& l : load.levers) {
    const Vec3d e = x[l.row] - x[l.rim], n = cross(x[l.after] - x[l.before], e);
    const double size = norm(n) * norm(e);
    if (!(size > 0)) continue;
    const Vec3d f = n * (m * l.length / size);
    force_[l.row] += f, force_[l.rim] -= f;
  }
}

std::vector<Load::Share> shared_force(std::span<const std::uint32_t> vertices, const Vec3d& total) {
  std::vector<Load::Share> out;
  for (const std::uint32_t v : vertices) out.push_back({v, total * (1 / double(vertices.size()))});
  return out;
}

std::vector<Load::Share> shared_line(std::span<const std::array<std::uint32_t, 2>> edges,
                                     std::span<const Vec3d> rest, const Vec3d& per_length) {
  std::vector<Load::Share> out;
  for (const auto& e : edges)
    for (const std::uint32_t v : e) out.push_back({v, per_length * (0.5 * norm(rest[e[1]] - rest[e[0]]))});
  return out;
}

std::vector<Load::Share> shared_traction(std::span<const std::array<std::uint32_t, 3>> faces,
                                         std::span<const Vec3d> rest, const Vec3d& per_area) {
  std::vector<Load::Share> out;
  for (const auto& f : faces) {
    const double area = 0.5 * norm(cross(rest[f[1]] - rest[f[0]], rest[f[2]] - rest[f[0]]));
    for (const std::uint32_t v : f) out.push_back({v, per_area * (area / 3)});
  }
  return out;
}

}  // namespace weft
