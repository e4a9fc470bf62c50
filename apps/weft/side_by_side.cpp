#include "side_by_side.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <optional>

#include "exec/error.h"

namespace weft {
namespace {

struct Worker {
  std::size_t item = 0;
  pid_t pid = 0;
  int pipe = -1;  ///< the end we read
  std::string text;
};

[[noreturn]] void work_and_leave(const SideWork& what, std::size_t item, int pipe) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // nobody is left to listen
  const std::string text = what.work(item);
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t n = ::write(pipe, text.data() + done, text.size() - done);
    if (n < 0 && errno != EINTR) ::_exit(1);
    done += n > 0 ? std::size_t(n) : 0;
  }
  ::_exit(0);
}

Worker begin(const SideWork& what, std::size_t item) {
  const auto refused = [] {
    return Error("E0422", fmt::format("cannot start a process: {}", std::strerror(errno)), {},
                 "use fewer --jobs", Exit::memory);
  };
  std::cout.flush();
  std::fflush(nullptr);  // or both would write what stands in the buffers
  int ends[2];
  if (::pipe(ends) != 0) throw refused();
  const pid_t pid = ::fork();
  if (pid < 0) throw refused();
  if (pid == 0) {
    ::close(ends[0]);
    work_and_leave(what, item, ends[1]);
  }
  ::close(ends[1]);
  return {item, pid, ends[0], {}};
}

int wait_for(pid_t pid) {
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status) ? SIGPIPE : 0;
}

/// Reads what is there; true when the worker has said all.
bool listen(Worker& w) {
  char buffer[65536];
  const ssize_t n = ::read(w.pipe, buffer, sizeof buffer);
  if (n > 0) w.text.append(buffer, std::size_t(n));
  return n == 0 || (n < 0 && errno != EINTR);
}

/// Ends what still works, whatever happens.
struct Workers : std::vector<Worker> {
  ~Workers() {
    for (const Worker& w : *this) ::kill(w.pid, SIGKILL);
    for (const Worker& w : *this) ::close(w.pipe), wait_for(w.pid);
  }
};

}  // namespace

void side_by_side(const SideWork& what) {
  std::vector<std::optional<Ending>> ended(what.order.size());
  Workers workers;
  std::size_t next = 0, taken = 0;
  while (taken < ended.size()) {
    while (next < what.order.size() && workers.size() < std::size_t(what.jobs))
      workers.push_back(begin(what, what.order[next++]));
    std::vector<pollfd> news;
    for (const Worker& w : workers) news.push_back({w.pipe, POLLIN, 0});
    ::poll(news.data(), news.size(), -1);
    for (std::size_t k = news.size(); k-- > 0;) {
      Worker& w = workers[k];
      if (!news[k].revents || !listen(w)) continue;
      ::close(w.pipe);
      ended[w.item] = Ending{std::move(w.text), wait_for(w.pid)};
      workers.erase(workers.begin() + std::ptrdiff_t(k));
    }
    for (; taken < ended.size() && ended[taken]; ++taken) what.take(taken, std::move(*ended[taken]));
  }
}

}  // namespace weft
