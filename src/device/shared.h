/// Steps that the processor and a device make together (world/shared_step.cpp): what crosses between them at the nodes.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "contact/strands/report.h"
#include "contact/surfaces/report.h"

namespace weft {

/// Blocks of 4x4x4 nodes, as grid/grid.h names them, of which both sides need what the other has.
struct SharedNodes {
  struct Node {
    float v[3];  ///< [m/s]
    float m;     ///< 0: nothing of the device is there [kg]
  };
  std::vector<std::uint64_t> keys;
  std::vector<char> here;    ///< the device has the block; others are the processor's alone
  std::vector<char> others;  ///< parcels without a surface for geometry reach it (contact/field_contacts.h)
  std::vector<Node> nodes;   ///< 64 per block, z fastest
};

/// Where parcels of the device are, set after set.
struct SharedPlaces {
  struct Place {
    float x[3];
    float m;
  };
  std::vector<std::vector<Place>> sets;       ///< block after block, within one in no particular order
  std::vector<std::vector<unsigned>> begins;  ///< of each block, and the end
  std::vector<std::array<std::size_t, 2>>
      whose;  ///< which of the bodies taken that have points, which of its sets
};

/// The longest dt the processor's bodies allow, ends of frames not counted.
struct HostLimit {
  double dt = 1e300;  ///< [s]
  int limit = 0;      ///< as StepLimit
};

/// A step that has begun: nodes have velocities.
struct SharedTry {
  double time = 0, ahead = 0, dt = 0;  ///< where points are, where the step ends, its length [s]
  int tries = 0;                       ///< how often it was refused before
};

}  // namespace weft
