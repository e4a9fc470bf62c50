/// The folder of a run.
///   scene.toml scene.resolved.toml run.json stats.csv probes.csv events.jsonl
///   frames/000001.weft  state/000001.state (the last two)  crash/  pictures/  movie.mp4  run.lock
/// One process at a time writes it (a lock that dies with the process); nothing is overwritten unless told.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "output/run_info.h"

namespace weft {

struct NewRun {
  std::string scene_text, resolved_text;  ///< the scene as given, and with every key filled in
  bool force = false;                     ///< replace a run that is there
};

class RunFolder {
 public:
  /// Makes the folder; throws Error E0408 when it holds something already,
  /// E0409 when another process writes it.
  static RunFolder create(const std::filesystem::path& path, const NewRun& run);
  /// Throws Error E0408 when a new run may not begin at `path`.
  static void require_free(const std::filesystem::path& path, bool force);
  /// Takes over an existing run, removing what an earlier process left half written.
  static RunFolder open(const std::filesystem::path& path);
  /// Removes everything a run has computed: for one that must begin again.
  static void clear_results(const RunFolder& folder);
  RunFolder(RunFolder&& other) noexcept;
  ~RunFolder();

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path frame_path(std::int64_t frame) const;
  std::filesystem::path state_path(std::int64_t frame) const;
  /// Removes frames after `frame`.
  void drop_frames_after(std::int64_t frame) const;

 private:
  explicit RunFolder(std::filesystem::path path);
  void make_folders() const;
  std::filesystem::path path_;
  int lock_ = -1;
};

/// "000012"
std::string frame_name(std::int64_t frame);
/// Numbers of the files NNNNNN.EXTENSION in a folder, ascending.
std::vector<std::int64_t> numbered_files(const std::filesystem::path& folder, const std::string& extension);
/// Is a process writing this run folder now?
bool is_being_written(const std::filesystem::path& folder);

}  // namespace weft
