/// Shells: sheets that resist bending, keep dents and touch everything: through the grid (Guo et al. 2018, "GHF18"), or
/// surface against surface.
///
///   control points      vertices of a Catmull-Clark mesh; its limit surface is the middle of the shell
///   quadrature points   on two layers of each face: membrane, bending and denting, from the control points alone
///   contact points      on the limit surface: carry mass and the fibre across it, which the grid strains
#pragma once
#include <memory>

#include "bodies/body.h"
#include "bodies/body_force.h"
#include "bodies/loads.h"
#include "bodies/shell/edge_ties.h"
#include "bodies/shell/settings.h"
#include "materials/material.h"

namespace weft {

/// A push along the normal, which turns with the surface: positive on the side that the normal leaves behind,
/// so that a closed mesh whose normals point outwards is blown up.
struct Pressure {
  double constant = 0;                        ///< [Pa]
  std::shared_ptr<const Expression> of_time;  ///< of t, times the constant; may be empty
};

struct ShellOptions : ShellSettings {
  std::string name;
  Material material;              ///< lamina, orthotropic or woven_shell
  std::vector<Vec3d> rest;        ///< control points of the shape without stress, curved or not [m]
  std::vector<Vec3d> positions;   ///< at time 0; empty: as at rest
  std::vector<Vec3d> velocities;  ///< empty: at rest, or one for all, or one per control point [m/s]
  std::vector<std::array<std::uint32_t, 4>> quads;
  std::vector<Vec3d> warp;               ///< of each quad, at rest; empty: along its first edge
  std::vector<std::array<float, 2>> uv;  ///< of each corner of each quad; may be empty
  int contact_points = 2;  ///< Coupling::grid: of a face along each side, at most half a cell apart
  std::vector<Pin> pins;   ///< control points; an edge that is held is a hinge
  /// Edges of which pins hold the slope too.
  std::vector<ShellEdge> edges;
  /// Of each quad: carries neither energy nor mass (rows beyond a clamped edge); may be empty.
  std::vector<bool> bare;
  Pressure pressure;
  std::vector<Load> loads;
  std::shared_ptr<const BodyForce> force;
  double point_spacing = 0;  ///< Coupling::mesh: of the points that grains meet, from dx [m]
  std::string look;
  std::array<float, 3> colour{0.75f, 0.75f, 0.78f};
  std::vector<std::array<float, 3>> colours;  ///< of each control point, may be empty
};

std::unique_ptr<Body> make_shell(const ShellOptions& options);

}  // namespace weft
