/// ShellBody: the phases of a step. Included once a law's file.
namespace weft {
namespace shell_detail {

/// Weights of a group: one for all lanes, or one a lane.
struct SharedWeights {
  const Real* at;
  Pack<Real> operator[](std::size_t i) const { return Pack<Real>(at[i]); }
};
struct OwnWeights {
  const Real* at;
  Pack<Real> operator[](std::size_t i) const { return Pack<Real>::load(at + i * 16); }
};

// omega h/c of the stiffest membrane and omega h^2/c_b of the stiffest bending wave of a uniform mesh with
// 2x2 points of Gauss (Bloch waves), squared. Half the mass is on contact points and control points at
// corners are light: together a factor of three.
constexpr double kMembrane = 3 * 1.043 * 1.043, kBending = 3 * 2.309 * 2.309;

}  // namespace shell_detail

template <class Law>
void ShellBody<Law>::add_sets(std::vector<Parcels*>& sets) {
  sets.push_back(this);
  sets.push_back(&contacts_);
}

template <class Law>
void ShellBody<Law>::add_surfaces(std::vector<SurfacePoints*>& out) {
  out.push_back(&controls_);
  out.push_back(&contacts_);
}

template <class Law>
Vec3r ShellBody<Law>::force_on(std::size_t i) const {
  Real f[3] = {0, 0, 0};
  for (const std::uint32_t at : patches_.forces_on(ids_[i]))
    for (std::size_t a = 0; a < 3; ++a) f[a] += force_[at + 16 * a];
  return {{f[0], f[1], f[2]}};
}

template <class Law>
void ShellBody<Law>::load(Range r, const Step& step, ParcelBatch& out) const {
  load_motion(r, {x_, v_, C_, mass_}, options_.damping, out);
  const Real dt = Real(step.dt);
  if (!step.implicit)
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const Vec3r f = force_on(i);
      for (int a = 0; a < 3; ++a) out.p[a][i - r.begin] += dt * f[a];
    }
  if (step.weight_gradient)
    for (auto& column : out.S)
      for (auto& row : column) std::fill_n(row, r.size(), Real(0));
  if (options_.force)
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const Vec3d b = options_.force->at(vector_at(rest_, i), control(i), step.time);
      for (int a = 0; a < 3; ++a) out.p[a][i - r.begin] += mass_(i, 0) * dt * Real(b[a]);
    }
  if (!pins_.empty()) load_pinned(r, step, out);
}

template <class Law>
void ShellBody<Law>::load_pinned(Range r, const Step& step, ParcelBatch& out) const {
  for (std::size_t i = r.begin; i < r.end; ++i) {
    if (!is_pinned(i)) continue;
    const std::size_t at = i - r.begin;
    const Real m = mass_(i, 0);
    const Vec3d v = (pins_.target(pins_.held(i)) - control(i)) * (1 / step.dt);
    const Mat3d turn = cross_matrix(pins_.spin(pins_.held(i)));
    for (int a = 0; a < 3; ++a) {
      out.p[a][at] = m * Real(v[a]);
      for (int b = 0; b < 3; ++b) out.Q[b][a][at] = m * Real(turn(a, b));
    }
  }
}

template <class Law>
void ShellBody<Law>::load_contacts(Range r, const Step& step, ParcelBatch& out) const {
  load_motion(r, {contact_.x, contact_.v, contact_.C, contact_.mass}, options_.damping, out);
  const double scale = step.implicit ? 0.0 : step.weight_gradient ? 1.0 : step.affine_inverse;
  const P kick = Real(-step.dt * scale);
  for (std::size_t i = r.begin; i < r.end; i += P::width)
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) {
        const std::size_t at = i - r.begin;
        const P stress = P::load(contact_.pull.group(i, a)) * P::load(contact_.d.group(i, b)) * kick;
        if (step.weight_gradient) stress.store(&out.S[b][a][at]);
        else (P::load(&out.Q[b][a][at]) + stress).store(&out.Q[b][a][at]);
      }
  if (!options_.force) return;
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const Vec3d b = options_.force->at(contact_place(i, rest_, nullptr), vector_at(contact_.x, i), step.time);
    for (int a = 0; a < 3; ++a) out.p[a][i - r.begin] += Real(double(contact_.mass(i, 0)) * step.dt * b[a]);
  }
}

