/// Flat control meshes: plates, discs, ribbons, cards. Quads have edges of about `spacing`.
#pragma once
#include <string>

#include "exec/field.h"
#include "geometry/shells/quad_sheet.h"

namespace weft {

/// A rectangle in the xy plane, centred at the origin, seen from +z. Rims: left, right, bottom,
/// top, ends, all.
struct PlateShell {
  static constexpr const char* name = "plate";
  static constexpr const char* summary = "a flat rectangle in the xy plane";
  static constexpr const char* rims = "left right bottom top ends all";
  double width = 1, height = 1, spacing = 0.01;  ///< [m]

  static constexpr auto fields() {
    return std::array<Field<PlateShell>, 3>{
        {{"width", "m", "size along x, the warp", 1e-4, 1e3, &PlateShell::width},
         {"height", "m", "size along y, the weft", 1e-4, 1e3, &PlateShell::height},
         {"spacing", "m", "length of an edge", 1e-5, 10, &PlateShell::spacing}}};
  }
  static constexpr auto words() { return std::array<WordField<PlateShell>, 0>{}; }
  std::size_t count() const;
  QuadSheet make() const;
};

/// A disc in the xy plane, seen from +z: a square of quads in the middle and rings around it. Rims: rim, all.
struct DiscShell {
  static constexpr const char* name = "disc";
  static constexpr const char* summary = "a flat disc in the xy plane";
  static constexpr const char* rims = "rim all";
  double radius = 0.5, spacing = 0.01;  ///< [m]

  static constexpr auto fields() {
    return std::array<Field<DiscShell>, 2>{
        {{"radius", "m", "radius", 1e-4, 1e3, &DiscShell::radius},
         {"spacing", "m", "length of an edge", 1e-5, 10, &DiscShell::spacing}}};
  }
  static constexpr auto words() { return std::array<WordField<DiscShell>, 0>{}; }
  std::size_t count() const;
  QuadSheet make() const;
};

/// A long strip. Flat along x and centred; or coiled about the z axis, hanging down from z = 0 with the
/// strip's middle line on a helix of that many turns and that radius; or rolled up into a flat spiral that
/// starts at that radius. Rims: start, end, ends.
struct RibbonShell {
  static constexpr const char* name = "ribbon";
  static constexpr const char* summary = "a long strip: flat along x, or a helix that hangs down along z";
  static constexpr const char* rims = "start end ends";
  double length = 1, width = 0.02, spacing = 0.005, turns = 0, radius = 0.03;  ///< [m], turns [1]

  static constexpr auto fields() {
    return std::array<Field<RibbonShell>, 5>{
        {{"length", "m", "along its middle line", 1e-4, 1e3, &RibbonShell::length},
         {"width", "m", "across", 1e-4, 1e3, &RibbonShell::width},
         {"spacing", "m", "length of an edge", 1e-5, 10, &RibbonShell::spacing},
         {"turns", "1", "of the helix; 0: flat", 0, 1e4, &RibbonShell::turns},
         {"radius", "m", "of the helix", 1e-4, 1e3, &RibbonShell::radius}}};
  }
  static constexpr auto words() { return std::array<WordField<RibbonShell>, 0>{}; }
  std::size_t count() const;
  /// Error E0144 when the turns take more than the length.
  QuadSheet make() const;
};

/// Many rectangles in one object: a deck lies in the xy plane, card on card upwards from z = 0, each shifted
/// by `shift` along x; a_frames are pairs of cards that lean on each other, side by side along x. Rims:
/// bottom (the lowest card, or the feet), top.
struct CardsShell {
  static constexpr const char* name = "cards";
  static constexpr const char* summary = "playing cards: a deck, or pairs that lean on each other";
  static constexpr const char* rims = "bottom top";
  double cards = 10, width = 0.063, height = 0.088, gap = 0.002, shift = 0, lean = 0.4, spacing = 0.008;
  std::string arrangement = "deck";

  static constexpr auto fields() {
    return std::array<Field<CardsShell>, 7>{
        {{"cards", "1", "how many", 1, 1e5, &CardsShell::cards},
         {"width", "m", "of a card along x", 1e-4, 1e3, &CardsShell::width},
         {"height", "m", "of a card along y, or up", 1e-4, 1e3, &CardsShell::height},
         {"gap", "m", "deck: from card to card; a_frames: between the tops of a pair", 0, 1e3,
          &CardsShell::gap},
         {"shift", "m", "deck: each card is that much farther along x than the one below", -1e3, 1e3,
          &CardsShell::shift},
         {"lean", "rad", "a_frames: angle of a card to the vertical", 0.01, 1.5, &CardsShell::lean},
         {"spacing", "m", "length of an edge", 1e-5, 10, &CardsShell::spacing}}};
  }
  static constexpr auto words() {
    return std::array<WordField<CardsShell>, 1>{
        {{"arrangement", "deck a_frames", "how the cards are laid", &CardsShell::arrangement}}};
  }
  std::size_t count() const;
  QuadSheet make() const;
};

}  // namespace weft
