#include "math/steady.h"

#include <gtest/gtest.h>

#include <cmath>

#include "math/parts.h"

namespace weft {
namespace {

TEST(Steady, TakesABoundThatStays) {
  Steady s;
  for (int i = 0; i < 10000; ++i) s.follow(1e-3);
  EXPECT_EQ(s.held, 1e-3);
}

TEST(Steady, IsNeverAboveItsBound) {
  Steady s;
  for (int i = 0; i < 100000; ++i) {
    const double bound = std::exp(std::sin(0.001 * i) + 0.3 * std::sin(0.7 * i) - 1e-5 * i);
    s.follow(bound);
    ASSERT_LE(s.held, bound);
  }
}

TEST(Steady, StaysWhereTheBoundSwings) {
  for (const double period : {7.0, 300.0, 2000.0}) {
    Steady s;
    const auto swing = [&](int i) { return 2 + std::sin(2 * M_PI * i / period); };
    for (int i = 0; i < 20000; ++i) s.follow(swing(i));
    int changes = 0;
    for (int i = 20000; i < 120000; ++i) {
      const double before = s.held;
      s.follow(swing(i));
      changes += s.held != before;
    }
    EXPECT_LE(changes, 100) << period;  // a look every 32 windows, whether it could be longer
    EXPECT_GT(s.held, 0.85) << period;
  }
}

TEST(Steady, GrowsWithItsBound) {
  Steady s;
  s.follow(1e-3);
  s.follow(1e-5);
  EXPECT_LE(s.held, 1e-5);
  for (int i = 0; i < 600; ++i) s.follow(1e-3);
  EXPECT_GT(s.held, 8e-4);
}

TEST(Parts, AreEqualAndNoLonger) {
  EXPECT_EQ(equal_part(1, 2), 1);
  EXPECT_EQ(equal_part(1, 0.4), 1.0 / 3);
  EXPECT_EQ(equal_part(1, 0.5), 0.5);
}

/// 41,000 parts whose rounding errors add up end without a sliver.
TEST(Parts, OfFixedLengthLeaveNoSliver) {
  const double part = 1.0 / 41000 * (1 + 3e-14), end = 1;
  double time = 0, least = 1;
  int count = 0;
  while (time < end && count < 50000) {
    const double step = fixed_part(end - time, part);
    least = std::min(least, step);
    time = end - time <= step * (1 + 1e-9) ? end : time + step;
    ++count;
  }
  EXPECT_EQ(count, 41000);
  EXPECT_GT(least, 0.999 * part);
  EXPECT_EQ(fixed_part(0.5e-3, 1e-3), 0.5e-3);  // the rest of a frame that is no multiple
  EXPECT_EQ(fixed_part(1.5e-3, 1e-3), 1e-3);
}

}  // namespace
}  // namespace weft
