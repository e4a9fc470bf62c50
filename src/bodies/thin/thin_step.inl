/// ThinBody: the phases of a step. Included once a law's file.
namespace weft {

template <class Law>
void ThinBody<Law>::add_sets(std::vector<Parcels*>& sets) {
  sets.push_back(this);
  if (options_.discretisation != Discretisation::mesh) sets.push_back(&contacts_);
}

template <class Law>
void ThinBody<Law>::contact_places(Range r, Real* x, Real* y, Real* z) const {
  Real* out[3] = {x, y, z};
  for (std::size_t i = r.begin; i < r.end; ++i)
    for (int k = 0; k < 3; ++k) {
      Real sum = 0;
      for (int a = 0; a < kCorners; ++a)
        sum += x_(corner_[i][std::size_t(a)], k) *
               (contact_.place.components() ? contact_.place(i, a) : Real(1.0 / kCorners));
      out[k][i - r.begin] = sum;
    }
}

template <class Law>
Vec3r ThinBody<Law>::force_on(std::size_t i, const std::vector<CornerForces>& corners,
                              const std::vector<BendForces>& bends) const {
  Real f[3] = {0, 0, 0};
  for (const std::uint32_t at : around_.corners(i)) {
    const std::size_t e = at / 4;
    const std::size_t a = at % 4;
    for (int k = 0; k < 3; ++k) f[k] += corners[e][a][std::size_t(k)];
  }
  if (!bends.empty())
    for (const std::uint32_t at : bends_around_.corners(i))
      for (int k = 0; k < 3; ++k) f[k] += bends[at / 4][at % 4][k];
  return {{f[0], f[1], f[2]}};
}

template <class Law>
template <class T>
void ThinBody<Law>::gather_corners(const PointField& x, std::size_t i, Vec3<T> (&X)[kCorners]) const {
  alignas(64) Real lane[kCorners][3][T::width];
  for (int l = 0; l < T::width; ++l) {
    const Corners& c = corner_[std::min(i + std::size_t(l), corner_.size() - 1)];
    for (int a = 0; a < kCorners; ++a)
      for (int k = 0; k < 3; ++k) lane[a][k][l] = x(c[a], k);
  }
  for (int a = 0; a < kCorners; ++a)
    for (int k = 0; k < 3; ++k) X[a][k] = load_as<T>(lane[a][k]);
}

template <class Law>
template <class T>
void ThinBody<Law>::tangents(const Vec3<T> (&X)[kCorners], const T (&B)[3], Strain<T>& s) {
  s.t[0] = (X[1] - X[0]) * B[0];
  if constexpr (kTangents == 2) s.t[1] = (X[1] - X[0]) * B[1] + (X[2] - X[0]) * B[2];
}

template <class Law>
template <class T>
void ThinBody<Law>::load_shape(std::size_t i, T (&B)[3], Vec2<T>& warp) const {
  for (int k = 0; k < kShape; ++k) B[k] = load_as<T>(contact_.shape.group(i, k));
  warp = {{T(1), T(0)}};
  if (contact_.warp.components())
    for (int k = 0; k < 2; ++k) warp[k] = load_as<T>(contact_.warp.group(i, k));
}

/// [f_1 ..] = -V G_t B_m^T,  f_0 = -sum.
template <class Law>
void ThinBody<Law>::store_forces(std::size_t i, const Strain<P>& G, const P (&B)[3], P volume,
                                 std::vector<CornerForces>& out) const {
  alignas(64) Real lane[kCorners][3][P::width];
  for (int p = 0; p < 3; ++p) {
    P f[kCorners];
    if constexpr (kTangents == 2) {
      f[1] = -volume * (G.t[0][p] * B[0] + G.t[1][p] * B[1]);
      f[2] = -volume * G.t[1][p] * B[2];
      f[0] = -(f[1] + f[2]);
    } else {
      f[1] = -volume * G.t[0][p] * B[0];
      f[0] = -f[1];
    }
    for (int a = 0; a < kCorners; ++a) f[a].store_aligned(lane[a][p]);
  }
  const std::size_t lanes = std::min<std::size_t>(P::width, corner_.size() - i);
  for (std::size_t l = 0; l < lanes; ++l)
    for (int a = 0; a < kCorners; ++a)
      for (int p = 0; p < 3; ++p) out[i + l][std::size_t(a)][std::size_t(p)] = lane[a][p][l];
}

template <class Law>
void ThinBody<Law>::load(Range r, const Step& step, ParcelBatch& out) const {
  load_motion(r, {x_, v_, C_, mass_}, options_.damping, out);
  const Real dt = Real(step.dt);
  if (!step.implicit)
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const Vec3r f = force_on(i, force_, bend_force_);
      for (int a = 0; a < 3; ++a) out.p[a][i - r.begin] += dt * f[a];
    }
  if (step.weight_gradient)
    for (auto& column : out.S)
      for (auto& row : column) std::fill_n(row, r.size(), Real(0));
  if (options_.force)
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const Vec3d b = options_.force->at({{rest_(i, 0), rest_(i, 1), rest_(i, 2)}}, vertex(i), step.time);
      for (int a = 0; a < 3; ++a) out.p[a][i - r.begin] += mass_(i, 0) * dt * Real(b[a]);
    }
  if (pins_.empty()) return;
  for (std::size_t i = r.begin; i < r.end; ++i)
    if (const int held = pins_.held(i); held >= 0 && pins_.active(held)) {
      const std::size_t at = i - r.begin;
      const Real m = mass_(i, 0);
      const Vec3d v = (pins_.target(held) - vertex(i)) * (1 / step.dt);
      const Mat3d turn = cross_matrix(pins_.spin(held));
      for (int a = 0; a < 3; ++a) {
        out.p[a][at] = m * Real(v[a]);
        for (int b = 0; b < 3; ++b) out.Q[b][a][at] = m * Real(turn(a, b));
      }
    }
}

