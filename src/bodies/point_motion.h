/// What points that carry mass and velocity have in common, whatever body they belong to.
///   parcel:   p = m v,   Q = m (skew C + (1 - nu) sym C)
#pragma once
#include "bodies/kernel.h"
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

/// The parcels of points, and v and C as the grid answers.
struct MotionKernel {
  FieldView x, v, C, mass;
  Real direct, mirrored;  ///< 1 - nu/2, -nu/2: what damping leaves of C and takes of its transpose

  /// |v|^2 and |C|^2.
  template <class T>
  struct Reach {
    T speed2, gradient2;
  };
  template <class T>
  WEFT_HD ParcelOf<T> load(std::size_t i) const {
    ParcelOf<T> out;
    out.m = load_points<T>(mass.group(i, 0));
    for (int a = 0; a < 3; ++a) {
      out.x[a] = load_points<T>(x.group(i, a));
      out.p[a] = load_points<T>(v.group(i, a)) * out.m;
      for (int b = 0; b < 3; ++b)
        out.Q(a, b) = out.m * (load_points<T>(C.group(i, 3 * a + b)) * T(direct) +
                               load_points<T>(C.group(i, 3 * b + a)) * T(mirrored));
    }
    return out;
  }
  template <class T>
  WEFT_HD Reach<T> unload(std::size_t i, const AnswerOf<T>& in) const {
    T v2 = Real(0), c2 = Real(0);
    for (int a = 0; a < 3; ++a) {
      v2 += in.v(a) * in.v(a);
      store_points(in.v(a), v.group(i, a));
      for (int b = 0; b < 3; ++b) {
        c2 += in.C(a, b) * in.C(a, b);
        store_points(in.C(a, b), C.group(i, 3 * a + b));
      }
    }
    return {v2, c2};
  }
};
static_assert(std::is_trivially_copyable_v<MotionKernel>);

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
