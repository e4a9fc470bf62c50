/// copies = { counts = [4, 1, 3], step = [0.2, 0, 0.1], stagger = [0.5, 0, 0] }: one object written, many
/// made.
#pragma once
#include "scene/read/reading.h"

namespace weft {

struct Copies {
  std::array<std::size_t, 3> counts{1, 1, 1};
  Vec3d step{{0, 0, 0}};     ///< [m]
  Vec3d stagger{{0, 0, 0}};  ///< parts of the step
  bool named = false;        ///< names get numbers
  std::size_t count() const { return counts[0] * counts[1] * counts[2]; }
  ObjectSpec of(const ObjectSpec& first, std::size_t k) const;
};

Copies read_copies(TableReader& object);

}  // namespace weft
