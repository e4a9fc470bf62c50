/// A soft body whose own parts meet (self_contact): two prongs of a fork are swung at each other.
#include "contact/self_contacts.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bodies/solid_meshes.h"
#include "world/world.h"

namespace weft {
namespace {

constexpr double kCell = 0.02;  // of the grid and of the tetrahedra; the slot between the prongs is as wide

/// A block with a slot from above: x in +-9 cm, y in +-8 cm, z in +-10 cm, the slot above z = -4 cm.
TetMesh fork() {
  const TetMesh block = tet_block({{0.18, 0.16, 0.2}}, {9, 8, 10});
  TetMesh out;
  std::vector<std::int64_t> number(block.vertices.size(), -1);
  for (auto tet : block.tetrahedra) {
    Vec3d centre = Vec3d::zero();
    for (const auto v : tet) centre += block.vertices[v] * 0.25;
    if (std::abs(centre[0]) < 0.5 * kCell && centre[2] > -0.04) continue;
    for (auto& v : tet) {
      if (number[v] < 0) {
        number[v] = std::int64_t(out.vertices.size());
        out.vertices.push_back(block.vertices[v]);
      }
      v = std::uint32_t(number[v]);
    }
    out.tetrahedra.push_back(tet);
  }
  return out;
}

struct Clap {
  double overlap = -1;  ///< the deepest that two opposite points of the slot's faces were in each other [m]
  Vec3d momentum_before, momentum_after;
  double scale = 0;  ///< mass times the speed of the tips [kg m/s]
};

Clap clap(bool self_contact, bool implicit) {
  constexpr double kSpeed = 1;
  SolidOptions o = solid_of(fork(), "jelly", 2e4);
  o.self_contact = self_contact;
  o.implicit = implicit;
  o.point_spacing = 0.5 * kCell;
  for (const Vec3d& x : o.rest.vertices) {
    const double swing = kSpeed * std::clamp((x[2] + 0.04) / 0.04, 0.0, 1.0);
    o.velocities.push_back({{x[0] < 0 ? swing : -swing, 0.3, 0.1}});
  }
  World w;
  w.solver.dx = kCell;
  w.solver.gravity = Vec3d::zero();
  w.solver.dt_max = 1e-3;
  w.bodies.push_back(make_solid(o));
  Clap result;
  const Totals before = w.totals();
  result.momentum_before = before.momentum;
  result.scale = before.mass * kSpeed;
  const auto slot = [&](auto&& pair) {  // opposite vertices of the slot's faces, edges left out
    const FrameObject f = w.bodies[0]->frame({});
    for (std::size_t i = 0; i < f.id.size(); ++i) {
      const Vec3d& a = o.rest.vertices[f.id[i]];
      if (a[2] < -0.01 || a[2] > 0.07 || std::abs(a[1]) > 0.05 || std::abs(a[0] + 0.5 * kCell) > 1e-9)
        continue;
      for (std::size_t j = 0; j < f.id.size(); ++j) {
        const Vec3d& b = o.rest.vertices[f.id[j]];
        if (std::abs(b[0] - 0.5 * kCell) < 1e-9 && std::abs(a[1] - b[1]) < 1e-9 &&
            std::abs(a[2] - b[2]) < 1e-9)
          pair(f, i, j);
      }
    }
  };
  for (int frame = 1; frame <= 15; ++frame) {
    while (w.time < frame * 2e-3) w.step(frame * 2e-3);
    int pairs = 0;
    slot([&](const FrameObject& f, std::size_t i, std::size_t j) {
      result.overlap = std::max(result.overlap, double(f.position[i][0] - f.position[j][0]));
      ++pairs;
    });
    EXPECT_EQ(pairs, 5 * 4);
  }
  result.momentum_after = w.totals().momentum;
  return result;
}

TEST(SelfContacts, ProngsDoNotPassThroughEachOther) {
  for (const bool implicit : {false, true}) {
    EXPECT_GT(clap(false, implicit).overlap, kCell) << "without contact they pass, or nothing is shown";
    const double overlap = clap(true, implicit).overlap;
    EXPECT_LT(overlap, 0.25 * kCell) << implicit;
    EXPECT_GT(overlap, -0.25 * kCell) << "they meet";
  }
}

TEST(SelfContacts, MomentumIsKept) {
  const double round_off = sizeof(Real) == 4 ? 1e-6 : 1e-11;
  for (const bool implicit : {false, true}) {
    const Clap c = clap(true, implicit);
    EXPECT_LT(norm(c.momentum_after - c.momentum_before), (implicit ? 1e-5 : round_off) * c.scale);
  }
}

}  // namespace
}  // namespace weft
