/// Kernels of thin bodies, one point at a time as a GPU runs them, against packs as the CPU does; and who
/// meets whom after points were sorted.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>

#include "bodies/adjacency.h"
#include "bodies/point_field.h"
#include "bodies/thin/respond_kernel.h"
#include "bodies/thin/vertex_kernel.h"
#include "materials/edge.h"
#include "materials/fibre.h"

using namespace weft;

namespace {

/// A handful of elements in memory of its own.
template <class Law>
struct Elements {
  static constexpr int kCorners = Law::tangents + 1;
  static constexpr std::size_t kVertices = 40, kContacts = 37;  // not a multiple of any pack
  PointField x{3}, at{3}, d{3 * Law::normals}, stress{9}, shape{Law::tangents == 2 ? 3 : 1}, volume{1},
      warp{2};
  std::vector<std::uint32_t> corner;
  std::vector<Real> force = std::vector<Real>(kContacts * kCorners * 4, Real(0));

  explicit Elements(unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> u(-0.3, 0.3);
    x.resize(kVertices);
    for (PointField* f : {&at, &d, &stress, &shape, &volume, &warp}) f->resize(kContacts);
    for (std::size_t i = 0; i < kVertices; ++i)
      for (int a = 0; a < 3; ++a) x(i, a) = Real((a == int(i % 3) ? 1 : 0) + u(random));
    for (std::size_t i = 0; i < chunk_count(kContacts, kGroup) * kGroup; ++i) {
      for (int b = 0; b < Law::normals; ++b)
        for (int a = 0; a < 3; ++a) d(i, 3 * b + a) = Real((a == 1 + b ? 0.8 : 0) + u(random));
      for (int k = 0; k < shape.components(); ++k) shape(i, k) = Real(k == 1 ? 0.1 : 0.8);
      volume(i, 0) = Real(0.01);
      warp(i, 0) = Real(0.6), warp(i, 1) = Real(0.8);
    }
    for (std::size_t i = 0; i < kContacts; ++i)
      for (std::size_t a = 0; a < kCorners; ++a) corner.push_back(std::uint32_t((i + a) % kVertices));
  }
  ThinView view() {
    ThinView v;
    v.x = x.view(), v.at = at.view(), v.d = d.view(), v.stress = stress.view(), v.shape = shape.view();
    v.volume = volume.view(), v.warp = warp.view();
    v.corner = corner.data(), v.force = force.data(), v.contacts = kContacts;
    v.rules.finest = Real(1e30);
    return v;
  }
};

void expect_near(Real a, Real b, double size, const char* what, std::size_t i) {
  EXPECT_NEAR(double(a), double(b), (sizeof(Real) == 4 ? 2e-4 : 1e-10) * size) << what << " of " << i;
}

template <class Law>
Law sample() {
  Law law;
  law.contact = 1e5, law.shear = 3e4, law.friction = 0.3;
  law.prepare();
  return law;
}
template <>
Fibre sample() {
  Fibre law;
  law.shear = 3e4, law.friction = 0.3;
  law.prepare();
  return law;
}
template <>
Edge sample() {
  return Edge(sample<Cloth>());
}

template <class Law>
class ThinKernels : public testing::Test {};
using Laws = testing::Types<Cloth, Woven, Fibre, Edge>;
TYPED_TEST_SUITE(ThinKernels, Laws);

TYPED_TEST(ThinKernels, OnePointAtATimeRespondsAsPacksDo) {
  using P = Pack<Real>;
  using Law = TypeParam;
  const Law law = sample<Law>();
  Elements<Law> packed(3), single(3);
  const RespondKernel<Law, P> packs(packed.view(), law);
  const RespondKernel<Law, Real> lanes(single.view(), law);
  static_assert(std::is_trivially_copyable_v<RespondKernel<Law, Real>>);
  std::vector<Real> mesh, contact;
  for (std::size_t i = 0; i < packed.kContacts; i += P::width) {
    const ThinStiffness<P> s = packs.respond(i);
    for (int l = 0; l < P::width; ++l) mesh.push_back(s.mesh[l]), contact.push_back(s.contact[l]);
  }
  double moved = 0;
  for (std::size_t i = 0; i < single.kContacts; ++i) {
    const ThinStiffness<Real> s = lanes.respond(i);
    expect_near(s.mesh, mesh[i], double(mesh[i]), "mesh", i);
    expect_near(s.contact, contact[i], double(contact[i]), "contact", i);
    for (int k = 0; k < packed.d.components(); ++k) expect_near(single.d(i, k), packed.d(i, k), 1, "d", i);
    for (int k = 0; k < 9; ++k) expect_near(single.stress(i, k), packed.stress(i, k), 1e3, "stress", i);
    for (int k = 0; k < 3; ++k) expect_near(single.at(i, k), packed.at(i, k), 1, "place", i);
    for (std::size_t k = 0; k < std::size_t(packed.kCorners) * 4; ++k) {
      const std::size_t c = i * std::size_t(packed.kCorners) * 4 + k;
      expect_near(single.force[c], packed.force[c], 1e3, "force", i);
      moved += std::abs(double(packed.force[c]));
    }
  }
  EXPECT_GT(moved, 1);  // something was there to compare
}

TEST(ThinKernel, OnePointAtATimeIsStrainedAsPacksAre) {
  using P = Pack<Real>;
  PointField a(6), none(0);
  a.resize(32);
  for (std::size_t i = 0; i < 32; ++i)
    for (int k = 0; k < 6; ++k) a(i, k) = Real(std::sin(1.0 + double(i) + 3 * k));
  PointField b = a;
  const Real dt = Real(0.01);
  Mat3<Real> G;
  for (int k = 0; k < 9; ++k) G(k / 3, k % 3) = Real(std::cos(k));
  Mat3<P> wide;
  for (int k = 0; k < 9; ++k) wide(k / 3, k % 3) = P(G(k / 3, k % 3));
  const ContactKernel packs{{}, a.view(), none.view(), 0, dt}, lanes{{}, b.view(), none.view(), 0, dt};
  for (std::size_t i = 0; i < 32; i += P::width) packs.unload(i, wide);
  for (std::size_t i = 0; i < 32; ++i) lanes.unload(i, G);
  for (std::size_t i = 0; i < 32; ++i)
    for (int k = 0; k < 6; ++k) {
      expect_near(b(i, k), a(i, k), 1, "d", i);
      EXPECT_NE(a(i, k), Real(std::sin(1.0 + double(i) + 3 * k)));
    }
}

TEST(Adjacency, KeepsTheOrderOfElementsHoweverItIsMade) {
  const std::size_t vertices = 20000, elements = 70000;  // several chunks and buckets
  std::mt19937 random(2);
  std::vector<std::array<std::uint32_t, 3>> corner(elements);
  for (auto& c : corner)
    for (std::uint32_t& v : c) v = std::uint32_t(random() % vertices);
  const auto plain = [&](std::size_t v) {
    std::vector<std::vector<std::uint32_t>> all(v);
    for (std::size_t e = 0; e < elements; ++e)
      for (std::uint32_t a = 0; a < 3; ++a) all[corner[e][a]].push_back(std::uint32_t(4 * e) + a);
    return all;
  };
  const auto same = [&](const Adjacency& around) {
    const auto expected = plain(vertices);
    for (std::size_t v = 0; v < vertices; ++v) {
      const auto got = around.corners(v);
      ASSERT_TRUE(std::equal(got.begin(), got.end(), expected[v].begin(), expected[v].end())) << v;
    }
  };
  Adjacency around;
  around.build(vertices, elements, 3, [&](std::size_t e, int a) { return corner[e][std::size_t(a)]; });
  same(around);
  const auto shuffled = [&](std::size_t n) {
    std::vector<std::uint32_t> order(n);
    std::iota(order.begin(), order.end(), 0u);
    std::shuffle(order.begin(), order.end(), random);
    return order;
  };
  const auto inverse = [](const std::vector<std::uint32_t>& order) {
    std::vector<std::uint32_t> now(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) now[order[i]] = std::uint32_t(i);
    return now;
  };
  const auto order = shuffled(vertices), now = inverse(order);
  for (auto& c : corner)
    for (std::uint32_t& v : c) v = now[v];
  around.reorder_vertices(order);
  same(around);  // already whole, though elements have not been sorted
  const auto element_order = shuffled(elements);
  const auto old = corner;
  for (std::size_t e = 0; e < elements; ++e) corner[e] = old[element_order[e]];
  around.renumber_elements(inverse(element_order));
  same(around);
}

}  // namespace
