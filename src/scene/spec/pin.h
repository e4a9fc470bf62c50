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
  bool clamp = false;                              ///< shell: also the slope there
  std::string hold;                                ///< the coordinates that are held, "xz"; "": all
  std::string symmetry;                            ///< shell: the axis across a plane of symmetry, or ""
  bool bones = false;  ///< solid: those in the bones of a figure, which prescribe them
  std::string follow;  ///< a collider, or a figure
  std::string bone;    ///< of the figure
  Vec3d about{{0, 0, 0}}, velocity{{0, 0, 0}}, spin{{0, 0, 0}};
  std::vector<KeySpec> keys;
  std::optional<double> release;

  /// The coordinates that are held: 1 x, 2 y, 4 z.
  std::uint8_t axes() const {
    const std::string& of = symmetry.empty() ? hold : symmetry;
    unsigned all = 0;
    for (const char c : of) all |= 1u << (c - 'x');
    return std::uint8_t(of.empty() ? 7 : all);
  }
};

}  // namespace weft
