/// Pins on the twin of a device against those of the processor, through steps that are accepted and refused.
#include "device/pins.h"

#include <gtest/gtest.h>

#include <random>

namespace weft::twin {
namespace {

Vec3d random_vector(std::mt19937_64& g) {
  std::normal_distribution<double> n;
  const double x = n(g), y = n(g), z = n(g);
  return {{x, y, z}};
}

/// Held as a whole, moving, from key to key, and on two surfaces that deform.
std::vector<Pin> some_pins(std::mt19937_64& g) {
  std::vector<Pin> pins(6);
  for (std::uint32_t p = 0; p < 6; ++p) {
    for (std::uint32_t k = 0; k < 5; ++k) pins[p].vertices.push_back(5 * p + k);
    pins[p].motion.start = {random_vector(g), Quaternion<double>::from_rotation_vector(random_vector(g))};
    if (p % 2) pins[p].motion.velocity = random_vector(g), pins[p].motion.spin = random_vector(g);
    if (p % 3 == 0)
      for (int k = 0; k < 4; ++k)
        pins[p].motion.keys.push_back(
            {0.07 * k, {random_vector(g), Quaternion<double>::from_rotation_vector(random_vector(g))}});
    if (p % 2 == 0) pins[p].release = 0.1 + 0.02 * p;
  }
  auto surface = std::make_shared<SurfaceMotion>();
  surface->triangles = {{0, 1, 2}, {2, 1, 3}};
  for (int k = 0; k < 5; ++k) {
    surface->times.push_back(0.05 * k);
    surface->positions.push_back({random_vector(g), random_vector(g), random_vector(g), random_vector(g)});
  }
  for (const std::size_t p : {3u, 4u, 5u}) {
    pins[p].surface = p == 5 ? std::make_shared<SurfaceMotion>(*surface) : surface;
    for (std::uint32_t k = 0; k < 5; ++k) pins[p].anchors.push_back({k / 3, 0.2 + 0.1 * (k / 2), 0.3});
  }
  return pins;
}

void expect_same(const PinView& v, At at, Pins& pins, double time, double dt) {
  Step step;
  step.time = time, step.dt = dt;
  pins.begin_step(step);
  for (std::size_t i = 0; i < 32; ++i) {
    const int h = pins.held(i);
    ASSERT_EQ(v.leads(h, at), pins.leads(i)) << time << ' ' << i;
    if (h < 0) continue;
    ASSERT_NEAR(norm(v.target(h, at) - pins.target(h)), 0, 1e-12);
    ASSERT_NEAR(norm(v.spin(h, at) - pins.spin(h)), 0, 1e-9 * (1 + norm(pins.spin(h))));
  }
}

TEST(pins_on_device, follow_through_steps) {
  std::mt19937_64 g(1);
  std::vector<Vec3d> x(32);
  for (Vec3d& a : x) a = random_vector(g);
  Pins pins(some_pins(g), x);
  Stream stream;
  Control c{};
  PinSet set;
  set.settle(stream, pins, &c);
  EXPECT_GT(set.bytes(), 0u);
  double dt = 0.013;
  c.time = 0.03, c.ahead = c.time + dt;
  set.move(stream);
  for (int k = 0; k < 40; ++k) {
    expect_same(set.view(), At::next, pins, c.time, c.ahead - c.time);
    if (k % 5 == 3) {  // refused
      dt *= 0.5;
      c.ahead = c.time + dt;
      set.move(stream);
      expect_same(set.view(), At::next, pins, c.time, c.ahead - c.time);
    }
    const double start = c.time, end = c.ahead;
    c.time = end;
    dt = k % 7 == 0 ? 0.009 : dt;
    if (k % 6 != 2) c.ahead = c.time + dt;  // else the end of a frame: what comes next is not known yet
    set.move(stream);
    set.move(stream);
    expect_same(set.view(), At::now, pins, start, end - start);
    if (k % 6 == 2) {
      c.ahead = c.time + dt;
      set.move(stream);
      expect_same(set.view(), At::now, pins, start, end - start);
    }
  }
}

TEST(pins_on_device, none_are_none) {
  Stream stream;
  Control c{};
  PinSet set;
  set.settle(stream, Pins{}, &c);
  set.move(stream);
  EXPECT_FALSE(set.view().any());
}

}  // namespace
}  // namespace weft::twin
