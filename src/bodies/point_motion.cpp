#include "bodies/point_motion.h"

namespace weft {

using P = Pack<Real>;

Vec3d set_along(PointField& C, std::size_t i, const Vec3d& n, const Vec3d& rate) {
  Vec3d off = rate;
  for (int a = 0; a < 3; ++a) {
    for (int b = 0; b < 3; ++b) off[a] -= double(C(i, 3 * a + b)) * n[b];
    for (int b = 0; b < 3; ++b) C(i, 3 * a + b) += Real(off[a] * n[b]);
  }
  return off;
}

void copy_positions(const PointField& f, Range r, Real* x, Real* y, Real* z) {
  for (std::size_t g = r.begin; g < r.end; g += kGroup) {
    const std::size_t n = std::min(kGroup, r.end - g), at = g - r.begin;
    std::copy_n(f.group(g, 0), n, x + at);
    std::copy_n(f.group(g, 1), n, y + at);
    std::copy_n(f.group(g, 2), n, z + at);
  }
}

void load_motion(Range r, const MovingPoints& points, double damping, ParcelBatch& out) {
  const P direct = Real(1 - 0.5 * damping), mirrored = Real(-0.5 * damping);
  for (std::size_t i = r.begin; i < r.end; i += P::width) {
    const std::size_t at = i - r.begin;
    const P m = P::load(points.mass.group(i, 0));
    m.store(&out.m[at]);
    for (int a = 0; a < 3; ++a) {
      P::load(points.x.group(i, a)).store(&out.x[a][at]);
      (P::load(points.v.group(i, a)) * m).store(&out.p[a][at]);
      for (int b = 0; b < 3; ++b)
        (m *
         (P::load(points.C.group(i, 3 * a + b)) * direct + P::load(points.C.group(i, 3 * b + a)) * mirrored))
            .store(&out.Q[b][a][at]);
    }
  }
}

BatchMotion take_motion(Range r, const AnswerBatch& in, PointField& v, PointField& C) {
  P speed2 = Real(0), gradient2 = Real(0);
  for (std::size_t i = r.begin; i < r.end; i += P::width) {
    const std::size_t at = i - r.begin;
    P v2 = Real(0), c2 = Real(0);
    for (int a = 0; a < 3; ++a) {
      const P u = P::load(&in.v[a][at]);
      v2 += u * u;
      u.store(v.group(i, a));
      for (int b = 0; b < 3; ++b) {
        const P c = P::load(&in.C[b][a][at]);
        c2 += c * c;
        c.store(C.group(i, 3 * a + b));
      }
    }
    speed2 = max(speed2, v2);
    gradient2 = max(gradient2, c2);
  }
  return {horizontal_max(speed2), horizontal_max(gradient2)};
}

}  // namespace weft
