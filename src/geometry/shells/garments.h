/// Garments as control meshes: a T-shirt and trousers for a grown person,
/// standing at z = 0 upwards, facing -y.
#pragma once
#include "exec/field.h"
#include "geometry/shells/quad_sheet.h"

namespace weft {

/// Front and back are two grids that share side seams and shoulder seams; a sleeve grows out of each armhole.
/// Six quads meet at an armpit. The hem is at z = 0. Rims: hem, neck, left_cuff (+x), right_cuff, cuffs.
struct TShirtShell {
  static constexpr const char* name = "t_shirt";
  static constexpr const char* summary = "a T-shirt, its hem at z = 0, facing -y; sleeves along x";
  static constexpr const char* rims = "hem neck left_cuff right_cuff cuffs";
  double chest = 1.04, length = 0.7, sleeve = 0.22, neck = 0.17, slope = 0.5, spacing = 0.015;

  static constexpr auto fields() {
    return std::array<Field<TShirtShell>, 6>{
        {{"chest", "m", "all around", 0.05, 100, &TShirtShell::chest},
         {"length", "m", "from the hem to the shoulder", 0.05, 100, &TShirtShell::length},
         {"sleeve", "m", "length of a sleeve", 0.02, 100, &TShirtShell::sleeve},
         {"neck", "m", "width of the neck", 0.01, 100, &TShirtShell::neck},
         {"slope", "rad", "of the sleeves below the horizontal", -0.5, 1.4, &TShirtShell::slope},
         {"spacing", "m", "length of an edge", 1e-4, 10, &TShirtShell::spacing}}};
  }
  static constexpr auto words() { return std::array<WordField<TShirtShell>, 0>{}; }
  std::size_t count() const;
  /// Error E0144 when the spacing is too wide for the parts.
  QuadSheet make() const;
};

/// Two legs that share the crotch seam, which runs from front to back between two vertices where six quads
/// meet. Cuffs are at z = 0. Rims: waist, left_cuff (+x), right_cuff, cuffs.
struct TrousersShell {
  static constexpr const char* name = "trousers";
  static constexpr const char* summary = "trousers, their cuffs at z = 0, facing -y";
  static constexpr const char* rims = "waist left_cuff right_cuff cuffs";
  double waist = 0.84, hips = 1.02, cuff = 0.42, inseam = 0.78, rise = 0.26, stance = 0.22, spacing = 0.015;

  static constexpr auto fields() {
    return std::array<Field<TrousersShell>, 7>{
        {{"waist", "m", "all around", 0.05, 100, &TrousersShell::waist},
         {"hips", "m", "all around", 0.05, 100, &TrousersShell::hips},
         {"cuff", "m", "all around a cuff", 0.02, 100, &TrousersShell::cuff},
         {"inseam", "m", "from the cuff to the crotch", 0.02, 100, &TrousersShell::inseam},
         {"rise", "m", "from the crotch to the waist", 0.02, 100, &TrousersShell::rise},
         {"stance", "m", "between the middles of the cuffs", 0, 100, &TrousersShell::stance},
         {"spacing", "m", "length of an edge", 1e-4, 10, &TrousersShell::spacing}}};
  }
  static constexpr auto words() { return std::array<WordField<TrousersShell>, 0>{}; }
  std::size_t count() const;
  /// Error E0144 when the spacing is too wide for the parts.
  QuadSheet make() const;
};

}  // namespace weft
