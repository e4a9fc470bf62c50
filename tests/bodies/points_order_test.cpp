/// Points: saving who is where by itself, and numbers in records that are not finite.
#include <gtest/gtest.h>

#include <limits>

#include "bodies/points.h"
#include "exec/memory_archive.h"

using namespace weft;

namespace {

struct Named {
  Points points;
  std::vector<Vec3d>& x = points.add_records<Vec3d>("x");
  PointField& h = points.add("h", 2, Keep::state, "height");
  explicit Named(std::size_t n) {
    points.resize(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = {{double(i), 0, 0}}, h(i, 1) = Real(10 * i);
  }
};

}  // namespace

TEST(PointsOrder, IsReadBackWithoutTheStates) {
  Named a(4), b(4);
  const std::vector<std::uint32_t> one{2, 0, 3, 1}, two{1, 0, 3, 2};
  a.points.reorder(one);
  b.points.reorder(two);
  std::map<std::string, std::string> store;
  MemoryArchive out(store, false);
  a.points.archive_order(out, "who");
  EXPECT_EQ(store.size(), 1u);
  MemoryArchive in(store, true);
  b.points.archive_order(in, "who");
  EXPECT_EQ(b.points.ids(), one);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(b.x[i][0], double(one[i]));
    EXPECT_EQ(b.h(i, 1), Real(10 * one[i]));
  }
}

TEST(PointsOrder, StatesAreSavedWithoutIds) {
  Named a(3), b(3);
  a.x[1][2] = 7;
  a.h(2, 0) = Real(-1);
  std::map<std::string, std::string> store;
  MemoryArchive out(store, false);
  a.points.archive_states(out, "a/");
  EXPECT_EQ(store.size(), 2u);
  EXPECT_EQ(store.count("a/x"), 1u);
  EXPECT_EQ(store.count("a/height"), 1u);
  MemoryArchive in(store, true);
  b.points.archive_states(in, "a/");
  EXPECT_EQ(b.x[1][2], 7);
  EXPECT_EQ(b.h(2, 0), Real(-1));
}

TEST(PointsOrder, TheFirstBadNumberIsFoundInRecordsToo) {
  Named a(5);
  EXPECT_EQ(a.points.first_bad(), 5u);
  a.h(4, 1) = std::numeric_limits<Real>::infinity();
  EXPECT_EQ(a.points.first_bad(), 4u);
  a.x[2][1] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(a.points.first_bad(), 2u);
}
