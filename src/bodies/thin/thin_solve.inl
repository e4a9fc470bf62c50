/// ThinBody: what the implicit solve asks. Included once a law's file.
///
///   x^ = x + dt v at vertices (pins: where they are told),   d^ = (I + dt grad v) d_s at contact points
///   F = [[x^_1 - x^_0 ..] B_m   d^],   G = dpsi/dF,   dG = psi'' dF with the second derivative kept as a
///   matrix: nine dual evaluations of the law a linearisation, and none a Krylov step f_corner = -V G_t
///   B_m^T,   stress V sum G_d d_s^T
namespace weft {

template <class Law>
void ThinBody<Law>::begin_solve(const Step& step) {
  const std::size_t n = corner_.size();
  dx_ = step.dx;
  solve_.started = false;
  if (!solve_.u.components()) {
    solve_.u = PointField(3);
    solve_.d = PointField(3 * kNormals);
    solve_.t = PointField(contact_.t.components());
    solve_.stress = PointField(9);
    solve_.tangent = PointField(kTangent);
  }
  solve_.u.resize(size());
  for (PointField* f : {&solve_.d, &solve_.t, &solve_.stress, &solve_.tangent}) f->resize(n);
  solve_.force.resize(n);
  solve_.bend_force.resize(bends_.size());
  solve_.diagonal.resize(n);
  // Without contact points on the grid nothing else ever says what the normals are.
  for (std::size_t i = 0; i < chunk_count(n, kGroup) * kGroup && n; ++i) {
    for (int c = 0; c < 3 * kNormals; ++c) solve_.d(i, c) = contact_.d(i, c);
    for (int c = 0; c < contact_.t.components(); ++c) solve_.t(i, c) = contact_.t(i, c);
  }
}

template <class Law>
void ThinBody<Law>::try_unload(Range r, const Step& step, const AnswerBatch& in, Solve what) {
  const P dt = Real(step.dt);
  for (std::size_t i = r.begin; i < r.end; i += P::width)
    for (int a = 0; a < 3; ++a) (dt * P::load(&in.v[a][i - r.begin])).store(solve_.u.group(i, a));
  if (pins_.empty()) return;
  for (std::size_t i = r.begin; i < r.end; ++i)
    if (const int held = pins_.held(i); held >= 0 && pins_.active(held))
      set_vector(solve_.u, i, what == Solve::force ? pins_.target(held) - vertex(i) : Vec3d::zero());
}

template <class Law>
void ThinBody<Law>::try_unload_contacts(Range r, const Step& step, const AnswerBatch& in, Solve what) {
  const P dt = Real(step.dt);
  const auto& gradient = step.weight_gradient ? in.G : in.C;
  for (std::size_t i = r.begin; i < r.end; i += P::width) {
    Mat3<P> G;
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) G(a, b) = P::load(&gradient[b][a][i - r.begin]);
    const auto strain_column = [&](const PointField& from, PointField& to, int column) {
      Vec3<P> d;
      for (int a = 0; a < 3; ++a) d[a] = P::load(from.group(i, 3 * column + a));
      Vec3<P> moved = (G * d) * dt;
      if (what == Solve::force) moved += d;
      for (int a = 0; a < 3; ++a) moved[a].store(to.group(i, 3 * column + a));
    };
    for (int b = 0; b < kNormals; ++b) strain_column(start_normals(), solve_.d, b);
    for (int a = 0; 3 * a < solve_.t.components(); ++a) strain_column(contact_.t, solve_.t, a);
  }
}

/// F, or its change: whatever was last tried. Edges of where the vertices are and of how they move apart, so
/// that what positions lose to rounding is no strain.
template <class Law>
template <class T>
void ThinBody<Law>::trial_strain(std::size_t i, Strain<T>& s, Solve what) const {
  T B[3];
  Vec2<T> warp;
  load_shape(i, B, warp);
  if (options_.discretisation != Discretisation::grid) {
    Vec3<T> U[kCorners];
    gather_corners(solve_.u, i, U);
    tangents(U, B, s);
    if (what == Solve::force) {
      Vec3<T> X[kCorners];
      Strain<T> now;
      gather_corners(x_, i, X);
      tangents(X, B, now);
      for (int a = 0; a < kTangents; ++a) s.t[a] += now.t[a];
    }
  } else {
    for (int a = 0; a < kTangents; ++a)
      for (int k = 0; k < 3; ++k) s.t[a][k] = load_as<T>(solve_.t.group(i, 3 * a + k));
  }
  for (int b = 0; b < kNormals; ++b)
    for (int k = 0; k < 3; ++k) s.d[b][k] = load_as<T>(solve_.d.group(i, 3 * b + k));
}

