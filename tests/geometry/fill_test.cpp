/// Fills: exact lattice counts, mean density, everything inside, blue noise distances, the same for any
/// thread count.
#include "geometry/fill.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "exec/error.h"
#include "exec/threads.h"
#include "geometry/distance_mesh.h"
#include "geometry/poisson_tile.h"
#include "test_meshes.h"

namespace weft {
namespace {

using Rotation = Quaternion<double>;

Pose tilted() { return {{{0.3, -0.2, 0.7}}, Rotation::from_axis_angle(normalized(Vec3d{{1, 2, 3}}), 0.8)}; }

std::vector<Shape> solids() {
  return {Sphere{0.5},
          Box{{{0.5, 0.37, 0.61}}},
          Capsule{0.3, 0.4},
          Cylinder{0.45, 0.5},
          MeshShape{std::make_shared<DistanceMesh>(sphere_mesh(3))},
          MeshShape{std::make_shared<DistanceMesh>(frame_mesh(0.9, 0.5, 0.25))}};
}

TEST(fill, a_box_of_whole_spacings_gets_exact_counts) {
  for (double h : {0.1, 0.05, 1.0 / 30}) {
    const Vec3d half{{3 * h, 4 * h, 5.5 * h}};
    for (Sampling s : {Sampling::lattice, Sampling::jittered})
      EXPECT_EQ(fill(Box{half}, tilted(), {.spacing = h, .sampling = s}).size(), 6u * 8u * 11u);
  }
}

TEST(fill, lattice_points_are_centres_of_cells) {
  const auto points = fill(Box{{{0.2, 0.1, 0.1}}}, {}, {.spacing = 0.1, .sampling = Sampling::lattice});
  ASSERT_EQ(points.size(), 16u);
  for (const Vec3d& x : points)
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(std::fabs(std::remainder(x[k] - 0.05, 0.1)), 0, 1e-12);
}

/// Points per volume, relative to what the spacing asks for; all points must be inside.
double relative_density(const Shape& shape, const Fill& options) {
  const Pose pose = tilted();
  const auto points = fill(shape, pose, options);
  for (const Vec3d& x : points) EXPECT_LT(signed_distance(shape, pose.to_local(x)).phi, 1e-12);
  return double(points.size()) * std::pow(options.spacing, 3) / volume(shape);
}

TEST(fill, density_is_right_and_all_points_are_inside) {
  for (const Shape& shape : solids()) {
    // A lattice gains or loses whole layers at faces along its axes;
    // random points are off by their scatter only.
    EXPECT_NEAR(relative_density(shape, {.spacing = 0.04, .sampling = Sampling::lattice}), 1, 0.03)
        << shape.index();
    EXPECT_NEAR(relative_density(shape, {.spacing = 0.04, .sampling = Sampling::jittered}), 1, 0.01)
        << shape.index();
  }
  for (const Shape& shape : {solids()[0], solids()[2], solids()[5]})
    EXPECT_NEAR(relative_density(shape, {.spacing = 0.06, .sampling = Sampling::poisson}), 1, 0.03)
        << shape.index();
}

TEST(fill, jittered_points_fill_one_cell_each) {
  const auto points = fill(Box{{{0.4, 0.4, 0.4}}}, {}, {.spacing = 0.1, .seed = 5});
  std::vector<int> count(512, 0);
  for (const Vec3d& x : points) {
    std::size_t c = 0;
    for (int k = 0; k < 3; ++k) c = 8 * c + std::size_t((x[k] + 0.4) / 0.1);
    ++count[c];
  }
  EXPECT_EQ(std::count(count.begin(), count.end(), 1), 512);
}

double smallest_distance(const std::vector<Vec3d>& points) {
  double best = INFINITY;
  for (std::size_t i = 0; i < points.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) best = std::min(best, norm(points[i] - points[j]));
  return best;
}

TEST(fill, poisson_points_keep_their_distance_also_across_tiles) {
  const double h = 0.1;  // 70 cells along z: the pattern of 24 repeats
  const auto points = fill(Box{{{0.4, 0.4, 3.5}}}, {}, {.spacing = h, .sampling = Sampling::poisson});
  EXPECT_NEAR(double(points.size()) / (8 * 8 * 70), 1, 0.01);
  EXPECT_GE(smallest_distance(points), kPoissonRadius3 * h - 1e-12);
}

TEST(fill, plane_mode_lies_in_the_plane) {
  const double h = 0.02;
  for (Sampling s : {Sampling::lattice, Sampling::jittered, Sampling::poisson}) {
    const Fill options{.spacing = h, .sampling = s, .plane = true};
    const auto box = fill(Box{{{0.4, 0.01, 0.6}}}, {{{1, 0.003, 2}}, Rotation::identity()}, options);
    EXPECT_EQ(box.size(), 40u * 60u) << int(s);
    const auto disk = fill(Sphere{0.5}, {{{0, 0.3, 0}}, Rotation::identity()}, options);
    EXPECT_NEAR(double(disk.size()) * h * h / (M_PI * 0.16), 1, 0.03);
    const auto turned =
        fill(Box{{{0.3, 2, 0.5}}}, {{{0, 0, 0}}, Rotation::from_axis_angle({{0, 1, 0}}, 0.5)}, options);
    EXPECT_EQ(turned.size(), 30u * 50u);
    const auto tipped =
        fill(Cylinder{0.3, 0.4}, {{{0, 0, 0}}, Rotation::from_axis_angle({{1, 0, 0}}, M_PI / 2)}, options);
    EXPECT_NEAR(double(tipped.size()) * h * h / (M_PI * 0.09), 1, 0.03);
    for (const auto* points : {&box, &disk, &turned, &tipped})
      for (const Vec3d& x : *points) ASSERT_EQ(x[1], 0);
    if (s == Sampling::poisson) {
      EXPECT_GE(smallest_distance(box), kPoissonRadius2 * h - 1e-12);
    }
  }
}

TEST(fill, threads_do_not_matter_but_the_seed_does) {
  for (const Shape& shape : {solids()[2], solids()[5]})
    for (Sampling s : {Sampling::lattice, Sampling::jittered, Sampling::poisson}) {
      const auto run = [&](int threads, std::uint64_t seed) {
        const ThreadLimit limit(threads);
        return fill(shape, tilted(), {.spacing = 0.08, .sampling = s, .seed = seed});
      };
      const auto one = run(1, 1);
      EXPECT_EQ(one, run(4, 1));
      EXPECT_EQ(one == run(1, 2), s == Sampling::lattice);
    }
}

std::string code_of(const Shape& shape, double spacing) {
  try {
    fill(shape, {}, {.spacing = spacing});
  } catch (const Error& e) {
    return e.code;
  }
  return "none";
}

TEST(fill, impossible_fills_are_refused_at_once) {
  EXPECT_EQ(code_of(Plane{}, 0.1), "E0120");
  EXPECT_EQ(code_of(Sphere{1}, 1e-4), "E0121");
  EXPECT_EQ(code_of(Sphere{1e8}, 1e-8), "E0121");
  EXPECT_EQ(code_of(Sphere{1}, 0), "E0122");
  EXPECT_EQ(code_of(Sphere{1}, -1), "E0122");
  EXPECT_EQ(code_of(Sphere{1}, NAN), "E0122");
  EXPECT_EQ(code_of(Sphere{0}, 0.1), "E0123");
  EXPECT_EQ(code_of(Box{{{1, -1, 1}}}, 0.1), "E0123");
  EXPECT_EQ(code_of(MeshShape{}, 0.1), "E0123");
}

TEST(random, uniform_numbers_are_uniform_and_independent) {
  const Random random{42};
  double mean = 0, square = 0, product = 0;
  const int n = 100000;
  for (int i = 0; i < n; ++i) {
    const double a = random.uniform(i), b = random.uniform(i, 1), next = random.uniform(i + 1);
    ASSERT_TRUE(a >= 0 && a < 1);
    mean += a / n;
    square += a * a / n;
    product += a * b / n + a * next / n;
  }
  EXPECT_NEAR(mean, 0.5, 0.004);
  EXPECT_NEAR(square, 1.0 / 3, 0.004);
  EXPECT_NEAR(product, 0.5, 0.008);
  EXPECT_EQ(random.bits(0), Random{42}.bits(0));
  EXPECT_NE(random.bits(0), Random{43}.bits(0));
}

}  // namespace
}  // namespace weft
