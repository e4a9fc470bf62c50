/// Backward Euler of solids: recovery from inversion, obstacles with friction, statics.
#include <gtest/gtest.h>

#include <cmath>

#include "bodies/solid/implicit_step.h"
#include "bodies/solid_meshes.h"

using namespace weft;

namespace {

const Vec3d kNone = Vec3d::zero();

double least_volume(const TetResponse& r, const Places& x) {
  double least = 1e300;
  for (std::size_t e = 0; e < r.tets().size(); ++e) least = std::min(least, determinant(r.strain(x, e).F));
  return least;
}

/// Steps of backward Euler from rest until nothing is left of the energy; true when all is as at rest again.
bool recovers(const TetMesh& mesh, const std::vector<Vec3d>& start, double dt, int steps) {
  const double young = 1e4;
  const auto response = make_tet_response(mesh, solid_material("jelly", young, 0.3));
  const Tets& tets = response->tets();
  BackwardEuler solver(*response);
  Places x = places_of(tets, start);
  Vectors v(x.size(), kNone), before = v;
  for (int k = 0; k < steps; ++k) {
    ImplicitContacts none({}, {}, dt, {});
    for (std::size_t i = 0; i < v.size(); ++i) before[i] = v[i] * 0.7;  // or a spin would stretch it for ever
    solver.solve({x, before, before, dt}, none, v);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += place(v[i] * dt);
    if (response->energy(x) < 1e-8 * young * volume(mesh)) break;
  }
  return response->energy(x) < 1e-8 * young * volume(mesh) && least_volume(*response, x) > 0;
}

TetMesh one_tetrahedron() { return {{{{0, 0, 0}}, {{1, 0, 0}}, {{0, 1, 0}}, {{0, 0, 1}}}, {{0, 1, 2, 3}}}; }

Step step_of(double time, double dt) {
  Step s;
  s.time = time;
  s.dt = dt;
  s.dx = 0.1;
  s.affine_inverse = 400;
  return s;
}

/// A block on a plane through the origin with normal n, stepped with barriers as the world makes them.
struct OnPlane {
  std::unique_ptr<Body> body;
  Vec3d n{{0, 0, 1}}, gravity{{0, 0, -10}};
  double friction = 0.5;
  Boundary boundary = Boundary::separate;
  double time = 0;

  void step(double dt) {
    const Step s = step_of(time, dt);
    SurfacePoints* skin = body->roles().field->skin();
    std::vector<Barrier> barriers;
    for (std::size_t i = 0; i < skin->count(); ++i)
      if (const double gap = dot(skin->state_of(i).x, n); gap < 0.1)
        barriers.push_back({std::uint32_t(i), 0, n, kNone, gap, friction, boundary});
    body->begin_step(s);
    body->roles().motion->accelerate(s, gravity, barriers);
    body->roles().field->end_exchange(s);
    body->end_step(s);
    time += dt;
  }
  double lowest() const {
    double least = 1e300;
    for (std::size_t i = 0; i < body->roles().field->skin()->count(); ++i)
      least = std::min(least, dot(body->roles().field->skin()->state_of(i).x, n));
    return least;
  }
  double slide_speed() const { return body->totals().momentum[0] / body->mass(); }
};

OnPlane block_on_plane(double above, double young = 1e6) {
  SolidOptions o = solid_of(tet_block({{0.4, 0.4, 0.2}}, {4, 4, 2}), "jelly", young, 0.3);
  o.implicit = true;
  o.positions = o.rest.vertices;
  for (Vec3d& x : o.positions) x[2] += 0.1 + above;
  OnPlane w;
  w.body = make_solid(o);
  return w;
}

}  // namespace

// E9, a single element: reflected, flat, a line, a point, and anywhere in a ball.
TEST(SolidImplicit, OneElementRecovers) {
  const TetMesh mesh = one_tetrahedron();
  std::vector<Vec3d> reflected = mesh.vertices, flat = mesh.vertices;
  for (Vec3d& x : reflected) x[0] = -x[0];
  for (Vec3d& x : flat) x[2] = 0;
  EXPECT_TRUE(recovers(mesh, reflected, 0.05, 200));
  EXPECT_TRUE(recovers(mesh, flat, 0.05, 200));
  for (unsigned seed = 0; seed < 100; ++seed) {
    std::mt19937 random(seed);
    std::vector<Vec3d> x;
    for (int i = 0; i < 4; ++i) x.push_back(random_vector(random));
    EXPECT_TRUE(recovers(mesh, x, 0.05, 200)) << seed;
  }
}

