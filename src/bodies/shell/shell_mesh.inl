/// ShellBody with Coupling::mesh. Included once a law's file.
///
///   v^L = v + dt (f/m + g)                            control points, by themselves
///   v_q = sum N v^L                                   contact points, the only parcels; they stand for the
///   whole mass pressed (d shorter than the normal):  v_r = v_grid - v_q,  dv_q = v_n n + min(1, c_F
///   |v_n|/|v_t|) v_t v = v^L + 1/m sum_q N m_q dv_q,   x += dt v       momentum is kept: sum_p N_p = 1
///
/// The grid has a say only where something presses on the shell: elsewhere it moves without the grid's
/// smoothing. What touches it feels the momentum of all contact points near, also of those that are not
/// pressed; that balance is not exact.
namespace weft {

template <class Law>
void ShellBody<Law>::predict(const Step& step) {
  if (step.implicit)
    throw Error("E0511", "object \"" + name() + "\": coupling = \"mesh\" takes explicit steps", {},
                "set step = \"explicit\" or coupling = \"grid\"", Exit::simulation);
  dt_ = step.dt;
  parallel_chunks(size(), 1 << 11, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      Vec3r f = sum_on(i, force_);
      if (pressure_ != 0) f += sum_on(i, push_);
      Vec3d a = options_.gravity;
      if (options_.force) a += options_.force->at(vector_at(rest_, i), control(i), step.time);
      const double m = std::max(double(mass_(i, 0)), 1e-300);
      Vec3d v = vector_at(v_, i) + (a + f.template as<double>() * (1 / m)) * step.dt;
      if (is_pinned(i)) v = (pins_.target(pins_.held(i)) - control(i)) * (1 / step.dt);
      set_vector(predicted_, i, v);
    }
  });
  interpolate_velocities();
}

template <class Law>
void ShellBody<Law>::interpolate_velocities() {
  parallel_chunks(patches_.groups().size(), 64, [&](Range groups) {
    each_pack<P>(
        groups, [&](FacePack<P>& pack) { gather_change(pack, predicted_); },
        [&](FacePack<P>& pack, const auto& w) {
          for (int place = 0; place < int(touches_.size()); ++place) {
            Vec3<P> v = Vec3<P>::zero();
            for (std::uint32_t k = 0; k < pack.group->points; ++k)
              v += pack.point(k) * w[patches_.at_touch(*pack.group, place, k)];
            for (std::size_t l = 0; l < pack.faces; ++l)
              for (int a = 0; a < 3; ++a) contact_.v(contact_of(pack.slot + l, place), a) = v[a][int(l)];
          }
        },
        [](FacePack<P>&) {});
  });
}

template <class Law>
void ShellBody<Law>::take_kicks(Range r, const Step&, const AnswerBatch& in) {
  // A lone shell that bends strains its fibres a little as well: the grid has its full say from 7% on.
  constexpr double kFirst = 0.02, kFull = 0.07;
  BatchMotion& most = contact_limits_[r.begin / kBatch];
  most = {};
  for (std::size_t i = r.begin; i < r.end; i += P::width) {
    const std::size_t at = i - r.begin;
    Vec3<P> by, n, d;
    for (int a = 0; a < 3; ++a) {
      by[a] = P::load(&in.v[a][at]) - P::load(contact_.v.group(i, a));
      n[a] = P::load(contact_.normal.group(i, a));
      d[a] = P::load(contact_.d.group(i, a));
    }
    const P across = dot(by, n);
    const Vec3<P> along = by - n * across;
    const P slip = sqrt(norm2(along)), hold = P(Real(law_.friction)) * abs(across);
    const P share = min(P(Real(1)), hold / max(slip, P(Real(1e-30))));
    const P say =
        clamp((P(Real(1 - kFirst)) - dot(n, d)) * P(Real(1 / (kFull - kFirst))), P(Real(0)), P(Real(1)));
    const P m = say * P::load(contact_.mass.group(i, 0));
    for (int a = 0; a < 3; ++a) ((n[a] * across + along[a] * share) * m).store(contact_.kick.group(i, a));
  }
}

template <class Law>
void ShellBody<Law>::move_on_mesh(const Step& step) {
  parallel_chunks(patches_.groups().size(), 64, [&](Range groups) {
    each_pack<P>(
        groups, [&](FacePack<P>& pack) { gather_change(pack, predicted_); },
        [&](FacePack<P>& pack, const auto& w) {
          for (int place = 0; place < int(touches_.size()); ++place) {
            const Vec3<P> kick = fibres(pack, contact_.kick, place);
            if (!any(norm2(kick) > P(Real(0)))) continue;
            for (std::uint32_t k = 0; k < pack.group->points; ++k)
              pack.add_force(k, kick * w[patches_.at_touch(*pack.group, place, k)]);
          }
        },
        [&](FacePack<P>& pack) { store_forces(pack, impulse_); });
  });
  parallel_chunks(limits_.size(), 16, [&](Range batches) {
    for (std::size_t b = batches.begin; b < batches.end; ++b) {
      limits_[b] = {};
      for (std::size_t i = b * kBatch; i < std::min(size(), (b + 1) * kBatch); ++i) {
        Vec3d v = vector_at(predicted_, i), x;
        if (is_pinned(i)) {
          x = pins_.target(pins_.held(i));
        } else {
          v += sum_on(i, impulse_).template as<double>() * (1 / std::max(double(mass_(i, 0)), 1e-300));
          x = control(i) + v * step.dt;
        }
        put_control(i, x);
        set_vector(v_, i, v);
        limits_[b].speed2 = std::max(limits_[b].speed2, Real(norm2(v)));
      }
    }
  });
}

template <class Law>
void ShellBody<Law>::add_predicted(Range r, Real* x, Real* y, Real* z) const {
  Real* out[3] = {x, y, z};
  for (int a = 0; a < 3; ++a)
    for (std::size_t i = r.begin; i < r.end; ++i) out[a][i - r.begin] += Real(dt_) * predicted_(i, a);
}

/// Where it would go is moved by `by`, of which a new velocity makes a part.
template <class Law>
void ShellBody<Law>::put_predicted(std::size_t i, const Vec3d& by, const Vec3d& v) {
  const Vec3d before = vector_at(predicted_, i);
  put_control(i, control(i) + by - (v - before) * dt_);
  set_vector(predicted_, i, v);
}

}  // namespace weft
