/// Grains: materials that live on unconnected points (sand, snow, jelly, clay, goo, slime, water).
#pragma once
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "bodies/body.h"
#include "bodies/body_force.h"
#include "bodies/grains/settings.h"
#include "materials/material.h"

namespace weft {

/// A stream of new grains. The pattern is one period of an endless stream that moves with `velocity`; each of
/// its points comes to life when it leaves the shape downstream, and so does its successor a period later.
struct Source {
  std::vector<Vec3d> pattern;     ///< points of one filling of the shape [m]
  Vec3d velocity{{0, 0, 0}};      ///< [m/s]
  double length = 0;              ///< extent of the shape along the velocity [m]
  double from = 0, until = 1e30;  ///< [s]
};

struct GrainsOptions : GrainsSettings {
  std::string name;
  Material material;
  double point_volume = 0;  ///< rest volume of a point [m^3] (per metre of depth in plane mode)
  std::vector<Vec3d> positions,
      velocities;                         ///< [m], [m/s]; velocities may be empty (rest) or one (all alike)
  std::vector<Mat3d> gradients;           ///< initial C [1/s]: empty (zero), one for all, or one per point
  Mat3d deformation = Mat3d::identity();  ///< initial elastic F of every point
  std::string look;                       ///< how pictures show it
  std::array<float, 3> colour{0.8f, 0.7f, 0.5f};
  std::vector<std::array<float, 3>> colours;  ///< by id, may be empty
  std::shared_ptr<const BodyForce> force;
  std::shared_ptr<const Source> source;
  bool keep_rest = false;  ///< remember rest positions (displacements); implied by force
  bool plane = false;
};

std::unique_ptr<Body> make_grains(const GrainsOptions& options);

}  // namespace weft
