/// A picture of a frame: balls, obstacles and floor under a low sun and a soft sky.
///   light = albedo (sun max(0, n.l) shadow + sky(n) occlusion)
/// Shadows come from a depth map seen by the sun, softer the farther the blocker; occlusion from the depths
/// around.
#pragma once
#include <optional>

#include "output/picture/stage.h"

namespace weft {

struct PictureOptions {
  int width = 1280, height = 720;
  int samples = 2;  ///< by as many a pixel
  Camera camera;
  std::optional<Vec3f> background;  ///< linear; a pale sky when not given
};

/// The same bytes for any number of threads.
Image draw_picture(const Frame& frame, const PictureOptions& options);

}  // namespace weft
