/// A checkpoint: the world, its probes, and where the runner stood, so that a run continued from it leaves
/// the same bytes as one that never stopped. The folder keeps the last ones.
#pragma once
#include <cstdint>

#include "output/container.h"
#include "output/run_folder.h"
#include "output/stats.h"
#include "world/probe.h"

namespace weft {

/// What the runner knows besides the world.
struct RunState {
  std::int64_t frame = 0;       ///< last finished frame; steps after it are in `partial`
  FrameSteps partial;           ///< steps taken since that frame
  std::uint64_t rollbacks = 0;  ///< so far of frame `rollback_frame`, which is not finished yet
  std::int64_t rollback_frame = 0;
  std::uint64_t rows_stats = 0, rows_probes = 0, rows_events = 0;  ///< lines written so far
  std::uint64_t state_hash = 0;                                    ///< of the world
  std::uint64_t crossings_told = 0;  ///< how many there were when they were last told of
};

/// Everything a checkpoint is made from or restored into.
struct RunParts {
  World& world;
  ProbeSet& probes;
  RunState& state;
};

/// What a checkpoint holds, as a part of a file that may hold more.
void write_parts(FileWriter& file, const RunParts& parts);
/// Restores it; `path` is for errors, E0405 and E0416.
void read_parts(FileReader& file, const RunParts& parts, const std::filesystem::path& path);
/// Writes state/NNNNNN.state at the end of a frame, drops all but the newest `keep`,
/// and what stands inside a frame.
void write_checkpoint(const RunFolder& folder, const RunParts& parts, int keep = 2);
/// Writes state/inside.state: the world between two frames, for a run that is stopped there. A rollback never
/// uses it, because when it is written depends on the clock.
void write_inside_checkpoint(const RunFolder& folder, const RunParts& parts);
/// Restores one; throws Error E0405..E0407, or E0416 when it is of another scene or another precision.
void read_checkpoint(const std::filesystem::path& path, const RunParts& parts);
/// Which checkpoints may be restored: ends of frames alone, or inside a frame too.
enum class Where { frame_ends, anywhere };
/// Restores the newest one that is whole; throws Error E0410 when there is none.
void read_newest_checkpoint(const RunFolder& folder, const RunParts& parts, Where where);

}  // namespace weft