template <class Law>
void ShellBody<Law>::unload(Range r, const Step& step, const AnswerBatch& in) {
  const P dt = Real(step.dt);
  limits_[r.begin / kBatch] = take_motion(r, in, v_, C_);
  for (std::size_t i = r.begin; i < r.end; i += P::width)
    for (int a = 0; a < 3; ++a) {
      // What x + by loses to rounding is kept in low.
      const P x = P::load(x_.group(i, a)), by = dt * P::load(v_.group(i, a)) + P::load(low_.group(i, a)),
              now = x + by;
      now.store(x_.group(i, a));
      (by - (now - x)).store(low_.group(i, a));
    }
  if (!pins_.empty()) lead_pinned(r, step);
}

/// Pinned points go exactly where they are told.
template <class Law>
void ShellBody<Law>::lead_pinned(Range r, const Step& step) {
  BatchMotion& l = limits_[r.begin / kBatch];
  for (std::size_t i = r.begin; i < r.end; ++i) {
    if (!is_pinned(i)) continue;
    // The grid has just moved it by dt v.
    const Vec3d target = pins_.target(pins_.held(i)), before = control(i) - vector_at(v_, i) * step.dt;
    const Vec3d v = (target - before) * (1 / step.dt);
    const Mat3d turn = cross_matrix(pins_.spin(pins_.held(i)));
    put_control(i, target);
    set_vector(v_, i, v);
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) C_(i, 3 * a + b) = Real(turn(a, b));
    l.speed2 = std::max(l.speed2, Real(norm2(v)));
  }
}

template <class Law>
void ShellBody<Law>::unload_contacts(Range r, const Step& step, const AnswerBatch& in) {
  const P dt = Real(step.dt);
  const auto& gradient = step.weight_gradient ? in.G : in.C;
  contact_limits_[r.begin / kBatch] = take_motion(r, in, contact_.v, contact_.C);
  for (std::size_t i = r.begin; i < r.end; i += P::width) {
    const std::size_t at = i - r.begin;
    const Vec3<P> d{
        {P::load(contact_.d.group(i, 0)), P::load(contact_.d.group(i, 1)), P::load(contact_.d.group(i, 2))}};
    for (int a = 0; a < 3; ++a) {
      const P rate = P::load(&gradient[0][a][at]) * d[0] + P::load(&gradient[1][a][at]) * d[1] +
                     P::load(&gradient[2][a][at]) * d[2];
      (d[a] + dt * rate).store(contact_.d.group(i, a));
    }
  }
}

template <class Law>
void ShellBody<Law>::end_step(const Step& step) {
  dx_ = step.dx;
  pressure_ = pressure_at(options_.pressure, step.time + step.dt);
  respond_all();
}

template <class Law>
void ShellBody<Law>::respond_all() {
  const auto part = [&](Range r) { return respond(r); };
  stiffness_ =
      reduce_chunks(patches_.groups().size(), 64, Stiffness{}, part, [](Stiffness a, const Stiffness& b) {
        return Stiffness{std::max(a.mesh, b.mesh), std::max(a.contact, b.contact)};
      });
}

/// Everything that follows from where the control points are now, for some groups of faces.
template <class Law>
typename ShellBody<Law>::Stiffness ShellBody<Law>::respond(Range groups) {
  FacePack pack(patches_.most_points());
  Stiffness most;
  for (std::size_t i = groups.begin; i < groups.end; ++i) {
    const Patches::Group& g = patches_.groups()[i];
    pack.group = &g;
    for (std::size_t lane = 0; lane < g.faces; lane += P::width) {
      pack.slot = i * 16 + lane;
      pack.faces = std::min<std::size_t>(P::width, g.faces - lane);
      const Stiffness s = g.shared ? respond(pack, shell_detail::SharedWeights{patches_.weights(g)})
                                   : respond(pack, shell_detail::OwnWeights{patches_.weights(g) + lane});
      most = {std::max(most.mesh, s.mesh), std::max(most.contact, s.contact)};
    }
  }
  return most;
}

