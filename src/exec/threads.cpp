#include "exec/threads.h"

#include <tbb/info.h>

namespace weft {

ThreadLimit::ThreadLimit(int threads) : threads_(threads > 0 ? threads : tbb::info::default_concurrency()) {
  control_ = std::make_unique<tbb::global_control>(tbb::global_control::max_allowed_parallelism, threads_);
}

}  // namespace weft
