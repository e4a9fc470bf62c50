/// The process that writes a run, from outside: found by the lock it holds, held for a while, stopped.
#pragma once
#include <sys/types.h>

#include <filesystem>

namespace weft {

struct RunWriter {
  pid_t pid = 0;      ///< 0: nobody writes, or it cannot be found out who
  bool held = false;  ///< stopped as by SIGSTOP: it goes on with SIGCONT as if nothing had been
};

/// Who holds the folder's run.lock. A process number that was given to somebody else in the meantime does not count.
RunWriter find_writer(const std::filesystem::path& folder);

/// These throw Error E0426 when nobody writes the run, or nobody that this user may send a signal to.
void hold_writer(const std::filesystem::path& folder);  ///< SIGSTOP: where it is, with all it has in memory
void let_writer_go_on(const std::filesystem::path& folder);  ///< SIGCONT
void stop_writer(const std::filesystem::path& folder);  ///< SIGINT, as Ctrl-C: a checkpoint, then its end

}  // namespace weft
