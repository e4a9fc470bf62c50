/// Pictures and a movie of a run.
#pragma once
#include <filesystem>
#include <optional>
#include <string>

namespace weft {

struct RenderRequest {
  std::filesystem::path folder, output;  ///< run folder; where pictures go (default: the run folder)
  std::string frames, size, camera;      ///< "A:B", "1280x720", "x,y,z:tx,ty,tz"
  std::optional<long> still;             ///< one frame alone
  int threads = 0;
  bool quiet = false;
};

/// Throws Error when something is missing.
void render_run(const RenderRequest& request);

}  // namespace weft
