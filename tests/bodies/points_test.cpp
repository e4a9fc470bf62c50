/// Points: every field follows when they grow, are sorted, saved, sent away and come back.
#include "bodies/points.h"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>
#include <random>

#include "bodies/adjacency.h"
#include "exec/error.h"
#include "exec/memory_archive.h"
#include "exec/threads.h"

namespace weft {
namespace {

struct Pair {
  std::uint32_t a, b;
};

/// Two fields, records and a scratch field, whose values follow from a point's id.
struct Sample {
  Points points;
  PointField& x = points.add("x", 3);
  PointField& F = points.add("F", 9, Keep::state, "deformation");
  std::vector<Pair>& pair = points.add_records<Pair>("pair");
  PointField& trial = points.add("trial", 0, Keep::scratch);

  explicit Sample(std::size_t n = 0) { grow(n); }
  void grow(std::size_t n) {
    const std::size_t old = points.size();
    points.resize(n);
    for (std::size_t i = old; i < n; ++i) {
      for (int c = 0; c < 3; ++c) x(i, c) = value(i, c);
      for (int c = 0; c < 9; ++c) F(i, c) = value(i, 10 + c);
      pair[i] = {std::uint32_t(2 * i), std::uint32_t(3 * i)};
    }
  }
  static Real value(std::size_t id, int c) { return Real(0.25 * double(id) + 100 * c); }
  bool right(std::size_t i) const {
    const std::size_t id = points.id(i);
    bool good = pair[i].a == 2 * id && pair[i].b == 3 * id;
    for (int c = 0; c < 3; ++c) good &= x(i, c) == value(id, c);
    for (int c = 0; c < 9; ++c) good &= F(i, c) == value(id, 10 + c);
    return good;
  }
  std::size_t wrong() const {
    std::size_t n = 0;
    for (std::size_t i = 0; i < points.size(); ++i) n += !right(i);
    return n;
  }
};

std::vector<std::uint32_t> shuffled(std::size_t n) {
  std::vector<std::uint32_t> order(n);
  std::iota(order.begin(), order.end(), 0u);
  std::shuffle(order.begin(), order.end(), std::mt19937(3));
  return order;
}

TEST(PointField, ReorderForAnySize) {
  Array<Real> scratch;
  for (int threads : {1, 2, 3})
    for (std::size_t n : {1, 15, 16, 17, 1000, 20011})
      for (int components : {9, 1, 3}) {
        ThreadLimit limit(threads);
        PointField f(components);
        f.resize(n);
        for (std::size_t i = 0; i < n; ++i)
          for (int c = 0; c < components; ++c) f(i, c) = Sample::value(i, c);
        const auto order = shuffled(n);
        f.reorder(order, scratch);
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < n; ++i)
          for (int c = 0; c < components; ++c) wrong += f(i, c) != Sample::value(order[i], c);
        EXPECT_EQ(wrong, 0u) << n << " points, " << components << " components";
      }
}

TEST(Points, NewOnesAreZeroAndGetTheNextIds) {
  Sample s(20);
  s.points.resize(25);
  EXPECT_EQ(s.points.size(), 25u);
  for (std::size_t i = 0; i < 20; ++i) EXPECT_TRUE(s.right(i));
  for (std::size_t i = 20; i < 25; ++i) {
    EXPECT_EQ(s.points.id(i), i);
    EXPECT_EQ(s.x(i, 2), 0);
    EXPECT_EQ(s.F(i, 8), 0);
    EXPECT_EQ(s.pair[i].b, 0u);
  }
}

TEST(Points, AFieldDeclaredLateHasAllPoints) {
  Sample s(40);
  PointField& late = s.points.add("late", 2);
  late(39, 1) = 5;
  EXPECT_EQ(s.points.find("late"), &late);
  EXPECT_EQ(s.points.copy_out("late")[39 * 2 + 1], 5);
}

TEST(Points, ReorderTakesEveryStateAlong) {
  for (int threads : {1, 2, 3}) {
    ThreadLimit limit(threads);
    Sample s(20011);
    const auto order = shuffled(20011);
    s.points.reorder(order);
    EXPECT_EQ(s.wrong(), 0u);
    EXPECT_TRUE(std::equal(order.begin(), order.end(), s.points.ids().begin()));
  }
}

TEST(Points, ArchiveRoundTrip) {
  Sample s(333);
  s.points.reorder(shuffled(333));
  std::map<std::string, std::string> store;
  MemoryArchive out(store, false);
  s.points.archive(out, "cloth.");
  EXPECT_EQ(store.size(), 4u);  // scratch is not saved
  for (const char* name : {"cloth.id", "cloth.x", "cloth.deformation", "cloth.pair"})
    EXPECT_TRUE(store.contains(name)) << name;
  Sample back(5);
  MemoryArchive in(store, true);
  back.points.archive(in, "cloth.");
  EXPECT_EQ(back.points.size(), 333u);
  EXPECT_EQ(back.points.ids(), s.points.ids());
  EXPECT_EQ(back.wrong(), 0u);
}

TEST(Points, FirstBadLooksAtStatesOnly) {
  Sample s(20000);
  s.points.set_components(s.trial, 1);
  s.trial(3, 0) = std::numeric_limits<Real>::quiet_NaN();
  EXPECT_EQ(s.points.first_bad(), s.points.size());
  s.F(19000, 4) = std::numeric_limits<Real>::infinity();
  EXPECT_EQ(s.points.first_bad(), 19000u);
  s.x(17, 0) = std::numeric_limits<Real>::quiet_NaN();
  EXPECT_EQ(s.points.first_bad(), 17u);
}

TEST(Points, CopiesGoById) {
  Sample s(100);
  s.points.reorder(shuffled(100));
  std::vector<double> x = s.points.copy_out("x");
  ASSERT_EQ(x.size(), 300u);
  for (std::size_t id = 0; id < 100; ++id) EXPECT_EQ(x[id * 3 + 1], double(Sample::value(id, 1)));
  for (double& v : x) v += 1;
  s.points.copy_in("x", x);
  for (std::size_t i = 0; i < 100; ++i) EXPECT_EQ(s.x(i, 2), Sample::value(s.points.id(i), 2) + 1);
  EXPECT_THROW(s.points.copy_out("y"), Error);
  EXPECT_THROW(s.points.copy_in("y", x), Error);
  x.pop_back();
  EXPECT_THROW(s.points.copy_in("x", x), Error);
}

TEST(Points, GatherAndAppend) {
  Sample a(50), b(10);
  const std::vector<std::uint32_t> some{49, 3, 20};
  const std::vector<char> packed = a.points.gather(some);
  EXPECT_EQ(packed.size(), 3 * a.points.bytes_per_point());
  EXPECT_EQ(a.points.bytes_per_point(), sizeof(std::uint32_t) + 12 * sizeof(Real) + sizeof(Pair));
  b.points.append(packed);
  ASSERT_EQ(b.points.size(), 13u);
  EXPECT_EQ(b.points.id(10), 49u);
  EXPECT_EQ(b.points.id(12), 20u);
  EXPECT_EQ(b.wrong(), 0u);
}

TEST(Points, NamesAreThoseOfFieldsWithComponents) {
  Sample s(4);
  EXPECT_EQ(s.points.names(), (std::vector<std::string>{"x", "F"}));
  EXPECT_EQ(s.points.find("pair"), nullptr);  // records are no field
  s.points.set_components(s.trial, 2);
  EXPECT_EQ(s.points.names(), (std::vector<std::string>{"x", "F", "trial"}));
  EXPECT_EQ(s.trial(3, 1), 0);
}

TEST(Adjacency, ListsCornersOfEachVertexInOrder) {
  const std::vector<std::array<std::uint32_t, 3>> triangles{{0, 1, 2}, {2, 1, 3}, {3, 4, 2}};
  Adjacency adjacency;
  adjacency.build(6, triangles.size(), 3, [&](std::size_t e, int a) { return triangles[e][std::size_t(a)]; });
  const auto corners = [&](std::size_t v) {
    const auto c = adjacency.corners(v);
    return std::vector<std::uint32_t>(c.begin(), c.end());
  };
  EXPECT_EQ(corners(0), (std::vector<std::uint32_t>{0}));
  EXPECT_EQ(corners(2), (std::vector<std::uint32_t>{2, 4, 10}));
  EXPECT_EQ(corners(3), (std::vector<std::uint32_t>{6, 8}));
  EXPECT_EQ(corners(5), std::vector<std::uint32_t>{});
}

}  // namespace
}  // namespace weft
