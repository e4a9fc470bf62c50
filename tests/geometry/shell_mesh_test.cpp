/// Every control mesh is a manifold of quads with the right topology, orientation, valences, area and rims.
#include <gtest/gtest.h>

#include <numbers>
#include <set>

#include "exec/error.h"
#include "geometry/mesh_checks.h"
#include "geometry/shells/vertex_limits.h"
#include "geometry/surface_checks.h"
#include "geometry/weave/crossings.h"
#include "geometry/weave/makers.h"
#include "geometry/weave_support.h"

namespace weft {
namespace {

constexpr double kPi = std::numbers::pi;

struct Expected {
  const char* name;
  double spacing;
  int euler, loops;
  double area;                  // of the limit surface [m^2]
  std::map<int, int> valences;  // inner vertices where other than four quads meet: how many of each
};
std::ostream& operator<<(std::ostream& out, const Expected& e) { return out << e.name; }

class EveryShell : public testing::TestWithParam<Expected> {
 protected:
  ShellMaker maker() const {
    ShellMaker m = maker_named<ShellMaker>(GetParam().name);
    set_number(m, "spacing", GetParam().spacing);
    return m;
  }
};

TEST_P(EveryShell, is_an_oriented_manifold_of_quads) {
  const Expected& expected = GetParam();
  const ShellMaker m = maker();
  const QuadSheet mesh = make_thin(m);
  ASSERT_TRUE(all_finite(mesh.vertices));
  ASSERT_EQ(mesh.uv.size(), 4 * mesh.quads.size());
  EXPECT_NO_THROW(check_surface(static_cast<const QuadMesh&>(mesh)));
  const auto edges = edges_of(mesh);
  std::map<std::uint32_t, int> faces_at;
  std::set<std::uint32_t> open;
  std::size_t even = 0;
  for (const auto& q : mesh.quads)
    for (const std::uint32_t v : q) ++faces_at[v];
  for (const QuadEdge& e : edges) {
    EXPECT_LE(e.forward, 1) << "faces on both sides of " << e.a << " " << e.b << " run the same way";
    EXPECT_LE(e.backward, 1);
    if (e.forward + e.backward == 1) open.insert(e.a), open.insert(e.b);
    const double length = norm(mesh.vertices[e.b] - mesh.vertices[e.a]) / expected.spacing;
    even += length > 0.5 && length < 1.6;
  }
  EXPECT_GT(double(even), 0.9 * double(edges.size()));
  EXPECT_EQ(int(mesh.vertices.size()) - int(edges.size()) + int(mesh.quads.size()), expected.euler);
  EXPECT_EQ(int(open_loops(mesh).size()), expected.loops);
  std::map<int, int> valences;
  for (const auto& [v, n] : faces_at)
    if (!open.contains(v) && n != 4) ++valences[n];
  EXPECT_EQ(valences, expected.valences);
  EXPECT_NEAR(double(vertex_count(m)), double(mesh.vertices.size()), 0.25 * double(mesh.vertices.size()));
}

TEST_P(EveryShell, has_its_area_and_does_not_pass_through_itself) {
  QuadSheet mesh = make_thin(maker());
  mesh.vertices = limit_points(mesh);
  TriangleMesh fan = fanned(mesh);
  EXPECT_NEAR(surface_area(fan), GetParam().area, 0.02 * GetParam().area);
  const MeshReport report = check_mesh(fan);
  EXPECT_EQ(report.degenerate, 0u);
  // Strips of a cylinder lie in one plane up to rounding, where a judge of triangles sees noise.
  for (std::size_t v = 0; v < fan.vertices.size(); ++v)
    fan.vertices[v] +=
        1e-4 * GetParam().spacing *
        Vec3d{{std::sin(7.0 * double(v)), std::sin(3.0 * double(v)), std::sin(5.0 * double(v))}};
  EXPECT_EQ(self_crossings(Sheet{fan.vertices, fan.triangles, {}}), 0u);
}

TEST_P(EveryShell, has_the_rims_it_promises_along_its_open_edges) {
  const ShellMaker m = maker();
  const QuadSheet mesh = make_thin(m);
  std::set<std::string> promised;
  std::istringstream words(std::visit([](const auto& one) { return one.rims; }, m));
  for (std::string w; words >> w;) promised.insert(w);
  std::set<std::uint32_t> open;
  for (const auto& loop : open_loops(mesh)) open.insert(loop.begin(), loop.end());
  for (const std::string& name : promised) EXPECT_TRUE(mesh.rims.contains(name)) << name;
  for (const auto& [name, rim] : mesh.rims) {
    EXPECT_TRUE(promised.contains(name)) << name;
    EXPECT_FALSE(rim.empty()) << name;
    EXPECT_EQ(std::set<std::uint32_t>(rim.begin(), rim.end()).size(), rim.size())
        << name << " names one twice";
    if (name == "base" || std::string(GetParam().name) == "cards")
      continue;  // inside the surface; whole cards
    for (const std::uint32_t v : rim) EXPECT_TRUE(open.contains(v)) << name;
  }
}

/// The pattern is as large as the cloth: no quad is drawn out or sheared by more than the shape needs.
TEST_P(EveryShell, is_as_large_as_its_pattern) {
  const QuadSheet mesh = make_thin(maker());
  std::vector<double> ratio;
  for (std::size_t f = 0; f < mesh.quads.size(); ++f) {
    double pattern = 0;
    Vec3d twice{{0, 0, 0}};
    for (std::size_t k = 0; k < 4; ++k) {
      const auto &a = mesh.uv[4 * f + k], &b = mesh.uv[4 * f + (k + 1) % 4];
      pattern += 0.5 * (double(a[0]) * b[1] - double(a[1]) * b[0]);
      twice += cross(mesh.vertices[mesh.quads[f][k]], mesh.vertices[mesh.quads[f][(k + 1) % 4]]);
    }
    ratio.push_back(std::fabs(pattern) / (0.5 * norm(twice)));
  }
  std::sort(ratio.begin(), ratio.end());
  EXPECT_GT(ratio[ratio.size() / 2], 0.7);
  EXPECT_LT(ratio[ratio.size() / 2], 1.4);
}

const Expected kShells[] = {
    {"plate", 0.05, 1, 1, 1.0, {}},
    {"disc", 0.03, 1, 1, kPi * 0.25, {{3, 4}}},
    {"ribbon", 0.005, 1, 1, 0.02, {}},
    {"cards", 0.01, 10, 10, 10 * 0.063 * 0.088, {}},
    {"cylinder", 0.02, 0, 2, 2 * kPi * 0.15 * 0.4, {}},
    {"sphere", 0.02, 2, 0, 4 * kPi * 0.0225, {{3, 8}}},
    {"cup", 0.005, 1, 1, kPi*(0.035 * 0.035 + 0.08 * std::hypot(0.01, 0.11)), {{3, 4}}},
    {"sleeve", 0.02, 0, 2, 2 * kPi * 0.1 * 0.6, {}},
    {"t_shirt", 0.02, -2, 4, 0.905, {{6, 2}}},
    {"trousers", 0.02, -1, 3, 1.09, {{6, 2}}},
};
INSTANTIATE_TEST_SUITE_P(weave, EveryShell, testing::ValuesIn(kShells),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(shell_mesh, round_ones_have_their_radius_in_the_limit) {
  CylinderShell cylinder{.radius = 0.1, .height = 0.2, .spacing = 0.03};
  for (const Vec3d& x : limit_points(cylinder.make())) EXPECT_NEAR(std::hypot(x[0], x[1]), 0.1, 1e-6);
  SphereShell sphere{.radius = 0.1, .spacing = 0.03};
  for (const Vec3d& x : limit_points(sphere.make())) EXPECT_NEAR(norm(x), 0.1, 3e-6);
  EXPECT_GT(signed_volume(fanned(sphere.make())), 0);  // seen from outside
}

/// The masks at vertices against OpenSubdiv, which is asked a little beside extraordinary ones.
TEST(shell_mesh, limits_at_vertices_are_those_of_opensubdiv) {
  for (const BoundaryRule rule : {BoundaryRule::edge_and_corner, BoundaryRule::edge_only})
    for (const char* name : {"plate", "t_shirt", "cup"}) {
      ShellMaker maker = maker_named<ShellMaker>(name);
      set_number(maker, "spacing", std::string(name) == "cup" ? 0.02 : 0.1);
      QuadSheet mesh = make_thin(maker);
      for (std::size_t v = 0; v < mesh.vertices.size(); ++v)
        mesh.vertices[v][2] += 0.02 * std::sin(9.0 * double(v));
      const std::vector<Vec3d> limit = limit_points(mesh, rule);
      std::vector<SurfacePlace> places;
      for (std::uint32_t q = 0; q < mesh.quads.size(); ++q) places.push_back({q, 1e-4, 1e-4});
      const LimitStencils stencils = limit_stencils(mesh, rule, places);
      for (std::size_t q = 0; q < mesh.quads.size(); ++q) {
        Vec3d x{{0, 0, 0}};
        for (std::size_t k = 0; k < stencils[q].vertices.size(); ++k)
          x += stencils[q].weights[k][0] * mesh.vertices[stencils[q].vertices[k]];
        EXPECT_NEAR(norm(x - limit[mesh.quads[q][0]]), 0, 2e-4) << name << " " << q;
      }
    }
}

TEST(shell_mesh, coiled_ribbon_is_not_stretched) {
  const QuadSheet mesh =
      RibbonShell{.length = 0.6, .width = 0.01, .spacing = 0.005, .turns = 2, .radius = 0.03}.make();
  double length = 0;
  const auto limit = limit_points(mesh);
  for (std::uint32_t i = 0; i < 120; ++i) length += norm(limit[i + 1] - limit[i]);
  EXPECT_NEAR(length, 0.6, 0.003);
  EXPECT_THROW((RibbonShell{.length = 0.1, .turns = 5}.make()), Error);
}

TEST(shell_mesh, clamping_takes_the_next_row) {
  const QuadSheet mesh = PlateShell{.width = 0.1, .height = 0.05, .spacing = 0.01}.make();
  const auto rows = rows_from(mesh, mesh.rims.at("left"), 2);
  EXPECT_EQ(rows.size(), 12u);
  for (const std::uint32_t v : rows) EXPECT_LT(mesh.vertices[v][0], -0.035);
  EXPECT_EQ(rows_from(mesh, mesh.rims.at("left"), 1).size(), 6u);
}

TEST(shell_mesh, leaning_cards_stand_on_the_ground_and_do_not_touch) {
  CardsShell cards;
  cards.arrangement = "a_frames";
  cards.cards = 4;
  const QuadSheet mesh = cards.make();
  double low = 1, apart = 1;
  for (const Vec3d& x : mesh.vertices) low = std::min(low, x[2]);
  for (const std::uint32_t a : mesh.rims.at("top"))
    for (const std::uint32_t b : mesh.rims.at("top"))
      if (a / (mesh.vertices.size() / 4) != b / (mesh.vertices.size() / 4))
        apart = std::min(apart, norm(mesh.vertices[a] - mesh.vertices[b]));
  EXPECT_NEAR(low, 0, 1e-12);
  EXPECT_NEAR(apart, cards.gap, 1e-9);
}

/// Corners of a quad that turn against each other: it lies in a fold.
TEST(shell_mesh, fine_t_shirts_have_no_folds_at_the_armholes) {
  for (const double spacing : {0.02, 0.015, 0.0075}) {
    const QuadSheet mesh = TShirtShell{.spacing = spacing}.make();
    for (const auto& q : mesh.quads) {
      Vec3d turn[4];
      for (std::size_t k = 0; k < 4; ++k) {
        const Vec3d &a = mesh.vertices[q[k]], &b = mesh.vertices[q[(k + 1) % 4]],
                    &c = mesh.vertices[q[(k + 3) % 4]];
        turn[k] = normalized(cross(b - a, c - a));
      }
      for (std::size_t k = 0; k < 4; ++k) EXPECT_GT(dot(turn[k], turn[(k + 1) % 4]), 0.2) << spacing;
    }
  }
}

TEST(shell_mesh, garments_refuse_a_spacing_that_has_no_room) {
  EXPECT_THROW((TShirtShell{.spacing = 0.3}.make()), Error);
  EXPECT_THROW((TrousersShell{.spacing = 0.3}.make()), Error);
}

}  // namespace
}  // namespace weft
