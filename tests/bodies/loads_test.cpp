/// BodyLoads: what dead ones sum to, what turns with the body does no net work on rigid motions it should not do.
#include "bodies/loads.h"

#include <gtest/gtest.h>

namespace weft {
namespace {

const std::vector<Vec3d> kSquare = {{{0, 0, 0}}, {{2, 0, 0}}, {{2, 1, 0}}, {{0, 1, 0}}};
const std::vector<std::array<std::uint32_t, 3>> kFaces = {{0, 1, 2}, {0, 2, 3}};

Vec3d sum(const BodyLoads& l, std::size_t n) {
  Vec3d f = Vec3d::zero();
  for (std::size_t i = 0; i < n; ++i) f += l.on(i);
  return f;
}

TEST(BodyLoads, DeadOnesSumToWhatIsSaid) {
  Load force, line, area;
  const std::vector<std::uint32_t> two = {1, 2};
  const std::vector<std::array<std::uint32_t, 2>> edge = {{1, 2}};
  force.shares = shared_force(two, {{0, 0, 3}});
  line.shares = shared_line(edge, kSquare, {{5, 0, 0}});
  area.shares = shared_traction(kFaces, kSquare, {{0, 7, 0}});
  area.of_time = std::make_shared<const Expression>("2*t", std::vector<std::string>{"t"});
  BodyLoads all({force, line, area}, 4);
  EXPECT_FALSE(all.follow());
  all.find(0.5, {});
  EXPECT_LT(norm(sum(all, 4) - Vec3d{{5, 14, 3}}), 1e-12);
  EXPECT_LT(norm(all.on(1) - all.on(2)), 4.7);  // corners have unequal parts of two triangles
  EXPECT_NEAR(all.on(0)[2], 0, 1e-15);
}

TEST(BodyLoads, PressureTurnsWithTheFaces) {
  Load l;
  l.faces = kFaces;
  l.pressure = 4;
  BodyLoads all({l}, 4);
  EXPECT_TRUE(all.follow());
  all.find(0, kSquare);
  EXPECT_LT(norm(sum(all, 4) - Vec3d{{0, 0, 8}}), 1e-12);
  std::vector<Vec3d> stands;
  for (const Vec3d& x : kSquare) stands.push_back({{x[0], 0, x[1]}});
  all.find(0, stands);
  EXPECT_LT(norm(sum(all, 4) - Vec3d{{0, -8, 0}}), 1e-12);
}

/// The edge 1-2 with its second row 0-3: a pair of forces along the normal whose moment is m l.
TEST(BodyLoads, ACoupleIsAPair) {
  Load l;
  l.couple = 6;
  l.levers = {{1, 0, 2, 1, 0.5}, {2, 3, 2, 1, 0.5}};  // the edge is walked against its loop
  BodyLoads all({l}, 4);
  all.find(0, kSquare);
  EXPECT_LT(norm(sum(all, 4)), 1e-12);
  Vec3d moment = Vec3d::zero();
  for (std::size_t i = 0; i < 4; ++i) moment += cross(kSquare[i], all.on(i));
  EXPECT_LT(norm(moment - Vec3d{{0, -6, 0}}), 1e-12);  // the edge goes up
}

}  // namespace
}  // namespace weft
