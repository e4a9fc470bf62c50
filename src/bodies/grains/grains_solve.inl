/// GrainsBody: what the implicit solve asks. Included once a law's file.
///
///   F = (I + dt G) F_s,   F = U diag(s) V^T,   F_s the strain the solve starts from
///   S = P F_s^T = U diag(psi_i) W^T,   W = F_s V                     f_i = -V S grad w_i,   Phi = V psi(s)
///   dS = U O W^T,   M = dt U^T dG W,   O_ii = sum_j psi_ij M_jj,   O_ij = (a + b)/2 M_ij + (a - b)/2 M_ji
///
/// A Newtonian solvent adds J mu (G + G^T) to S and dt V J mu |sym G|^2 to Phi; J as the step began.
namespace weft {

namespace grains_detail {
/// Where the parts of a tangent lie: U, W, psi_ij (symmetric), (a + b)/2 and (a - b)/2 of the pairs 01 02 12,
/// J mu.
constexpr int kU = 0, kW = 9, kHessian = 18, kSum = 24, kDifference = 27, kViscous = 30, kTangent = 31;
constexpr int pair_of(int i, int j) { return i + j - 1; }
}  // namespace grains_detail

template <class Law>
void GrainsBody<Law>::begin_solve(const Step&) {
  started_ = false;
  if (!tangent_.components()) {
    trial_ = PointField(kStrain);
    response_ = PointField(9);
    tangent_ = PointField(grains_detail::kTangent);
  }
  for (PointField* f : {&trial_, &response_, &tangent_}) f->resize(size());
  trial_energy_.resize(chunk_count(size(), kBatch));
}

template <class Law>
double GrainsBody<Law>::try_elements(const Step&, Solve what) {
  double sum = 0;
  if (what == Solve::force)
    for (const double e : trial_energy_) sum += e;
  return sum;
}

template <class Law>
void GrainsBody<Law>::try_unload(Range r, const Step& step, const AnswerBatch& in, Solve what) {
  const auto& gradient = step.weight_gradient ? in.G : in.C;
  if (what == Solve::change) {
    for (std::size_t i = r.begin; i < r.end; i += P::width) {
      Mat3<P> dG;
      for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b) dG(a, b) = P::load(&gradient[b][a][i - r.begin]);
      const Mat3<P> dS = stress_change(i, dG, Real(step.dt));
      for (int a = 0; a < 9; ++a) dS(a / 3, a % 3).store(response_.group(i, a));
    }
    return;
  }
  double energy = 0;
  for (std::size_t i = r.begin; i < r.end; i += Wide::width) {
    Mat3<Wide> G;
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) G(a, b) = widen(&gradient[b][a][i - r.begin]);
    Wide psi;
    const Mat3<Wide> S = trial_stress(i, G, step.dt, psi);
    for (int a = 0; a < 9; ++a) narrow(S(a / 3, a % 3), response_.group(i, a));
    const std::size_t lanes = std::min<std::size_t>(Wide::width, r.end - i);
    for (std::size_t l = 0; l < lanes; ++l) energy += psi[int(l)];
  }
  trial_energy_[r.begin / kBatch] = volume_ * energy;
}

