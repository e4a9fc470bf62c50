#include "output/usd/shared_attributes.h"

#include <algorithm>

#include "output/picture/image.h"

namespace weft::usd {

using Vec3f = Vec3<float>;

Attribute scene_name(const std::string& name) {
  return {.name = "userProperties:name", .type = "string", .value = Text{name}, .custom = true};
}

Attribute display_colour(const std::array<float, 3>& srgb) {
  return {"primvars:displayColor", "color3f[]", array_of(Type::vec3f, std::vector<Vec3f>{light(srgb)})};
}

Vec3f light(const std::array<float, 3>& srgb) {
  return {{from_srgb(srgb[0]), from_srgb(srgb[1]), from_srgb(srgb[2])}};
}

Array extent_of(std::span<const Vec3f> points, float margin) {
  if (points.empty()) return array_of(Type::vec3f, std::vector<Vec3f>(2, Vec3f::zero()));
  Vec3f low = points[0], high = points[0];
  for (const Vec3f& x : points)
    for (int k = 0; k < 3; ++k) low[k] = std::min(low[k], x[k]), high[k] = std::max(high[k], x[k]);
  const Vec3f m = Vec3f::filled(margin);
  return array_of(Type::vec3f, std::vector<Vec3f>{low - m, high + m});
}

}  // namespace weft::usd
