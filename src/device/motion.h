/// What moves by itself, obstacles and pins, has two tables: `now`, where it is when the step ends whose points move
/// (control.time), and `next`, the end of the step whose dt parcels carry (control.ahead). When a step is accepted
/// `next` becomes `now` as it is.
///   next accepted:   now <-> next,  then next at ahead
///   next refused:    next at ahead
/// Whether that has been done already is seen from the times, so that it may be asked for at any time.
#pragma once
#include "device/control.h"
#include "geometry/surface_motion.h"

namespace weft::WEFT_DEVICE {

/// Which step's end.
enum class At : int { now, next };

/// The times of the two tables.
struct Tables {
  double start[2], end[2];  ///< of the steps that end there [s]
  int present;              ///< which of the two is `now`
  unsigned make;            ///< bits: those that kernels must fill
  int accepted;             ///< the last turn made `next` to `now`

  WEFT_KERNEL int side(At at) const { return at == At::now ? present : present ^ 1; }
};

/// Tables as control wants them; one thread does it.
WEFT_KERNEL void turn_tables(Tables& t, const Control& c) {
  t.make = 0;
  t.accepted = 0;
  if (!(t.end[t.present] == c.time)) {
    if (t.end[t.present ^ 1] == c.time) {
      t.present ^= 1;
      t.accepted = 1;
    } else {
      t.start[t.present] = t.end[t.present] = c.time;
      t.make |= 1u << t.present;
    }
  }
  const int next = t.present ^ 1;
  if (!(t.end[next] == c.ahead && t.start[next] == c.time)) {
    t.start[next] = c.time, t.end[next] = c.ahead;
    t.make |= 1u << next;
  }
}

/// Times in an array.
struct TimesAt {
  const double* at;
  WEFT_KERNEL double operator()(std::size_t i) const { return at[i]; }
};
WEFT_KERNEL Between time_between(const double* times, std::size_t count, double t) {
  return locate(t, count, TimesAt{times});
}

/// A surface that deforms: its vertices at given times (geometry/surface_motion.h).
struct SurfaceView {
  const std::uint32_t* triangle;  ///< three vertices each
  const double* times;
  const Vec3d* positions;  ///< vertices of the first time, of the second, ...
  std::size_t frames, vertices;

  WEFT_KERNEL Moving frame(const SurfaceAnchor& at, const Between& when) const {
    const Vec3d *from = positions + when.from * vertices, *to = positions + when.to * vertices;
    Vec3d x[3], v[3];
    for (int k = 0; k < 3; ++k) {
      const std::uint32_t i = triangle[3 * at.triangle + std::uint32_t(k)];
      x[k] = from[i] * (1 - when.s) + to[i] * when.s;
      v[k] = (to[i] - from[i]) * when.rate;
    }
    return frame_on_triangle(x, v, at.p, at.q);
  }
};

}  // namespace weft::WEFT_DEVICE
