/// The program itself, started and ended by tests.
#pragma once
#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "output/run_folder.h"

extern char** environ;

namespace weft {

/// The program with its words, both outputs into `log`.
inline pid_t start(std::vector<std::string> words, const std::filesystem::path& log,
                   const std::string& spoil = {}) {
  words.insert(words.begin(), WEFT_PROGRAM);
  std::vector<char*> args;
  for (std::string& w : words) args.push_back(w.data());
  args.push_back(nullptr);
  if (spoil.empty()) ::unsetenv("WEFT_SPOIL");
  else ::setenv("WEFT_SPOIL", spoil.c_str(), 1);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  posix_spawn_file_actions_adddup2(&actions, 1, 2);
  pid_t pid = -1;
  EXPECT_EQ(::posix_spawn(&pid, args[0], &actions, nullptr, args.data(), environ), 0);
  posix_spawn_file_actions_destroy(&actions);
  return pid;
}

/// The exit code, or minus the signal that ended it.
inline int wait_for(pid_t pid) {
  int status = 0;
  ::waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

inline int call(const std::vector<std::string>& words, const std::filesystem::path& log,
                const std::string& spoil = {}) {
  return wait_for(start(words, log, spoil));
}

inline bool alive(pid_t pid) {
  siginfo_t info{};
  ::waitid(P_PID, id_t(pid), &info, WEXITED | WNOHANG | WNOWAIT);
  return info.si_pid == 0;
}

/// Waits until something is so, or the process has ended.
inline void wait_until(pid_t pid, const std::function<bool()>& so) {
  while (alive(pid) && !so()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

inline void wait_for_frame(pid_t pid, const std::filesystem::path& run, std::int64_t frame) {
  wait_until(pid, [&] { return std::filesystem::exists(run / "frames" / (frame_name(frame) + ".weft")); });
}

}  // namespace weft
