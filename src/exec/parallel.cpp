#include "exec/parallel.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

namespace weft {

void run_tasks(std::size_t n, Task task) {
  using Items = tbb::blocked_range<std::size_t>;
  tbb::parallel_for(Items(0, n, 1), [task](const Items& r) { task.call(task.object, r.begin(), r.end()); });
}

}  // namespace weft
