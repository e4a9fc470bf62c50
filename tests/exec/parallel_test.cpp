/// Loops, sums, scans and stages: everything once, in one order, whatever the number of threads.
#include "exec/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <stdexcept>

#include "exec/loops.h"
#include "exec/stages.h"
#include "exec/threads.h"

namespace weft {
namespace {

constexpr int kThreads[] = {1, 2, 3};

TEST(Parallel, ForCoversEveryItemOnce) {
  for (int threads : kThreads)
    for (std::size_t n : {0, 1, 2, 63, 1000}) {
      ThreadLimit limit(threads);
      std::vector<std::atomic<int>> met(n);
      parallel_for(n, [&](std::size_t i) { ++met[i]; });
      for (const auto& m : met) EXPECT_EQ(m, 1);
    }
}

TEST(Parallel, ChunksCoverWithoutOverlap) {
  for (std::size_t n : {0, 1, 99, 100, 101, 1234}) {
    std::vector<std::atomic<int>> met(n);
    std::atomic<int> uneven{0};
    parallel_chunks(n, 100, [&](Range r) {
      EXPECT_EQ(r.begin % 100, 0u);
      EXPECT_GT(r.size(), 0u);
      if (r.size() < 100) ++uneven;
      for (std::size_t i = r.begin; i < r.end; ++i) ++met[i];
    });
    EXPECT_EQ(uneven, n % 100 ? 1 : 0);
    for (const auto& m : met) EXPECT_EQ(m, 1);
  }
}

TEST(Parallel, ReduceJoinsInOrderOfChunks) {
  for (int threads : kThreads) {
    ThreadLimit limit(threads);
    const auto list = reduce_chunks(
        10, 3, std::string("<"),
        [](Range r) { return std::to_string(r.begin) + "-" + std::to_string(r.end); },
        [](std::string a, const std::string& b) { return a + " " + b; });
    EXPECT_EQ(list, "< 0-3 3-6 6-9 9-10");
  }
}

TEST(Parallel, SumHasTheSameBitsForAnyNumberOfThreads) {
  const auto sum = [](int threads) {
    ThreadLimit limit(threads);
    return sum_of(100003, 100, [](std::size_t i) { return std::sin(double(i)) * 1e10; });
  };
  const double one = sum(1);
  EXPECT_EQ(one, sum(2));
  EXPECT_EQ(one, sum(3));
}

TEST(Parallel, ExclusiveScan) {
  std::vector<int> a{3, 0, 4, 1};
  EXPECT_EQ(exclusive_scan(a), 8);
  EXPECT_EQ(a, (std::vector<int>{0, 3, 3, 7}));
  std::vector<int> none;
  EXPECT_EQ(exclusive_scan(none), 0);
}

TEST(Parallel, WhatALoopThrowsArrives) {
  EXPECT_THROW(parallel_for(100,
                            [](std::size_t i) {
                              if (i == 57) throw std::runtime_error("57");
                            }),
               std::runtime_error);
}

/// Each stage doubles and adds its number: any other order of stages gives another result.
TEST(Stages, WriteInOrder) {
  const std::vector<std::size_t> sizes{40, 0, 1, 500, 3};
  for (int threads : {1, 2, 3, 8}) {
    ThreadLimit limit(threads);
    for (int repeat = 0; repeat < 20; ++repeat) {
      std::vector<std::atomic<int>> met(600);
      std::vector<double> value(500, 1);
      parallel_stages(sizes, [&](StageWorker& worker) {
        for (StageItem at; worker.next(at);) {
          ++met[at.stage * 100 + (at.item % 100)];
          worker.wait();
          // Items of one stage share nothing: the last stages' few items act on all of the first ones'.
          for (std::size_t i = at.item; i < value.size(); i += sizes[at.stage])
            value[i] = 2 * value[i] + at.stage;
        }
      });
      for (std::size_t s = 0; s < sizes.size(); ++s) {
        int all = 0;
        for (std::size_t i = 0; i < 100; ++i) all += met[s * 100 + i];
        EXPECT_EQ(all, int(sizes[s]));
      }
      // 1 -> 2 -> 2*2+2 = 6 -> 15 -> 34
      for (const double v : value) ASSERT_EQ(v, 34);
    }
  }
}

TEST(Stages, NobodyWaitsForOneThatThrew) {
  const std::vector<std::size_t> sizes{64, 64};
  EXPECT_THROW(parallel_stages(sizes,
                               [&](StageWorker& worker) {
                                 for (StageItem at; worker.next(at);) {
                                   if (at.stage == 0 && at.item == 5) throw std::runtime_error("5");
                                   worker.wait();
                                 }
                               }),
               std::runtime_error);
}

}  // namespace
}  // namespace weft
