/// Thin things: cloth (triangles) and fibres (polylines), as JGT17 has them.
///
///   vertices         carry mass and the strain in the mesh, which therefore never drifts and never tears
///   contact points   inside each element: carry mass and the directions across it, which the grid strains;
///                    what presses on the element presses there
#pragma once
#include <memory>

#include "bodies/body.h"
#include "bodies/body_force.h"
#include "bodies/pins.h"
#include "materials/material.h"

namespace weft {

/// Which parts of the strain the mesh gives and which the grid (JGT17 Fig. 10).
enum class Discretisation {
  hybrid,  ///< tangents from the mesh, normals from the grid: the method
  grid,    ///< all from the grid: plain MPM, which drifts and fractures
  mesh     ///< tangents from the mesh and no contact points: things pass through each other
};

struct ThinOptions {
  std::string name;
  Material material;              ///< cloth, woven or fibre
  std::vector<Vec3d> rest;        ///< shape without stress [m]
  std::vector<Vec3d> positions;   ///< at time 0; empty: as at rest
  std::vector<Vec3d> velocities;  ///< empty: at rest, or one for all, or one per vertex [m/s]
  std::vector<std::array<std::uint32_t, 3>> triangles;  ///< cloth
  std::vector<std::uint32_t> counts;     ///< fibre, and cloth in the plane: vertices per strand
  std::vector<std::array<float, 2>> uv;  ///< cloth: of each vertex, warp along u; may be empty
  double section = 0;                    ///< cloth: thickness [m]; fibre: area of the section [m^2]
  double damping = 0;                    ///< nu of JGT17 eq. 2
  double bending = 0;      ///< cloth: flexural rigidity D [N m]; fibre: B = E I [N m^2]; 0: limp
  double tear = 0;         ///< fibre: stretch at which a segment breaks; 0: never
  int contact_points = 1;  ///< per element: 1, or for meshes coarser than the grid n^2 (cloth), n (fibre)
  Discretisation discretisation = Discretisation::hybrid;
  bool plastic = true;  ///< contact forgets what friction cannot hold
  bool plane = false;
  std::vector<Pin> pins;
  std::shared_ptr<const BodyForce> force;
  std::string look;
  std::array<float, 3> colour{0.3f, 0.45f, 0.7f};
  std::vector<std::array<float, 3>> colours;  ///< of each vertex, may be empty
};

std::unique_ptr<Body> make_thin(const ThinOptions& options);

}  // namespace weft
