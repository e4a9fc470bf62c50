/// ShellBody: the phases of a step. Included once a law's file.
namespace weft {
template <class Law>
void ShellBody<Law>::add_sets(std::vector<Parcels*>& sets) {
  if (!on_mesh()) sets.push_back(this);
  sets.push_back(&contacts_);
}

template <class Law>
Vec3r ShellBody<Law>::sum_on(std::size_t i, const Forces& of) const {
  Real f[3] = {0, 0, 0};
  for (const std::uint32_t at : patches_.forces_on(ids_[i]))
    for (std::size_t a = 0; a < 3; ++a) f[a] += of[at][a];
  return {{f[0], f[1], f[2]}};
}

template <class Law>
void ShellBody<Law>::load(Range r, const Step& step, ParcelBatch& out) const {
  load_motion(r, {x_, v_, C_, mass_}, options_.damping, out);
  const Real dt = Real(step.dt);
  for (const Forces* f : {step.implicit ? nullptr : &force_, pressure_ != 0 ? &push_ : nullptr}) {
    if (!f) continue;
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const Vec3r on = sum_on(i, *f);
      for (int a = 0; a < 3; ++a) out.p[a][i - r.begin] += dt * on[a];
    }
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
  if (on_mesh())  // the grid pulls as well
    for (int a = 0; a < 3; ++a)
      for (std::size_t i = 0; i < r.size(); ++i)
        out.p[a][i] -= out.m[i] * Real(step.dt * options_.gravity[a]);
  if (!options_.force || on_mesh()) return;
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const Vec3d b = options_.force->at(contact_place(i, rest_), vector_at(contact_.x, i), step.time);
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
  if (!on_mesh()) contact_limits_[r.begin / kBatch] = take_motion(r, in, contact_.v, contact_.C);
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
  if (on_mesh()) take_kicks(r, step, in);
}

template <class Law>
void ShellBody<Law>::begin_step(const Step& step) {
  pins_.begin_step(step);
  if (on_mesh()) predict(step);
}

template <class Law>
void ShellBody<Law>::end_step(const Step& step) {
  dx_ = step.dx;
  pressure_ = pressure_at(options_.pressure, step.time + step.dt);
  if (on_mesh()) move_on_mesh(step);
  find_dips();
  respond_all();
}

template <class Law>
void ShellBody<Law>::find_dips() {
  std::vector<std::uint32_t> now(ids_.size());
  for (std::size_t i = 0; i < ids_.size(); ++i) now[ids_[i]] = std::uint32_t(i);
  parallel_chunks(ids_.size(), 1 << 12, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      Vec3d dip = -control(i);
      const VertexLimits& l = vertex_limits_;
      for (std::uint32_t k = l.begin[ids_[i]]; k < l.begin[ids_[i] + 1]; ++k)
        dip += control(now[l.vertices[k]]) * double(l.weights[k]);
      set_vector(dip_, i, dip);
    }
  });
}

template <class Law>
void ShellBody<Law>::respond_all() {
  const auto part = [&](Range r) { return respond(r); };
  stiffness_ =
      reduce_chunks(patches_.groups().size(), 64, Stiffness{}, part, [](Stiffness a, const Stiffness& b) {
        return Stiffness{std::max(a.mesh, b.mesh), std::max(a.contact, b.contact)};
      });
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
