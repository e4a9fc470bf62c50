/// Hair on a head: roots spread evenly over a surface, strands that leave it along its normal, droop, curl
/// and gather in clumps.
#pragma once
#include <functional>

#include "exec/field.h"
#include "geometry/mesh.h"
#include "geometry/weave/polyline.h"

namespace weft {

struct HeadHair {
  static constexpr const char* name = "hair";
  static constexpr const char* summary = "hair on a sphere or a mesh, from roots on its upper part";
  double radius = 0.1;  ///< of the sphere about the origin; unused when there is a mesh [m]
  double strands = 2000, length = 0.25, segments = 40;
  double cap = 0.55;  ///< roots lie in this upper fraction of the surface's height
  double tilt = 0;    ///< "upper" leans so far towards -x [rad]
  double comb = 0;
  double variation = 0.15, droop = 0.7, curl = 0.004, pitch = 0.05, clumps = 60, clumping = 0.5, seed = 1;
  TriangleMesh surface;  ///< where hair grows instead of on the sphere, oriented outwards
  /// Distance from a body that the sphere is the head of: roots lie on it, hair keeps out of it; or empty.
  std::function<double(const Vec3d&)> skin;

  static constexpr auto fields() {
    return std::array<Field<HeadHair>, 14>{
        {{"radius", "m", "radius of the head when it is a sphere", 1e-3, 1e2, &HeadHair::radius},
         {"strands", "1", "number of hairs", 1, 1e7, &HeadHair::strands},
         {"length", "m", "length of a hair", 1e-4, 1e2, &HeadHair::length},
         {"segments", "1", "segments a hair", 2, 1e5, &HeadHair::segments},
         {"cap", "1", "roots lie in this upper fraction of the head's height", 0.01, 1, &HeadHair::cap},
         {"tilt", "rad", "the cap leans back, towards -x, so far: free for a face that looks along x", -1.6,
          1.6, &HeadHair::tilt},
         {"comb", "1", "0 falls to all sides, 1 is combed back, towards -x", 0, 1, &HeadHair::comb},
         {"variation", "1", "lengths differ by up to this fraction", 0, 0.9, &HeadHair::variation},
         {"droop", "1", "0 stands off the head, 1 falls straight down", 0, 1, &HeadHair::droop},
         {"curl", "m", "radius of the curls", 0, 1, &HeadHair::curl},
         {"pitch", "m", "length of a curl along the hair", 1e-4, 10, &HeadHair::pitch},
         {"clumps", "1", "number of clumps", 1, 1e6, &HeadHair::clumps},
         {"clumping", "1", "0 stays apart, 1 meets at the tips", 0, 1, &HeadHair::clumping},
         {"seed", "1", "another number, other hair", 0, 9e15, &HeadHair::seed}}};
  }
  static constexpr auto words() { return std::array<WordField<HeadHair>, 0>{}; }
  std::size_t count() const;
  /// Error E0143 when no part of the surface lies within the cap.
  Strands make() const;
};

}  // namespace weft
