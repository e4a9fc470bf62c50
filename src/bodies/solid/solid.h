/// Soft solids: tetrahedra that integrate their own elasticity and use the grid for contact alone (HGG19).
#pragma once
#include <memory>

#include "bodies/body.h"
#include "bodies/body_force.h"
#include "bodies/pins.h"
#include "geometry/tet_mesh.h"
#include "materials/material.h"

namespace weft {

struct SolidOptions {
  std::string name;
  Material material;              ///< jelly (fixed corotated), neo_hookean, linear_corotated ...
  TetMesh rest;                   ///< shape without stress [m]
  std::vector<Vec3d> positions;   ///< at time 0; empty: as at rest
  std::vector<Vec3d> velocities;  ///< empty: at rest, or one per vertex [m/s]
  double point_spacing = 0;       ///< of the collision points, from dx [m]
  double friction = 0.3;          ///< against other bodies
  double restitution = 0;         ///< of collisions with other bodies
  bool self_contact = false;      ///< parts of the body collide with each other through the grid
  bool implicit = false;          ///< backward Euler in its own velocities
  double damping = 0;             ///< weight nu of the damping transfers, 0..1, at damping_time
  int damping_rounds = 1;         ///< transfers per step
  std::vector<Pin> pins;          ///< bones: vertices whose motion is prescribed
  std::shared_ptr<const BodyForce> force;
  std::string look;
  std::array<float, 3> colour{0.75f, 0.4f, 0.35f};
  std::vector<std::array<float, 3>> colours;  ///< of each vertex, may be empty
};

std::unique_ptr<Body> make_solid(const SolidOptions& options);

}  // namespace weft
