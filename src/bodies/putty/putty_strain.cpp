/// PuttyBody: how points strain and flow.
#include <algorithm>
#include <atomic>
#include <cmath>

#include "bodies/putty/putty_body.h"
#include "bodies/putty/putty_flow.h"
#include "math/svd.h"

namespace weft {

/// F from where the kept neighbours are.
void PuttyBody::find_gradients() {
  parallel_each(size(), kPuttyChunk, [&](std::size_t i) {
    Mat3d sum = Mat3d::zero();
    near_.each(i, [&](std::uint32_t j, const Link<Real>& out) {
      sum += outer(x_[j] - x_[i], Vec3d{{out.wp[0], out.wp[1], out.wp[2]}});
    });
    const Mat3d F = sum * near_.moments(i).inverse.as<double>();
    F_[i] = F;
    if (near_.moments(i).rank == 3) return;
    Mat3d U, V;
    Vec3d s;
    svd(F, U, s, V);
    for (int k = near_.moments(i).rank; k < 3; ++k) s[k] = 1;
    F_[i] = U * Mat3d::diagonal(s) * transpose(V);
  });
}

/// F <- F + A, then F <- F V diag(1/s_p) V^T.
void PuttyBody::strain_and_flow(double dt) {
  using P = Pack<Real>;
  const PuttyLaw& law = options_.material;
  const double flow = flow_of_step(law, dt);
  const bool flows = law.yield_stress < kNeverYields && flow > 0;
  response_.gradients(u_, A_);
  std::atomic<bool> any = false;
  parallel_chunks(size(), kPatch, [&](Range r) {
    alignas(64) Real lane[9][P::width];
    for (std::size_t i = r.begin; i < r.end; i += std::size_t(P::width)) {
      const std::size_t count = std::min(std::size_t(P::width), r.end - i);
      for (std::size_t l = 0; l < std::size_t(P::width); ++l) {
        const std::size_t at = i + std::min(l, count - 1);
        if (l < count && near_.moments(at).rank == 3) F_[at] += A_[at].as<double>();
        for (int c = 0; c < 9; ++c) lane[c][l] = Real(F_[at](c / 3, c % 3));
      }
      Mat3<P> F, U, V;
      Vec3<P> s;
      for (int c = 0; c < 9; ++c) F(c / 3, c % 3) = P::load_aligned(lane[c]);
      svd(F, U, s, V);
      if (flows) {
        for (std::size_t l = 0; l < std::size_t(P::width); ++l)
          lane[0][l] = Real(hardened_[i + std::min(l, count - 1)]);
        const P before = P::load_aligned(lane[0]);
        const PuttyFlow<P> f = putty_flow(law, flow, s, before);
        Vec3<P> inverse;
        for (int k = 0; k < 3; ++k) inverse[k] = P(1) / f.plastic[k], s[k] = s[k] * inverse[k];
        const auto flowed = f.hardened > before;
        const Mat3<P> B = V * Mat3<P>::diagonal(inverse) * transpose(V);
        for (int c = 0; c < 9; ++c) B(c / 3, c % 3).store_aligned(lane[c]);
        for (std::size_t l = 0; l < count; ++l) {
          if (!flowed[int(l)] || near_.moments(i + l).rank < 3) continue;
          Mat3d b;
          for (int c = 0; c < 9; ++c) b(c / 3, c % 3) = double(lane[c][l]);
          // Exactly of determinant 1: volume is kept whatever the digits of a Real.
          F_[i + l] = F_[i + l] * b * (1 / std::cbrt(determinant(b)));
          hardened_[i + l] = double(f.hardened[int(l)]);
          any.store(true, std::memory_order_relaxed);
        }
      }
      for (std::size_t l = 0; l < count; ++l) {
        stretch_[i + l] = s[0][int(l)];
        if (near_.moments(i + l).rank < 3) strain_flat(i + l, flows ? flow : 0);
      }
    }
  });
  if (any) touched_ = 1;  // what its forces were before it flowed is not what they are now
}

/// Neighbours in a plane, in a line, or none: what they do not span keeps its stretch of 1.
void PuttyBody::strain_flat(std::size_t i, double flow) {
  const Mat3d F = F_[i] * near_.span_of(i).as<double>() + A_[i].as<double>();
  Mat3d U, V;
  Vec3d s;
  svd(F, U, s, V);
  for (int k = near_.moments(i).rank; k < 3; ++k) s[k] = 1;
  if (flow > 0) {
    const PuttyFlow<double> f = putty_flow(options_.material, flow, s, hardened_[i]);
    for (int k = 0; k < 3; ++k) s[k] /= f.plastic[k];
    hardened_[i] = f.hardened;
  }
  F_[i] = U * Mat3d::diagonal(s) * transpose(V);
  stretch_[i] = Real(std::max({s[0], s[1], s[2]}));
}

}  // namespace weft
