/// Tetrahedra: stress, forces and stiffness against stored vectors and derivatives; invariance; patches.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "bodies/solid_meshes.h"
#include "materials/isotropic.h"
#include "math/quaternion.h"

using namespace weft;

namespace {

const char* const kLaws[] = {"jelly", "linear_corotated", "rubber", "hencky"};

nlohmann::json vectors() {
  std::ifstream in(std::string(WEFT_TEST_DATA) + "/vectors_solid.json");
  return nlohmann::json::parse(in);
}

Vec3d vector_in(const nlohmann::json& j) {
  return {{j[0].get<double>(), j[1].get<double>(), j[2].get<double>()}};
}

TetMesh unit_tetrahedron() { return {{{{0, 0, 0}}, {{1, 0, 0}}, {{0, 1, 0}}, {{0, 0, 1}}}, {{0, 1, 2, 3}}}; }

/// Lame's constants as Young's modulus and Poisson's ratio.
Material of_lame(double mu, double lambda) {
  return solid_material("jelly", mu * (3 * lambda + 2 * mu) / (lambda + mu), lambda / (2 * (lambda + mu)));
}

std::vector<Vec3d> moved(const std::vector<Vec3d>& X, const Mat3d& F) {
  std::vector<Vec3d> x;
  for (const Vec3d& a : X) x.push_back(F * a);
  return x;
}

double largest(const std::vector<Vec3d>& f) {
  double most = 0;
  for (const Vec3d& a : f) most = std::max(most, norm(a));
  return most;
}

}  // namespace

// Of the unit tetrahedron D_m = I: force on corner k is minus column k of V P, and K_ab = V dP_ia/dF_jb.
TEST(SolidElements, StressAndStiffnessFollowTheVectors) {
  for (const auto& c : vectors()["fixed_corotated"]) {
    const auto& in = c["in"];
    const auto response =
        make_tet_response(unit_tetrahedron(), of_lame(in["mu"].get<double>(), in["lam"].get<double>()));
    const Tets& tets = response->tets();
    Mat3d F, P;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        F(i, j) = in["F"][std::size_t(i)][std::size_t(j)].get<double>();
        P(i, j) = c["out"]["P"][std::size_t(i)][std::size_t(j)].get<double>();
      }
    double energy = 0;
    const auto x = moved(unit_tetrahedron().vertices, F);
    const auto f = exact_forces(*response, x, &energy);
    EXPECT_NEAR(energy * 6, c["out"]["psi"].get<double>(), 1e-9 * std::fabs(energy * 6) + 1e-9);
    for (int k = 0; k < 3; ++k)
      EXPECT_LT(norm(f[std::size_t(k + 1)] * -6.0 - P.column(k)), 1e-9 * norm(P) + 1e-9);
    std::vector<TetStiffness> K;
    for (const bool definite : {false, true}) {
      response->stiffness(places_of(tets, x), definite, K);
      const auto& H = c["out"][definite ? "H_psd" : "H"];
      double scale = 0, error = 0;
      for (int r = 0; r < 9; ++r)
        for (int s = 0; s < 9; ++s) {
          // Column-major: entry r is P(r % 3, r / 3). Corner a of the body is the caller's vertex id(a).
          const int a = int(tets.vertex_of(std::uint32_t(r / 3 + 1))),
                    b = int(tets.vertex_of(std::uint32_t(s / 3 + 1)));
          int ca = 0, cb = 0;
          for (int q = 0; q < 4; ++q) {
            if (int(tets.corner(0)[std::size_t(q)]) == a) ca = q;
            if (int(tets.corner(0)[std::size_t(q)]) == b) cb = q;
          }
          const auto& block = K[0][std::size_t(kCornerPair[ca][cb])];
          const int i = r % 3, j = s % 3;
          const double mine = 6 * (ca <= cb ? block[std::size_t(3 * i + j)] : block[std::size_t(3 * j + i)]);
          const double theirs = H[std::size_t(r)][std::size_t(s)].get<double>();
          scale = std::max(scale, std::fabs(theirs));
          error = std::max(error, std::fabs(mine - theirs));
        }
      EXPECT_LT(error, 1e-9 * scale) << "definite " << definite;
    }
  }
}

