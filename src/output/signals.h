/// INT and TERM while a run is in progress: the first asks it to stop at the next safe place, a second INT
/// ends the process at once (everything under its final name is complete).
#pragma once
#include <csignal>

namespace weft {

/// Catches the signals while it lives.
class SignalGuard {
 public:
  SignalGuard();
  ~SignalGuard();
  SignalGuard(const SignalGuard&) = delete;
  SignalGuard& operator=(const SignalGuard&) = delete;
  /// SIGINT, SIGTERM, or 0.
  int pending() const;

 private:
  struct sigaction old_int_ {
  }, old_term_{}, old_size_{};
};

}  // namespace weft