// E9, a cube of 5 cells per side.
TEST(SolidImplicit, CubeRecovers) {
  const TetMesh mesh = tet_block({{1, 1, 1}}, {5, 5, 5});
  std::vector<Vec3d> reflected = mesh.vertices, flat = mesh.vertices;
  for (Vec3d& x : reflected) x[0] = -x[0];
  for (Vec3d& x : flat) x[2] = 0;
  EXPECT_TRUE(recovers(mesh, reflected, 0.1, 400));
  EXPECT_TRUE(recovers(mesh, flat, 0.1, 400));
  for (unsigned seed = 0; seed < 3; ++seed) {
    std::mt19937 random(seed);
    std::vector<Vec3d> x;
    for (std::size_t i = 0; i < mesh.vertices.size(); ++i) x.push_back(random_vector(random));
    EXPECT_TRUE(recovers(mesh, x, 0.1, 400)) << seed;
  }
}

TEST(SolidImplicit, AgreesWithSmallExplicitSteps) {
  SolidOptions o = solid_of(tet_block({{0.6, 0.2, 0.2}}, {6, 2, 2}), "jelly", 1e5, 0.3);
  Pin pin;
  for (std::uint32_t i = 0; i < o.rest.vertices.size(); ++i)
    if (o.rest.vertices[i][0] < -0.29) pin.vertices.push_back(i);
  o.pins.push_back(pin);
  double drop[2];
  for (const bool implicit : {false, true}) {
    o.implicit = implicit;
    auto body = make_solid(o);
    const int steps = implicit ? 400 : 2000;
    const double dt = 0.1 / steps;
    for (int k = 0; k < steps; ++k) step_alone(*body, dt, {{0, 0, -9.81}}, k * dt);
    const Totals t = body->totals();
    drop[implicit] = t.first_moment[2] / t.mass;
  }
  EXPECT_LT(drop[0], -0.002);
  EXPECT_NEAR(drop[1], drop[0], 0.02 * std::fabs(drop[0]));
}

TEST(SolidImplicit, LandsAndRestsOnThePlane) {
  OnPlane w = block_on_plane(0.05);
  for (int k = 0; k < 60; ++k) {
    w.step(0.01);
    EXPECT_GT(w.lowest(), -1e-9);
  }
  EXPECT_LT(w.lowest(), 1e-4);
  const Totals t = w.body->totals();
  EXPECT_LT(t.kinetic, 1e-3 * t.mass);
}

TEST(SolidImplicit, StickingStopsAtTheCoulombAngle) {
  for (const double slope : {0.45, 0.55}) {
    OnPlane w = block_on_plane(0);
    w.gravity = {{10 * std::sin(std::atan(slope)), 0, -10 * std::cos(std::atan(slope))}};
    for (int k = 0; k < 50; ++k) w.step(0.01);
    // a = g (sin - mu cos)
    const double expected =
        10 * std::max(0.0, std::sin(std::atan(slope)) - 0.5 * std::cos(std::atan(slope))) * 0.5;
    EXPECT_NEAR(w.slide_speed(), expected, 0.05 * expected + 2e-3) << slope;
  }
}

TEST(SolidImplicit, FrictionSlowsByMuG) {
  OnPlane w = block_on_plane(0);
  w.friction = 0.2;
  for (int k = 0; k < 30; ++k) w.step(0.01);
  SolidOptions o = solid_of(tet_block({{0.4, 0.4, 0.2}}, {4, 4, 2}), "jelly", 1e6, 0.3);
  o.implicit = true;
  o.positions = o.rest.vertices;
  for (Vec3d& x : o.positions) x[2] += 0.1;
  o.velocities = {Vec3d{{2, 0, 0}}};
  w.body = make_solid(o);
  for (int k = 0; k < 50; ++k) w.step(0.01);
  EXPECT_NEAR(w.slide_speed(), 2 - 0.2 * 10 * 0.5, 0.05);
  for (int k = 0; k < 80; ++k) w.step(0.01);
  EXPECT_NEAR(w.slide_speed(), 0, 5e-3);
}

TEST(SolidImplicit, StickyHoldsAndSlipPulls) {
  for (const Boundary b : {Boundary::sticky, Boundary::slip}) {
    OnPlane w = block_on_plane(0);
    w.boundary = b;
    w.friction = 0;
    w.gravity = {{3, 0, 10}};  // away from the plane
    for (int k = 0; k < 30; ++k) w.step(0.01);
    EXPECT_LT(w.lowest(), 1e-9);
    if (b == Boundary::sticky) EXPECT_LT(std::fabs(w.slide_speed()), 0.05);
    else EXPECT_NEAR(w.slide_speed(), 0.9, 0.01);
  }
}
