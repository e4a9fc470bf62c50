/// Pictures and a movie of a run, or of several beside each other.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace weft {

struct RenderRequest {
  std::vector<std::filesystem::path> folders;  ///< runs, drawn beside each other
  std::filesystem::path output;                ///< where pictures go (default: the run folder)
  std::string frames, size, camera;            ///< "A:B", "1280x720", "x,y,z:tx,ty,tz:degrees" or "auto"
  std::string colour, range, captions;         ///< a quantity; "low:high"; "one,two"
  std::optional<std::string> still;  ///< one frame alone: its number, or empty for the scene's choice
  std::optional<int> samples;
  std::optional<int> turntable;  ///< pictures of a turn; 0: as many as there are frames
  int threads = 0;
  bool draft = false, quiet = false;
};

/// Throws Error when something is missing.
void render_run(const RenderRequest& request);

}  // namespace weft
