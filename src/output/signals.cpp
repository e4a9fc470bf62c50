#include "output/signals.h"

#include <unistd.h>

#include "exec/error.h"

namespace weft {

namespace {

// A signal handler can reach nothing but a static.
volatile std::sig_atomic_t caught = 0;

void on_signal(int signal) {
  if (signal == SIGINT && caught == SIGINT) ::_exit(static_cast<int>(Exit::interrupt));
  caught = signal;
}

}  // namespace

SignalGuard::SignalGuard() {
  caught = 0;
  struct sigaction action {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  ::sigaction(SIGINT, &action, &old_int_);
  ::sigaction(SIGTERM, &action, &old_term_);
  // A file larger than allowed is then an error from write(),
  // like a full disk, and not the end of the process.
  action.sa_handler = SIG_IGN;
  ::sigaction(SIGXFSZ, &action, &old_size_);
}

SignalGuard::~SignalGuard() {
  ::sigaction(SIGINT, &old_int_, nullptr);
  ::sigaction(SIGTERM, &old_term_, nullptr);
  ::sigaction(SIGXFSZ, &old_size_, nullptr);
}

int SignalGuard::pending() const { return caught; }

}  // namespace weft
