/// The words of `weft render` as what pictures need.
#pragma once
#include "output/picture/run_pictures.h"
#include "render.h"

namespace weft {

/// Throws Error E0602 when an option makes no sense.
PictureWishes wishes_of(const RenderRequest& request);
/// The frames asked for among those there; throws Error E0602 or E0404.
std::vector<std::int64_t> choose_frames(const RenderRequest& request, const RunPictures& pictures);

}  // namespace weft
