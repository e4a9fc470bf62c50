// Limit surfaces against stored weights of an independent evaluation (subdivision until the place lies in a
// bicubic patch), and by construction: weights sum to one, derivatives follow from values,
// planes stay planes.
#include "geometry/subdivision.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "exec/error.h"

namespace weft {
namespace {

using nlohmann::json;
using Row = std::map<std::uint32_t, BasisWeights>;

const json& vectors() {
  static const json all = [] {
    const char* other = std::getenv("WEFT_VECTORS");
    std::ifstream in(other ? other : WEFT_TEST_DATA "/vectors_shell_surface.json");
    return json::parse(in)["models"];
  }();
  return all;
}

QuadMesh grid(std::uint32_t nx, std::uint32_t ny) {
  QuadMesh m;
  const auto id = [&](std::uint32_t i, std::uint32_t j) { return j * (nx + 1) + i; };
  for (std::uint32_t j = 0; j <= ny; ++j)
    for (std::uint32_t i = 0; i <= nx; ++i) m.vertices.push_back({{double(i), double(j), 0}});
  for (std::uint32_t j = 0; j < ny; ++j)
    for (std::uint32_t i = 0; i < nx; ++i)
      m.quads.push_back({id(i, j), id(i + 1, j), id(i + 1, j + 1), id(i, j + 1)});
  return m;
}

Row row_of(const Stencil& s) {
  Row r;
  for (std::size_t k = 0; k < s.vertices.size(); ++k)
    for (std::size_t c = 0; c < 6; ++c) r[s.vertices[k]][c] += s.weights[k][c];
  return r;
}

/// The largest difference of two rows in column c.
double difference(const Row& a, const Row& b, std::size_t c) {
  double worst = 0;
  for (const auto& [v, w] : a) worst = std::max(worst, std::abs(w[c] - (b.count(v) ? b.at(v)[c] : 0)));
  for (const auto& [v, w] : b) worst = std::max(worst, std::abs(w[c] - (a.count(v) ? a.at(v)[c] : 0)));
  return worst;
}

TEST(Subdivision, RegularFacesAreBicubic) {
  const QuadMesh m = grid(3, 3);
  for (const json& c : vectors().at("bspline_patch_basis").at("cases")) {
    const SurfacePlace place{4, c["in"]["s"], c["in"]["t"]};
    const LimitStencils s = limit_stencils(m, BoundaryRule::edge_and_corner, {&place, 1});
    Row want;
    for (std::uint32_t k = 0; k < 16; ++k) want[k] = c["out"]["W"][k].get<BasisWeights>();
    for (std::size_t k = 0; k < 6; ++k) EXPECT_LT(difference(row_of(s[0]), want, k), 1e-14) << k;
  }
}

TEST(Subdivision, ExtraordinaryFacesAndBoundariesAreExact) {
  for (const json& c : vectors().at("catmull_clark_limit_basis").at("cases")) {
    const json& in = c["in"];
    QuadMesh m;
    m.vertices.resize(in["nverts"].get<std::size_t>());
    for (const json& f : in["faces"]) m.quads.push_back(f.get<std::array<std::uint32_t, 4>>());
    const BoundaryRule rule =
        in["boundary"] == "edge_only" ? BoundaryRule::edge_only : BoundaryRule::edge_and_corner;
    const SurfacePlace place{in["face"], in["s"], in["t"]};
    const LimitStencils s = limit_stencils(m, rule, {&place, 1});
    Row want;
    for (std::size_t k = 0; k < c["out"]["ids"].size(); ++k)
      want[c["out"]["ids"][k]] = c["out"]["W"][k].get<BasisWeights>();
    for (std::size_t k = 0; k < 6; ++k)
      EXPECT_LT(difference(row_of(s[0]), want, k), k < 3 ? 1e-12 : 1e-10) << in["mesh"] << ' ' << k;
  }
}

/// A cube has eight vertices of valence three; its places near them need isolation.
QuadMesh cube() {
  QuadMesh m;
  m.vertices = {{{0, 0, 0}}, {{1, 0, 0}}, {{0, 1, 0}}, {{1, 1, 0}},
                {{0, 1, 1}}, {{1, 1, 1}}, {{0, 0, 1}}, {{1, 0, 1}}};
  m.quads = {{0, 2, 3, 1}, {2, 4, 5, 3}, {4, 6, 7, 5}, {6, 0, 1, 7}, {1, 3, 5, 7}, {6, 4, 2, 0}};
  return m;
}

TEST(Subdivision, DerivativesFollowFromValues) {
  const QuadMesh m = cube();
  const double s = 0.21, t = 0.12, e = 1e-4;
  const std::vector<SurfacePlace> places{{2, s, t},         {2, s + e, t},     {2, s - e, t},
                                         {2, s, t + e},     {2, s, t - e},     {2, s + e, t + e},
                                         {2, s - e, t - e}, {2, s + e, t - e}, {2, s - e, t + e}};
  const LimitStencils all = limit_stencils(m, BoundaryRule::edge_and_corner, places);
  std::vector<Row> r;
  for (std::size_t i = 0; i < all.size(); ++i) r.push_back(row_of(all[i]));
  for (auto& [v, w] : r[0]) {
    const auto N = [&](std::size_t i) { return r[i][v][0]; };
    EXPECT_NEAR(w[1], (N(1) - N(2)) / (2 * e), 1e-7);
    EXPECT_NEAR(w[2], (N(3) - N(4)) / (2 * e), 1e-7);
    EXPECT_NEAR(w[3], (N(1) + N(2) - 2 * w[0]) / (e * e), 1e-5);
    EXPECT_NEAR(w[4], (N(5) + N(6) - N(7) - N(8)) / (4 * e * e), 1e-5);
    EXPECT_NEAR(w[5], (N(3) + N(4) - 2 * w[0]) / (e * e), 1e-5);
  }
}

TEST(Subdivision, WeightsSumToOneAndRegularFacesShareThem) {
  const QuadMesh m = grid(12, 9);
  std::vector<SurfacePlace> places;
  for (std::uint32_t f = 0; f < m.quads.size(); ++f)
    for (double s : {0.25, 0.75})
      for (double t : {0.25, 0.75}) places.push_back({f, s, t});
  const LimitStencils all = limit_stencils(m, BoundaryRule::edge_and_corner, places);
  ASSERT_EQ(all.size(), places.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    BasisWeights sum{};
    Vec3d x = Vec3d::zero();
    for (std::size_t k = 0; k < all[i].vertices.size(); ++k) {
      for (std::size_t c = 0; c < 6; ++c) sum[c] += all[i].weights[k][c];
      x += m.vertices[all[i].vertices[k]] * all[i].weights[k][0];
    }
    EXPECT_NEAR(sum[0], 1, 1e-14);
    for (std::size_t c = 1; c < 6; ++c) EXPECT_NEAR(sum[c], 0, 1e-13);
    // The limit of a flat rectangle is the rectangle, with the parameters it had.
    EXPECT_NEAR(x[0], places[i].face % 12 + places[i].s, 1e-13);
    EXPECT_NEAR(x[1], places[i].face / 12 + places[i].t, 1e-13);
  }
  // 4 places times 9 kinds of face (middle, edges, corners) times at most the ways OpenSubdiv turns a patch.
  EXPECT_LT(all.weights().size(), 4 * 9 * 16 * 4);
}

TEST(Subdivision, IsolationKeepsPlacesOutOfTheApproximatedCell) {
  EXPECT_EQ(isolation_level(0.2113), 3);  // 2x2 Gauss
  EXPECT_EQ(isolation_level(0.25), 3);    // 2x2 midpoint
  EXPECT_EQ(isolation_level(0.1127), 4);  // 3x3 Gauss
  EXPECT_EQ(isolation_level(0), 10);
}

TEST(Subdivision, PolygonsBecomeQuads) {
  // A pentagon and a triangle: one quad per corner. Face points are averages, open edges are halved.
  PolygonMesh m;
  m.vertices = {{{0, 0, 0}}, {{2, 0, 0}}, {{3, 2, 0}}, {{1, 3, 0}}, {{-1, 2, 0}}, {{4, 0, 0}}};
  m.faces = {{0, 1, 2, 3, 4}, {1, 5, 2}};
  const QuadMesh q = control_mesh(m, BoundaryRule::edge_and_corner);
  EXPECT_EQ(q.quads.size(), 8u);
  EXPECT_EQ(q.vertices.size(), 6u + 2u + 7u);
  const auto has = [&](double x, double y) {
    for (const Vec3d& v : q.vertices)
      if (norm(v - Vec3d{{x, y, 0}}) < 1e-12) return true;
    return false;
  };
  EXPECT_TRUE(has(1, 1.4));                                    // face point of the pentagon
  EXPECT_TRUE(has(3, 2.0 / 3));                                // of the triangle
  EXPECT_TRUE(has(1, 0));                                      // boundary edge
  EXPECT_TRUE(has((5 + 1 + 3) / 4., (2 + 1.4 + 2. / 3) / 4));  // inner edge
  EXPECT_TRUE(has(1.5 + 4 / 8., 0));  // boundary vertex: 3/4 v + 1/8 of its neighbours
  EXPECT_TRUE(has(4, 0));             // corner of one face
}

TEST(Subdivision, QuadsStayAsTheyAre) {
  const PolygonMesh m{{{{0, 0, 0}}, {{1, 0, 0}}, {{1, 1, 0}}, {{0, 1, 0}}}, {{0, 1, 2, 3}}};
  EXPECT_EQ(control_mesh(m, BoundaryRule::edge_and_corner).quads.size(), 1u);
}

TEST(Subdivision, FaultyMeshesAreRefused) {
  const auto code = [](const QuadMesh& m) {
    const SurfacePlace place{0, 0.5, 0.5};
    try {
      limit_stencils(m, BoundaryRule::edge_and_corner, {&place, 1});
    } catch (const Error& e) {
      return e.code;
    }
    return std::string();
  };
  QuadMesh turned = grid(2, 1);
  std::swap(turned.quads[1][1], turned.quads[1][3]);
  EXPECT_EQ(code(turned), "E0150");
  QuadMesh beyond = grid(2, 1);
  beyond.quads[1][1] = 77;
  EXPECT_EQ(code(beyond), "E0150");
  QuadMesh twice = grid(2, 1);
  twice.quads[1][1] = twice.quads[1][0];
  EXPECT_EQ(code(twice), "E0150");
  EXPECT_EQ(code(grid(2, 1)), "");
  const SurfacePlace outside{0, 1.5, 0.5};
  EXPECT_THROW(limit_stencils(grid(1, 1), BoundaryRule::edge_and_corner, {&outside, 1}), Error);
}

}  // namespace
}  // namespace weft
