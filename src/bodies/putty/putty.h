/// Putty: points that know their neighbours, elastic to nearly rigid,
/// plastic, stepped implicitly (ZLKW13). docs/putty.md.
#pragma once
#include <memory>

#include "bodies/body.h"
#include "bodies/body_force.h"
#include "bodies/loads.h"
#include "bodies/pins.h"
#include "bodies/putty/settings.h"
#include "materials/putty_law.h"

namespace weft {

struct PuttyOptions : PuttySettings {
  std::string name;
  PuttyLaw material;
  std::vector<Vec3d> points;      ///< at time 0 [m]
  std::vector<Vec3d> velocities;  ///< empty: at rest, or one per point [m/s]
  double spacing = 0;             ///< of the points at rest [m]; a point stands for its cube
  std::vector<Pin> pins;
  std::vector<Load> loads;
  std::shared_ptr<const BodyForce> force;
  std::string look;
  std::array<float, 3> colour{0.8f, 0.45f, 0.3f};
};

std::unique_ptr<Body> make_putty(const PuttyOptions& options);

}  // namespace weft
