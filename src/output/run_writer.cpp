#include "output/run_writer.h"

#include <signal.h>

#include <fstream>
#include <iterator>
#include <string>

#include "exec/error.h"
#include "output/run_info.h"

namespace weft {

namespace fs = std::filesystem;

namespace {

/// Has the process this file open?
bool has_open(pid_t pid, const fs::path& file) {
  std::error_code failed;
  const fs::path real = fs::canonical(file, failed);
  if (failed) return false;
  const fs::path descriptors = fs::path("/proc") / std::to_string(pid) / "fd";
  for (fs::directory_iterator i(descriptors, failed), end; !failed && i != end; i.increment(failed)) {
    std::error_code gone;  // between the listing and the look
    if (fs::read_symlink(i->path(), gone) == real && !gone) return true;
  }
  return false;
}

/// The letter after the name in /proc/PID/stat: T for a process that was stopped.
bool is_held(pid_t pid) {
  std::ifstream in(fs::path("/proc") / std::to_string(pid) / "stat");
  const std::string text((std::istreambuf_iterator<char>(in)), {});
  const std::size_t name_end = text.rfind(')');
  return name_end != std::string::npos && name_end + 2 < text.size() && text[name_end + 2] == 'T';
}

void send(const fs::path& folder, std::initializer_list<int> signals) {
  const RunWriter writer = find_writer(folder);
  if (writer.pid == 0)
    throw Error("E0426", "no process of yours writes '" + folder.string() + "' now", folder.string(),
                "'weft status' says how it ended, 'weft resume' continues it");
  for (const int signal : signals)
    if (::kill(writer.pid, signal) != 0)
      throw Error("E0426", "process " + std::to_string(writer.pid) + " takes no signal", folder.string(),
                  "it belongs to another user, or has just ended");
}

}  // namespace

RunWriter find_writer(const fs::path& folder) {
  try {
    const pid_t pid = pid_t(read_run_info(folder).pid);
    if (pid > 1 && has_open(pid, folder / "run.lock")) return {pid, is_held(pid)};
  } catch (const Error&) {
    // No run.json yet: the run is just beginning.
  }
  return {};
}

void hold_writer(const fs::path& folder) { send(folder, {SIGSTOP}); }
void let_writer_go_on(const fs::path& folder) { send(folder, {SIGCONT}); }
// A held process hears of it only when it goes on.
void stop_writer(const fs::path& folder) { send(folder, {SIGINT, SIGCONT}); }

}  // namespace weft
