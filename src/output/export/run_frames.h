/// Which frames of a run are exported, and the reading of them.
#pragma once
#include "output/frame_file.h"

namespace weft {

/// Numbers of the frames that are there: all of them, or those of "A:B", "A:", ":B" or "A". Throws Error
/// E0419 when the ends are not among them or there are none, E0602 when the text makes no sense.
std::vector<std::int64_t> choose_frames(const std::filesystem::path& run, const std::string& text);
/// Throws Error E0404..E0407 when it is missing or damaged.
Frame read_run_frame(const std::filesystem::path& run, std::int64_t number);

}  // namespace weft
