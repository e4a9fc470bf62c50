#include "bodies/putty/elasticity.h"

#include "math/svd.h"

namespace weft {
namespace {

template <class S>
Columns4<S> columns_of(const Mat3<S>& A) {
  Columns4<S> out{};
  for (int b = 0; b < 3; ++b)
    for (int a = 0; a < 3; ++a) out.e[4 * b + a] = A(a, b);
  return out;
}

}  // namespace

template <class S>
void Elasticity<S>::begin(std::span<const Mat3d> F) {
  F_ = F;
  frame_.resize(F.size());
  local_.resize(near_.patches());
}

template <class S>
void Elasticity<S>::copy_in(std::size_t patch, const Quads<S>& u) {
  const auto& members = near_.patch(patch).members;
  Quads<S>& to = local_[patch].u;
  to.resize(members.size());
  for (std::size_t k = 0; k < members.size(); ++k) to[k] = u[members[k]];
}

template <class S>
LinkList<S> Elasticity<S>::links(const Patch<S>& p, std::size_t own) {
  return {p.out[p.begin[own]].wp, &p.other[p.begin[own]], p.begin[own + 1] - p.begin[own]};
}

template <class S>
Columns4<S> Elasticity<S>::sum_out(std::size_t patch, std::size_t own) {
  const LinkList<S> l = links(near_.patch(patch), own);
  Local& here = local_[patch];
  if (here.d.size() < l.count) here.d.resize(l.count);
  return sum_links(l, here.u.data(), here.u[own], here.d.data());
}

template <class S>
void Elasticity<S>::gather(Quads<S>& y) const {
  parallel_chunks(y.size(), 1024, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      S sum[3] = {};
      for (const Copy& c : near_.copies(i))
        for (int a = 0; a < 3; ++a) sum[a] += local_[c.patch].y[c.member].e[a];
      for (int a = 0; a < 3; ++a) y[i].e[a] = sum[a];
    }
  });
}

template <class S>
void Elasticity<S>::gradients(const Quads<S>& u, std::span<Mat3<S>> A) {
  parallel_chunks(A.size(), kPatch, [&](Range r) {
    const std::size_t k = r.begin / kPatch;
    copy_in(k, u);
    for (std::size_t i = r.begin; i < r.end; ++i)
      A[i] = sum_out(k, i - r.begin).matrix() * near_.moments(i).inverse;
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
        // Rotations to the last digit: e0 is a small difference.
        // R <- R (3 - R^T R)/2 squares what is missing.
        Mat3d R = f.R.template as<double>();
        R = R * (Mat3d::identity() * 1.5 - transpose(R) * R * 0.5);
        f.R = R.as<S>();
        f.columns = columns_of(f.R);
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

/// With e = sym(R^T A):  R S = mu (A + R A^T R) + lambda tr(R^T A) R,  column by column.
template <class S>
Columns4<S> Elasticity<S>::stress(std::size_t i, const Columns4<S>& sum, bool whole) const {
  const Moments<S>& m = near_.moments(i);
  if (m.rank < 3) return flat_stress(i, sum, whole);
  const Frame& f = frame_[i];
  const Columns4<S>& R = f.columns;
  const S mu = S(c_.mu), lambda = S(c_.lambda), volume = S(c_.volume), k = kappa(i);
  Four<S> A[3], turned[3], X[3], along{};
  for (int j = 0; j < 3; ++j) {
    A[j] =
        sum.column(0) * m.inverse(0, j) + sum.column(1) * m.inverse(1, j) + sum.column(2) * m.inverse(2, j);
    along += R.column(j) * A[j];
  }
  for (int j = 0; j < 3; ++j)  // R A^T
    turned[j] = R.column(0) * A[0][j] + R.column(1) * A[1][j] + R.column(2) * A[2][j];
  const S pressure = lambda * (along[0] + along[1] + along[2]);
  for (int j = 0; j < 3; ++j) {
    const Four<S> r = R.column(j);
    X[j] = (A[j] + turned[0] * r[0] + turned[1] * r[1] + turned[2] * r[2]) * mu + r * pressure;
  }
  if (whole) {
    const S p0 = lambda * trace(f.e0);
    for (int j = 0; j < 3; ++j) {
      X[j] += R.column(j) * p0;
      for (int b = 0; b < 3; ++b) X[j] += R.column(b) * (2 * mu * f.e0(b, j));
    }
  }
  Columns4<S> T{};
  for (int j = 0; j < 3; ++j)
    T.column(j) =
        (X[0] * m.inverse(0, j) + X[1] * m.inverse(1, j) + X[2] * m.inverse(2, j)) * volume - A[j] * k;
  return T;
}

/// In a flat neighbourhood M^-1 takes away what lambda adds across it.
template <class S>
Columns4<S> Elasticity<S>::flat_stress(std::size_t i, const Columns4<S>& sum, bool whole) const {
  const Moments<S>& m = near_.moments(i);
  const Mat3<S> A = sum.matrix() * m.inverse;
  Mat3<S> e = strain(i, A);
  if (whole) e += frame_[i].e0;
  const Mat3<S> s = e * S(2 * c_.mu) + Mat3<S>::identity() * (S(c_.lambda) * trace(e));
  return columns_of(frame_[i].R * (s * m.inverse) * S(c_.volume) - A * kappa(i));
}

template <class S>
void Elasticity<S>::apply(const Quads<S>& u, bool whole, Quads<S>& y) {
  parallel_chunks(frame_.size(), kPatch, [&](Range r) {
    const std::size_t number = r.begin / kPatch;
    const Patch<S>& p = near_.patch(number);
    Local& here = local_[number];
    copy_in(number, u);
    here.y.assign(p.members.size(), Quad<S>{});
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const std::size_t own = i - r.begin;
      const Vec3<S>& first = near_.moments(i).first;
      const Columns4<S> sum = sum_out(number, own);
      const Columns4<S> T = stress(i, sum, whole);
      const S k = kappa(i);
      const Four<S> back =
          T.column(0) * first[0] + T.column(1) * first[1] + T.column(2) * first[2] + sum.column(3) * k;
      for (int a = 0; a < 3; ++a) here.y[own].e[a] -= back[a];
      spread_links(links(p, own), T, k, here.d.data(), here.y.data());
    }
  });
  gather(y);
}

/// A link with b = R M^-1 (w p) adds  vol (mu |b|^2 I + (lambda + mu) b b^T)  to its other end; at its own
/// point only the sum of all counts.
template <class S>
void Elasticity<S>::diagonal(std::span<Mat3<S>> D) {
  const S mu = S(c_.mu), both = S(c_.lambda + c_.mu), volume = S(c_.volume);
  parallel_chunks(D.size(), kPatch, [&](Range r) {
    const std::size_t number = r.begin / kPatch;
    const Patch<S>& p = near_.patch(number);
    auto& sums = local_[number].D;
    sums.assign(p.members.size(), Mat3<S>::zero());
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const std::size_t own = i - r.begin;
      const Mat3<S> T = frame_[i].R * near_.moments(i).inverse;
      const Vec3<S> b = T * near_.moments(i).first;
      sums[own] += outer(b, b);
      for (std::uint32_t l = p.begin[own]; l < p.begin[own + 1]; ++l) {
        const S* g = p.out[l].wp;
        const Vec3<S> c = T * Vec3<S>{{g[0], g[1], g[2]}};
        sums[p.other[l]] += outer(c, c);
      }
    }
  });
  parallel_chunks(D.size(), 1024, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      Mat3<S> B = Mat3<S>::zero();
      for (const Copy& c : near_.copies(i)) B += local_[c.patch].D[c.member];
      const S t = mu * trace(B), k = S(2) * kappa(i) * near_.moments(i).weight;
      D[i] = B * (both * volume);
      for (int a = 0; a < 3; ++a) D[i](a, a) += t * volume + k;
    }
  });
}

