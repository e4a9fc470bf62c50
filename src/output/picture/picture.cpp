#include "output/picture/picture.h"

#include "output/picture/denoise.h"

namespace weft {

Image draw_picture(const Frame& frame, const PictureOptions& options) {
  StageOptions stage_options = options.stage;
  if (stage_options.action.lower[0] > stage_options.action.upper[0])
    stage_options.action = busy_bounds(frame);
  const Stage stage(frame, stage_options);
  const View view(options.camera, options.width, options.height);
  Exposure exposure = trace(stage, Light(options.light), view, options.trace);
  if (options.clean) return denoise(exposure, view);
  return {exposure.width, exposure.height, std::move(exposure.light)};
}

}  // namespace weft
