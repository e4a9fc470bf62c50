/// Another process of this program, that runs or resumes a scene while the viewer watches.
#pragma once
#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

namespace weft {

class Child {
 public:
  /// Starts it in a process group of its own, so that Ctrl-C at the viewer's terminal does not reach it first; what it
  /// prints is kept in memory. Throws Error E0809.
  explicit Child(const std::vector<std::string>& arguments);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  bool running();
  /// How it ended; nothing while it runs. 128 + the signal when one ended it.
  std::optional<int> exit_code();
  /// What it has printed, to both outputs; the last 64 KiB of it.
  std::string printed() const;
  /// As Ctrl-C would: it stops at the next safe place.
  void interrupt();
  /// Waits at most so long; false when it still runs.
  bool wait(double seconds);

 private:
  pid_t pid_ = 0;
  int output_ = -1;
  std::optional<int> exit_;
};

}  // namespace weft
