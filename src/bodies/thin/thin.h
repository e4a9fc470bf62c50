/// Thin things: cloth (triangles) and fibres (polylines), as JGT17 has them.
///
///   vertices         carry mass and the strain in the mesh, which therefore never drifts and never tears
///   contact points   inside each element: carry mass and the directions across it, which the grid strains;
///                    what presses on the element presses there
#pragma once
#include <memory>

#include "bodies/body.h"
#include "bodies/body_force.h"
#include "bodies/loads.h"
#include "bodies/pins.h"
#include "bodies/thin/settings.h"
#include "materials/material.h"

namespace weft {

struct ThinOptions : ThinSettings {
  std::string name;
  Material material;              ///< cloth, woven or fibre
  std::vector<Vec3d> rest;        ///< shape without stress [m]
  std::vector<Vec3d> positions;   ///< at time 0; empty: as at rest
  std::vector<Vec3d> velocities;  ///< empty: at rest, or one for all, or one per vertex [m/s]
  std::vector<std::array<std::uint32_t, 3>> triangles;  ///< cloth
  std::vector<std::uint32_t> counts;     ///< fibre, and cloth in the plane: vertices per strand
  std::vector<std::array<float, 2>> uv;  ///< cloth: of each vertex, warp along u; may be empty
  double section = 0;                    ///< cloth: thickness [m]; fibre: area of the section [m^2]
  int contact_points = 1;    ///< per element: 1, or for meshes coarser than the grid n^2 (cloth), n (fibre)
  double point_spacing = 0;  ///< coupling = "mesh": of the points that grains meet, from dx [m]
  bool implicit = false;     ///< coupling = "mesh": takes the implicit steps of the solver
  bool plane = false;
  std::vector<Pin> pins;
  std::vector<Load> loads;
  std::shared_ptr<const BodyForce> force;
  std::string look;
  std::array<float, 3> colour{0.3f, 0.45f, 0.7f};
  std::vector<std::array<float, 3>> colours;  ///< of each vertex, may be empty
};

std::unique_ptr<Body> make_thin(const ThinOptions& options);

}  // namespace weft
