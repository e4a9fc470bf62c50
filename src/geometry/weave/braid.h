/// A plait. n locks, n odd, follow one another on the same path through the plait:
///   c_k(s) = (A sin phi, B sin 2 phi, -s),   phi = 2 pi (s / pitch + k / n)
/// Locks k and l are at the same x and y only where their phases differ by half a turn: never, as n is odd.
#pragma once
#include "exec/field.h"
#include "geometry/weave/polyline.h"

namespace weft {

struct Braid {
  static constexpr const char* name = "braid";
  static constexpr const char* summary = "a plait of three or more locks, hanging along -z from its roots";
  double strands = 300, locks = 3, radius = 0.008, length = 0.3, pitch = 0.1;  ///< [m] but the counts
  double segments = 100, jitter = 0.2, seed = 1;

  static constexpr auto fields() {
    return std::array<Field<Braid>, 8>{
        {{"strands", "1", "number of hairs in all locks together", 1, 1e7, &Braid::strands},
         {"locks", "1", "number of locks: 3, 5, 7 ...", 3, 99, &Braid::locks},
         {"radius", "m", "radius of a lock", 1e-5, 10, &Braid::radius},
         {"length", "m", "length of the plait", 1e-4, 1e2, &Braid::length},
         {"pitch", "m", "length of the plait in which a lock returns to its side", 1e-4, 1e2, &Braid::pitch},
         {"segments", "1", "segments a hair", 2, 1e5, &Braid::segments},
         {"jitter", "1", "disorder of the packing, in half distances of neighbours", 0, 1, &Braid::jitter},
         {"seed", "1", "another number, another disorder", 0, 9e15, &Braid::seed}}};
  }
  static constexpr auto words() { return std::array<WordField<Braid>, 0>{}; }
  std::size_t count() const;
  /// No two hairs touch. Error E0142 for an even number of locks, E0144 when locks of this radius do not fit
  /// a plait of this pitch.
  Strands make() const;
};

}  // namespace weft