template <class Law>
void ThinBody<Law>::load_contacts(Range r, const Step& step, ParcelBatch& out) const {
  load_motion(r, {contact_.x, contact_.v, contact_.C, contact_.mass}, options_.damping, out);
  const P kick = Real(step.implicit ? 0 : -step.dt * (step.weight_gradient ? 1.0 : step.affine_inverse));
  for (std::size_t i = r.begin; i < r.end; i += P::width)
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) {
        const std::size_t at = i - r.begin;
        const P stress = P::load(contact_.stress.group(i, 3 * a + b)) * kick;
        if (step.weight_gradient) stress.store(&out.S[b][a][at]);
        else (P::load(&out.Q[b][a][at]) + stress).store(&out.Q[b][a][at]);
      }
  if (!options_.force) return;
  for (std::size_t i = r.begin; i < r.end; ++i) {
    Vec3d X = Vec3d::zero();  // where the contact point is at rest
    for (int a = 0; a < kCorners; ++a) {
      const double w = contact_.place.components() ? double(contact_.place(i, a)) : 1.0 / kCorners;
      const std::size_t v = corner_[i][std::size_t(a)];
      X += Vec3d{{rest_(v, 0), rest_(v, 1), rest_(v, 2)}} * w;
    }
    const Vec3d x{{contact_.x(i, 0), contact_.x(i, 1), contact_.x(i, 2)}},
        b = options_.force->at(X, x, step.time);
    for (int a = 0; a < 3; ++a) out.p[a][i - r.begin] += Real(double(contact_.mass(i, 0)) * step.dt * b[a]);
  }
}

template <class Law>
void ThinBody<Law>::unload(Range r, const Step& step, const AnswerBatch& in) {
  const P dt = Real(step.dt);
  limits_[r.begin / kBatch] = take_motion(r, in, v_, C_);
  if (!pins_.empty()) lead_pinned(r, step);
  for (std::size_t i = r.begin; i < r.end; i += P::width)
    for (int a = 0; a < 3; ++a)
      (P::load(x_.group(i, a)) + dt * P::load(v_.group(i, a))).store(x_.group(i, a));
  // Exactly where they are told, not where rounding puts them.
  if (pins_.empty()) return;
  for (std::size_t i = r.begin; i < r.end; ++i)
    if (const int held = pins_.held(i); held >= 0 && pins_.active(held)) {
      const Vec3d x = pins_.target(held);
      for (int a = 0; a < 3; ++a) x_(i, a) = Real(x[a]);
    }
}

