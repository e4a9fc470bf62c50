/// Path tracing: light is followed backwards from the camera.
///   L(x, wo) = sum over bounces of  throughput * (sun seen from there + sky where a ray meets nothing)
/// The sun is asked for at each surface (its light, softened, comes from a small disc of directions); the sky
/// and other surfaces are met by rays that leave in directions chosen like the surface's answer.
#pragma once
#include "output/picture/camera.h"
#include "output/picture/light.h"
#include "output/picture/stage.h"

namespace weft {

/// What a picture is made of, before noise is removed: means over the samples of each pixel.
struct Exposure {
  int width = 0, height = 0;
  std::vector<Vec3f> light;      ///< linear
  std::vector<float> variance;   ///< of the mean luminance of light / albedo
  std::vector<Vec3f> albedo;     ///< of what is seen first; 1 for background
  std::vector<Vec3f> normal, x;  ///< of what is seen first
  std::uint64_t rays = 0;        ///< followed, without those towards the sun that were not needed
};

/// Light over albedo: what varies smoothly over a surface whatever its colours. Dark ones count as grey, as
/// their mirrored light has no colour to take away.
inline Vec3f without_colour(const Vec3f& light, const Vec3f& albedo) {
  Vec3f out;
  for (int k = 0; k < 3; ++k) out[k] = light[k] / std::max(albedo[k], 0.1f);
  return out;
}
inline Vec3f with_colour(const Vec3f& light, const Vec3f& albedo) {
  Vec3f out;
  for (int k = 0; k < 3; ++k) out[k] = light[k] * std::max(albedo[k], 0.1f);
  return out;
}

struct TraceOptions {
  int samples = 16;  ///< a pixel
  int bounces = 3;   ///< of light on surfaces that scatter it
};

/// The same bits for any number of threads.
Exposure trace(const Stage& stage, const Light& light, const View& view, const TraceOptions& options);

}  // namespace weft
