#include "bodies/putty/elasticity.h"

#include "math/svd.h"

namespace weft {

template <class S>
void Elasticity<S>::begin(std::span<const Mat3d> F) {
  F_ = F;
  frame_.resize(F.size());
  T_.resize(F.size());
}

/// Two sums side by side: an addition need not wait for the one before.
template <class S>
LinkSum<S> Elasticity<S>::sum_out(std::size_t i, const Quads<S>& u) const {
  const Patch<S>& p = near_.patch(i / kPatch);
  LinkSum<S> sum, more;
  std::uint32_t k = p.begin[i % kPatch];
  const std::uint32_t end = p.begin[i % kPatch + 1];
  const Quad<S> own = u[i];
  for (; k + 1 < end; k += 2) {
    sum.outer(u[p.other[k]], own, p.out[k].wp);
    more.outer(u[p.other[k + 1]], own, p.out[k + 1].wp);
  }
  if (k < end) sum.outer(u[p.other[k]], own, p.out[k].wp);
  sum += more;
  return sum;
}

template <class S>
void Elasticity<S>::gradients(const Quads<S>& u, std::span<Mat3<S>> A) const {
  parallel_chunks(A.size(), kPatch, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i)
      A[i] = sum_out(i, u).total().matrix() * near_.moments(i).inverse;
  });
}

/// F as the neighbours know it: null directions of a flat neighbourhood do not count.
template <class S>
Mat3<S> Elasticity<S>::raw(std::size_t i) const {
  const Mat3<S> F = F_[i].template as<S>();
  return near_.moments(i).rank == 3 ? F : F * near_.span_of(i);
}

template <class S>
void Elasticity<S>::freeze(std::span<const Mat3<S>> A) {
  using P = Pack<S>;
  parallel_chunks(frame_.size(), kPatch, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; i += std::size_t(P::width)) {
      const std::size_t count = std::min(std::size_t(P::width), r.end - i);
      alignas(64) S lane[9][P::width];
      for (std::size_t l = 0; l < std::size_t(P::width); ++l) {
        const std::size_t at = i + std::min(l, count - 1);
        Mat3<S> F = raw(at);
        if (!A.empty()) F += A[at];
        for (int c = 0; c < 9; ++c) lane[c][l] = F(c / 3, c % 3);
      }
      Mat3<P> F, U, V;
      Vec3<P> s;
      for (int c = 0; c < 9; ++c) F(c / 3, c % 3) = P::load_aligned(lane[c]);
      svd(F, U, s, V);
      const Mat3<P> R = U * transpose(V);
      for (int c = 0; c < 9; ++c) R(c / 3, c % 3).store_aligned(lane[c]);
      for (std::size_t l = 0; l < count; ++l) {
        Frame& f = frame_[i + l];
        for (int c = 0; c < 9; ++c) f.R(c / 3, c % 3) = lane[c][l];
        // Rotations to the last digit: e0 is a small difference. R <- R (3 - R^T R)/2 squares what is
        // missing.
        Mat3d R = f.R.template as<double>();
        R = R * (Mat3d::identity() * 1.5 - transpose(R) * R * 0.5);
        f.R = R.as<S>();
        const Mat3d F0 = near_.moments(i + l).rank == 3 ? F_[i + l] : raw(i + l).template as<double>();
        Mat3d e = symmetric_part(transpose(R) * F0) - Mat3d::identity();
        if (near_.moments(i + l).rank < 3) {
          const Mat3d Q = near_.span_of(i + l).template as<double>();
          e = Q * e * Q;
        }
        f.e0 = e.as<S>();
      }
    }
  });
}

/// sym(R^T A), in the directions the neighbours span.
template <class S>
Mat3<S> Elasticity<S>::strain(std::size_t i, const Mat3<S>& A) const {
  const Mat3<S> e = symmetric_part(transpose(frame_[i].R) * A);
  if (near_.moments(i).rank == 3) return e;
  const Mat3<S> Q = near_.span_of(i);
  return Q * e * Q;
}

