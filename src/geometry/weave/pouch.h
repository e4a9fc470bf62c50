/// A bag in the shape of a bear: one smooth surface around spheres and capsules, open above the head.
#pragma once
#include "exec/field.h"
#include "geometry/weave/thin.h"

namespace weft {

/// The bear stands at z = 0 .. about `height`, faces -y; its head is cut off at the fraction `opening`.
struct PouchSheet {
  static constexpr const char* name = "pouch";
  static constexpr const char* summary = "a bear-shaped bag standing on z = 0, open at the top of its head";
  double height = 0.5, opening = 0.06, spacing = 0.01;  ///< [m], [1], [m]

  static constexpr auto fields() {
    return std::array<Field<PouchSheet>, 3>{
        {{"height", "m", "of the uncut bear", 1e-2, 1e2, &PouchSheet::height},
         {"opening", "1", "fraction of the height that is cut off at the top of the head", 0, 0.3,
          &PouchSheet::opening},
         {"spacing", "m", "length of an edge; at most 0.04 of the height", 1e-4, 10, &PouchSheet::spacing}}};
  }
  static constexpr auto words() { return std::array<WordField<PouchSheet>, 0>{}; }
  std::size_t count() const;
  /// Error E0144 when the spacing is too wide for the shape.
  Sheet make() const;
};

}  // namespace weft
