#include "exec/clock.h"

#include <thread>

namespace weft {
namespace {
struct Origin {
  double seconds = wall_seconds();
  std::uint64_t tick = ticks();
};
const Origin kOrigin;
}  // namespace

double seconds_per_tick() {
  double elapsed = wall_seconds() - kOrigin.seconds;
  if (elapsed < 1e-3) {  // too short to measure against
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    elapsed = wall_seconds() - kOrigin.seconds;
  }
  return elapsed / double(ticks() - kOrigin.tick);
}

}  // namespace weft