template <class S>
void Elasticity<S>::apply(const Quads<S>& u, bool whole, Quads<S>& y) {
  const S mu2 = S(2 * c_.mu), lambda = S(c_.lambda), volume = S(c_.volume);
  parallel_chunks(frame_.size(), kPatch, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const Moments<S>& m = near_.moments(i);
      const Columns4<S> sum = sum_out(i, u).total();
      const Mat3<S> A = sum.matrix() * m.inverse;
      Mat3<S> e = strain(i, A);
      if (whole) e += frame_[i].e0;
      Mat3<S> s = e * mu2;
      // In a flat neighbourhood M^-1 takes away what lambda adds across it.
      const S pressure = lambda * trace(e);
      for (int a = 0; a < 3; ++a) s(a, a) += pressure;
      const S k = kappa(i);
      const Mat3<S> T = frame_[i].R * (s * m.inverse) * volume - A * k;
      T_[i].set(T, quad<S>(u[i].vector() * -k, k));
      y[i] = quad(-(T * m.first) - sum.last() * k);
    }
  });
  parallel_chunks(frame_.size(), kPatch, [&](Range r) {
    const Patch<S>& p = near_.patch(r.begin / kPatch);
    for (std::size_t i = r.begin; i < r.end; ++i) {
      LinkSum<S> sum, more;
      std::uint32_t k = p.begin[i - r.begin];
      const std::uint32_t end = p.begin[i - r.begin + 1];
      for (; k + 1 < end; k += 2) {
        sum.columns(T_[p.other[k]], p.in[k].wp);
        more.columns(T_[p.other[k + 1]], p.in[k + 1].wp);
      }
      if (k < end) sum.columns(T_[p.other[k]], p.in[k].wp);
      sum += more;
      const Columns4<S> t = sum.total();
      for (int a = 0; a < 3; ++a)
        y[i].e[a] += (t.e[a] + t.e[4 + a]) + (t.e[8 + a] + (t.e[12 + a] + t.e[15] * u[i].e[a]));
    }
  });
}

/// A link with b = R M^-1 (w p) adds  vol (mu |b|^2 I + (lambda + mu) b b^T)  to both its ends; of a point's
/// own links only their sum counts.
template <class S>
void Elasticity<S>::diagonal(std::span<Mat3<S>> D) {
  parallel_chunks(D.size(), kPatch, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i)
      T_[i].set(frame_[i].R * near_.moments(i).inverse, Quad<S>{});
  });
  const S mu = S(c_.mu), both = S(c_.lambda + c_.mu), volume = S(c_.volume);
  parallel_chunks(D.size(), kPatch, [&](Range r) {
    const Patch<S>& p = near_.patch(r.begin / kPatch);
    for (std::size_t i = r.begin; i < r.end; ++i) {
      LinkSum<S> sum;
      for (std::uint32_t k = p.begin[i - r.begin]; k < p.begin[i - r.begin + 1]; ++k)
        sum.square(T_[p.other[k]], p.in[k].wp);
      Mat3<S> B = sum.total().matrix();
      const Vec3<S> b = T_[i].matrix() * near_.moments(i).first;
      B += outer(b, b);
      const S t = mu * trace(B), k = S(2) * kappa(i) * near_.moments(i).weight;
      D[i] = B * (both * volume);
      for (int a = 0; a < 3; ++a) D[i](a, a) += t * volume + k;
    }
  });
}

template <class S>
double Elasticity<S>::energy(const Quads<S>& u) const {
  return c_.volume * reduce_chunks(
                         frame_.size(), kPatch, 0.0,
                         [&](Range r) {
                           double sum = 0;
                           for (std::size_t i = r.begin; i < r.end; ++i) {
                             const Mat3<S> A = sum_out(i, u).total().matrix() * near_.moments(i).inverse;
                             const Mat3d e = (strain(i, A) + frame_[i].e0).template as<double>();
                             sum += c_.mu * inner(e, e) + 0.5 * c_.lambda * square(trace(e));
                           }
                           return sum;
                         },
                         [](double a, double b) { return a + b; });
}

template <class S>
void Elasticity<S>::control_force(std::span<const Vec3d> x, Quads<S>& y) const {
  parallel_chunks(frame_.size(), kPatch, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      Vec3d sum = Vec3d::zero();
      const double own = double(kappa(i));
      near_.each(i, [&](std::uint32_t j, const Link<S>& out, const Link<S>& in) {
        const Vec3d d = x[j] - x[i];
        const Vec3d wp{{out.wp[0], out.wp[1], out.wp[2]}}, back{{in.wp[0], in.wp[1], in.wp[2]}};
        sum -= (d * double(out.w) - F_[i] * wp) * own;
        sum -= (d * double(in.w) + F_[j] * back) * double(kappa(j));
      });
      for (int a = 0; a < 3; ++a) y[i].e[a] += S(sum[a]);
    }
  });
}

template <class S>
std::size_t Elasticity<S>::bytes() const {
  return bytes_of(frame_) + bytes_of(T_);
}

template class Elasticity<float>;
template class Elasticity<double>;

}  // namespace weft
