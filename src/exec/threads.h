/// How many threads the program may use. Results never depend on it.
#pragma once
#include <tbb/global_control.h>

#include <memory>

namespace weft {

/// Limits the number of threads while it lives; 0 means all cores.
class ThreadLimit {
 public:
  explicit ThreadLimit(int threads);
  int threads() const { return threads_; }

 private:
  int threads_;
  std::unique_ptr<tbb::global_control> control_;
};

}  // namespace weft
