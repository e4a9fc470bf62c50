/// Knitted fabric, loop by loop, in fabric coordinates: x across the wales, y up the courses, z out of the
/// face. One stitch, t = -pi .. pi, with its middle at the origin:
///   x = W (t + a sin 2t) / 2 pi,   y = 0.8 H cos t,   z = d zeta(t)
/// Its foot is at t = +-pi, its legs at +-pi/2, its head at 0. zeta has a lobe for each of these, between the
/// zeros of cos 2t. A knit stitch (sign +1) has its legs in front and foot and head behind, zeta = -cos 2t,
/// a purl stitch (sign -1) the reverse. How a loop passes through the loop below is the sign of the upper
/// stitch: so the lower half of a stitch takes its own sign and the upper half that of the stitch above;
/// where two signs meet, in a leg (garter) or between two wales (rib), the lobe changes sides smoothly.
///
/// With a = 1.4 and d = 0.15 W the middles of two yarns stay 0.18 W apart for H = 0.7 .. 0.9 W and any mix of
/// stitches, 0.165 W where lifelines pass: a yarn thinner than that touches nothing.
#pragma once
#include <functional>
#include <string>

#include "geometry/weave/polyline.h"

namespace weft {

/// Which stitches are purled.
struct KnitPattern {
  enum Kind { stockinette, rib, garter, moss } kind = stockinette;
  std::int64_t repeat = 1;  ///< wales per rib
  KnitPattern() = default;
  KnitPattern(const std::string& word, double repeat);
  /// +1 knit, -1 purl.
  int sign(std::int64_t course, std::int64_t wale) const;
};

/// Stitches of one course that follow each other in a yarn.
struct Run {
  std::int64_t course, first, last;  ///< wales first .. last - 1
  bool leftward = false;
};

struct Knitter {
  double width = 0.005, height = 0.004;  ///< W, H of a stitch [m]
  double depth = 0.00075;                ///< d [m]
  KnitPattern pattern;
  std::int64_t courses = 1;  ///< the last one has nothing above it
  std::int64_t round = 0;    ///< stitches per round when the fabric is one spiral; then runs have course 0
  double climb = 0;          ///< courses that the fabric rises per stitch: 1/round in a spiral
  int samples = 64;          ///< points per stitch

  /// A point of a stitch; t as above.
  Vec3d point(std::int64_t course, std::int64_t wale, double t) const;
  /// Appends a run to a yarn; from the run before it the yarn turns round the edge in an arc.
  void knit(std::vector<Vec3d>& yarn, const Run& run) const;
  /// A yarn threaded through the heads (`top`) or feet of a run, behind one leg and before the next, so that
  /// they cannot slip out: it stands for a bound-off or cast-on edge. Empty for an empty run.
  std::vector<Vec3d> lifeline(const Run& run, bool top) const;
  /// Length of yarn in a knit stitch [m].
  double stitch_length() const;

 private:
  int sign(std::int64_t course, std::int64_t wale) const;
  int sign_above(std::int64_t course, std::int64_t wale) const;
};

/// A place of the fabric in space, for its coordinates x, y.
using Drape = std::function<Vec3d(double x, double y)>;

/// Lays yarns given in fabric coordinates onto a surface in space.
struct YarnLayer {
  Drape drape;
  Ply ply;
  double step = 1e-3;  ///< length of a segment [m]

  /// Adds one strand per ply; nothing for an empty yarn.
  void lay(Strands& strands, const std::vector<Vec3d>& yarn) const;
};

}  // namespace weft
