/// Hair combed up over a head into a lock that stands on its crown and is wound around itself.
///
///        .--.        a hair with root at the polar angle theta_0, in the fraction u of all roots:
///      (  ||  )        over the head: above those with roots between it and the crown,
///      ( _||_ )            h(theta) = r^2 (u - u(theta)) / (2 R sin theta)
///     /  bun   \       up into the lock, at r sqrt(u) from its middle, on the side it came from
///    |  head R  |      along the lock: up its middle, over, and around it downwards
///
/// Hairs lie in shells of equal u at every place, so none crosses another.
#pragma once
#include "exec/field.h"
#include "geometry/weave/polyline.h"

namespace weft {

struct Bun {
  static constexpr const char* name = "bun";
  static constexpr const char* summary =
      "hair combed up over a ball about the origin and wound into a bun on top";
  double head = 0.1, cap = 0.45, radius = 0.012, turns = 2;  ///< [m], [1], [m], [1]
  double strands = 1200, segments = 160;

  static constexpr auto fields() {
    return std::array<Field<Bun>, 6>{
        {{"head", "m", "radius of the head", 1e-3, 1e2, &Bun::head},
         {"cap", "1", "roots lie in this upper fraction of the head's height", 0.05, 0.9, &Bun::cap},
         {"radius", "m", "radius of the lock, at most a fifth of the head's", 1e-5, 10, &Bun::radius},
         {"turns", "1", "of the lock around itself", 0.5, 20, &Bun::turns},
         {"strands", "1", "number of hairs", 3, 1e7, &Bun::strands},
         {"segments", "1", "segments a hair", 8, 1e5, &Bun::segments}}};
  }
  static constexpr auto words() { return std::array<WordField<Bun>, 0>{}; }
  std::size_t count() const;
  /// Error E0144 when the lock is too thick for the head.
  Strands make() const;
};

}  // namespace weft
