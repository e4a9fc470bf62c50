#include "output/picture/solid.h"

#include <cmath>

namespace weft {

namespace {

bool finite(const Vec3f& x) { return std::isfinite(x[0] + x[1] + x[2]); }

}  // namespace

void find_normals(Solid& s) {
  std::vector<Vec3f> n(s.x.size(), Vec3f::zero());
  for (const auto& t : s.triangles) {
    const Vec3f area = cross(s.x[t[1]] - s.x[t[0]], s.x[t[2]] - s.x[t[0]]);
    for (std::uint32_t v : t) n[v] += area;
  }
  for (Vec3f& v : n) {
    const float length = norm(v);
    v = length > 0 ? v * (1 / length) : Vec3f{{0, 0, 1}};
  }
  s.n = std::move(n);
}

void settle(Solid& s, const Vec3f& point, const Vec3f& normal, float reach) {
  for (Vec3f& x : s.x) {
    const float d = dot(x - point, normal);
    if (d > -reach) x -= normal * (reach * (1 - smooth_step(0.3f * reach, 2 * reach, d)));
  }
}

Solid solid_of(const FrameObject& mesh, std::span<const Vec3f> colours) {
  Solid out;
  out.x = mesh.position;
  out.colours.assign(colours.begin(), colours.end());
  std::size_t first = 0;
  for (std::uint32_t count : mesh.faces) {
    const std::uint32_t* corner = mesh.corners.data() + first;
    first += count;
    bool good = count >= 3;
    for (std::uint32_t k = 0; good && k < count; ++k) good = finite(out.x[corner[k]]);
    if (!good) continue;
    // Fans, as polygons are exported: a quad of a shell meets others as these two triangles.
    for (std::uint32_t k = 1; k + 1 < count; ++k) out.triangles.push_back({corner[0], corner[k], corner[k + 1]});
  }
  find_normals(out);
  return out;
}

}  // namespace weft