/// In double: a stiff material turns the last bits of F into forces larger than gravity, and Newton's method
/// needs forces that change smoothly with v.
template <class Law>
Mat3<Wide> GrainsBody<Law>::trial_stress(std::size_t i, const Mat3<Wide>& G, double dt_, Wide& psi) {
  const Wide dt = dt_;
  Wide state[kState > 0 ? kState : 1];
  for (int k = 0; k < kState; ++k) state[k] = widen(state_.group(i, k));
  const PointField& start = started_ ? start_ : F_;
  const Wide infinite = std::numeric_limits<double>::infinity();
  Mat3<Wide> S;
  Wide J;
  if constexpr (Law::volumetric) {
    const Wide J_s = widen(start.group(i, 0)), now = J_s * (Wide(1) + dt * trace(G));
    const Wide safe = max(now, Wide(1e-6));
    const Vec3<Wide> s = Vec3<Wide>::filled(exp(log(safe) * Wide(1. / 3)));
    narrow(now, trial_.group(i, 0));
    psi = select(now > Wide(0), law_.template energy<3>(s, state), infinite);
    S = Mat3<Wide>::diagonal(Vec3<Wide>::filled(law_.template kirchhoff<3>(s, state)[0] / safe * J_s));
    J = J_s;
  } else {
    Mat3<Wide> F_s, U, V;
    Vec3<Wide> s;
    for (int a = 0; a < 9; ++a) F_s(a / 3, a % 3) = widen(start.group(i, a));
    const Mat3<Wide> F = F_s + (G * F_s) * dt;
    for (int a = 0; a < 9; ++a) narrow(F(a / 3, a % 3), trial_.group(i, a));
    svd(F, U, s, V);
    psi = law_.template energy<3>(s, state);
    if constexpr (!Law::inverts) psi = select(min(s[0], min(s[1], s[2])) > Wide(0), psi, infinite);
    S = compose(U, law_.template gradient<3>(s, state), F_s * V);
    if (law_.viscosity() > 0) J = determinant(F_s);
  }
  if (const double viscosity = law_.viscosity(); viscosity > 0) {
    const Wide mu = J * Wide(viscosity);
    Wide rate2 = 0.0;
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) {
        const Wide rate = G(a, b) + G(b, a);
        S(a, b) += mu * rate;
        rate2 += rate * rate;
      }
    psi += dt * mu * Wide(0.25) * rate2;
  }
  return S;
}

template <class Law>
void GrainsBody<Law>::linearise(const Step&, bool definite) {
  parallel_chunks(size(), std::size_t(1) << 12, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; i += P::width) linearise_pack(i, definite);
  });
}

template <class Law>
void GrainsBody<Law>::linearise_pack(std::size_t i, bool definite) {
  using namespace grains_detail;
  P state[kState > 0 ? kState : 1];
  for (int k = 0; k < kState; ++k) state[k] = P::load(state_.group(i, k));
  const PointField& start = started_ ? start_ : F_;
  const auto put = [&](int c, const P& value) { value.store(tangent_.group(i, c)); };
  P J;
  if constexpr (Law::volumetric) {
    // psi''(J) from psi(s), s = J^(1/3):  s' = s / (3 J),  s'' = -2 s / (9 J^2)
    J = P::load(start.group(i, 0));
    const P now = max(P::load(trial_.group(i, 0)), P(Real(1e-6)));
    const P side = exp(log(now) * P(Real(1. / 3)));
    const Vec3<P> s = Vec3<P>::filled(side), g = law_.template gradient<3>(s, state);
    const Mat3<P> H = law_.template hessian<3>(s, state);
    P all = Real(0);
    for (int a = 0; a < 9; ++a) all += H(a / 3, a % 3);
    P second = (all * side * side - P(Real(2)) * (g[0] + g[1] + g[2]) * side) / (P(Real(9)) * now * now);
    if (definite) second = max(second, P(Real(0)));
    put(0, second * J * J);
  } else {
    Mat3<P> F_s, F, U, V;
    Vec3<P> s;
    for (int a = 0; a < 9; ++a) {
      F_s(a / 3, a % 3) = P::load(start.group(i, a));
      F(a / 3, a % 3) = P::load(trial_.group(i, a));
    }
    svd(F, U, s, V);
    const Mat3<P> W = F_s * V, psi_ij = law_.template hessian<3>(s, state);
    const Vec3<P> g = law_.template gradient<3>(s, state);
    P H[3][3];
    for (int a = 0; a < 9; ++a) {
      put(kU + a, U(a / 3, a % 3));
      put(kW + a, W(a / 3, a % 3));
      H[a / 3][a % 3] = psi_ij(a / 3, a % 3);
    }
    if (definite) make_definite(H);
    for (int a = 0; a < 3; ++a)
      for (int b = a; b < 3; ++b) {
        put(kHessian + kSymmetric[a][b], H[a][b]);
        if (a == b) continue;
        const P total = s[a] + s[b], least = Real(1e-6);
        const P guarded = select(abs(total) < least, select(total < P(Real(0)), -least, least), total);
        P stretch = law_.template shear_a<3>(a, b, s, state), turn = (g[a] + g[b]) / guarded;
        if (definite) stretch = max(stretch, P(Real(0))), turn = max(turn, P(Real(0)));
        put(kSum + pair_of(a, b), P(Real(0.5)) * (stretch + turn));
        put(kDifference + pair_of(a, b), P(Real(0.5)) * (stretch - turn));
      }
    if (law_.viscosity() > 0) J = determinant(F_s);
  }
  if (law_.viscosity() > 0) put(kViscous, J * P(Real(law_.viscosity())));
}

