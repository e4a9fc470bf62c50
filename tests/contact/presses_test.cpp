/// Potentials that keep surfaces apart in a search for rest: forces are minus their gradients, at corners of meshes and of obstacles
/// too, and what is far has none.
#include "contact/surfaces/presses.h"

#include <gtest/gtest.h>

#include <random>

namespace weft {
namespace {

constexpr double kRadius = 0.004;

/// Two triangles, one part.
struct Flaps {
  ContactMesh mesh;
  SurfaceScene scene;
  NearPairs list;
  Presses presses;

  explicit Flaps(std::vector<Vec3d> x, bool meets_itself) {
    mesh.rest = {{{0, 0, 0}}, {{0.1, 0, 0}}, {{0, 0.1, 0}}, {{0, 0, 1}}, {{0.1, 0, 1}}, {{0, 0.1, 1}}};
    mesh.triangles = {{0, 1, 2}, {3, 4, 5}};
    mesh.radius = kRadius;
    SurfacePart part;
    part.mesh = &mesh;
    part.meets_itself = meets_itself;
    scene.lay_out({part});
    scene.x = std::move(x);
    scene.w.assign(6, 1 / 0.01);
    scene.given_u = scene.u, scene.given_v = scene.v;
  }
  void begin(std::span<const Collider> colliders) {
    scene.u.assign(6, Vec3d{{1e-4, 1e-4, 1e-4}});
    scene.measure();
    list.renew(
        scene, [](std::uint32_t, std::uint32_t) { return 0.3; }, 1);
    list.wake(scene);
    presses.begin(scene, {colliders, 0, 0.2, 9.81, [](std::uint32_t, std::uint32_t) { return 0.3; }});
    scene.u.assign(6, Vec3d::zero());
  }
  /// The most that forces miss the gradient by, as a part of the largest.
  double error() {
    std::vector<Press> found;
    presses.find(scene, list, found);
    std::vector<Vec3d> f(6, Vec3d::zero());
    for (const Press& p : found)
      for (std::size_t k = 0; k < 4 && p.vertex[k] != kNone; ++k) f[p.vertex[k]] += p.force(k);
    double most = 0, largest = 0;
    for (std::size_t i = 0; i < 6; ++i)
      for (int a = 0; a < 3; ++a) {
        constexpr double h = 1e-8;
        scene.u[i][a] = h;
        const double plus = presses.find(scene, list, found);
        scene.u[i][a] = -h;
        const double minus = presses.find(scene, list, found);
        scene.u[i][a] = 0;
        most = std::max(most, std::fabs(f[i][a] + (plus - minus) / (2 * h)));
        largest = std::max(largest, std::fabs(f[i][a]));
      }
    EXPECT_GT(largest, 0);
    return most / largest;
  }
};

std::vector<Vec3d> far_apart() {
  return {{{0, 0, 0}}, {{0.1, 0, 0}}, {{0, 0.1, 0}}, {{5, 0, 1}}, {{5.1, 0, 1}}, {{5, 0.1, 1}}};
}

TEST(Presses, SurfacesPushAsTheirPotentialSays) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> u(-1, 1);
  for (const double tilt : {0.3, 0.02, 0.0}) {  // at last edges are nearly parallel
    std::vector<Vec3d> x = far_apart();
    for (std::size_t k = 0; k < 3; ++k)
      x[k + 3] = x[k] + Vec3d{{0.03, 0.02 + tilt * x[k][0], 0.006 + tilt * 0.01 * double(k)}};
    for (Vec3d& at : x) at += Vec3d{{u(random), u(random), u(random)}} * 2e-4;
    Flaps flaps(x, true);
    flaps.begin({});
    EXPECT_LT(flaps.error(), 1e-4) << tilt;
  }
}

TEST(Presses, ObstaclesPushAsTheirPotentialSays) {
  std::vector<Collider> obstacle(1);
  const auto with = [&](const Shape& shape, const Vec3d& centre) {
    obstacle[0].shape = shape;
    obstacle[0].start.position = centre;
    obstacle[0].move_to(0);
    Flaps flaps(far_apart(), false);
    flaps.begin(obstacle);
    return flaps.error();
  };
  EXPECT_LT(with(Sphere{0.5}, {{0.05, 0.001, -0.5015}}), 1e-4);       // beneath an edge
  EXPECT_LT(with(Sphere{0.01}, {{0.03, 0.03, -0.0125}}), 1e-4);       // beneath the middle
  EXPECT_LT(with(Box{{{0.05, 0.5, 0.05}}}, {{0, 0, -0.052}}), 1e-3);  // an edge hangs over a rim
  EXPECT_LT(with(Cylinder{0.06, 0.01}, {{0.001, 0.002, -0.0125}}), 1e-3);
}

TEST(Presses, WhatIsFarHasNone) {
  Flaps flaps(far_apart(), true);
  flaps.begin({});
  std::vector<Press> found;
  EXPECT_EQ(flaps.presses.find(flaps.scene, flaps.list, found), 0);
  EXPECT_TRUE(found.empty());
}

}  // namespace
}  // namespace weft
