/// How many threads the program may use. Results never depend on it.
#pragma once
#include <memory>

namespace weft {

/// Limits the number of threads while it lives; 0 means all cores.
class ThreadLimit {
 public:
  explicit ThreadLimit(int threads);
  ~ThreadLimit();
  int threads() const { return threads_; }

 private:
  struct Control;
  int threads_;
  std::unique_ptr<Control> control_;
};

}  // namespace weft
