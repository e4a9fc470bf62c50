/// Control meshes around an axis: discs, cylinders, spheres, cups, sleeves.
#pragma once
#include "exec/field.h"
#include "geometry/shells/quilt.h"

namespace weft {

/// An open cylinder about the z axis, centred at the origin, seen from outside. Rims: bottom, top, ends.
struct CylinderShell {
  static constexpr const char* name = "cylinder";
  static constexpr const char* summary = "a cylinder along z, open at both ends";
  static constexpr const char* rims = "bottom top ends";
  double radius = 0.15, height = 0.4, spacing = 0.01;  ///< [m]

  static constexpr auto fields() {
    return std::array<Field<CylinderShell>, 3>{
        {{"radius", "m", "radius", 1e-4, 1e3, &CylinderShell::radius},
         {"height", "m", "length along z", 1e-4, 1e3, &CylinderShell::height},
         {"spacing", "m", "length of an edge", 1e-5, 10, &CylinderShell::spacing}}};
  }
  static constexpr auto words() { return std::array<WordField<CylinderShell>, 0>{}; }
  std::size_t count() const;
  QuadSheet make() const;
};

/// A closed sphere: the six sides of a cube blown up. Three quads meet at eight of its vertices.
struct SphereShell {
  static constexpr const char* name = "sphere";
  static constexpr const char* summary = "a closed sphere, a cube blown up";
  static constexpr const char* rims = "";
  double radius = 0.15, spacing = 0.01;  ///< [m]

  static constexpr auto fields() {
    return std::array<Field<SphereShell>, 2>{
        {{"radius", "m", "radius", 1e-4, 1e3, &SphereShell::radius},
         {"spacing", "m", "length of an edge", 1e-5, 10, &SphereShell::spacing}}};
  }
  static constexpr auto words() { return std::array<WordField<SphereShell>, 0>{}; }
  std::size_t count() const;
  QuadSheet make() const;
};

/// A cup standing on z = 0, open at z = height. Its wall may lean outwards, its lip may be bent outwards.
/// Rims: lip (top), base.
struct CupShell {
  static constexpr const char* name = "cup";
  static constexpr const char* summary = "a cup standing on z = 0, open above";
  static constexpr const char* rims = "lip base";
  double radius = 0.035, top = 0.045, height = 0.11, lip = 0, spacing = 0.005;  ///< [m]

  static constexpr auto fields() {
    return std::array<Field<CupShell>, 5>{
        {{"radius", "m", "of the bottom", 1e-4, 1e3, &CupShell::radius},
         {"top", "m", "radius at the top", 1e-4, 1e3, &CupShell::top},
         {"height", "m", "from the bottom to the top", 1e-4, 1e3, &CupShell::height},
         {"lip", "m", "the wall is rolled outwards at the top around a circle of this radius; 0: not", 0, 10,
          &CupShell::lip},
         {"spacing", "m", "length of an edge", 1e-5, 10, &CupShell::spacing}}};
  }
  static constexpr auto words() { return std::array<WordField<CupShell>, 0>{}; }
  std::size_t count() const;
  QuadSheet make() const;
};

/// A sleeve along x, centred: a tube from `radius` at -x to `cuff` at +x, with the warp along it. Rims:
/// shoulder, cuff, ends.
struct SleeveShell {
  static constexpr const char* name = "sleeve";
  static constexpr const char* summary = "a tube along x, open at both ends, its warp along it";
  static constexpr const char* rims = "shoulder cuff ends";
  double radius = 0.1, cuff = 0.1, length = 0.6, spacing = 0.01;  ///< [m]

  static constexpr auto fields() {
    return std::array<Field<SleeveShell>, 4>{
        {{"radius", "m", "at the shoulder, -x", 1e-4, 1e3, &SleeveShell::radius},
         {"cuff", "m", "radius at the cuff, +x", 1e-4, 1e3, &SleeveShell::cuff},
         {"length", "m", "along x", 1e-4, 1e3, &SleeveShell::length},
         {"spacing", "m", "length of an edge", 1e-5, 10, &SleeveShell::spacing}}};
  }
  static constexpr auto words() { return std::array<WordField<SleeveShell>, 0>{}; }
  std::size_t count() const;
  QuadSheet make() const;
};

/// Quads along a side of the square in the middle of a disc: a disc has four times as many along its rim.
std::size_t disc_side(double radius, double spacing);
/// A disc in the plane z, seen from +z (below: from -z); returns its rim, counter-clockwise seen from +z.
Quilt::Row add_disc(Quilt& quilt, double radius, std::size_t side, double spacing, double z,
                    bool from_below = false);

}  // namespace weft