/// Forces at corners and stress at the contact point from V G.
template <class Law>
void ThinBody<Law>::store_response(std::size_t i, const Strain<P>& G) {
  P B[3];
  Vec2<P> warp;
  load_shape(i, B, warp);
  const bool from_mesh = options_.discretisation != Discretisation::grid;
  Mat3<P> stress{};
  const auto add = [&](const Vec3<P>& column, const PointField& from, int c) {
    for (int p = 0; p < 3; ++p)
      for (int q = 0; q < 3; ++q) stress(p, q) += column[p] * P::load(from.group(i, 3 * c + q));
  };
  for (int b = 0; b < kNormals; ++b) add(G.d[b], start_normals(), b);
  if (!from_mesh)
    for (int a = 0; a < kTangents; ++a) add(G.t[a], contact_.t, a);
  for (int a = 0; a < 9; ++a) stress(a / 3, a % 3).store(solve_.stress.group(i, a));
  store_forces(i, G, B, P(Real(from_mesh ? 1 : 0)), solve_.force);
}

/// V G and V psi of one pack, in double: Newton's method needs forces that change smoothly with v.
template <class Law>
double ThinBody<Law>::force_of(std::size_t i, std::size_t lanes, Strain<P>& G) const {
  const bool touches = options_.discretisation != Discretisation::mesh;
  alignas(64) Real out[kEntries][P::width];
  double energy = 0;
  for (std::size_t half = 0; half < std::size_t(P::width); half += std::size_t(Wide::width)) {
    Strain<Wide> s, g;
    Wide B[3];
    Vec2<Wide> warp;
    load_shape(i + half, B, warp);
    trial_strain(i + half, s, Solve::force);
    const Wide V = widen(contact_.volume.group(i + half, 0));
    law_.respond(s, warp, !touches, g);
    const Wide psi = V * law_.energy(s, warp);
    for (std::size_t l = 0; l < std::size_t(Wide::width) && half + l < lanes; ++l) energy += psi[int(l)];
    for (int c = 0; c < kEntries; ++c)
      narrow(V * (c < 3 * kTangents ? g.t[c / 3][c % 3] : g.d[c / 3 - kTangents][c % 3]), &out[c][half]);
  }
  for (int c = 0; c < kEntries; ++c)
    (c < 3 * kTangents ? G.t[c / 3][c % 3] : G.d[c / 3 - kTangents][c % 3]) = P::load_aligned(out[c]);
  return energy;
}

/// V psi'' dF.
template <class Law>
void ThinBody<Law>::change_of(std::size_t i, Strain<P>& G) const {
  Strain<P> s;
  trial_strain(i, s, Solve::change);
  const auto in = [&](int c) -> const P& {
    return c < 3 * kTangents ? s.t[c / 3][c % 3] : s.d[c / 3 - kTangents][c % 3];
  };
  P out[kEntries] = {};
  int at = 0;
  for (int p = 0; p < kEntries; ++p)
    for (int q = p; q < kEntries; ++q, ++at) {
      const P k = P::load(solve_.tangent.group(i, at));
      out[p] += k * in(q);
      if (q != p) out[q] += k * in(p);
    }
  for (int c = 0; c < kEntries; ++c)
    (c < 3 * kTangents ? G.t[c / 3][c % 3] : G.d[c / 3 - kTangents][c % 3]) = out[c];
}

template <class Law>
double ThinBody<Law>::try_contacts(Range r, Solve what) {
  double energy = 0;
  for (std::size_t i = r.begin; i < r.end; i += P::width) {
    Strain<P> G;
    if (what == Solve::force) energy += force_of(i, r.end - i, G);
    else change_of(i, G);
    store_response(i, G);
  }
  return energy;
}

template <class Law>
std::array<Vec3d, 4> ThinBody<Law>::bent_trial(const Bend& b, const PointField& x, const PointField& u) {
  std::array<Vec3d, 4> at = bent(b, x);
  const std::array<Vec3d, 4> by = bent(b, u);
  for (std::size_t a = 0; a < 4; ++a) at[a] += by[a];
  return at;
}

