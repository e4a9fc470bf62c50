/// Knits: a flat piece or tube, a poncho. (stitches.h has the loops.)
#pragma once
#include "exec/field.h"
#include "geometry/weave/stitches.h"

namespace weft {

/// What all knits share: gauge, yarn, pattern.
template <class Maker>
struct Knitted {
  double loop_width = 0.005, loop_height = 0.004;  ///< [m]
  double depth = 0.15;                             ///< in loop widths
  double plies = 1, ply_radius = 0.0004;           ///< [1], [m]
  double twist = 60;                               ///< [1/m]
  double segments = 20, rib = 1;                   ///< per loop; wales per rib
  std::string pattern = "stockinette";

  static constexpr std::array<Field<Maker>, 8> knit_fields() {
    return {
        {{"loop_width", "m", "width of a stitch: one over the stitches a metre", 1e-4, 1, &Maker::loop_width},
         {"loop_height", "m", "height of a stitch: one over the courses a metre; best 0.7 to 0.9 widths",
          1e-4, 1, &Maker::loop_height},
         {"depth", "1", "how far yarns stand out of the fabric, in loop widths; below 0.15 they touch", 0, 1,
          &Maker::depth},
         {"plies", "1", "strands twisted into a yarn", 1, 4, &Maker::plies},
         {"ply_radius", "m", "radius of a strand; the whole yarn should be thinner than 0.16 loop widths",
          1e-6, 0.5, &Maker::ply_radius},
         {"twist", "1/m", "turns of the plies a metre of yarn", 0, 1e4, &Maker::twist},
         {"segments", "1", "segments a loop; at least 8 a turn of the plies are taken", 8, 256,
          &Maker::segments},
         {"rib", "1", "wales a rib (pattern rib, moss)", 1, 1000, &Maker::rib}}};
  }
  static constexpr std::array<WordField<Maker>, 1> knit_words() {
    return {{{"pattern", "stockinette rib garter moss", "which stitches are purled", &Maker::pattern}}};
  }

  Ply ply() const { return {int(std::lround(plies)), ply_radius, twist}; }
  /// `round` stitches per round make a spiral.
  Knitter knitter(std::int64_t courses, std::int64_t round = 0) const {
    Knitter k = plain();
    k.pattern = KnitPattern(pattern, rib);
    k.courses = courses;
    k.round = round;
    k.climb = round > 0 ? 1 / double(round) : 0;
    k.samples = int(4 * loop_segments());
    return k;
  }
  /// Segments per loop: what is asked for, but enough to follow the plies.
  double loop_segments() const {
    const double turns = plies < 1.5 ? 0 : twist * plain().stitch_length();
    return std::max(std::round(segments), std::ceil(8 * turns));
  }
  YarnLayer layer(const Drape& drape) const {
    return {drape, ply(), plain().stitch_length() / loop_segments()};
  }
  /// Vertices of so many loops; arcs at the edges and lifelines add a few per cent.
  std::size_t loop_vertices(double loops) const {
    return std::size_t(loops * loop_segments() * std::round(plies));
  }

 private:
  Knitter plain() const {
    Knitter k;
    k.width = loop_width;
    k.height = loop_height;
    k.depth = depth * loop_width;
    return k;
  }
};

/// A flat piece in the xy plane, centred at the origin, its face towards +z; or a tube about the z axis, face
/// outwards. A tube is one yarn in a spiral. Edges that would unravel are held by lifelines: a yarn threaded
/// through the loops of the first and of the last course, as knitters do.
struct KnitPiece : Knitted<KnitPiece> {
  static constexpr const char* name = "knit";
  static constexpr const char* summary = "a knitted piece, flat or a tube, loop by loop";
  double wales = 30, courses = 30;
  std::string tube = "no", yarn = "continuous", ends = "bound";

  static constexpr auto fields() {
    return join(
        std::array<Field<KnitPiece>, 2>{{{"wales", "1", "stitches in a course", 2, 1e5, &KnitPiece::wales},
                                         {"courses", "1", "rows of stitches", 1, 1e5, &KnitPiece::courses}}},
        knit_fields());
  }
  static constexpr auto words() {
    return join(
        std::array<WordField<KnitPiece>, 3>{
            {{"tube", "no yes", "closed to a tube of circumference wales times loop_width", &KnitPiece::tube},
             {"yarn", "continuous courses",
              "of a flat piece: one yarn that turns at the edges, or one a course", &KnitPiece::yarn},
             {"ends", "bound live",
              "whether a yarn holds the loops of the first and last course; live ones can unravel",
              &KnitPiece::ends}}},
        knit_words());
  }
  std::size_t count() const { return loop_vertices(std::round(wales) * std::round(courses)); }
  Strands make() const;
};

/// A square piece in the xy plane with a rectangular opening for the neck. A second yarn knits one side of
/// the opening, as knitters do.
struct PonchoKnit : Knitted<PonchoKnit> {
  static constexpr const char* name = "poncho";
  static constexpr const char* summary = "a knitted rectangle in the xy plane with an opening for the neck";
  double width = 0.9, height = 0.9, neck_width = 0.28, neck_height = 0.12;  ///< [m]

  PonchoKnit() {
    loop_width = 0.01;
    loop_height = 0.008;
    ply_radius = 0.0008;
    twist = 30;
  }
  static constexpr auto fields() {
    return join(
        std::array<Field<PonchoKnit>, 4>{
            {{"width", "m", "size along the courses", 1e-2, 1e2, &PonchoKnit::width},
             {"height", "m", "size along the wales", 1e-2, 1e2, &PonchoKnit::height},
             {"neck_width", "m", "opening along the courses", 1e-3, 1e2, &PonchoKnit::neck_width},
             {"neck_height", "m", "opening along the wales", 1e-3, 1e2, &PonchoKnit::neck_height}}},
        knit_fields());
  }
  static constexpr auto words() { return knit_words(); }
  std::size_t count() const;
  Strands make() const;
};

}  // namespace weft
