/// Sheets that rows of vertices make: flat, disc, cape, tube, bag. Triangles have edges of about `spacing`.
#pragma once
#include <string>

#include "exec/field.h"
#include "geometry/weave/thin.h"

namespace weft {

/// A rectangle in the xy plane, centred at the origin, seen from +z.
struct FlatSheet {
  static constexpr const char* name = "sheet";
  static constexpr const char* summary = "a flat rectangle in the xy plane";
  double width = 1, height = 1, spacing = 0.01;  ///< [m]
  std::string diagonals = "alternating";

  static constexpr auto fields() {
    return std::array<Field<FlatSheet>, 3>{
        {{"width", "m", "size along x, the warp", 1e-4, 1e3, &FlatSheet::width},
         {"height", "m", "size along y, the weft", 1e-4, 1e3, &FlatSheet::height},
         {"spacing", "m", "length of an edge", 1e-5, 10, &FlatSheet::spacing}}};
  }
  static constexpr auto words() {
    return std::array<WordField<FlatSheet>, 1>{
        {{"diagonals", "alternating regular crossed equilateral",
          "how squares are cut; crossed adds their middles, equilateral shifts every second row",
          &FlatSheet::diagonals}}};
  }
  std::size_t count() const;
  Sheet make() const;
};

/// A disc in the xy plane, seen from +z.
struct DiscSheet {
  static constexpr const char* name = "disc";
  static constexpr const char* summary = "a flat disc in the xy plane";
  double radius = 0.5, spacing = 0.01;  ///< [m]

  static constexpr auto fields() {
    return std::array<Field<DiscSheet>, 2>{
        {{"radius", "m", "radius", 1e-4, 1e3, &DiscSheet::radius},
         {"spacing", "m", "length of an edge", 1e-5, 10, &DiscSheet::spacing}}};
  }
  static constexpr auto words() { return std::array<WordField<DiscSheet>, 0>{}; }
  std::size_t count() const;
  Sheet make() const;
};

/// A sector of a ring in the xy plane, symmetric about -y: the neck is the inner arc.
struct CapeSheet {
  static constexpr const char* name = "cape";
  static constexpr const char* summary = "a sector of a flat ring in the xy plane, its neck at the inner arc";
  double inner = 0.12, outer = 1, angle = 3.14159265358979323846, spacing = 0.01;  ///< [m], [rad]

  static constexpr auto fields() {
    return std::array<Field<CapeSheet>, 4>{
        {{"inner", "m", "radius of the neck", 1e-4, 1e3, &CapeSheet::inner},
         {"outer", "m", "radius of the hem", 1e-4, 1e3, &CapeSheet::outer},
         {"angle", "rad", "angle of the sector", 0.05, 6.2, &CapeSheet::angle},
         {"spacing", "m", "length of an edge", 1e-5, 10, &CapeSheet::spacing}}};
  }
  static constexpr auto words() { return std::array<WordField<CapeSheet>, 0>{}; }
  std::size_t count() const;
  Sheet make() const;
};

/// An open cylinder about the z axis, centred at the origin, seen from outside.
struct TubeSheet {
  static constexpr const char* name = "tube";
  static constexpr const char* summary = "a cylinder along z, open at both ends";
  double radius = 0.15, height = 0.6, spacing = 0.01;  ///< [m]

  static constexpr auto fields() {
    return std::array<Field<TubeSheet>, 3>{
        {{"radius", "m", "radius", 1e-4, 1e3, &TubeSheet::radius},
         {"height", "m", "length along z", 1e-4, 1e3, &TubeSheet::height},
         {"spacing", "m", "length of an edge", 1e-5, 10, &TubeSheet::spacing}}};
  }
  static constexpr auto words() { return std::array<WordField<TubeSheet>, 0>{}; }
  std::size_t count() const;
  Sheet make() const;
};

/// A sack about the z axis: its bottom at z = 0, its mouth at z = height; seen from outside.
struct BagSheet {
  static constexpr const char* name = "bag";
  static constexpr const char* summary = "a sack along z, closed at the bottom, open at the top";
  double radius = 0.2, height = 0.5, spacing = 0.01;  ///< [m]
  std::string bottom = "round";

  static constexpr auto fields() {
    return std::array<Field<BagSheet>, 3>{
        {{"radius", "m", "radius", 1e-4, 1e3, &BagSheet::radius},
         {"height", "m", "from the bottom to the mouth", 1e-4, 1e3, &BagSheet::height},
         {"spacing", "m", "length of an edge", 1e-5, 10, &BagSheet::spacing}}};
  }
  static constexpr auto words() {
    return std::array<WordField<BagSheet>, 1>{
        {{"bottom", "round flat", "a hemisphere (at most as deep as the bag) or a disc", &BagSheet::bottom}}};
  }
  std::size_t count() const;
  Sheet make() const;
};

}  // namespace weft
