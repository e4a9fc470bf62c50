/// Sorting: stable, any size and width of keys, the same result for any number of threads.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "exec/radix_sort.h"
#include "exec/sorted_keys.h"
#include "exec/threads.h"

namespace weft {
namespace {

std::vector<KeyIndex> random_items(std::size_t n, int bits) {
  std::mt19937 random(unsigned(n) + unsigned(bits));
  std::vector<KeyIndex> items(n);
  for (std::size_t i = 0; i < n; ++i)
    items[i] = {bits < 32 ? std::uint32_t(random()) & ((1u << bits) - 1) : std::uint32_t(random()),
                std::uint32_t(i)};
  return items;
}

bool same(const std::vector<KeyIndex>& a, const std::vector<KeyIndex>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const KeyIndex& x, const KeyIndex& y) {
    return x.key == y.key && x.index == y.index;
  });
}

TEST(RadixSort, IsAStableSort) {
  for (std::size_t n : {0, 1, 2, 17, 16384, 16385, 100000})
    for (int bits : {1, 5, 11, 12, 22, 23, 32}) {
      const std::vector<KeyIndex> items = random_items(n, bits);
      std::vector<KeyIndex> expected = items;
      std::stable_sort(expected.begin(), expected.end(),
                       [](const KeyIndex& a, const KeyIndex& b) { return a.key < b.key; });
      for (int threads : {1, 2, 3}) {
        ThreadLimit limit(threads);
        std::vector<KeyIndex> sorted = items, scratch;
        radix_sort(sorted, scratch, bits);
        EXPECT_TRUE(same(sorted, expected))
            << n << " items of " << bits << " bits, " << threads << " threads";
      }
    }
}

TEST(RadixSort, SaysWhichOfTheTwoHasTheResult) {
  for (int bits : {11, 22}) {
    std::vector<KeyIndex> a = random_items(1000, bits), b(1000);
    const std::span<KeyIndex> sorted = radix_sort(std::span(a), std::span(b), bits);
    EXPECT_EQ(sorted.data(), bits == 11 ? b.data() : a.data());
    EXPECT_TRUE(std::is_sorted(sorted.begin(), sorted.end(),
                               [](const KeyIndex& x, const KeyIndex& y) { return x.key < y.key; }));
  }
}

KeyList random_keys(std::size_t n, std::uint64_t below, unsigned seed) {
  std::mt19937_64 random(seed);
  KeyList keys(n);
  for (std::uint64_t& k : keys) k = (std::uint64_t(1) << 40) + random() % below;
  return keys;
}

TEST(SortedKeys, UnionHasEveryKeyOnce) {
  for (std::size_t lists : {0, 1, 2, 40})
    for (std::size_t n : {0, 1, 31, 33, 3000}) {
      std::vector<KeyList> all(lists);
      std::set<std::uint64_t> expected;
      for (std::size_t l = 0; l < lists; ++l) {
        all[l] = random_keys(n, 20000, unsigned(l));
        sort_unique(all[l]);
        expected.insert(all[l].begin(), all[l].end());
      }
      for (int threads : {1, 2, 3}) {
        ThreadLimit limit(threads);
        EXPECT_EQ(union_of(all), KeyList(expected.begin(), expected.end()));
      }
    }
}

TEST(SortedKeys, ShiftedByBothSigns) {
  for (std::size_t n : {0, 1, 2, 2047, 2048, 2049, 20000})
    for (std::uint64_t by : {1, 7, 5000}) {
      KeyList keys = random_keys(n, 60000, unsigned(n));
      sort_unique(keys);
      std::set<std::uint64_t> expected;
      for (const std::uint64_t k : keys) expected.insert({k - by, k, k + by});
      for (int threads : {1, 2, 3}) {
        ThreadLimit limit(threads);
        EXPECT_EQ(with_shifted(keys, by), KeyList(expected.begin(), expected.end())) << n << " by " << by;
      }
    }
}

}  // namespace
}  // namespace weft