template <class Law>
Mat3<typename GrainsBody<Law>::P> GrainsBody<Law>::stress_change(std::size_t i, const Mat3<P>& dG,
                                                                 P dt) const {
  using namespace grains_detail;
  const auto get = [&](int c) { return P::load(tangent_.group(i, c)); };
  Mat3<P> dS;
  if constexpr (Law::volumetric) {
    dS = Mat3<P>::diagonal(Vec3<P>::filled(get(0) * dt * trace(dG)));
  } else {
    Mat3<P> U, W, O;
    for (int a = 0; a < 9; ++a) {
      U(a / 3, a % 3) = get(kU + a);
      W(a / 3, a % 3) = get(kW + a);
    }
    const Mat3<P> M = transpose(U) * (dG * W);
    for (int a = 0; a < 3; ++a) {
      O(a, a) = get(kHessian + kSymmetric[a][0]) * M(0, 0) + get(kHessian + kSymmetric[a][1]) * M(1, 1) +
                get(kHessian + kSymmetric[a][2]) * M(2, 2);
      for (int b = a + 1; b < 3; ++b) {
        const P sum = get(kSum + pair_of(a, b)), difference = get(kDifference + pair_of(a, b));
        O(a, b) = sum * M(a, b) + difference * M(b, a);
        O(b, a) = sum * M(b, a) + difference * M(a, b);
      }
    }
    dS = (U * O) * transpose(W) * dt;
  }
  if (law_.viscosity() > 0) {
    const P mu = get(kViscous);
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) dS(a, b) += mu * (dG(a, b) + dG(b, a));
  }
  return dS;
}

template <class Law>
void GrainsBody<Law>::try_load(Range r, const Step& step, ParcelBatch& out, Solve) const {
  const P stress = Real(-step.dt * volume_ * (step.weight_gradient ? 1.0 : step.affine_inverse)),
          none = Real(0);
  for (std::size_t i = r.begin; i < r.end; i += P::width) {
    const std::size_t at = i - r.begin;
    none.store(&out.m[at]);
    for (int a = 0; a < 3; ++a) {
      P::load(x_.group(i, a)).store(&out.x[a][at]);
      none.store(&out.p[a][at]);
      for (int b = 0; b < 3; ++b) {
        const P S = P::load(response_.group(i, 3 * a + b)) * stress;
        S.store(step.weight_gradient ? &out.S[b][a][at] : &out.Q[b][a][at]);
        if (step.weight_gradient) none.store(&out.Q[b][a][at]);
      }
    }
  }
}

