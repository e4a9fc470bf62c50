/// Hair: strands as elastic rods that press and slide on each other through the grid and, where they nearly
/// touch, as geometry (HGG19 section 5). docs/hair.md.
#pragma once
#include <memory>

#include "bodies/body.h"
#include "bodies/body_force.h"
#include "bodies/hair/settings.h"
#include "bodies/loads.h"
#include "bodies/pins.h"
#include "materials/rod_law.h"

namespace weft {

struct HairOptions : HairSettings {
  std::string name;
  RodLaw material;
  std::vector<Vec3d> rest;            ///< natural shape, strand by strand [m]
  std::vector<Vec3d> positions;       ///< at time 0; empty: as at rest
  std::vector<Vec3d> velocities;      ///< empty: at rest, or one per vertex [m/s]
  std::vector<std::uint32_t> counts;  ///< vertices per strand, at least 3
  /// Vertices whose motion is prescribed. Where both ends of an edge follow one pin, its twist does too: pin
  /// the first two vertices of a strand to clamp its root.
  std::vector<Pin> pins;
  double reach = 0;            ///< segments nearer than this meet as geometry [m]; 0: never
  double strand_friction = 0;  ///< of those impulses
  std::vector<Load> loads;
  std::shared_ptr<const BodyForce> force;
  std::string look;
  std::array<float, 3> colour{0.23f, 0.13f, 0.07f};
  std::vector<std::array<float, 3>> colours;  ///< of each vertex, may be empty
};

std::unique_ptr<Body> make_hair(const HairOptions& options);

}  // namespace weft
