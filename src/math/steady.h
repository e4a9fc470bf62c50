/// A number that stays below a bound which changes all the time, and changes seldom itself.
///
///   bound b < held h       h <- room b at once; where h had grown less than 32 windows ago, patience doubles
///   least b of a window    of `patience` bounds;  h <- min(room least, growth h) where that is worth it
///   32 windows of peace    patience halves
///
/// What swings, swings within one window before long, and h then stays.
#pragma once
#include "math/host_device.h"

namespace weft {

struct Steady {
  double held = 0;    ///< 0: there was no bound yet
  double least = 0;   ///< bound of this window
  int seen = 0;       ///< bounds of this window
  int patience = 16;  ///< bounds per window
  int quiet = 0;      ///< windows since held changed
  int grew = 0;       ///< 1: when it changed last, it grew

  static constexpr double kRoom = 0.92, kWorth = 1.1, kGrowth = 1.5;
  static constexpr int kFewest = 16, kMost = 4096, kQuiet = 32;

  WEFT_HD void follow(double bound) {
    if (!(held > 0)) held = bound;
    if (bound < held) {
      if (grew && quiet < kQuiet) patience = patience < kMost ? 2 * patience : kMost;
      change(kRoom * bound, 0);
      return;
    }
    if (seen == 0 || bound < least) least = bound;
    if (++seen < patience) return;
    seen = 0;
    const double most = kRoom * least < kGrowth * held ? kRoom * least : kGrowth * held;
    if (most > kWorth * held) return change(most, 1);
    if (++quiet < kQuiet) return;
    quiet = 0;
    if (patience > kFewest) patience /= 2;
  }

 private:
  WEFT_HD void change(double to, int grows) { held = to, seen = 0, quiet = 0, grew = grows; }
};

}  // namespace weft
