#include "view/child.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <thread>

#include "exec/clock.h"
#include "exec/error.h"

namespace weft {

namespace {

constexpr off_t kKept = 64 << 10;

/// Both outputs into `output`, nothing to read, default signals.
class Manner {
 public:
  explicit Manner(int output) {
    ::posix_spawn_file_actions_init(&files_);
    ::posix_spawn_file_actions_addopen(&files_, 0, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&files_, output, 1);
    ::posix_spawn_file_actions_adddup2(&files_, output, 2);
    ::posix_spawnattr_init(&attributes_);
    sigset_t none, defaults;
    sigemptyset(&none);
    sigemptyset(&defaults);
    for (const int signal : {SIGINT, SIGTERM, SIGPIPE}) sigaddset(&defaults, signal);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setsigdefault(&attributes_, &defaults);
    ::posix_spawnattr_setpgroup(&attributes_, 0);
    ::posix_spawnattr_setflags(&attributes_,
                               POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~Manner() {
    ::posix_spawn_file_actions_destroy(&files_);
    ::posix_spawnattr_destroy(&attributes_);
  }
  Manner(const Manner&) = delete;
  Manner& operator=(const Manner&) = delete;
  const posix_spawn_file_actions_t* files() const { return &files_; }
  const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  posix_spawn_file_actions_t files_;
  posix_spawnattr_t attributes_;
};

}  // namespace

Child::Child(const std::vector<std::string>& arguments) {
  // A file in memory, not a pipe: a child that outlives the viewer can go on printing.
  output_ = ::memfd_create("weft-child", MFD_CLOEXEC);
  if (output_ >= 0) ::fcntl(output_, F_SETFL, O_APPEND);
  std::vector<char*> words;
  for (const std::string& a : arguments) words.push_back(const_cast<char*>(a.c_str()));
  words.push_back(nullptr);
  const Manner manner(output_);
  const int failed = output_ < 0 ? errno
                                 : ::posix_spawn(&pid_, words[0], manner.files(), manner.attributes(),
                                                 words.data(), environ);
  if (!failed) return;
  if (output_ >= 0) ::close(output_);
  throw Error("E0809", "'" + arguments[0] + "' cannot be started: " + std::strerror(failed), {},
              "start the run in a terminal with 'weft run', and look at it with 'weft view RUN'");
}

Child::~Child() {
  running();  // takes what the system keeps of one that has ended
  ::close(output_);
}

bool Child::running() {
  if (exit_) return false;
  int status = 0;
  if (::waitpid(pid_, &status, WNOHANG) != pid_) return true;
  exit_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return false;
}

std::optional<int> Child::exit_code() {
  running();
  return exit_;
}

std::string Child::printed() const {
  struct stat about {};
  if (::fstat(output_, &about) != 0) return {};
  const off_t from = std::max<off_t>(0, about.st_size - kKept);
  std::string text(std::size_t(about.st_size - from), '\0');
  const ssize_t got = ::pread(output_, text.data(), text.size(), from);
  text.resize(std::size_t(std::max<ssize_t>(0, got)));
  if (from > 0) text.erase(0, text.find('\n') + 1);
  return text;
}

void Child::interrupt() {
  if (!running()) return;
  ::kill(pid_, SIGINT);
  ::kill(pid_, SIGCONT);
}

bool Child::wait(double seconds) {
  const double until = wall_seconds() + seconds;
  while (running() && wall_seconds() < until) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  return !running();
}

}  // namespace weft