template <class Law>
double ThinBody<Law>::try_bends(Range r, Solve what) {
  double energy = 0;
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const Bend& b = bends_[i];
    BendForces& out = solve_.bend_force[i];
    if (what == Solve::force) {
      const BendAnswer<double> answer = bend(b, bent_trial(b, x_, solve_.u));
      energy += answer.energy;
      for (std::size_t a = 0; a < 4; ++a)
        out[a] = (answer.angle_gradient[a] * -answer.derivative).template as<Real>();
      continue;
    }
    Real in[12];
    for (int c = 0; c < 12; ++c)
      in[c] = c < 3 * (kCorners + 1) ? solve_.u(b.vertex[std::size_t(c / 3)], c % 3) : Real(0);
    for (std::size_t a = 0; a < 4; ++a) out[a] = Vec3<Real>::zero();
    if (!solve_.bend_hessians.empty()) {
      for (int p = 0; p < 12; ++p)
        for (int q = 0; q < 12; ++q)
          out[std::size_t(p / 3)][p % 3] -= solve_.bend_hessians[i][std::size_t(p)][std::size_t(q)] * in[q];
      continue;
    }
    for (const BendFactor& g : solve_.bend_factors[i]) {
      Real along = 0;
      for (int c = 0; c < 12; ++c) along += g[std::size_t(c / 3)][c % 3] * in[c];
      for (std::size_t a = 0; a < 4; ++a) out[a] -= g[a] * along;
    }
  }
  return energy;
}

template <class Law>
double ThinBody<Law>::try_elements(const Step&, Solve what) {
  const auto add = [](double a, double b) { return a + b; };
  const auto contacts = [&](Range r) { return try_contacts(r, what); };
  const auto bends = [&](Range r) { return try_bends(r, what); };
  return reduce_chunks(corner_.size(), 1 << 11, 0.0, contacts, add) +
         reduce_chunks(bends_.size(), 1 << 11, 0.0, bends, add);
}

template <class Law>
void ThinBody<Law>::try_load(Range r, const Step& step, ParcelBatch& out, Solve what) const {
  Parcels::try_load(r, step, out, what);
  const Real dt = Real(step.dt);
  for (std::size_t i = r.begin; i < r.end; ++i) {
    if (const int held = pins_.held(i); held >= 0 && pins_.active(held)) continue;  // the pin takes it
    const Vec3r f = force_on(i, solve_.force, solve_.bend_force);
    for (int a = 0; a < 3; ++a) out.p[a][i - r.begin] = dt * f[a];
  }
}

template <class Law>
void ThinBody<Law>::try_load_contacts(Range r, const Step& step, ParcelBatch& out) const {
  const P kick = Real(-step.dt * (step.weight_gradient ? 1.0 : step.affine_inverse)), none = Real(0);
  for (std::size_t i = r.begin; i < r.end; i += P::width) {
    const std::size_t at = i - r.begin;
    none.store(&out.m[at]);
    for (int a = 0; a < 3; ++a) {
      P::load(contact_.x.group(i, a)).store(&out.x[a][at]);
      none.store(&out.p[a][at]);
      for (int b = 0; b < 3; ++b) {
        const P stress = P::load(solve_.stress.group(i, 3 * a + b)) * kick;
        stress.store(step.weight_gradient ? &out.S[b][a][at] : &out.Q[b][a][at]);
        if (step.weight_gradient) none.store(&out.Q[b][a][at]);
      }
    }
  }
}

template <class Law>
void ThinBody<Law>::linearise(const Step& step, bool definite) {
  parallel_chunks(corner_.size(), 1 << 11, [&](Range r) { linearise_contacts(r, step.dt, definite); });
  solve_.bend_factors.resize(bends_.size());
  solve_.bend_hessians.resize(definite ? 0 : bends_.size());
  parallel_chunks(bends_.size(), 1 << 11, [&](Range r) { linearise_bends(r, definite); });
}

template <class Law>
void ThinBody<Law>::linearise_bends(Range r, bool definite) {
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const Bend& b = bends_[i];
    const std::array<Vec3d, 4> x = bent_trial(b, x_, solve_.u);
    if constexpr (kTangents == 2) {
      hinge_factor(x, b.stiffness, b.rest, solve_.bend_factors[i][0]);
      if (!definite) hinge_hessian(x, b.stiffness, b.rest, solve_.bend_hessians[i]);
    } else {
      rod_factors(x, b.stiffness, b.rest, solve_.bend_factors[i]);
      if (!definite) rod_hessian(x, b.stiffness, b.rest, solve_.bend_hessians[i]);
    }
  }
}

