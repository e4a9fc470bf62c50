/// E2 and E9: what elements must do whatever their shape and state.
#include <cmath>

#include "math/quaternion.h"
#include "validation/solid/support.h"

namespace weft {
namespace {

constexpr double kYoung = 1e5;

struct Forces {
  Vectors at;  ///< vertices
  double largest = 0;
};

Forces forces_at(const TetResponse& response, const Places& x) {
  Forces f;
  std::vector<CornerForces<double>> corner(response.tets().size());
  response.exact_forces(x, corner);
  for (std::size_t i = 0; i < x.size(); ++i) {
    f.at.push_back(force_on(response.tets().around(), i, corner));
    f.largest = std::max(f.largest, norm(f.at.back()));
  }
  return f;
}

Places moved(const Tets& tets, const TetMesh& mesh, const Mat3d& F) {
  Places x;
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) x.push_back(place(F * mesh.vertices[tets.id(i)]));
  return x;
}

struct Outcome {
  bool recovered;
  double energy, least;  ///< over E V; J
};

/// Steps of backward Euler with a little friction, or a spin would stretch it for ever. With much of it one
/// or two of a hundred cubes come to rest twisted: an equilibrium that only inertia leaves.
Outcome let_go(const TetResponse& response, BackwardEuler& solver, Places x, double scale) {
  constexpr int kSteps = 1500;
  constexpr double kLeft = 1e-8, dt = 0.03, kept = 0.98;
  Vectors v(x.size(), Vec3d::zero()), before = v;
  Outcome o{false, 1e300, 1e300};
  for (int k = 0; k < kSteps && !(o.energy < 0.1 * kLeft); ++k) {
    ImplicitContacts none({}, {}, dt, {});
    for (std::size_t i = 0; i < v.size(); ++i) before[i] = v[i] * kept;
    solver.solve({x, before, before, dt}, none, v);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += place(v[i] * dt);
    o.energy = response.energy(x) / scale;
  }
  for (std::size_t e = 0; e < response.tets().size(); ++e)
    o.least = std::min(o.least, determinant(response.strain(x, e).F));
  o.recovered = o.energy < kLeft && o.least > 0;
  return o;
}

}  // namespace

Series solid_rotation(const SolidCase& c) {
  const TetMesh mesh = irregular_block(c.cells);
  const auto response = make_tet_response(mesh, solid_material(c.law, kYoung, 0.3, 1000));
  const Random random{2};
  double most = 0;
  for (std::uint64_t k = 0; k < 8; ++k) {
    const Vec3d axis = random.uniform3(k) - Vec3d{{0.5, 0.5, 0.5}};
    const Mat3d R =
        Quaternion<double>::from_axis_angle(normalized(axis), 6 * random.uniform(k, 7)).to_matrix();
    most = std::max(most, forces_at(*response, moved(response->tets(), mesh, R)).largest);
  }
  return {{"time", {0}},
          {"force", {most * c.cells * c.cells / kYoung}},
          {"tetrahedra", {double(mesh.tetrahedra.size())}}};
}

Series solid_patch(const SolidCase& c) {
  const TetMesh mesh = irregular_block(c.cells);
  const auto response = make_tet_response(mesh, solid_material(c.law, kYoung, 0.3, 1000));
  const Tets& tets = response->tets();
  const Mat3d F{{{1.2, 0.1, -0.2}, {0.05, 0.8, 0.15}, {-0.1, 0.25, 1.1}}};
  const Places x = moved(tets, mesh, F);
  const Forces f = forces_at(*response, x);
  double inside = 0, spread = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Vec3d& X = mesh.vertices[tets.id(i)];
    if (std::max({std::fabs(X[0]), std::fabs(X[1]), std::fabs(X[2])}) < 0.499)
      inside = std::max(inside, norm(f.at[i]));
  }
  const Mat3d tau = response->strain(x, 0).tau;
  for (std::size_t e = 1; e < tets.size(); ++e)
    spread = std::max(spread, norm(response->strain(x, e).tau - tau) / norm(tau));
  return {{"time", {0}},
          {"force", {inside / f.largest}},
          {"stress", {spread}},
          {"tetrahedra", {double(tets.size())}}};
}

/// A cube and a single element: reflected, flat, then at random in the ball of radius 1.
Series solid_recovery(const SolidCase& c) {
  const TetMesh one{{{{0, 0, 0}}, {{1, 0, 0}}, {{0, 1, 0}}, {{0, 0, 1}}}, {{0, 1, 2, 3}}};
  double recovered = 0, tried = 0, least = 1e300, energy = 0;
  for (const TetMesh& mesh : {one, tet_block({{1, 1, 1}}, {c.cells, c.cells, c.cells})}) {
    const auto response = make_tet_response(mesh, solid_material(c.law, 1e4, 0.3, 1000));
    BackwardEuler solver(*response);
    for (int start = 0; start < c.seeds + 2; ++start) {
      Places x = moved(response->tets(), mesh, Mat3d::identity());
      const Random random{std::uint64_t(start)};
      for (std::size_t i = 0; i < x.size(); ++i) {
        if (start == 0) x[i][0] = -x[i][0];
        if (start == 1) x[i][2] = 0;
        if (start < 2) continue;
        Vec3d p{{2, 2, 2}};
        for (std::uint64_t k = 0; norm2(p) > 1; ++k)
          p = (random.uniform3(i + k * x.size()) - Vec3d{{0.5, 0.5, 0.5}}) * 2.0;
        x[i] = place(p);
      }
      const Outcome o = let_go(*response, solver, x, 1e4 * volume(mesh));
      recovered += o.recovered, tried += 1;
      least = std::min(least, o.least);
      energy = std::max(energy, o.energy);
    }
  }
  return {{"time", {0}},
          {"recovered", {recovered / tried}},
          {"least", {least}},
          {"energy", {energy}},
          {"tetrahedra", {5.0 * c.cells * c.cells * c.cells}}};
}

}  // namespace weft
