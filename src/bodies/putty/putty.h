/// Putty: points that know their neighbours, elastic to nearly rigid, plastic, stepped implicitly (ZLKW13).
/// docs/putty.md.
#pragma once
#include <memory>

#include "bodies/body.h"
#include "bodies/body_force.h"
#include "bodies/pins.h"
#include "materials/putty_law.h"

namespace weft {

struct PuttyOptions {
  std::string name;
  PuttyLaw material;
  std::vector<Vec3d> points;      ///< at time 0 [m]
  std::vector<Vec3d> velocities;  ///< empty: at rest, or one per point [m/s]
  double spacing = 0;             ///< of the points at rest [m]; a point stands for its cube
  double radius = 2.5;            ///< of neighbourhoods, in spacings
  bool implicit = true;
  int rotation_rounds = 1;       ///< solves per step; more follow large turns better
  double tolerance = 1e-4;       ///< of the conjugate gradients
  double control = 0.05;         ///< chi: against motions that no neighbourhood sees
  bool keep_neighbours = false;  ///< elastic only: the neighbours at rest stay, nothing splits or merges
  double friction = 0.3;         ///< against other bodies
  double restitution = 0;        ///< of collisions with other bodies
  std::vector<Pin> pins;
  std::shared_ptr<const BodyForce> force;
  std::string look;
  std::array<float, 3> colour{0.8f, 0.45f, 0.3f};
};

std::unique_ptr<Body> make_putty(const PuttyOptions& options);

}  // namespace weft
