/// A test hook: makes a step go bad on purpose, to show that it is rolled back, or that the run stops
/// with a cause.
///   WEFT_SPOIL="frame=3,step=5,body=0,point=7,velocity=nan,times=1"
///   velocity: nan or a number [m/s];   times: 1.. or always
/// In the frame in progress, after that many of its steps, the point gets that velocity (along x).
#pragma once
#include <algorithm>
#include <cstdint>
#include <string>

#include "world/world.h"

namespace weft {

struct Spoiler {
  std::int64_t frame = 0;
  std::uint64_t step = 0;
  std::size_t body = 0, point = 0;
  double velocity = 0;
  std::int64_t times = 0;  ///< how often it strikes yet; below 0: always

  /// It will strike now, if its point is there.
  bool is_due(std::int64_t frame_now, std::uint64_t steps_now) const {
    return times != 0 && frame_now == frame && steps_now == step;
  }
  /// Steps until it strikes, at most `most`: many steps of a device stop there.
  std::uint64_t steps_until(std::int64_t frame_now, std::uint64_t steps_now, std::uint64_t most) const {
    return times != 0 && frame_now == frame && steps_now < step ? std::min(most, step - steps_now) : most;
  }
  /// Spoils the point when the place is reached; true when it did.
  bool strike(World& world, std::int64_t frame_now, std::uint64_t steps_now);
};

/// From the variable's text; throws Error E0417 when it cannot be understood. Empty text never strikes.
Spoiler parse_spoiler(const std::string& text);

}  // namespace weft
