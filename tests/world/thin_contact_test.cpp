/// Cloth and fibres in contact, judged by a checker that knows nothing of the grid: no triangle passes
/// through another, bundles of strands do not pass through each other.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "bodies/thin/thin.h"
#include "geometry/weave/crossings.h"
#include "geometry/weave/fibres.h"
#include "geometry/weave/sheets.h"
#include "materials/presets.h"
#include "world/world.h"

using namespace weft;

namespace {

constexpr double kDx = 0.015;

ThinOptions cloth(const std::string& name, const Sheet& sheet, const Vec3d& at) {
  ThinOptions o;
  o.name = name;
  o.material = make_preset("cotton");
  o.rest = sheet.vertices;
  for (Vec3d& x : o.rest) x += at;
  o.triangles = sheet.triangles;
  o.uv = sheet.uv;
  o.section = 0.5 * kDx;
  o.damping = 0.3;
  return o;
}

Sheet as_sheet(const Body& body) {
  const FrameObject f = body.frame({});
  Sheet s;
  for (const auto& x : f.position) s.vertices.push_back(x.as<double>());
  for (std::size_t i = 0; i < f.corners.size(); i += 3)
    s.triangles.push_back({f.corners[i], f.corners[i + 1], f.corners[i + 2]});
  return s;
}

Strands as_strands(const Body& body) {
  const FrameObject f = body.frame({});
  Strands s;
  for (const auto& x : f.position) s.vertices.push_back(x.as<double>());
  s.counts = f.curves;
  return s;
}

void run(World& w, double until) {
  while (w.time < until) w.step(until);
}

TEST(ThinContact, ThreeSheetsPressedByABallDoNotCross) {
  FlatSheet flat;
  flat.width = flat.height = 0.36;
  flat.spacing = kDx;
  World w;
  w.solver.dx = kDx;
  for (int k = 0; k < 3; ++k)
    w.bodies.push_back(make_thin(
        cloth("sheet" + std::to_string(k), flat.make(), {{0.3 * kDx * k, 0.2 * kDx * k, (1 + k) * kDx}})));
  Collider floor, ball;
  floor.name = "floor";
  floor.friction = 0.4;
  ball.name = "ball";
  ball.shape = Sphere{0.1};
  ball.friction = 0.3;
  const auto at = [](double z) { return Pose{{{0, 0, z}}, Quaternion<double>::identity()}; };
  ball.keys = {{0, at(0.17)}, {0.3, at(0.14)}, {0.6, at(0.14)}};
  w.colliders = {floor, ball};
  run(w, 0.5);
  std::vector<Sheet> sheets;
  for (const auto& body : w.bodies) sheets.push_back(as_sheet(*body));
  for (int a = 0; a < 3; ++a) {
    EXPECT_EQ(self_crossings(sheets[a]), 0u) << a;
    for (int b = 0; b < a; ++b) EXPECT_EQ(crossings(sheets[a], sheets[b]), 0u) << a << " " << b;
  }
}

/// A cloth drops in folds on the floor and on itself.
TEST(ThinContact, AClothThatFoldsOnItselfDoesNotCross) {
  FlatSheet flat;
  flat.width = 0.5;
  flat.height = 0.3;
  flat.spacing = kDx;
  flat.folds = 3;
  flat.fold_angle = 1.2;
  ThinOptions o = cloth("cloth", flat.make(), {{0, 0, 0}});
  for (Vec3d& x : o.rest) x = {{x[2], x[1], 0.2 + x[0]}};  // stands on its edge, folds run across
  World w;
  w.solver.dx = kDx;
  w.bodies.push_back(make_thin(o));
  Collider floor;
  floor.name = "floor";
  floor.friction = 0.5;
  w.colliders = {floor};
  run(w, 0.8);
  const Sheet s = as_sheet(*w.bodies[0]);
  double top = 0;
  for (const Vec3d& x : s.vertices) top = std::max(top, x[2]);
  EXPECT_LT(top, 0.2);
  EXPECT_EQ(self_crossings(s), 0u);
}

/// Two bundles are pressed across each other by their ends: at the crossing every strand of the one stays
/// above those of the other.
TEST(ThinContact, BundlesOfHairDoNotPassThroughEachOther) {
  const auto bundle = [](const std::string& name, bool along_x, double z) {
    HairTube tube;
    tube.radius = 0.025;
    tube.length = 0.4;
    tube.strands = 40;
    tube.segments = 32;
    const Strands s = tube.make();
    ThinOptions o;
    o.name = name;
    o.material = make_preset("wool");
    o.section = 2e-5;
    o.damping = 0.2;
    for (const Vec3d& x : s.vertices)
      o.rest.push_back(along_x ? Vec3d{{x[2] + 0.2, x[1], z + x[0]}} : Vec3d{{x[0], x[2] + 0.2, z + x[1]}});
    o.counts = s.counts;
    return o;
  };
  ThinOptions low = bundle("low", true, 0), high = bundle("high", false, 0.065);
  const auto pin_ends = [](ThinOptions& o, double speed) {
    Pin pin;
    std::uint32_t first = 0;
    for (std::uint32_t n : o.counts) {
      pin.vertices.push_back(first);
      pin.vertices.push_back(first + n - 1);
      first += n;
    }
    pin.motion.velocity = {{0, 0, speed}};
    o.pins = {pin};
  };
  pin_ends(low, 0.1);
  pin_ends(high, -0.1);
  World w;
  w.solver.dx = 0.01;
  w.bodies.push_back(make_thin(low));
  w.bodies.push_back(make_thin(high));
  run(w, 0.6);
  // Strands that passed: where a strand of one lies over one of the other in the plane,
  // it must be the right one.
  const Strands a = as_strands(*w.bodies[0]), b = as_strands(*w.bodies[1]);
  std::size_t crossings = 0, wrong = 0;
  for (const Segment& p : segments_of(a))
    for (const Segment& q : segments_of(b)) {
      const Vec3d &p0 = a.vertices[p.vertex], &p1 = a.vertices[p.vertex + 1], &q0 = b.vertices[q.vertex],
                  &q1 = b.vertices[q.vertex + 1];
      const auto side = [](const Vec3d& o, const Vec3d& u, const Vec3d& v) {
        return (u[0] - o[0]) * (v[1] - o[1]) - (u[1] - o[1]) * (v[0] - o[0]);
      };
      if (side(p0, p1, q0) * side(p0, p1, q1) >= 0 || side(q0, q1, p0) * side(q0, q1, p1) >= 0) continue;
      ++crossings;
      wrong += 0.5 * (p0[2] + p1[2]) > 0.5 * (q0[2] + q1[2]);
    }
  EXPECT_GT(crossings, 500u);
  EXPECT_EQ(wrong, 0u);
}

}  // namespace
