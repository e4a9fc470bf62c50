/// Signed distances: unit gradients that match finite differences,
/// distances that match a search, volumes, bounds.
#include "geometry/shape.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "geometry/distance_mesh.h"
#include "test_meshes.h"

namespace weft {
namespace {

struct Named {
  const char* name;
  Shape shape;
};

std::vector<Named> all_shapes() {
  return {{"plane", Plane{normalized(Vec3d{{0.3, -0.5, 0.8}})}},
          {"sphere", Sphere{0.7}},
          {"box", Box{{{0.3, 0.5, 0.7}}}},
          {"capsule", Capsule{0.3, 0.5}},
          {"cylinder", Cylinder{0.4, 0.6}},
          {"mesh", MeshShape{std::make_shared<DistanceMesh>(sphere_mesh(2))}},
          {"frame", MeshShape{std::make_shared<DistanceMesh>(frame_mesh(0.9, 0.4, 0.3))}}};
}

TEST(shape, normal_is_the_unit_gradient) {
  const double e = 1e-6;
  for (const auto& [name, shape] : all_shapes()) {
    int kinks = 0;
    for (int i = 0; i < 2000; ++i) {
      const Vec3d x = random_point(i, 1.2);
      const Distance d = signed_distance(shape, x);
      EXPECT_NEAR(norm(d.n), 1, 1e-12) << name;
      Vec3d gradient{};
      for (int k = 0; k < 3; ++k) {
        Vec3d a = x, b = x;
        a[k] -= e;
        b[k] += e;
        gradient[k] = (signed_distance(shape, b).phi - signed_distance(shape, a).phi) / (2 * e);
      }
      // Within e of the medial axis the gradient jumps; random points hit it almost never.
      if (norm(gradient - d.n) > 1e-4) ++kinks;
    }
    EXPECT_LE(kinks, 2) << name;
  }
}

TEST(shape, a_step_of_phi_along_n_ends_on_the_surface) {
  for (const auto& [name, shape] : all_shapes())
    for (int i = 0; i < 500; ++i) {
      const Vec3d x = random_point(i, 1.5, 11);
      const Distance d = signed_distance(shape, x);
      EXPECT_NEAR(signed_distance(shape, x - d.n * d.phi).phi, 0, 1e-12) << name;
    }
}

TEST(shape, no_surface_point_is_nearer_than_phi) {
  // phi is 1-Lipschitz and vanishes on the surface: |phi(a) - phi(b)| <= |a - b| for any two points.
  for (const auto& [name, shape] : all_shapes())
    for (int i = 0; i < 3000; ++i) {
      const Vec3d a = random_point(i, 1.2, 3), b = random_point(i, 1.2, 4);
      const double change = signed_distance(shape, a).phi - signed_distance(shape, b).phi;
      EXPECT_LE(std::fabs(change), norm(a - b) * (1 + 1e-12)) << name;
    }
}

TEST(shape, known_distances) {
  EXPECT_DOUBLE_EQ(signed_distance(Plane{}, {{3, 4, -2}}).phi, -2);
  EXPECT_DOUBLE_EQ(signed_distance(Sphere{2}, {{0, 0, 0}}).phi, -2);
  EXPECT_DOUBLE_EQ(signed_distance(Box{{{1, 2, 3}}}, {{4, 6, 3}}).phi, 5);
  EXPECT_DOUBLE_EQ(signed_distance(Box{{{1, 2, 3}}}, {{0.5, 0, 0}}).phi, -0.5);
  EXPECT_DOUBLE_EQ(signed_distance(Capsule{1, 2}, {{0, 3, 6}}).phi, 4);
  EXPECT_DOUBLE_EQ(signed_distance(Cylinder{1, 2}, {{4, 0, 6}}).phi, 5);
  EXPECT_DOUBLE_EQ(signed_distance(Cylinder{1, 2}, {{0, 0, 1.5}}).phi, -0.5);
}

TEST(shape, centres_have_unit_normals) {
  for (const auto& [name, shape] : all_shapes())
    EXPECT_NEAR(norm(signed_distance(shape, Vec3d::zero()).n), 1, 1e-12) << name;
}

TEST(shape, volume_and_bounds_agree_with_counting) {
  for (const auto& [name, shape] : all_shapes()) {
    if (std::holds_alternative<Plane>(shape)) {
      EXPECT_TRUE(std::isinf(volume(shape)));
      EXPECT_TRUE(std::isinf(bounds(shape).upper[0]));
      continue;
    }
    const Bounds box = bounds(shape);
    int inside = 0;
    const int n = 40000;
    for (int i = 0; i < n; ++i) {
      const Vec3d x = random_point(i, 1.3, 5);
      if (signed_distance(shape, x).phi >= 0) continue;
      ++inside;
      for (int k = 0; k < 3; ++k) EXPECT_TRUE(x[k] >= box.lower[k] && x[k] <= box.upper[k]) << name;
    }
    const double part = double(inside) / n, all = std::pow(2.6, 3);
    EXPECT_NEAR(part * all, volume(shape), 4 * all * std::sqrt(part * (1 - part) / n)) << name;
    for (int k = 0; k < 3; ++k) {  // bounds are tight: the surface touches each side of them
      Vec3d corner = box.upper;
      for (int j = 0; j < 3; ++j)
        if (j != k) corner[j] = 0;
      if (std::string(name) == "frame") continue;  // nothing of it lies on the axes
      EXPECT_NEAR(signed_distance(shape, corner).phi, 0, 1e-12) << name;
    }
  }
}

}  // namespace
}  // namespace weft
