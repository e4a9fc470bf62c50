/// A picture of a frame, path traced: sky, key light, ground, and the looks of sand, cloth, metal, ...
#pragma once
#include "output/picture/framing.h"
#include "output/picture/trace.h"

namespace weft {

struct PictureOptions {
  int width = 1280, height = 720;
  TraceOptions trace;
  bool clean = true;  ///< remove noise
  Camera camera;
  StageOptions stage;
  LightOptions light;
};

/// The same bytes for any number of threads.
Image draw_picture(const Frame& frame, const PictureOptions& options);

}  // namespace weft
