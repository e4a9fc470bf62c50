/// Small tetrahedral meshes for the tests of solids.
#pragma once
#include <array>
#include <random>

#include "bodies/solid/solid.h"
#include "bodies/solid/tet_response.h"
#include "geometry/tets/stuffing.h"

namespace weft {

/// One point of a skin moved as an obstacle would.
inline std::array<SurfaceChange, 1> moved(std::uint32_t point, const Vec3d& by, const Vec3d& v) {
  SurfaceChange c;
  c.point = point;
  c.moves = true;
  c.by = by;
  c.v = v;
  return {c};
}


inline Material solid_material(const std::string& law, double young, double poisson) {
  Material m = make_material(law);
  set_field(m, "young", young);
  set_field(m, "poisson", poisson);
  prepare_material(m);
  return m;
}

inline SolidOptions solid_of(TetMesh mesh, const std::string& law = "jelly", double young = 1e5,
                             double poisson = 0.3) {
  SolidOptions o;
  o.name = "solid";
  o.material = solid_material(law, young, poisson);
  o.rest = std::move(mesh);
  return o;
}

/// n cells per side, jittered inside, so that elements are irregular.
inline TetMesh irregular_block(const Vec3d& size, const std::array<int, 3>& counts, double jitter,
                               unsigned seed) {
  TetMesh mesh = tet_block(size, counts);
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> u(-1, 1);
  for (Vec3d& x : mesh.vertices)
    for (int k = 0; k < 3; ++k) {
      const double cell = size[k] / counts[std::size_t(k)], by = u(random) * jitter * cell;
      if (std::fabs(std::fabs(x[k]) - 0.5 * size[k]) > 1e-9 * size[k]) x[k] += by;
    }
  return mesh;
}

inline Places places_of(const Tets& tets, const std::vector<Vec3d>& by_id) {
  Places x(by_id.size());
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = place(by_id[tets.id(i)]);
  return x;
}

/// Forces on the vertices in double, in the caller's order.
inline std::vector<Vec3d> exact_forces(const TetResponse& response, const std::vector<Vec3d>& by_id,
                                       double* energy = nullptr) {
  const Tets& tets = response.tets();
  std::vector<CornerForces<double>> corner(tets.size());
  const double e = response.exact_forces(places_of(tets, by_id), corner);
  if (energy) *energy = e;
  std::vector<Vec3d> f(by_id.size());
  for (std::size_t i = 0; i < f.size(); ++i) f[tets.id(i)] = force_on(tets.around(), i, corner);
  return f;
}

inline Vec3d random_vector(std::mt19937& random, double size = 1) {
  std::uniform_real_distribution<double> u(-size, size);
  const double a = u(random), b = u(random), c = u(random);
  return {{a, b, c}};
}

/// A step of a body by itself: nobody is near, no obstacle.
inline void step_alone(Body& body, double dt, const Vec3d& gravity, double time = 0) {
  Step s;
  s.time = time;
  s.dt = dt;
  s.dx = 0.1;
  s.affine_inverse = 4 / (s.dx * s.dx);
  body.begin_step(s);
  body.roles().motion->accelerate(s, gravity, {});
  body.roles().field->end_exchange(s);
  body.end_step(s);
}

}  // namespace weft
