/// Soft solids: tetrahedra that integrate their own elasticity and use the grid for contact alone (HGG19).
#pragma once
#include <memory>

#include "bodies/body.h"
#include "bodies/body_force.h"
#include "bodies/loads.h"
#include "bodies/pins.h"
#include "bodies/solid/settings.h"
#include "geometry/tet_mesh.h"
#include "materials/material.h"

namespace weft {

struct SolidOptions : SolidSettings {
  std::string name;
  Material material;              ///< jelly (fixed corotated), neo_hookean, linear_corotated ...
  TetMesh rest;                   ///< shape without stress [m]
  std::vector<Vec3d> positions;   ///< at time 0; empty: as at rest
  std::vector<Vec3d> velocities;  ///< empty: at rest, or one per vertex [m/s]
  double point_spacing = 0;       ///< of the collision points, from dx [m]
  bool implicit = false;          ///< backward Euler in its own velocities
  std::vector<Pin> pins;          ///< bones: vertices whose motion is prescribed
  std::vector<Load> loads;
  std::shared_ptr<const BodyForce> force;
  std::string look;
  std::array<float, 3> colour{0.75f, 0.4f, 0.35f};
  std::vector<std::array<float, 3>> colours;  ///< of each vertex, may be empty
};

std::unique_ptr<Body> make_solid(const SolidOptions& options);

}  // namespace weft