template <class Law>
void ThinBody<Law>::linearise_contacts(Range r, double dt, bool definite) {
  using D = Dual<P>;
  const bool touches = options_.discretisation != Discretisation::mesh,
             from_mesh = options_.discretisation != Discretisation::grid;
  for (std::size_t i = r.begin; i < r.end; i += P::width) {
    P B[3];
    Vec2<P> warp;
    load_shape(i, B, warp);
    const Vec2<D> warp_dual{{D(warp[0]), D(warp[1])}};
    const P V = P::load(contact_.volume.group(i, 0));
    Strain<P> s;
    trial_strain(i, s, Solve::force);
    P K[kEntries][kEntries];
    for (int c = 0; c < kEntries; ++c) {
      Strain<D> dual, G;
      for (int a = 0; a < kTangents; ++a)
        for (int k = 0; k < 3; ++k) dual.t[a][k] = D(s.t[a][k], P(Real(3 * a + k == c)));
      for (int b = 0; b < kNormals; ++b)
        for (int k = 0; k < 3; ++k) dual.d[b][k] = D(s.d[b][k], P(Real(3 * (kTangents + b) + k == c)));
      law_.respond(dual, warp_dual, !touches, G);
      for (int p = 0; p < kEntries; ++p)
        K[p][c] = V * (p < 3 * kTangents ? G.t[p / 3][p % 3].d : G.d[p / 3 - kTangents][p % 3].d);
    }
    for (int p = 0; p < kEntries; ++p)
      for (int q = p + 1; q < kEntries; ++q) K[p][q] = K[q][p] = P(Real(0.5)) * (K[p][q] + K[q][p]);
    if (definite) make_definite(K);
    int at = 0;
    for (int p = 0; p < kEntries; ++p)
      for (int q = p; q < kEntries; ++q) K[p][q].store(solve_.tangent.group(i, at++));
    // What each corner feels of its own motion: columns of the tangents weighted as B_m says.
    P weight[kCorners][kTangents];
    if constexpr (kTangents == 2) {
      weight[1][0] = B[0], weight[1][1] = B[1];
      weight[2][0] = P(Real(0)), weight[2][1] = B[2];
      weight[0][0] = -B[0], weight[0][1] = -(B[1] + B[2]);
    } else {
      weight[1][0] = B[0], weight[0][0] = -B[0];
    }
    const P scale = select(coarse(i), P(Real(from_mesh ? dt * dt : 0)), P(Real(0)));
    const std::size_t lanes = std::min<std::size_t>(P::width, corner_.size() - i);
    for (int a = 0; a < kCorners; ++a)
      for (int p = 0, c = 0; p < 3; ++p)
        for (int q = p; q < 3; ++q, ++c) {
          P sum = Real(0);
          for (int t = 0; t < kTangents; ++t)
            for (int u = 0; u < kTangents; ++u) sum += weight[a][t] * weight[a][u] * K[3 * t + p][3 * u + q];
          sum *= scale;
          for (std::size_t l = 0; l < lanes; ++l)
            solve_.diagonal[i + l][std::size_t(a)][std::size_t(c)] = sum[int(l)];
        }
  }
}

template <class Law>
void ThinBody<Law>::load_stiffness(Range r, const Step& step, StiffnessBatch& out) const {
  Parcels::load_stiffness(r, step, out);
  const Real dt2 = Real(step.dt * step.dt);
  for (std::size_t i = r.begin; i < r.end; ++i) {
    if (const int held = pins_.held(i); held >= 0 && pins_.active(held)) continue;
    Real A[6] = {};
    for (const std::uint32_t at : around_.corners(i))
      for (std::size_t c = 0; c < 6; ++c) A[c] += solve_.diagonal[at / 4][at % 4][c];
    if (!bends_.empty())
      for (const std::uint32_t at : bends_around_.corners(i))
        for (const BendFactor& f : solve_.bend_factors[at / 4]) {
          const Vec3<Real>& g = f[at % 4];
          for (int p = 0, c = 0; p < 3; ++p)
            for (int q = p; q < 3; ++q, ++c) A[c] += dt2 * g[p] * g[q];
        }
    for (std::size_t c = 0; c < 6; ++c) out.A[c][i - r.begin] = A[c];
  }
}

