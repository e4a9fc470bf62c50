/// pins = [{ }] of an object.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "scene/spec/shape.h"

namespace weft {

/// Which vertices, and how they move.
struct PinSpec {
  std::optional<Bounds> box;
  std::optional<Vec3d> nearest;
  std::vector<std::uint32_t> ids;
  bool roots = false, tips = false, ends = false;  ///< first, last and both ends of strands
  std::string where;                               ///< a rim of a shell
  bool clamp = false;                              ///< shell: also the row beside them
  bool bones = false;                              ///< solid: those in the bones of a figure, which prescribe them
  std::string follow;                              ///< a collider, or a figure
  std::string bone;                                ///< of the figure
  Vec3d about{{0, 0, 0}}, velocity{{0, 0, 0}}, spin{{0, 0, 0}};
  std::vector<KeySpec> keys;
  std::optional<double> release;
};

}  // namespace weft
