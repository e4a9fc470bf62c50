#include "output/picture/movie.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <sstream>

#include "exec/error.h"
#include "output/atomic_file.h"

extern char** environ;

namespace weft {

bool can_make_movies() {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (::access((std::filesystem::path(folder) / "ffmpeg").c_str(), X_OK) == 0) return true;
  return false;
}

Movie::Movie(std::filesystem::path path, int width, int height, double fps) : path_(std::move(path)) {
  if (!can_make_movies())
    throw Error("E0412", "the program ffmpeg is not installed, so no movie can be made", path_.string(),
                "install it (apt install ffmpeg); the single pictures are there", Exit::disk);
  partial_ = path_.parent_path() / ("." + path_.filename().string() + ".partial");
  std::string size = fmt::format("{}x{}", width, height), rate = fmt::format("{}", fps),
              out = partial_.string();
  std::string words[] = {"ffmpeg",
                         "-y",
                         "-loglevel",
                         "error",
                         "-f",
                         "rawvideo",
                         "-pix_fmt",
                         "rgb24",
                         "-s",
                         size,
                         "-r",
                         rate,
                         "-i",
                         "-",
                         "-an",
                         "-vf",
                         "pad=ceil(iw/2)*2:ceil(ih/2)*2",
                         "-c:v",
                         "libx264",
                         "-crf",
                         "18",
                         "-pix_fmt",
                         "yuv420p",
                         "-movflags",
                         "+faststart",
                         "-f",
                         "mp4",
                         out};
  std::vector<char*> args;
  for (std::string& w : words) args.push_back(w.data());
  args.push_back(nullptr);
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw_disk_error("start ffmpeg for", path_, errno);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[0], 0);
  const int error = ::posix_spawnp(&pid_, "ffmpeg", &actions, nullptr, args.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[0]);
  pipe_ = ends[1];
  if (error) {
    ::close(pipe_);
    throw_disk_error("start ffmpeg for", path_, error);
  }
  // When ffmpeg ends early, writing to it is an error here and not the end of this program.
  std::signal(SIGPIPE, SIG_IGN);
}

void Movie::wait() {
  if (pipe_ >= 0) ::close(pipe_);
  pipe_ = -1;
  if (pid_ > 0) ::waitpid(pid_, &status_, 0);
  pid_ = -1;
}

Movie::~Movie() {
  wait();
  ::unlink(partial_.c_str());
}

void Movie::fail() {
  wait();
  throw Error("E0412", "ffmpeg could not write '" + path_.string() + "'", path_.string(),
              "its own message is above; the single pictures are there", Exit::disk);
}

void Movie::add(const Pixels& picture) {
  const std::vector<std::uint8_t>& bytes = picture.rgb;
  std::size_t at = 0;
  while (at < bytes.size()) {
    const ssize_t n = ::write(pipe_, bytes.data() + at, bytes.size() - at);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail();
    at += std::size_t(n);
  }
}

void Movie::finish() {
  wait();
  if (!WIFEXITED(status_) || WEXITSTATUS(status_) != 0) fail();
  if (::rename(partial_.c_str(), path_.c_str()) != 0) throw_disk_error("rename", path_, errno);
  sync_folder(path_.parent_path());
}

}  // namespace weft
