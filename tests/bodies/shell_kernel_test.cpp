// Kernels of shells: a point by itself gets what it gets in a pack, so that one source serves both.
#include <gtest/gtest.h>

#include <random>

#include "bodies/point_field.h"
#include "bodies/shell/contact_kernel.h"
#include "bodies/shell/layer_kernel.h"
#include "bodies/shell/motion_kernel.h"
#include "materials/material.h"

using namespace weft;

namespace {

using P = Pack<Real>;
constexpr std::size_t kCount = 32;                          // points, two groups
constexpr double kNear = sizeof(Real) == 4 ? 2e-5 : 1e-13;  // FMAs and logarithms differ in their last bits

static_assert(std::is_trivially_copyable_v<LayerKernel<Lamina, Real>>);
static_assert(std::is_trivially_copyable_v<LayerKernel<Orthotropic, double>>);
static_assert(std::is_trivially_copyable_v<LayerKernel<WovenShell, Real>>);
static_assert(std::is_trivially_copyable_v<FaceView<P, SharedWeights<P>>>);
static_assert(std::is_trivially_copyable_v<FibreKernel>);
static_assert(std::is_trivially_copyable_v<TouchKernel>);
static_assert(std::is_trivially_copyable_v<ControlKernel>);

class Numbers {
 public:
  explicit Numbers(unsigned seed) : random_(seed) {}
  double operator()(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  PointField field(int components, double low, double high) {
    PointField f(components);
    f.resize(kCount);
    for (std::size_t i = 0; i < kCount; ++i)
      for (int c = 0; c < components; ++c) f(i, c) = Real((*this)(low, high));
    return f;
  }

 private:
  std::mt19937 random_;
};

void expect_alike(const PointField& a, const PointField& b, const char* what) {
  double scale = 0;
  for (std::size_t i = 0; i < kCount; ++i)
    for (int c = 0; c < a.components(); ++c) scale = std::max(scale, std::abs(double(a(i, c))));
  EXPECT_GT(scale, 0) << what;
  for (std::size_t i = 0; i < kCount; ++i)
    for (int c = 0; c < a.components(); ++c)
      EXPECT_NEAR(a(i, c), b(i, c), kNear * scale) << what << " of point " << i << ", component " << c;
}

/// The surface of points from i on: fifteen numbers each.
template <class T>
Jet<T> jet_at(PointField& f, std::size_t i) {
  const auto vector = [&](int c) {
    return Vec3<T>{{load_points<T>(f.group(i, c)), load_points<T>(f.group(i, c + 1)),
                    load_points<T>(f.group(i, c + 2))}};
  };
  return {vector(0), vector(3), vector(6), vector(9), vector(12)};
}

/// Faces of side 0.02, a little stretched, turned and bent, beside how they were at rest.
struct BentFaces {
  PointField jets{15}, A{8}, volume{2};
  explicit BentFaces(unsigned seed) {
    Numbers number(seed);
    jets = number.field(15, -1e-3, 1e-3);
    A = number.field(8, -0.5, 0.5);
    volume = number.field(2, 1e-8, 3e-8);
    for (std::size_t i = 0; i < kCount; ++i) {
      jets(i, 0) += Real(0.021), jets(i, 4) += Real(0.019);
      for (const int c : {0, 3, 4, 7}) A(i, c) += Real(50);
    }
  }
};

/// What a law leaves behind: A, and per face omega^2 rho, resultants, energy and its resultants.
template <class T, class Law>
std::pair<PointField, PointField> bent(const Law& law, const BentFaces& start) {
  BentFaces faces = start;
  LayerView layers;
  layers.A = faces.A.view(), layers.volume = faces.volume.view();
  layers.offset = 5e-4, layers.bending = 1e-6, layers.cell = 2500;
  const LayerKernel<Law, Real> kernel(law.template as<Real>(), layers);
  PointField out(48);
  out.resize(kCount);
  const auto store = [&](std::size_t i, int c, const Resultants<T>& r) {
    for (const Vec3<T>* v : {&r.p1, &r.p2, &r.q1, &r.q2})
      for (int a = 0; a < 3; ++a) store_points<T>((*v)[a] * T(1e4), out.group(i, c++));
  };
  for (std::size_t i = 0; i < kCount; i += std::size_t(points_in<T>)) {
    const KirchhoffLove<T> surface(jet_at<T>(faces.jets, i));
    Resultants<T> r = Resultants<T>::zero(), tried = Resultants<T>::zero();
    store_points<T>(kernel.bend(surface, i, 0, r) * T(1e-10), out.group(i, 0));
    store(i, 1, r);
    store_points<T>(kernel.energy(surface, i, 0, tried, T(0)) * T(1e3), out.group(i, 13));
    store(i, 14, tried);
    store_points<T>(kernel.stiffness(surface, i, 0, 1), out.group(i, 26));
    const KirchhoffLoveChange<T> change(surface, jet_at<T>(faces.jets, i));
    ResultantsChange<T> by;
    kernel.change(surface, change, i, 0, true, by);
    for (int a = 0; a < 3; ++a) store_points<T>(by.dr.p1[a] * T(1e3), out.group(i, 27 + a));
    Resultants<T> damped = Resultants<T>::zero();
    const LayerPace<T> pace = kernel.respond(surface, change, {1e-3, 1e-2}, i, 0, damped);
    store(i, 30, damped);
    int c = 42;
    for (const T& of : {pace.omega2, pace.stretch, pace.bend})
      store_points<T>(of * T(1e-10), out.group(i, c++));
  }
  return {faces.A, out};
}

template <class Law>
void check_lanes(Law law) {
  law.prepare();
  const BentFaces faces(7);
  const auto [A, out] = bent<P>(law, faces);
  const auto [lane_A, lane_out] = bent<Real>(law, faces);
  expect_alike(A, lane_A, Law::name);
  expect_alike(out, lane_out, Law::name);
}

TEST(ShellKernel, LayersAreTheSameLaneByLane) {
  Lamina metal;
  metal.young = 1e6, metal.yield_stress = 7e4;  // some dent, some do not
  check_lanes(metal);
  check_lanes(Orthotropic{});
  WovenShell fabric;
  fabric.warp_exponent = 3, fabric.bias_exponent = 2;
  check_lanes(fabric);
}

TEST(ShellKernel, SomeLayersDentAndOthersDoNot) {
  Lamina metal;
  metal.young = 1e6, metal.yield_stress = 7e4;
  metal.prepare();
  const BentFaces faces(7);
  const PointField A = bent<Real>(metal, faces).first;
  int same = 0, dented = 0;
  for (std::size_t i = 0; i < kCount; ++i) ++(A(i, 0) == faces.A(i, 0) ? same : dented);
  EXPECT_GT(same, 2);
  EXPECT_GT(dented, 2);
}

struct Contacts {
  PointField x, v, d, pull, push{3};
  explicit Contacts(unsigned seed) {
    Numbers number(seed);
    x = number.field(3, -1, 1), v = number.field(3, -1, 1), pull = number.field(3, -1, 1);
    d = number.field(3, -0.1, 0.1), push = number.field(3, 0, 0);
    for (std::size_t i = 0; i < kCount; ++i) d(i, 2) += Real(0.95);
  }
};

/// Load, unload and the solve's versions of both.
template <class T>
void pass(Contacts& c, ParcelBatch& out, ParcelBatch& tried, PointField& changed) {
  Numbers number(5);
  AnswerBatch in;
  for (std::size_t i = 0; i < kCount; ++i)
    for (int a = 0; a < 3; ++a) {
      in.v[a][i] = Real(number(-1, 1));
      for (int b = 0; b < 3; ++b) in.C[a][b][i] = Real(number(-1, 1)), out.Q[a][b][i] = Real(number(-1, 1));
    }
  const FibreKernel fibres{c.x.view(), c.d.view(), c.pull.view(), Real(0.02), Real(-3), false};
  const ControlKernel moves{c.x.view(), c.pull.view(), c.v.view(), Real(1e-4)};
  for (std::size_t i = 0; i < kCount; i += std::size_t(points_in<T>)) {
    fibres.load<T>(i, i, out);
    fibres.try_load<T>(i, i, tried);
    fibres.try_unload<T>(i, i, in.C, false, changed.view());
    fibres.unload<T>(i, i, in.C);
    moves.move<T>(i);
  }
}

TEST(ShellKernel, PointsMoveTheSameLaneByLane) {
  Contacts a(3), b(3);
  ParcelBatch out_a, out_b, tried_a, tried_b;
  PointField changed_a = Numbers(1).field(3, 0, 0), changed_b = changed_a;
  pass<P>(a, out_a, tried_a, changed_a);
  pass<Real>(b, out_b, tried_b, changed_b);
  expect_alike(a.x, b.x, "x");
  expect_alike(a.pull, b.pull, "low");
  expect_alike(a.d, b.d, "d");
  expect_alike(changed_a, changed_b, "tried d");
  for (std::size_t i = 0; i < kCount; ++i)
    for (int c = 0; c < 9; ++c) {
      EXPECT_NEAR(out_a.Q[c / 3][c % 3][i], out_b.Q[c / 3][c % 3][i], 10 * kNear);
      EXPECT_NEAR(tried_a.Q[c / 3][c % 3][i], tried_b.Q[c / 3][c % 3][i], 10 * kNear);
    }
}

/// Contact points of a face of one place each, in another order than the faces.
template <class T>
void touch(Contacts& c, PointField& tangents, PointField& volume, std::span<const std::uint32_t> contact_of) {
  SheetContact law;
  law.contact = 1e4, law.shear = 3e3, law.friction = 0.2;
  const TouchKernel kernel{law, volume.view(), contact_of.data(), 1};
  for (std::size_t i = 0; i < kCount; i += std::size_t(points_in<T>)) {
    const Jet<T> a = jet_at<T>(tangents, i);
    const Vec3<T> d = kernel.gather<T>(c.d.view(), i, 0);
    SheetFrame<T> frame(a.a1, a.a2, d);
    const ContactGradient<T> g = kernel.press(frame, i, 0, true);
    const ContactGradient<T> by =
        kernel.change(frame, {a.a1, a.a1, a.a2}, {a.a1, a.a11, a.a12}, d, d * T(0.1), false);
    const std::size_t all = std::size_t(points_in<T>);
    kernel.scatter(frame.normal(), c.d.view(), i, 0, all);
    kernel.scatter(g.d, c.pull.view(), i, 0, all);
    kernel.scatter(g.t[0] + by.t[1], c.push.view(), i, 0, all);
  }
}

TEST(ShellKernel, ContactIsTheSameLaneByLane) {
  Contacts a(9), b(9);
  BentFaces faces(2);
  std::vector<std::uint32_t> contact_of(kCount);
  for (std::size_t i = 0; i < kCount; ++i) contact_of[i] = std::uint32_t(kCount - 1 - i);
  touch<P>(a, faces.jets, faces.volume, contact_of);
  touch<Real>(b, faces.jets, faces.volume, contact_of);
  expect_alike(a.d, b.d, "d");
  expect_alike(a.pull, b.pull, "pull");
  expect_alike(a.push, b.push, "push on the tangents");
}

}  // namespace
