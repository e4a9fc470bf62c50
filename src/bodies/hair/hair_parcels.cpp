/// HairBody: the crowd of strands on the grid.
#include <cmath>

#include "bodies/hair/hair_body.h"
#include "math/svd.h"

namespace weft {
namespace {

constexpr int kSymmetric[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};  // where tau_ab lies: xx xy xz yy yz zz

}  // namespace

void HairBody::reorder(std::span<const std::uint32_t> order) {
  points_.reorder(order);
  place_parcels();
}

/// What parcels know from their vertices, and vertices from their parcels.
void HairBody::place_parcels() {
  for (std::size_t i = 0; i < size(); ++i) {
    const std::size_t vertex = vertex_of(i);
    parcel_[vertex] = std::uint32_t(i);
    for (int a = 0; a < 3; ++a) x_(i, a) = place_[vertex][a];
  }
}

void HairBody::load(Range r, const Step& step, ParcelBatch& out) const {
  const P direct = Real(1 - 0.5 * options_.damping), mirrored = Real(-0.5 * options_.damping);
  const P stress = Real(options_.press ? -step.dt * (step.weight_gradient ? 1.0 : step.affine_inverse) : 0);
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const std::size_t at = i - r.begin, vertex = vertex_of(i);
    out.m[at] = mass_[vertex];
    for (int a = 0; a < 3; ++a) out.p[a][at] = mass_[vertex] * (lagrangian_[vertex][a] - Real(kick_[a]));
  }
  for (std::size_t i = r.begin; i < r.end; i += P::width) {
    const std::size_t at = i - r.begin;
    const P m = P::load(&out.m[at]), V = P::load(volume_.group(i, 0)) * stress;
    for (int a = 0; a < 3; ++a) {
      P::load(x_.group(i, a)).store(&out.x[a][at]);
      for (int b = 0; b < 3; ++b) {
        const P affine =
            m * (P::load(C_.group(i, 3 * a + b)) * direct + P::load(C_.group(i, 3 * b + a)) * mirrored);
        const P tau = P::load(tau_.group(i, kSymmetric[a][b])) * V;
        if (step.weight_gradient) {
          affine.store(&out.Q[b][a][at]);
          tau.store(&out.S[b][a][at]);
        } else {
          (affine + tau).store(&out.Q[b][a][at]);
        }
      }
    }
  }
}

void HairBody::unload(Range r, const Step& step, const AnswerBatch& in) {
  const Real xi = Real(-std::expm1(step.dt / options_.flip_time * std::log(std::max(options_.flip, 1e-12))));
  Real speed2 = 0;
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const std::size_t at = i - r.begin, vertex = vertex_of(i);
    const Vec3r L = lagrangian_[vertex], alone = smoothed_[vertex];
    Vec3r v = L;
    if (!prescribed(vertex))
      for (int a = 0; a < 3; ++a) v[a] += (in.v[a][at] - alone[a]) + xi * (alone[a] - L[a]);
    alone_[vertex] = L + (alone - L) * xi;
    velocity_[vertex] = v;
    speed2 = std::max(speed2, norm2(v));
  }
  const P dt = Real(step.dt);
  const auto& gradient = step.weight_gradient ? in.G : in.C;
  const Hencky<P> elastic{P(Real(options_.material.mu)), P(Real(options_.material.lambda))};
  Real gradient2 = 0, modulus = 0;
  for (std::size_t i = r.begin; i < r.end; i += P::width) {
    const std::size_t at = i - r.begin;
    P c2 = Real(0);
    Mat3<P> G, F, U, V;
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) {
        const P c = P::load(&in.C[b][a][at]);
        c2 += c * c;
        c.store(C_.group(i, 3 * a + b));
        G(a, b) = P::load(&gradient[b][a][at]);
        F(a, b) = P::load(F_.group(i, 3 * a + b));
      }
    // Lanes past the last parcel hold nothing.
    const auto largest = [&](const P& a) {
      Real most = 0;
      for (int l = 0; l < P::width && i + std::size_t(l) < r.end; ++l) most = std::max(most, a[l]);
      return most;
    };
    gradient2 = std::max(gradient2, largest(c2));
    if (!options_.press) continue;
    F += (G * F) * dt;
    Vec3<P> s;
    svd(F, U, s, V);
    const Vec3<P> trial = s;
    options_.material.yield(s);
    // As an increment: what does not yield keeps F to the last bit.
    Mat3<P> change = U;
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) change(a, b) *= s[b] - trial[b];
    F += change * transpose(V);
    const Vec3<P> t = elastic.kirchhoff(s);
    for (int a = 0; a < 3; ++a) {
      for (int b = 0; b < 3; ++b) F(a, b).store(F_.group(i, 3 * a + b));
      for (int b = a; b < 3; ++b)
        (U(a, 0) * t[0] * U(b, 0) + U(a, 1) * t[1] * U(b, 1) + U(a, 2) * t[2] * U(b, 2))
            .store(tau_.group(i, kSymmetric[a][b]));
    }
    modulus = std::max(modulus, largest(elastic.modulus(s)));
  }
  limits_[r.begin / kBatch] = {speed2, gradient2, modulus};
}

void HairBody::Smoothing::positions(Range r, Real* x, Real* y, Real* z) const {
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const Vec3r& at = body.place_[point(i)];
    x[i - r.begin] = at[0], y[i - r.begin] = at[1], z[i - r.begin] = at[2];
  }
}

void HairBody::Smoothing::load(Range r, const Step&, ParcelBatch& out) const {
  const Real direct = Real(1 - 0.5 * body.options_.damping), mirrored = Real(-0.5 * body.options_.damping);
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const std::size_t at = i - r.begin, vertex = point(i), parcel = body.parcel_[vertex];
    const Real m = body.mass_[vertex];
    out.m[at] = m;
    for (int a = 0; a < 3; ++a) {
      out.x[a][at] = body.place_[vertex][a];
      out.p[a][at] = m * body.lagrangian_[vertex][a];
      for (int b = 0; b < 3; ++b) {
        out.Q[b][a][at] = m * (body.C_(parcel, 3 * a + b) * direct + body.C_(parcel, 3 * b + a) * mirrored);
        out.S[b][a][at] = 0;
      }
    }
  }
}

void HairBody::Smoothing::unload(Range r, const Step&, const AnswerBatch& in) {
  for (std::size_t i = r.begin; i < r.end; ++i)
    for (int a = 0; a < 3; ++a) body.smoothed_[point(i)][a] = in.v[a][i - r.begin];
}

void HairBody::Surface::places(Range r, Real* x, Real* y, Real* z) const {
  const Real dt = Real(body.dt_);
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const Vec3r at = body.place_[i] + body.velocity_[i] * dt + body.shift_[i];
    x[i - r.begin] = at[0], y[i - r.begin] = at[1], z[i - r.begin] = at[2];
  }
}

void HairBody::Surface::rough_places(Range r, Real* x, Real* y, Real* z) const {
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const Vec3r& at = body.place_[i];
    x[i - r.begin] = at[0], y[i - r.begin] = at[1], z[i - r.begin] = at[2];
  }
}

void HairBody::Surface::put(std::size_t i, const Vec3d& by, const Vec3d& v) {
  if (body.prescribed(i)) return;
  const Vec3d before = velocity_of(i);
  body.velocity_[i] = v.as<Real>();
  body.shift_[i] += (by - (v - before) * body.dt_).as<Real>();
}

}  // namespace weft
