/// What points that carry mass and velocity have in common, whatever body they belong to.
///   parcel:   p = m v,   Q = m (skew C + (1 - nu) sym C)
#pragma once
#include "bodies/pins.h"
#include "bodies/point_field.h"

namespace weft {

inline Vec3d vector_at(const PointField& f, std::size_t i) { return {{f(i, 0), f(i, 1), f(i, 2)}}; }
inline void set_vector(PointField& f, std::size_t i, const Vec3d& v) {
  for (int a = 0; a < 3; ++a) f(i, a) = Real(v[a]);
}

/// The largest of a batch.
struct BatchMotion {
  Real speed2 = 0, gradient2 = 0;
};

/// C <- C + (rate - C n) n^T; returns rate - C n.
Vec3d set_along(PointField& C, std::size_t i, const Vec3d& n, const Vec3d& rate);
void copy_positions(const PointField& f, Range r, Real* x, Real* y, Real* z);
/// The parcels of points r, nu = damping.
struct MovingPoints {
  const PointField &x, &v, &C, &mass;
};
void load_motion(Range r, const MovingPoints& points, double damping, ParcelBatch& out);
/// v and C as the grid answers.
BatchMotion take_motion(Range r, const AnswerBatch& in, PointField& v, PointField& C);

}  // namespace weft