/// e_a . dS g for dG = e_b g^T is quadratic in y = W^T g:  dt^2 V U K(y) U^T with
///   K_ii = psi_ii y_i^2 + sum_{j != i} (a + b)/2 y_j^2,   K_ij = (psi_ij + (a - b)/2) y_i y_j
template <class Law>
void GrainsBody<Law>::load_stiffness(Range r, const Step& step, StiffnessBatch& out) const {
  using namespace grains_detail;
  const P dt = Real(step.dt), scale = Real(step.dt * step.dt * volume_), none = Real(0);
  for (std::size_t i = r.begin; i < r.end; i += P::width) {
    const std::size_t at = i - r.begin;
    const auto get = [&](int c) { return P::load(tangent_.group(i, c)); };
    for (auto& row : out.A) none.store(&row[at]);
    P viscous = none;
    if (law_.viscosity() > 0) viscous = get(kViscous) / dt * scale;
    Mat3<P> U, W;
    P bulk = none;
    if constexpr (Law::volumetric) {
      bulk = get(0) * scale;
    } else {
      for (int a = 0; a < 9; ++a) {
        U(a / 3, a % 3) = get(kU + a);
        W(a / 3, a % 3) = get(kW + a);
      }
    }
    for (int p = 0; p < 3; ++p)
      for (int q = p; q < 3; ++q) {
        Mat3<P> B = Mat3<P>::zero();
        const P twice = Real(p == q ? 1 : 2);
        if constexpr (Law::volumetric) {
          B(p, q) += bulk;
          if (p != q) B(q, p) += bulk;
        } else {
          Mat3<P> Y, K;  // y y^T, the part with g_p g_q
          for (int a = 0; a < 3; ++a)
            for (int b = 0; b < 3; ++b)
              Y(a, b) = twice * P(Real(0.5)) * (W(p, a) * W(q, b) + W(q, a) * W(p, b));
          for (int a = 0; a < 3; ++a) {
            K(a, a) = get(kHessian + kSymmetric[a][a]) * Y(a, a);
            for (int b = 0; b < 3; ++b) {
              if (a == b) continue;
              K(a, a) += get(kSum + pair_of(a, b)) * Y(b, b);
              K(a, b) = (get(kHessian + kSymmetric[a][b]) + get(kDifference + pair_of(a, b))) * Y(a, b);
            }
          }
          B = (U * K) * transpose(U) * scale;
        }
        if (law_.viscosity() > 0) {  // J mu (|g|^2 I + g g^T)
          if (p == q)
            for (int a = 0; a < 3; ++a) B(a, a) += viscous;
          B(p, q) += viscous;
          if (p != q) B(q, p) += viscous;
        }
        for (int a = 0; a < 3; ++a)
          for (int b = a; b < 3; ++b) B(a, b).store(&out.T[kSymmetric[p][q]][kSymmetric[a][b]][at]);
      }
  }
}

/// (I + dt G) F_s' = F yielded, hence F_s' = F_s V diag(s_yielded / s) V^T.
template <class Law>
bool GrainsBody<Law>::begin_from_yielded(const Step& step) {
  if constexpr (!Law::plastic) return false;
  if (!start_.components()) start_ = PointField(kStrain);
  start_.resize(size());
  const P dt = Real(step.dt);
  const auto part = [&](Range r) {
    P most = Real(0);
    for (std::size_t i = r.begin; i < r.end; i += P::width) {
      P state[kState > 0 ? kState : 1];
      for (int k = 0; k < kState; ++k) state[k] = P::load(state_.group(i, k));
      const PointField& from = started_ ? start_ : F_;
      if constexpr (Law::volumetric) {
        const P now = max(P::load(trial_.group(i, 0)), P(Real(1e-6)));
        Vec3<P> s = Vec3<P>::filled(exp(log(now) * P(Real(1. / 3))));
        law_.template yield<3>(s, state, dt);
        const P keep = s[0] * s[1] * s[2] / now;
        most = max(most, abs(keep - P(Real(1))));
        (P::load(from.group(i, 0)) * keep).store(start_.group(i, 0));
      } else {
        Mat3<P> F, F_s, U, V;
        Vec3<P> s, keep;
        for (int a = 0; a < 9; ++a) {
          F(a / 3, a % 3) = P::load(trial_.group(i, a));
          F_s(a / 3, a % 3) = P::load(from.group(i, a));
        }
        svd(F, U, s, V);
        Vec3<P> yielded = s;
        law_.template yield<3>(yielded, state, dt);
        for (int a = 0; a < 3; ++a) {
          keep[a] = select(abs(s[a]) > P(Real(1e-6)), yielded[a] / s[a], P(Real(1))) - P(Real(1));
          most = max(most, abs(keep[a]));
        }
        // As an increment: what does not yield starts from F_s to the last bit.
        F_s += (F_s * V) * Mat3<P>::diagonal(keep) * transpose(V);
        for (int a = 0; a < 9; ++a) F_s(a / 3, a % 3).store(start_.group(i, a));
      }
    }
    return double(horizontal_max(most));
  };
  const double most = reduce_chunks(size(), std::size_t(1) << 12, 0.0, part,
                                    [](double a, double b) { return std::max(a, b); });
  started_ = true;
  return most > 1e-5;
}

}  // namespace weft
