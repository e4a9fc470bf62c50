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

/// Kernels write through their views only what is theirs to write: `load` reads.
static FieldView view(const PointField& f) { return const_cast<PointField&>(f).view(); }

void load_motion(Range r, const MovingPoints& points, double damping, ParcelBatch& out) {
  const MotionKernel kernel{view(points.x),    view(points.v),          view(points.C),
                            view(points.mass), Real(1 - 0.5 * damping), Real(-0.5 * damping)};
  for (std::size_t i = r.begin; i < r.end; i += P::width) {
    const std::size_t at = i - r.begin;
    const ParcelOf<P> q = kernel.load<P>(i);
    q.m.store(&out.m[at]);
    for (int a = 0; a < 3; ++a) {
      q.x[a].store(&out.x[a][at]);
      q.p[a].store(&out.p[a][at]);
      for (int b = 0; b < 3; ++b) q.Q(a, b).store(&out.Q[b][a][at]);
    }
  }
}

BatchMotion take_motion(Range r, const AnswerBatch& in, PointField& v, PointField& C) {
  const MotionKernel kernel{{}, v.view(), C.view(), {}, 0, 0};
  P speed2 = Real(0), gradient2 = Real(0);
  for (std::size_t i = r.begin; i < r.end; i += P::width) {
    const std::size_t at = i - r.begin;
    AnswerOf<P> answer;
    for (int a = 0; a < 3; ++a) {
      answer.velocity[a] = P::load(&in.v[a][at]);
      for (int b = 0; b < 3; ++b) answer.affine(a, b) = P::load(&in.C[b][a][at]);
    }
    const auto reach = kernel.unload(i, answer);
    speed2 = max(speed2, reach.speed2);
    gradient2 = max(gradient2, reach.gradient2);
  }
  return {horizontal_max(speed2), horizontal_max(gradient2)};
}

}  // namespace weft