template <class Law>
void ThinBody<Law>::lead_pinned(Range r, const Step& step) {
  BatchMotion& l = limits_[r.begin / kBatch];
  for (std::size_t i = r.begin; i < r.end; ++i)
    if (const int held = pins_.held(i); held >= 0 && pins_.active(held)) {
      const Vec3d v = (pins_.target(held) - vertex(i)) * (1 / step.dt);
      const Mat3d turn = cross_matrix(pins_.spin(held));
      for (int a = 0; a < 3; ++a) {
        v_(i, a) = Real(v[a]);
        for (int b = 0; b < 3; ++b) C_(i, 3 * a + b) = Real(turn(a, b));
      }
      l.speed2 = std::max(l.speed2, Real(norm2(v)));
    }
}

template <class Law>
void ThinBody<Law>::unload_contacts(Range r, const Step& step, const AnswerBatch& in) {
  const P dt = Real(step.dt);
  const auto& gradient = step.weight_gradient ? in.G : in.C;
  contact_limits_[r.begin / kBatch] = take_motion(r, in, contact_.v, contact_.C);
  for (std::size_t i = r.begin; i < r.end; i += P::width) {
    const std::size_t at = i - r.begin;
    Mat3<P> G;
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) G(a, b) = P::load(&gradient[b][a][at]);
    const auto strain_column = [&](PointField& f, int column) {
      const Vec3<P> d{{P::load(f.group(i, 3 * column)), P::load(f.group(i, 3 * column + 1)),
                       P::load(f.group(i, 3 * column + 2))}};
      const Vec3<P> moved = d + (G * d) * dt;
      for (int a = 0; a < 3; ++a) moved[a].store(f.group(i, 3 * column + a));
    };
    for (int b = 0; b < kNormals; ++b) strain_column(contact_.d, b);
    if (contact_.t.components())
      for (int a = 0; a < kTangents; ++a) strain_column(contact_.t, a);
  }
}

template <class Law>
void ThinBody<Law>::end_step(const Step& step) {
  dx_ = step.dx;
  respond_all();
  bend_frequency2_ = bend_all();
}

template <class Law>
void ThinBody<Law>::respond_all() {
  const auto part = [&](Range r) { return respond(r); };
  stiffness_ = reduce_chunks(corner_.size(), 1 << 12, Stiffness{}, part, [](Stiffness a, const Stiffness& b) {
    return Stiffness{std::max(a.mesh, b.mesh), std::max(a.contact, b.contact)};
  });
}