TEST(SolidElements, ForcesFollowTheVectors) {
  for (const auto& c : vectors()["tet"]) {
    TetMesh mesh;
    std::vector<Vec3d> x;
    for (const auto& X : c["in"]["X"]) mesh.vertices.push_back(vector_in(X));
    for (const auto& X : c["in"]["x"]) x.push_back(vector_in(X));
    mesh.tetrahedra = {{0, 1, 2, 3}};
    const auto response = make_tet_response(
        mesh, solid_material("jelly", c["in"]["E"].get<double>(), c["in"]["nu"].get<double>()));
    double energy = 0;
    const auto f = exact_forces(*response, x, &energy);
    EXPECT_NEAR(energy, c["out"]["energy"].get<double>(), 1e-9 * energy);
    for (std::size_t a = 0; a < 4; ++a)
      EXPECT_LT(norm(f[a] + vector_in(c["out"]["grad"][a])), 1e-9 * largest(f));
    EXPECT_NEAR(response->tets().volume(0), c["out"]["volume"].get<double>(), 1e-12);
  }
}

// Stiffness is the derivative of forces, forces are minus the gradient of the energy.
TEST(SolidElements, DerivativesAreDerivatives) {
  std::mt19937 random(5);
  for (const char* law : kLaws) {
    const TetMesh mesh = irregular_block({{1, 1, 1}}, {2, 2, 2}, 0.2, 3);
    const auto response = make_tet_response(mesh, solid_material(law, 1e3, 0.3));
    const Tets& tets = response->tets();
    std::vector<Vec3d> x = mesh.vertices, u;
    for (Vec3d& a : x) a += random_vector(random, 0.06);
    for (std::size_t i = 0; i < x.size(); ++i) u.push_back(random_vector(random));
    const auto at = [&](double s) {
      std::vector<Vec3d> y = x;
      for (std::size_t i = 0; i < y.size(); ++i) y[i] += u[i] * s;
      return y;
    };
    const double h = 1e-5;
    double up = 0, down = 0, here = 0;
    const auto f_up = exact_forces(*response, at(h), &up), f_down = exact_forces(*response, at(-h), &down),
               f = exact_forces(*response, x, &here);
    double work = 0;
    for (std::size_t i = 0; i < x.size(); ++i) work -= dot(f[i], u[i]);
    EXPECT_NEAR((up - down) / (2 * h), work, 1e-6 * std::fabs(work)) << law;
    std::vector<TetStiffness> K;
    response->stiffness(places_of(tets, x), false, K);
    std::vector<Vec3d> df(x.size(), Vec3d::zero());
    for (std::size_t e = 0; e < tets.size(); ++e)
      for (int a = 0; a < 4; ++a)
        for (int b = 0; b < 4; ++b) {
          const auto& k = K[e][std::size_t(kCornerPair[a][b])];
          const Vec3d& v = u[tets.id(tets.corner(e)[std::size_t(b)])];
          Vec3d& out = df[tets.id(tets.corner(e)[std::size_t(a)])];
          for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) out[i] -= k[std::size_t(a <= b ? 3 * i + j : 3 * j + i)] * v[j];
        }
    for (std::size_t i = 0; i < x.size(); ++i)
      EXPECT_LT(norm(df[i] - (f_up[i] - f_down[i]) * (0.5 / h)), 1e-6 * largest(df)) << law;
  }
}

// E2 (i): a rotated mesh has no forces.
TEST(SolidElements, RotationBringsNoForces) {
  std::mt19937 random(7);
  for (const char* law : kLaws) {
    const TetMesh mesh = irregular_block({{1, 2, 1}}, {3, 4, 3}, 0.25, 1);
    const double young = 1e5;
    const auto response = make_tet_response(mesh, solid_material(law, young, 0.3));
    for (int k = 0; k < 5; ++k) {
      const Mat3d R =
          Quaternion<double>::from_axis_angle(normalized(random_vector(random)), 3.0 * k - 5).to_matrix();
      const auto f = exact_forces(*response, moved(mesh.vertices, R));
      EXPECT_LT(largest(f), 1e-12 * young * 0.1) << law;
    }
  }
}

// E2 (ii): constant F on irregular tetrahedra gives constant stress and no force inside.
TEST(SolidElements, AffinePatch) {
  std::mt19937 random(8);
  for (const char* law : kLaws) {
    const TetMesh mesh = irregular_block({{1, 1, 1}}, {4, 4, 4}, 0.25, 2);
    const auto response = make_tet_response(mesh, solid_material(law, 1e5, 0.3));
    Mat3d F = Mat3d::identity();
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) F(i, j) += random_vector(random, 0.2)[0];
    const auto x = moved(mesh.vertices, F);
    const auto f = exact_forces(*response, x);
    const double scale = largest(f);
    for (std::size_t i = 0; i < x.size(); ++i) {
      bool inside = true;
      for (int k = 0; k < 3; ++k) inside &= std::fabs(mesh.vertices[i][k]) < 0.49;
      if (inside) {
        EXPECT_LT(norm(f[i]), 1e-12 * scale) << law;
      }
    }
    const Tets& tets = response->tets();
    const Mat3d tau = response->strain(places_of(tets, x), 0).tau;
    for (std::size_t e = 1; e < tets.size(); ++e)
      EXPECT_LT(norm(response->strain(places_of(tets, x), e).tau - tau), 1e-11 * norm(tau));
  }
}

