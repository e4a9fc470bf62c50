/// The light of a picture: a dome of sky, one soft key light (the sun), and what stands behind everything.
#pragma once
#include <optional>

#include "output/picture/directions.h"

namespace weft {

struct LightOptions {
  Vec3d sun{{-0.8, -0.3, 0.8}};  ///< towards the key light
  Vec3f sun_colour{{1.0f, 0.93f, 0.82f}};
  double sun_strength = 1, sky_strength = 1;
  double softness = 0.07;           ///< half the angle the key light covers [rad]
  std::optional<Vec3f> background;  ///< linear; a pale studio when not given
  bool uniform = false;             ///< a white sky of radiance 1 all around, no sun (for tests)
};

class Light {
 public:
  explicit Light(const LightOptions& options);
  /// What a ray that meets nothing brings back.
  Vec3f sky(const Vec3f& d) const;
  /// What the camera sees behind everything, `v` from 0 (bottom) to 1 (top) of the picture.
  Vec3f background(float v) const;
  /// A direction towards the sun, and the light that comes from there on a surface that faces it.
  Vec3f towards_sun(const Vec2<float>& u) const { return sun_axes_.to_world(disc_direction(u, tangent_)); }
  const Vec3f& sun() const { return sun_; }
  bool has_sun() const { return luminance(sun_) > 0; }

 private:
  LightOptions options_;
  Axes sun_axes_;
  Vec3f sun_;
  float tangent_;
};

}  // namespace weft