template <class Law>
template <class Weights>
typename ShellBody<Law>::Stiffness ShellBody<Law>::respond(FacePack& pack, const Weights& w) {
  const Patches::Group& g = *pack.group;
  gather(pack, low_);
  std::fill(pack.f.begin(), pack.f.end(), Real(0));
  const P fastest = bend(pack, w), pressed = touch(pack, w);
  for (std::uint32_t k = 0; k < g.points; ++k)
    for (int a = 0; a < 3; ++a)
      P::load_aligned(pack.at(pack.f, k, a))
          .store(&force_[g.first_force + (k * 3 + std::uint32_t(a)) * 16 + pack.slot % 16]);
  return {horizontal_max(fastest), horizontal_max(pressed)};
}

/// Control points of a pack of faces relative to the first of each, with what rounding left out of x.
template <class Law>
void ShellBody<Law>::gather(FacePack& pack, const PointField& low) const {
  constexpr int W = P::width;
  const std::uint32_t* v = patches_.vertices(*pack.group) + pack.slot % 16;
  const Real *x = x_.group(0, 0), *l = low.group(0, 0);
  alignas(64) Real origin[3][W];
  alignas(64) std::uint32_t at[W];
  for (std::uint32_t k = 0; k < pack.group->points; ++k) {
    for (int i = 0; i < W; ++i)
      at[i] = v[k * 16 + std::uint32_t(i)] / 16 * 48 + v[k * 16 + std::uint32_t(i)] % 16;
    if (k == 0)
      for (std::uint32_t a = 0; a < 3; ++a)
        for (int i = 0; i < W; ++i) origin[a][i] = x[at[i] + 16 * a];
    for (std::uint32_t a = 0; a < 3; ++a) {
      Real* to = &pack.x[(k * 3 + a) * W];
      for (int i = 0; i < W; ++i) to[i] = (x[at[i] + 16 * a] - origin[a][i]) + l[at[i] + 16 * a];
    }
  }
  for (int a = 0; a < 3; ++a) pack.origin[a] = P::load_aligned(origin[a]);
}

/// Membrane, bending and denting; returns the largest omega^2 rho.
template <class Law>
template <class Weights>
typename ShellBody<Law>::P ShellBody<Law>::bend(FacePack& pack, const Weights& w) {
  const Patches::Group& g = *pack.group;
  const double bending = shell_detail::kBending * options_.thickness * options_.thickness / 12;
  const P finest = dx_ > 0 ? Real(4 / (dx_ * dx_)) : Real(1e30);
  P fastest = Real(0);
  for (int place = 0; place < int(bends_.size()); ++place) {
    Jet<P> jet = Jet<P>::zero();
    for (std::uint32_t k = 0; k < g.points; ++k) {
      const std::size_t at = patches_.at_bend(g, place, k);
      jet.add(w[at + 1], w[at + 2], w[at + 3], w[at + 4], w[at + 5], pack.point(k));
    }
    const KirchhoffLove<P> surface(jet);
    Resultants<P> r = Resultants<P>::zero();
    for (int layer = 0; layer < 2; ++layer) {
      const int at = place * 2 + layer;
      const P xi = Real(layer ? offset_ : -offset_), V = P::load(volume_.group(pack.slot, at));
      Mat2<P> A{{{P::load(A_.group(pack.slot, at * 4)), P::load(A_.group(pack.slot, at * 4 + 1))},
                 {P::load(A_.group(pack.slot, at * 4 + 2)), P::load(A_.group(pack.slot, at * 4 + 3))}}};
      Columns<P> f = surface.lamina(xi) * A, stress;
      if constexpr (Law::dents) {
        if (law_.may_dent()) {
          A = A * law_.yield(f);
          for (int i = 0; i < 4; ++i) A(i / 2, i % 2).store(A_.group(pack.slot, at * 4 + i));
        }
      }
      const P modulus = law_.respond(f, stress);
      r.add(V, xi, stress, A);
      // 1/h^2 of the denser direction; the grid carries no waves shorter than a cell.
      const P dense =
          min(max(A(0, 0) * A(0, 0) + A(0, 1) * A(0, 1), A(1, 0) * A(1, 0) + A(1, 1) * A(1, 1)), finest);
      fastest = max(fastest, modulus * dense * (P(Real(shell_detail::kMembrane)) + P(Real(bending)) * dense));
    }
    const Jet<P> h = force_on_jet(surface, r);
    const Vec3<P> push = surface.n * (surface.J * P(Real(pressure_ * bends_[std::size_t(place)].weight)));
    for (std::uint32_t k = 0; k < g.points; ++k) {
      const std::size_t at = patches_.at_bend(g, place, k);
      pack.add_force(k, push * w[at] - h.gather(w[at + 1], w[at + 2], w[at + 3], w[at + 4], w[at + 5]));
    }
  }
  return fastest;
}

