#include "exec/threads.h"

#include <tbb/global_control.h>
#include <tbb/info.h>

namespace weft {

struct ThreadLimit::Control : tbb::global_control {
  using tbb::global_control::global_control;
};

ThreadLimit::ThreadLimit(int threads) : threads_(threads > 0 ? threads : tbb::info::default_concurrency()) {
  control_ = std::make_unique<Control>(tbb::global_control::max_allowed_parallelism, threads_);
}

ThreadLimit::~ThreadLimit() = default;

}  // namespace weft
