#include "exec/parallel.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#ifdef WEFT_TSAN
#include <sanitizer/tsan_interface.h>
#endif

namespace weft {
namespace {

/// What the thread sanitizer cannot see, because the scheduler is not compiled with it: tasks begin after what came
/// before their loop, and what follows the loop comes after all of them. Tasks of one loop are left unordered, so
/// that races between them are found.
class LoopOrder {
 public:
#ifdef WEFT_TSAN
  LoopOrder() { __tsan_release(&before_); }
  ~LoopOrder() { __tsan_acquire(&after_); }
  void begin_task() { __tsan_acquire(&before_); }
  void end_task() { __tsan_release(&after_); }

 private:
  char before_ = 0, after_ = 0;
#else
  void begin_task() {}
  void end_task() {}
#endif
};

}  // namespace

void run_tasks(std::size_t n, Task task) {
  using Items = tbb::blocked_range<std::size_t>;
  [[maybe_unused]] LoopOrder order;
  tbb::parallel_for(Items(0, n, 1), [task, &order](const Items& r) {
    order.begin_task();
    task.call(task.object, r.begin(), r.end());
    order.end_task();
  });
}

}  // namespace weft