/// Contact points go to their places; friction yields; returns the largest rho c^2.
template <class Law>
template <class Weights>
typename ShellBody<Law>::P ShellBody<Law>::touch(FacePack& pack, const Weights& w) {
  constexpr std::size_t W = P::width;
  const Patches::Group& g = *pack.group;
  const std::size_t each = touches_.size();
  P pressed = Real(0);
  for (int place = 0; place < int(each); ++place) {
    Vec3<P> x = pack.origin, a1 = Vec3<P>::zero(), a2 = Vec3<P>::zero();
    for (std::uint32_t k = 0; k < g.points; ++k) {
      const std::size_t at = patches_.at_touch(g, place, k);
      const Vec3<P> p = pack.point(k);
      x += p * w[at], a1 += p * w[at + 1], a2 += p * w[at + 2];
    }
    alignas(64) Real d[4][W], out[9][W];
    std::uint32_t who[W];
    for (std::size_t l = 0; l < W; ++l) {
      who[l] = contact_of_[(pack.slot + l) * each + std::size_t(place)];
      for (int a = 0; a < 3; ++a) d[a][l] = contact_.d(who[l], a);
      d[3][l] = contact_.volume(who[l], 0);
    }
    SheetFrame<P> frame(a1, a2, {{P::load_aligned(d[0]), P::load_aligned(d[1]), P::load_aligned(d[2])}});
    if (options_.plastic) law_.slide(frame);
    const ContactGradient<P> c = law_.contact_gradient(frame);
    const P V = P::load_aligned(d[3]);
    pressed = max(pressed, c.modulus);
    const Vec3<P> fibre = frame.normal();
    for (int a = 0; a < 3; ++a) {
      x[a].store_aligned(out[a]);
      fibre[a].store_aligned(out[3 + a]);
      (c.d[a] * V).store_aligned(out[6 + a]);
    }
    for (std::size_t l = 0; l < pack.faces; ++l)
      for (int a = 0; a < 3; ++a) {
        contact_.x(who[l], a) = out[a][l];
        contact_.d(who[l], a) = out[3 + a][l];
        contact_.pull(who[l], a) = out[6 + a][l];
      }
    if (!any(norm2(c.t[0]) + norm2(c.t[1]) > P(Real(0)))) continue;
    const Vec3<P> g1 = c.t[0] * V, g2 = c.t[1] * V;
    for (std::uint32_t k = 0; k < g.points; ++k) {
      const std::size_t at = patches_.at_touch(g, place, k);
      pack.add_force(k, -(g1 * w[at + 1] + g2 * w[at + 2]));
    }
  }
  return pressed;
}

template <class Law>
Limits ShellBody<Law>::limits() const {
  BatchMotion m;
  for (const auto* list : {&limits_, &contact_limits_})
    for (const BatchMotion& l : *list) {
      m.speed2 = std::max(m.speed2, l.speed2);
      m.gradient2 = std::max(m.gradient2, l.gradient2);
    }
  Limits l;
  l.speed = std::sqrt(double(m.speed2));
  l.gradient = std::sqrt(double(m.gradient2));
  // A contact point by itself has half the mass of its part of the shell, but never lies in cells without
  // control points.
  l.wave_speed = std::sqrt(double(stiffness_.contact) / law_.density);
  l.frequency = std::sqrt(double(stiffness_.mesh) / law_.density);
  return l;
}

}  // namespace weft