/// Everything that follows from where the vertices are now, for contact points r (r.begin a multiple of
/// kGroup).
template <class Law>
typename ThinBody<Law>::Stiffness ThinBody<Law>::respond(Range r) {
  const bool from_mesh = options_.discretisation != Discretisation::grid;
  const bool touches = options_.discretisation != Discretisation::mesh;
  const Real finest = dx_ > 0 ? Real(1 / (dx_ * dx_)) : Real(1e30);
  P mesh = Real(0), pressed = Real(0);
  for (std::size_t i = r.begin; i < r.end; i += P::width) {
    Vec3<P> X[kCorners], place{};
    gather_corners(x_, i, X);
    for (int a = 0; a < kCorners; ++a)
      for (int k = 0; k < 3; ++k) {
        const P w =
            contact_.place.components() ? P::load(contact_.place.group(i, a)) : P(Real(1.0 / kCorners));
        place[k] += w * X[a][k];
      }
    const P V = P::load(contact_.volume.group(i, 0));
    P B[3];
    Vec2<P> warp;
    load_shape(i, B, warp);
    Strain<P> s, G;
    if (from_mesh) {
      tangents(X, B, s);
    } else {
      for (int a = 0; a < kTangents; ++a)
        for (int k = 0; k < 3; ++k) s.t[a][k] = P::load(contact_.t.group(i, 3 * a + k));
    }
    for (int b = 0; b < kNormals; ++b)
      for (int k = 0; k < 3; ++k) s.d[b][k] = P::load(contact_.d.group(i, 3 * b + k));
    const ThinModulus<P> modulus = law_.respond(s, warp, options_.plastic || !touches, G);

    Mat3<P> stress{};
    for (int b = 0; b < kNormals; ++b)
      for (int p = 0; p < 3; ++p) {
        s.d[b][p].store(contact_.d.group(i, 3 * b + p));
        for (int q = 0; q < 3; ++q) stress(p, q) += G.d[b][p] * s.d[b][q];
      }
    if (!from_mesh)
      for (int a = 0; a < kTangents; ++a)
        for (int p = 0; p < 3; ++p)
          for (int q = 0; q < 3; ++q) stress(p, q) += G.t[a][p] * s.t[a][q];
    for (int p = 0; p < 3; ++p) {
      place[p].store(contact_.x.group(i, p));
      for (int q = 0; q < 3; ++q)
        (stress(p, q) * (touches ? V : P(Real(0)))).store(contact_.stress.group(i, 3 * p + q));
    }
    store_forces(i, G, B, from_mesh ? V : P(Real(0)), force_);
    if constexpr (kTangents == 1) {  // what is stretched too far holds no longer
      if (options_.tear > 0)
        select(norm2(s.t[0]) > P(Real(options_.tear * options_.tear)), P(Real(0)), V)
            .store(contact_.volume.group(i, 0));
    }
    // omega^2 rho of one element by itself, from 1/h_a^2 over the corners' heights. The grid does not carry
    // waves shorter than a cell: elements below a cell vibrate no faster than elements of a cell.
    P heights;
    if constexpr (kTangents == 2)
      heights = P(Real(4)) *
                min(P(Real(2)) * B[0] * B[0] + B[1] * B[1] + B[2] * B[2] + (B[1] + B[2]) * (B[1] + B[2]),
                    P(Real(4) * finest));
    else heights = P(Real(6)) * min(B[0] * B[0], P(finest));
    if (from_mesh) mesh = max(mesh, modulus.tangent * heights);
    else pressed = max(pressed, modulus.tangent * norm2(s.t[0]));
    pressed = max(pressed, modulus.normal);
  }
  return {horizontal_max(mesh), horizontal_max(pressed)};
}

/// Bending forces; returns the largest omega^2 that a bend has by itself.
template <class Law>
double ThinBody<Law>::bend_all() {
  const auto part = [&](Range r) {
    double fastest = 0;
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const Bend& b = bends_[i];
      const BendAnswer<double> answer = bend(b, bent(b, x_));
      double rate = 0;
      for (int a = 0; a < kCorners + 1; ++a) {
        const std::size_t k = std::size_t(a);
        bend_force_[i][k] = (answer.angle_gradient[k] * -answer.derivative).template as<Real>();
        rate += norm2(answer.angle_gradient[k]) / double(mass_(b.vertex[k], 0));
      }
      fastest = std::max(fastest, 2 * b.stiffness * rate);
    }
    return fastest;
  };
  return reduce_chunks(bends_.size(), 1 << 12, 0.0, part, [](double a, double b) { return std::max(a, b); });
}

template <class Law>
Limits ThinBody<Law>::limits() const {
  BatchMotion m;
  for (const auto* list : {&limits_, &contact_limits_})
    for (const BatchMotion& l : *list) {
      m.speed2 = std::max(m.speed2, l.speed2);
      m.gradient2 = std::max(m.gradient2, l.gradient2);
    }
  Limits l;
  l.speed = std::sqrt(double(m.speed2));
  l.gradient = std::sqrt(double(m.gradient2));
  // An element by itself bounds omega of the mesh; a contact point by itself would have 1/(zeta + 2) of its
  // element's mass, but never lies in cells without its vertices. Measured, with edges of 0.5 to 1.5 cells
  // and contact a tenth to ten times as stiff as the mesh: steps up to 1.5 times what these two bounds allow
  // were always stable, beyond that not always.
  const double share = options_.discretisation == Discretisation::mesh ? 0 : 0.5 * (kTangents + 2);
  l.wave_speed = std::sqrt(share * double(stiffness_.contact) / law_.density);
  l.frequency = std::sqrt(double(stiffness_.mesh) / law_.density + bend_frequency2_);
  return l;
}

}  // namespace weft