template <class S>
double Elasticity<S>::energy(const Quads<S>& u) {
  const auto part = [&](Range r) {
    const std::size_t number = r.begin / kPatch;
    copy_in(number, u);
    double sum = 0;
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const Mat3<S> A = sum_out(number, i - r.begin).matrix() * near_.moments(i).inverse;
      const Mat3d e = (strain(i, A) + frame_[i].e0).template as<double>();
      sum += c_.mu * inner(e, e) + 0.5 * c_.lambda * square(trace(e));
    }
    return sum;
  };
  return c_.volume *
         reduce_chunks(frame_.size(), kPatch, 0.0, part, [](double a, double b) { return a + b; });
}

template <class S>
void Elasticity<S>::control_force(std::span<const Vec3d> x, Quads<S>& y) {
  parallel_chunks(frame_.size(), kPatch, [&](Range r) {
    const std::size_t number = r.begin / kPatch;
    const Patch<S>& p = near_.patch(number);
    Quads<S>& to = local_[number].y;
    to.assign(p.members.size(), Quad<S>{});
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const std::size_t own = i - r.begin;
      const double k = double(kappa(i));
      for (std::uint32_t l = p.begin[own]; l < p.begin[own + 1]; ++l) {
        const Link<S>& out = p.out[l];
        const Vec3d wp{{out.wp[0], out.wp[1], out.wp[2]}};
        const Vec3d h = ((x[p.members[p.other[l]]] - x[i]) * double(out.w) - F_[i] * wp) * k;
        for (int a = 0; a < 3; ++a) {
          to[own].e[a] -= S(h[a]);
          to[p.other[l]].e[a] += S(h[a]);
        }
      }
    }
  });
  gather(y);
}

template <class S>
std::size_t Elasticity<S>::bytes() const {
  std::size_t sum = bytes_of(frame_);
  for (const Local& l : local_) sum += bytes_of(l.u) + bytes_of(l.y) + bytes_of(l.d) + bytes_of(l.D);
  return sum;
}

template class Elasticity<float>;
template class Elasticity<double>;

}  // namespace weft