/// Elements with an edge of two cells or more, whose corners a node hardly moves together.
template <class Law>
Mask<Real> ThinBody<Law>::coarse(std::size_t i) const {
  Vec3<P> X[kCorners];
  gather_corners(x_, i, X);
  P longest = norm2(X[1] - X[0]);
  if constexpr (kTangents == 2) longest = max(longest, norm2(X[2] - X[0]));
  return longest > P(Real(4 * dx_ * dx_));
}

/// dG = e_b g^T moves the columns that the grid strains by dt (g . d) e_b, and the tangents of elements that
/// are small beside a cell about so too: there a node moves all corners, and what one corner feels by itself
/// would be far too stiff.
template <class Law>
void ThinBody<Law>::load_contact_stiffness(Range r, const Step& step, StiffnessBatch& out) const {
  Parcels::load_stiffness(r, step, out);
  const bool from_mesh = options_.discretisation != Discretisation::grid;
  const P dt2 = Real(step.dt * step.dt);
  constexpr int kColumns = kTangents + kNormals;
  for (std::size_t i = r.begin; i < r.end; i += P::width) {
    const std::size_t lane = i - r.begin;
    const auto entry = [&](int p, int q) {
      if (p > q) std::swap(p, q);
      return P::load(solve_.tangent.group(i, p * kEntries - p * (p - 1) / 2 + q - p));
    };
    Strain<P> now;
    P B[3];
    Vec2<P> warp;
    Vec3<P> X[kCorners], d[kColumns];
    load_shape(i, B, warp);
    gather_corners(x_, i, X);
    tangents(X, B, now);
    const Mask<Real> alone = coarse(i);
    for (int c = 0; c < kColumns; ++c)
      for (int k = 0; k < 3; ++k) {
        if (c >= kTangents) d[c][k] = P::load(start_normals().group(i, 3 * (c - kTangents) + k));
        else
          d[c][k] =
              from_mesh ? select(alone, P(Real(0)), now.t[c][k]) : P::load(contact_.t.group(i, 3 * c + k));
      }
    for (int u = 0, uv = 0; u < 3; ++u)
      for (int v = u; v < 3; ++v, ++uv)
        for (int p = 0, pq = 0; p < 3; ++p)
          for (int q = p; q < 3; ++q, ++pq) {
            P sum = Real(0);
            for (int a = 0; a < kColumns; ++a)
              for (int b = 0; b < kColumns; ++b) {
                const P pair = u == v ? d[a][u] * d[b][u] : d[a][u] * d[b][v] + d[a][v] * d[b][u];
                sum += pair * P(Real(0.5)) * (entry(3 * a + p, 3 * b + q) + entry(3 * b + p, 3 * a + q));
              }
            (sum * dt2).store(&out.T[uv][pq][lane]);
          }
  }
}

/// The yielded normals d_y replace the trial ones; d_s' = (I + dt grad v)^-1 d_y with the gradient last
/// tried.
template <class Law>
bool ThinBody<Law>::begin_from_yielded(const Step&) {
  if (!options_.plastic || options_.discretisation != Discretisation::hybrid) return false;
  PointField& start = solve_.start_d;
  if (!start.components()) start = PointField(3 * kNormals);
  start.resize(corner_.size());
  const auto part = [&](Range r) {
    P most = Real(0);
    for (std::size_t i = r.begin; i < r.end; i += P::width) {
      P B[3];
      Vec2<P> warp;
      load_shape(i, B, warp);
      Strain<P> s, G;
      trial_strain(i, s, Solve::force);
      const Strain<P> trial = s;
      law_.respond(s, warp, true, G);
      for (int b = 0; b < kNormals; ++b)
        for (int k = 0; k < 3; ++k) {
          // To first order in dt: the difference the return map makes is small beside what the step strains.
          const P by = s.d[b][k] - trial.d[b][k];
          most = max(most, abs(by));
          (P::load(start_normals().group(i, 3 * b + k)) + by).store(start.group(i, 3 * b + k));
        }
    }
    return double(horizontal_max(most));
  };
  const double most =
      reduce_chunks(corner_.size(), 1 << 11, 0.0, part, [](double a, double b) { return std::max(a, b); });
  solve_.started = true;
  return most > 1e-5;
}

}  // namespace weft
