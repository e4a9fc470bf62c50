/// GrainsBody: the phases of a step. Included once a law's file.
namespace weft {
template <class Law>
void GrainsBody<Law>::positions(Range r, Real* x, Real* y, Real* z) const {
  for (std::size_t g = r.begin; g < r.end; g += kGroup) {
    const std::size_t n = std::min(kGroup, r.end - g), at = g - r.begin;
    std::copy_n(x_.group(g, 0), n, x + at);
    std::copy_n(x_.group(g, 1), n, y + at);
    std::copy_n(x_.group(g, 2), n, z + at);
  }
}

template <class Law>
void GrainsBody<Law>::load(Range r, const Step& step, ParcelBatch& out) const {
  const Real m = Real(mass_), symmetric = m * Real(1 - 0.5 * options_.damping),
             mirrored = m * Real(-0.5 * options_.damping);
  // m (skew C + (1 - nu) sym C) = m (1 - nu/2) C - m nu/2 C^T
  const P stress =
      Real(step.implicit ? 0 : -step.dt * volume_ * (step.weight_gradient ? 1.0 : step.affine_inverse));
  for (std::size_t i = r.begin; i < r.end; i += P::width) {
    const std::size_t at = i - r.begin;
    P(m).store(&out.m[at]);
    for (int a = 0; a < 3; ++a) {
      P::load(x_.group(i, a)).store(&out.x[a][at]);
      (P::load(v_.group(i, a)) * P(m)).store(&out.p[a][at]);
      for (int b = 0; b < 3; ++b) {
        const P affine =
            P::load(C_.group(i, 3 * a + b)) * P(symmetric) + P::load(C_.group(i, 3 * b + a)) * P(mirrored);
        const P tau = P::load(tau_.group(i, grains_detail::kSymmetric[a][b])) * stress;
        if (step.weight_gradient) {
          affine.store(&out.Q[b][a][at]);
          tau.store(&out.S[b][a][at]);
        } else {
          (affine + tau).store(&out.Q[b][a][at]);
        }
      }
    }
  }
  if (options_.force) {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const Vec3d b = options_.force->at({{rest_(i, 0), rest_(i, 1), rest_(i, 2)}},
                                         {{x_(i, 0), x_(i, 1), x_(i, 2)}}, step.time);
      for (int a = 0; a < 3; ++a) out.p[a][i - r.begin] += Real(mass_ * step.dt * b[a]);
    }
  }
}

template <class Law>
void GrainsBody<Law>::constitute(Update& u, const Mat3<P>& G, P dt) const {
  Vec3<P> s;
  if constexpr (Law::volumetric) {
    const P side = exp(log(u.J) * P(Real(1. / 3)));  // the law wants stretches; a fluid's are all alike
    s = Vec3<P>::filled(side);
    law_.template yield<3>(s, u.state, dt);
    u.J = s[0] * s[1] * s[2];
    u.tau = Mat3<P>::diagonal(law_.template kirchhoff<3>(s, u.state));
  } else {
    Mat3<P> U, V;
    svd(u.F, U, s, V);
    if constexpr (Law::plastic) {
      const Vec3<P> trial = s;
      law_.template yield<3>(s, u.state, dt);
      // F + U diag(s - trial) V^T rather than U diag(s) V^T: a point that does not yield keeps F to the last
      // bit, instead of losing volume to rounding step after step.
      Mat3<P> change = U;
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) change(i, j) *= s[j] - trial[j];
      u.F += change * transpose(V);
    }
    const Vec3<P> t = law_.template kirchhoff<3>(s, u.state);
    for (int i = 0; i < 3; ++i)
      for (int j = i; j < 3; ++j)
        u.tau(i, j) = u.tau(j, i) =
            U(i, 0) * t[0] * U(j, 0) + U(i, 1) * t[1] * U(j, 1) + U(i, 2) * t[2] * U(j, 2);
    u.J = s[0] * s[1] * s[2];
  }
  if (const double viscosity = law_.viscosity(); viscosity > 0) {  // tau += J mu (grad v + grad v^T)
    const P mu = u.J * P(Real(viscosity));
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) u.tau(i, j) += mu * (G(i, j) + G(j, i));
  }
  u.modulus = law_.template modulus<3>(s, u.state);
}

template <class Law>
void GrainsBody<Law>::unload(Range r, const Step& step, const AnswerBatch& in) {
  const P dt = Real(step.dt);
  const auto& gradient = step.weight_gradient ? in.G : in.C;
  P speed2 = Real(0), gradient2 = Real(0), modulus = Real(0);
  for (std::size_t i = r.begin; i < r.end; i += P::width) {
    const std::size_t at = i - r.begin;
    P v2 = Real(0), c2 = Real(0);
    Mat3<P> G;
    for (int a = 0; a < 3; ++a) {
      const P v = P::load(&in.v[a][at]);
      v2 += v * v;
      v.store(v_.group(i, a));
      (P::load(x_.group(i, a)) + dt * v).store(x_.group(i, a));
      for (int b = 0; b < 3; ++b) {
        const P c = P::load(&in.C[b][a][at]);
        c2 += c * c;
        c.store(C_.group(i, 3 * a + b));
        G(a, b) = P::load(&gradient[b][a][at]);
      }
    }
    Update u;
    for (int k = 0; k < kState; ++k) u.state[k] = P::load(state_.group(i, k));
    if constexpr (Law::volumetric) {
      u.J = P::load(F_.group(i, 0)) * (P(Real(1)) + dt * trace(G));
    } else {
      Mat3<P> F;
      for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b) F(a, b) = P::load(F_.group(i, 3 * a + b));
      u.F = F + (G * F) * dt;
    }
    constitute(u, G, dt);
    for (int k = 0; k < kState; ++k) u.state[k].store(state_.group(i, k));
    if constexpr (Law::volumetric) u.J.store(F_.group(i, 0));
    else
      for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b) u.F(a, b).store(F_.group(i, 3 * a + b));
    for (int a = 0; a < 3; ++a)
      for (int b = a; b < 3; ++b) u.tau(a, b).store(tau_.group(i, grains_detail::kSymmetric[a][b]));
    speed2 = max(speed2, v2);
    gradient2 = max(gradient2, c2);
    modulus = max(modulus, u.modulus);
  }
  BatchLimits& l = limits_[r.begin / kBatch];
  l = {horizontal_max(speed2), horizontal_max(gradient2), horizontal_max(modulus)};
}

template <class Law>
void GrainsBody<Law>::reorder(std::span<const std::uint32_t> order) {
  for (PointField* f : {&x_, &v_, &C_, &F_, &tau_, &state_, &rest_}) f->reorder(order, scratch_);
  std::vector<std::uint32_t> ids(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) ids[i] = ids_[order[i]];
  ids_ = std::move(ids);
}

template <class Law>
Limits GrainsBody<Law>::limits() const {
  BatchLimits m;
  for (const BatchLimits& l : limits_) {
    m.speed2 = std::max(m.speed2, l.speed2);
    m.gradient2 = std::max(m.gradient2, l.gradient2);
    m.modulus = std::max(m.modulus, l.modulus);
  }
  return {std::sqrt(double(m.speed2)), std::sqrt(double(m.gradient2)),
          std::sqrt(double(m.modulus) / law_.density), law_.viscosity() / law_.density};
}

}  // namespace weft
