#include "output/picture/light.h"

#include <cmath>

namespace weft {

namespace {

const Vec3f kZenith{{0.25f, 0.31f, 0.41f}}, kHorizon{{0.52f, 0.54f, 0.56f}}, kBelow{{0.30f, 0.28f, 0.26f}};
constexpr float kSun = 4.3f;  // irradiance on a surface that faces it
const Vec3f kBackLow{{0.84f, 0.835f, 0.83f}}, kBackHigh{{0.50f, 0.56f, 0.64f}};

}  // namespace

Light::Light(const LightOptions& options)
    : options_(options),
      sun_axes_(normalized(options.sun).as<float>()),
      sun_(options.uniform ? Vec3f::zero() : options.sun_colour * (kSun * float(options.sun_strength))),
      tangent_(float(std::tan(std::clamp(options.softness, 0.0, 1.0)))) {}

Vec3f Light::sky(const Vec3f& d) const {
  if (options_.uniform) return grey(1);
  const float up = d[2];
  Vec3f c =
      up > 0 ? mix(kHorizon, kZenith, std::sqrt(up)) : mix(kHorizon, kBelow, smooth_step(0, 0.25f, -up));
  // A broad glow around the sun gives shiny things something to show.
  const float near = std::max(0.0f, dot(d, sun_axes_.z)), glow = near * near * near * near;
  c += options_.sun_colour * (0.35f * glow * glow);
  return c * float(options_.sky_strength);
}

Vec3f Light::background(float v) const {
  if (options_.background) return *options_.background;
  if (options_.uniform) return grey(1);
  return mix(kBackLow, kBackHigh, smooth_step(0.35f, 1.15f, v));
}

}  // namespace weft
