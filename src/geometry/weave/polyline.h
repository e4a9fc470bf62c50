/// Curves given by points: lengths, even spacing, plies twisted about them.
#pragma once
#include <span>

#include "geometry/weave/thin.h"

namespace weft {

/// Sum of the lengths of the segments [m].
double polyline_length(std::span<const Vec3d> points);

/// A place on a polyline: a fraction of one of its segments.
struct Station {
  std::size_t segment;
  double f;  ///< 0..1
};
/// `segments` + 1 places at equal distances along a polyline, its ends included.
std::vector<Station> stations(std::span<const Vec3d> points, std::size_t segments);
/// What a list of vectors is at a place, linearly between its entries.
Vec3d at_station(std::span<const Vec3d> list, const Station& place);

/// The polyline through `segments` + 1 points at equal distances along another one.
std::vector<Vec3d> resample(std::span<const Vec3d> points, std::size_t segments);

/// Adds a strand.
void add_strand(Strands& strands, std::span<const Vec3d> points);

/// A yarn: plies of round section that touch each other, twisted about the yarn's middle.
///   one ply: the middle itself.   p plies: helices of radius  a = ply_radius / sin(pi/p).
struct Ply {
  int plies = 1;
  double radius = 0.0004;  ///< of one ply [m]
  double twist = 50;       ///< turns a metre

  double offset() const;       ///< a [m]
  double yarn_radius() const;  ///< a + ply radius [m]
};

/// Adds one strand per ply. `across` is, at each point, any direction that is not along the curve; the plies'
/// phase is measured from it, so it should turn as little as possible.
void add_yarn(Strands& strands, std::span<const Vec3d> middle, std::span<const Vec3d> across, const Ply& ply);

}  // namespace weft
