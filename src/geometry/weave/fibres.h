/// Strands that are not knitted: a single one, a hanging bundle, a carpet, a ball of fluff.
#pragma once
#include "exec/field.h"
#include "geometry/weave/polyline.h"

namespace weft {

/// One strand, straight or a helix about the line from (ax, ay, az) to (bx, by, bz).
struct OneStrand {
  static constexpr const char* name = "strand";
  static constexpr const char* summary = "one straight or helical strand between two points";
  double ax = 0, ay = 0, az = 0, bx = 0, by = 0, bz = -1;  ///< [m]
  double curl = 0, pitch = 0.02;                           ///< [m]
  double segments = 100;

  static constexpr auto fields() {
    return std::array<Field<OneStrand>, 9>{
        {{"ax", "m", "start, along x", -1e3, 1e3, &OneStrand::ax},
         {"ay", "m", "start, along y", -1e3, 1e3, &OneStrand::ay},
         {"az", "m", "start, along z", -1e3, 1e3, &OneStrand::az},
         {"bx", "m", "end, along x", -1e3, 1e3, &OneStrand::bx},
         {"by", "m", "end, along y", -1e3, 1e3, &OneStrand::by},
         {"bz", "m", "end, along z", -1e3, 1e3, &OneStrand::bz},
         {"curl", "m", "radius of the helix; 0 is straight", 0, 10, &OneStrand::curl},
         {"pitch", "m", "length of a turn", 1e-5, 1e3, &OneStrand::pitch},
         {"segments", "1", "segments of the strand", 1, 1e7, &OneStrand::segments}}};
  }
  static constexpr auto words() { return std::array<WordField<OneStrand>, 0>{}; }
  std::size_t count() const;
  Strands make() const;
};

/// Strands that hang from z = 0 within a circle about the z axis; their roots are their upper ends.
struct HairTube {
  static constexpr const char* name = "hair_tube";
  static constexpr const char* summary = "a round bundle of straight hairs hanging along -z from their roots";
  double radius = 0.02, length = 0.3, strands = 400, segments = 60;  ///< [m], [m]
  double jitter = 0.2, seed = 1;

  static constexpr auto fields() {
    return std::array<Field<HairTube>, 6>{
        {{"radius", "m", "radius of the bundle", 1e-5, 10, &HairTube::radius},
         {"length", "m", "length of a hair", 1e-4, 1e2, &HairTube::length},
         {"strands", "1", "number of hairs", 1, 1e7, &HairTube::strands},
         {"segments", "1", "segments a hair", 1, 1e5, &HairTube::segments},
         {"jitter", "1", "disorder of the hexagonal packing, in half distances of neighbours", 0, 1,
          &HairTube::jitter},
         {"seed", "1", "another number, another disorder", 0, 9e15, &HairTube::seed}}};
  }
  static constexpr auto words() { return std::array<WordField<HairTube>, 0>{}; }
  std::size_t count() const;
  Strands make() const;
};

/// A shag carpet: tufts rooted at z = 0 in a rectangle centred at the origin.
struct Carpet {
  static constexpr const char* name = "carpet";
  static constexpr const char* summary = "a shag carpet: strands that stand on a rectangle in the xy plane";
  double width = 0.3, height = 0.3, pile = 0.04, density = 4e4;  ///< [m], [m], [m], strands [1/m^2]
  double lean = 0.35, curl = 0.003, variation = 0.15, segments = 16, seed = 1;  ///< [rad], [m]

  static constexpr auto fields() {
    return std::array<Field<Carpet>, 9>{
        {{"width", "m", "size along x", 1e-3, 1e2, &Carpet::width},
         {"height", "m", "size along y", 1e-3, 1e2, &Carpet::height},
         {"pile", "m", "length of a strand", 1e-4, 10, &Carpet::pile},
         {"density", "1/m^2", "strands a square metre", 1, 1e9, &Carpet::density},
         {"lean", "rad", "largest angle from upright, in a random direction", 0, 1.5, &Carpet::lean},
         {"curl", "m", "largest sideways bow of a strand", 0, 1, &Carpet::curl},
         {"variation", "1", "lengths differ by up to this fraction", 0, 0.9, &Carpet::variation},
         {"segments", "1", "segments a strand", 1, 1e4, &Carpet::segments},
         {"seed", "1", "another number, another carpet", 0, 9e15, &Carpet::seed}}};
  }
  static constexpr auto words() { return std::array<WordField<Carpet>, 0>{}; }
  std::size_t count() const;
  Strands make() const;
};

/// A ball of loose fibres about the origin. Each is a walk of constant step whose direction wanders and that
/// turns back at the ball's surface.
struct FibreBall {
  static constexpr const char* name = "clump";
  static constexpr const char* summary = "a ball of random curved fibres";
  double fibres = 300, length = 0.2, radius = 0.05, segments = 60, curliness = 0.5, seed = 1;

  static constexpr auto fields() {
    return std::array<Field<FibreBall>, 6>{
        {{"fibres", "1", "number of fibres", 1, 1e7, &FibreBall::fibres},
         {"length", "m", "length of a fibre", 1e-4, 1e2, &FibreBall::length},
         {"radius", "m", "radius of the ball", 1e-4, 1e2, &FibreBall::radius},
         {"segments", "1", "segments a fibre", 1, 1e5, &FibreBall::segments},
         {"curliness", "1", "0 turns only at the ball's surface, 1 turns a radian every tenth of a radius", 0,
          1, &FibreBall::curliness},
         {"seed", "1", "another number, another ball", 0, 9e15, &FibreBall::seed}}};
  }
  static constexpr auto words() { return std::array<WordField<FibreBall>, 0>{}; }
  std::size_t count() const;
  Strands make() const;
};

}  // namespace weft
