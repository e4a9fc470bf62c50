#include "bodies/thin/rest_element.h"

#include <cmath>

#include "materials/fibre.h"

namespace weft {

Mat3d element_frame(const std::vector<Vec3d>& x, const std::uint32_t* c, int corners, bool plane) {
  const Vec3d a = normalized(x[c[1]] - x[c[0]]);
  Vec3d b, n;
  if (corners == 3) {
    const Vec3d e = x[c[2]] - x[c[0]];
    b = normalized(e - a * dot(a, e));
    n = cross(a, b);
  } else if (plane) {
    b = {{-a[2], 0, a[0]}};
    n = cross(a, b);
  } else {
    across(a, b, n);
  }
  Mat3d E;
  E.set_column(0, a);
  E.set_column(1, b);
  E.set_column(2, n);
  return E;
}

std::vector<std::uint32_t> element_corners(const ThinOptions& o, int corners) {
  std::vector<std::uint32_t> c;
  if (corners == 3) {
    for (const auto& t : o.triangles) c.insert(c.end(), t.begin(), t.end());
    return c;
  }
  std::uint32_t first = 0;
  for (const std::uint32_t count : o.counts) {
    for (std::uint32_t i = 0; i + 1 < count; ++i) c.insert(c.end(), {first + i, first + i + 1});
    first += count;
  }
  return c;
}

RestElement::RestElement(const ThinOptions& o, const std::uint32_t* c, int corners) {
  const Mat3d E = element_frame(o.rest, c, corners, o.plane);
  const Vec3d D1 = o.rest[c[1]] - o.rest[c[0]];
  const double l1 = norm(D1);
  B[0] = 1 / l1, B[1] = 0, B[2] = 0, V = l1 * o.section;
  if (corners != 3) return;
  const Vec3d D2 = o.rest[c[2]] - o.rest[c[0]];
  const double along = dot(E.column(0), D2), up = dot(E.column(1), D2);
  B[1] = -along / (l1 * up);
  B[2] = 1 / up;
  V = 0.5 * l1 * up * o.section;
  if (o.uv.empty()) return;
  const double u0 = o.uv[c[0]][0], u1 = o.uv[c[1]][0] - u0, u2 = o.uv[c[2]][0] - u0;
  const Vec2d g{{u1 * B[0], u1 * B[1] + u2 * B[2]}};
  if (norm2(g) > 0) warp = g * (1 / std::sqrt(norm2(g)));
}

}  // namespace weft
