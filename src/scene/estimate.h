/// What a run will cost, from the built world and a few real steps.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "scene/scene.h"

namespace weft {

class World;

struct ObjectEstimate {
  std::string name, material;
  std::size_t points = 0;
  double mass = 0;  ///< [kg]
};

struct Estimate {
  std::vector<ObjectEstimate> objects;
  std::size_t points = 0;  ///< at the start
  double poured = 0;       ///< points that sources add until the end
  std::size_t nodes = 0;   ///< of the sparse grid in the first step
  double memory = 0;       ///< [bytes]
  double dt = 0;           ///< first step [s]
  std::string limit;       ///< what limits it
  double substeps = 0;     ///< a frame
  int frames = 0;
  double disk = 0;     ///< of all frames and checkpoints [bytes]
  double seconds = 0;  ///< of the whole run, on this machine, roughly
};

/// Takes up to three steps of `world` to measure; the world is spent afterwards.
Estimate estimate(const Scene& scene, World& world);

}  // namespace weft
