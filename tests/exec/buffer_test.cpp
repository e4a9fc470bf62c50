/// Memory: where it begins, what it keeps.
#include "exec/buffer.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace weft {
namespace {

TEST(Array, BeginsAtACacheLineAndIsZero) {
  for (std::size_t n : {1, 1000, 5000000}) {
    Array<float> a(n);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(a.data()) % 64, 0u);
    EXPECT_EQ(a.front(), 0);
    EXPECT_EQ(a[n / 2], 0);
    EXPECT_EQ(a.back(), 0);
  }
}

TEST(Buffer, KeepsItsMemoryWhenItShrinks) {
  Buffer<int> b(100);
  int* at = b.data();
  b[0] = 7;
  b.resize(10);
  EXPECT_EQ(b.size(), 10u);
  EXPECT_EQ(b.capacity(), 100u);
  b.resize(100);
  EXPECT_EQ(b.data(), at);
  EXPECT_EQ(b[0], 7);
  b.resize(4000000);  // large pieces are touched by all threads
  EXPECT_EQ(b.size(), 4000000u);
  EXPECT_EQ(bytes_of(b), 16000000u);
}

TEST(Buffer, Moves) {
  Buffer<int> a(3), b(5);
  a[2] = 1;
  b = std::move(a);
  EXPECT_EQ(b.size(), 3u);
  EXPECT_EQ(b[2], 1);
  const Buffer<int> c(std::move(b));
  EXPECT_EQ(c.end() - c.begin(), 3);
}

}  // namespace
}  // namespace weft