TEST(SolidElements, ForcesKeepBothMomenta) {
  std::mt19937 random(9);
  const TetMesh mesh = irregular_block({{1, 1, 1}}, {3, 3, 3}, 0.2, 4);
  const auto response = make_tet_response(mesh, solid_material("jelly", 1e5, 0.4));
  std::vector<Vec3d> x = mesh.vertices;
  for (Vec3d& a : x) a += random_vector(random, 0.2);
  const auto f = exact_forces(*response, x);
  Vec3d sum = Vec3d::zero(), turn = Vec3d::zero();
  for (std::size_t i = 0; i < x.size(); ++i) sum += f[i], turn += cross(x[i], f[i]);
  EXPECT_LT(norm(sum), 1e-12 * largest(f));
  EXPECT_LT(norm(turn), 1e-11 * largest(f));
}

// Forces of explicit steps, in Real, agree with those in double; far from the origin too.
TEST(SolidElements, NarrowForcesAgree) {
  std::mt19937 random(10);
  TetMesh mesh = irregular_block({{1, 1, 1}}, {3, 4, 5}, 0.2, 4);
  const auto response = make_tet_response(mesh, solid_material("rubber", 1e5, 0.4));
  const Tets& tets = response->tets();
  std::vector<Vec3d> x = mesh.vertices;
  for (Vec3d& a : x) a += random_vector(random, 0.02) + Vec3d{{1000, -500, 200}};
  const auto exact = exact_forces(*response, x);
  std::vector<CornerForces<Real>> corner(tets.size());
  response->forces(places_of(tets, x), corner);
  for (std::size_t i = 0; i < x.size(); ++i)
    EXPECT_LT(norm(force_on(tets.around(), i, corner) - exact[tets.id(i)]), 1e-5 * largest(exact));
}

// omega of the mesh, found by power iteration on M^-1 K, is below the bound and not far below.
TEST(SolidElements, FrequencyIsBounded) {
  const TetMesh mesh = irregular_block({{1, 1, 1}}, {4, 4, 4}, 0.15, 6);
  const auto response = make_tet_response(mesh, solid_material("jelly", 1e5, 0.3));
  const Tets& tets = response->tets();
  const Places x = places_of(tets, mesh.vertices);
  std::vector<CornerForces<Real>> corner(tets.size());
  const double bound = response->forces(x, corner);
  std::vector<TetStiffness> K;
  response->stiffness(x, false, K);
  std::mt19937 random(1);
  std::vector<Vec3d> u;
  for (std::size_t i = 0; i < x.size(); ++i) u.push_back(random_vector(random));
  double omega2 = 0;
  for (int k = 0; k < 300; ++k) {
    std::vector<Vec3d> y(u.size(), Vec3d::zero());
    for (std::size_t e = 0; e < tets.size(); ++e)
      for (int a = 0; a < 4; ++a)
        for (int b = 0; b < 4; ++b) {
          const auto& block = K[e][std::size_t(kCornerPair[a][b])];
          const std::uint32_t p = tets.corner(e)[std::size_t(a)], q = tets.corner(e)[std::size_t(b)];
          for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j)
              y[p][i] += block[std::size_t(a <= b ? 3 * i + j : 3 * j + i)] * u[q][j] / tets.mass()[p];
        }
    double size = 0, along = 0;
    for (std::size_t i = 0; i < u.size(); ++i) {
      size += tets.mass()[i] * norm2(u[i]);
      along += tets.mass()[i] * dot(u[i], y[i]);
    }
    omega2 = along / size;
    for (std::size_t i = 0; i < u.size(); ++i) u[i] = y[i] * (1 / std::sqrt(size) / omega2);
  }
  EXPECT_LT(omega2, bound);
  EXPECT_GT(omega2, 0.2 * bound);
}

TEST(SolidElements, BadMeshesAreRefused) {
  TetMesh flat = unit_tetrahedron();
  flat.vertices[3] = {{1, 1, 0}};
  EXPECT_THROW(make_tet_response(flat, make_material("jelly")), Error);
  TetMesh lonely = unit_tetrahedron();
  lonely.vertices.push_back({{2, 2, 2}});
  EXPECT_THROW(make_tet_response(lonely, make_material("jelly")), Error);
  EXPECT_THROW(make_tet_response({}, make_material("jelly")), Error);
  EXPECT_THROW(make_tet_response(unit_tetrahedron(), make_material("sand")), Error);
}
