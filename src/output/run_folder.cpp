#include "output/run_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>

#include "exec/error.h"
#include "output/atomic_file.h"

namespace weft {

namespace fs = std::filesystem;

namespace {

void refuse(const fs::path& path) {
  const fs::path p = path;
  if (!fs::exists(p / "run.json"))
    throw Error("E0408", "'" + p.string() + "' exists and is not a run folder", p.string(),
                "choose another folder with -o DIR; it is left as it is", Exit::bad_input);
  const RunInfo info = read_run_info(p);
  const bool done = info.status == "done";
  throw Error("E0408",
              "'" + p.string() + "' already holds a run (" + info.status + ", frame " +
                  std::to_string(info.frame) + " of " + std::to_string(info.last) + ")",
              p.string(),
              done ? "replace it with --force, or choose another folder with -o DIR"
                   : "continue it with 'weft resume " + p.string() +
                         "', replace it with --force, or choose another folder with -o DIR",
              Exit::bad_input);
}

/// Everything a run may have written, and nothing else: what a user keeps beside it stays.
const std::vector<std::string> kFolders = {"frames", "state", "crash", "pictures", "export"};
const std::vector<std::string> kFiles = {"scene.toml", "scene.resolved.toml", "run.json",  "stats.csv",
                                         "probes.csv", "events.jsonl",        "movie.mp4", "plot.png"};

void clear(const fs::path& path) {
  for (const std::string& folder : kFolders) fs::remove_all(path / folder);
  for (const std::string& file : kFiles) fs::remove(path / file);
}

/// A process killed before its first run.json leaves a folder with nothing worth keeping.
bool only_leftovers(const fs::path& path) {
  for (const auto& e : fs::directory_iterator(path)) {
    const std::string name = e.path().filename().string();
    const auto in = [&](const std::vector<std::string>& names) {
      return std::find(names.begin(), names.end(), name) != names.end();
    };
    if (name != "run.lock" && !in(kFolders) && !in(kFiles) &&
        !(name.starts_with(".") && name.ends_with(".partial")))
      return false;
  }
  return fs::is_empty(path) || fs::exists(path / "run.lock");
}

void remove_partial(const fs::path& folder) {
  if (!fs::is_directory(folder)) return;
  std::vector<fs::path> found;
  for (const auto& e : fs::directory_iterator(folder)) {
    const std::string name = e.path().filename().string();
    if (name.starts_with(".") && name.ends_with(".partial")) found.push_back(e.path());
  }
  for (const fs::path& p : found) fs::remove(p);
}

[[noreturn]] void rethrow(const fs::filesystem_error& e) {
  throw_disk_error("prepare", e.path1(), e.code().value());
}

}  // namespace

std::string frame_name(std::int64_t frame) {
  std::string s = std::to_string(frame);
  return s.size() < 6 ? std::string(6 - s.size(), '0') + s : s;
}

std::vector<std::int64_t> numbered_files(const fs::path& folder, const std::string& extension) {
  std::vector<std::int64_t> numbers;
  if (!fs::is_directory(folder)) return numbers;
  for (const auto& e : fs::directory_iterator(folder)) {
    const std::string stem = e.path().stem().string();
    std::int64_t n = 0;
    const auto [end, error] = std::from_chars(stem.data(), stem.data() + stem.size(), n);
    if (e.path().extension() == extension && error == std::errc() && end == stem.data() + stem.size() &&
        stem == frame_name(n))
      numbers.push_back(n);
  }
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

bool is_being_written(const fs::path& folder) {
  const int file = ::open((folder / "run.lock").c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  const bool taken = ::flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  ::close(file);
  return taken;
}

RunFolder::RunFolder(fs::path path) : path_(std::move(path)) {
  const fs::path file = path_ / "run.lock";
  lock_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (lock_ < 0) throw_disk_error("lock", file, errno);
  if (::flock(lock_, LOCK_EX | LOCK_NB) != 0) {
    ::close(lock_);
    lock_ = -1;
    throw Error(
        "E0409", "another process is writing '" + path_.string() + "'", path_.string(),
        "wait for it ('weft status " + path_.string() + "' shows it), or choose another folder with -o DIR",
        Exit::bad_input);
  }
}

RunFolder::RunFolder(RunFolder&& other) noexcept : path_(std::move(other.path_)), lock_(other.lock_) {
  other.lock_ = -1;
}

RunFolder::~RunFolder() {
  if (lock_ >= 0) ::close(lock_);
}

void RunFolder::make_folders() const {
  for (const char* folder : {"frames", "state"}) fs::create_directories(path_ / folder);
  for (const fs::path& folder : {path_, path_ / "frames", path_ / "state"}) remove_partial(folder);
}

void RunFolder::require_free(const fs::path& path, bool force) {
  if (!fs::exists(path)) return;
  if (!fs::is_directory(path))
    throw Error("E0408", "'" + path.string() + "' exists and is not a folder", path.string(),
                "choose another folder with -o DIR", Exit::bad_input);
  if (fs::exists(path / "run.json") ? !force : !only_leftovers(path)) refuse(path);
}

RunFolder RunFolder::create(const fs::path& path, const NewRun& run) try {
  require_free(path, run.force);
  fs::create_directories(path);
  RunFolder folder(path);
  require_free(path, run.force);  // again, now that nobody else can begin here
  clear(path);
  folder.make_folders();
  write_atomically(path / "scene.toml", run.scene_text);
  write_atomically(path / "scene.resolved.toml", run.resolved_text);
  return folder;
} catch (const fs::filesystem_error& e) {
  rethrow(e);
}

RunFolder RunFolder::open(const fs::path& path) try {
  read_run_info(path);  // says so when this is no run folder
  RunFolder folder(path);
  folder.make_folders();
  return folder;
} catch (const fs::filesystem_error& e) {
  rethrow(e);
}

void RunFolder::clear_results(const RunFolder& folder) {
  for (const char* name : {"stats.csv", "probes.csv", "events.jsonl"}) fs::remove(folder.path_ / name);
  for (const char* name : {"frames", "state", "export"}) fs::remove_all(folder.path_ / name);
  folder.make_folders();
}

fs::path RunFolder::frame_path(std::int64_t frame) const {
  return path_ / "frames" / (frame_name(frame) + ".weft");
}
fs::path RunFolder::state_path(std::int64_t frame) const {
  return path_ / "state" / (frame_name(frame) + ".state");
}

void RunFolder::drop_frames_after(std::int64_t frame) const {
  for (std::int64_t n : numbered_files(path_ / "frames", ".weft"))
    if (n > frame) fs::remove(frame_path(n));
}

}  // namespace weft
