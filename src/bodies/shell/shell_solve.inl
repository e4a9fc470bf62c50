/// ShellBody: what the implicit solve asks. Included once a law's file.
///
///   x^ = x + u,  u = dt v at control points (pins: where they are told),   d^ = (I + dt grad v) d_s at
///   contact points Phi = sum V psi(f^) + sum V chi(a^_1, a^_2, d^),   f^ = [g^_1 g^_2] A_s
///
/// Forces and energies are computed in double: Newton's method needs forces that change smoothly with v.
/// Their changes follow anew in each Krylov step from where `linearise` was called; that costs less than the
/// transfers.
namespace weft {

template <class Law>
void ShellBody<Law>::begin_solve(const Step&) {
  Trial& t = trial_;
  t.started = false;
  if (!t.u.components())
    for (PointField* f : {&t.u, &t.d, &t.u0, &t.d0, &t.pull}) *f = PointField(3);
  for (PointField* f : {&t.u, &t.u0}) f->resize(size());
  for (PointField* f : {&t.d, &t.d0, &t.pull}) f->resize(contacts_.size());
  t.force.resize(force_.size());
  t.diagonal.resize(force_.size());
}

template <class Law>
void ShellBody<Law>::try_unload(Range r, const Step& step, const AnswerBatch& in, Solve what) {
  const P dt = Real(step.dt);
  for (std::size_t i = r.begin; i < r.end; i += P::width)
    for (int a = 0; a < 3; ++a) (dt * P::load(&in.v[a][i - r.begin])).store(trial_.u.group(i, a));
  if (pins_.empty()) return;
  for (std::size_t i = r.begin; i < r.end; ++i)
    if (is_pinned(i))
      set_vector(trial_.u, i,
                 what == Solve::force ? pins_.target(pins_.held(i)) - control(i) : Vec3d::zero());
}

template <class Law>
void ShellBody<Law>::try_unload_contacts(Range r, const Step& step, const AnswerBatch& in, Solve what) {
  const P dt = Real(step.dt);
  const auto& gradient = step.weight_gradient ? in.G : in.C;
  for (std::size_t i = r.begin; i < r.end; i += P::width) {
    const std::size_t at = i - r.begin;
    Vec3<P> d;
    for (int a = 0; a < 3; ++a) d[a] = P::load(start_d().group(i, a));
    for (int a = 0; a < 3; ++a) {
      const P by = dt * (P::load(&gradient[0][a][at]) * d[0] + P::load(&gradient[1][a][at]) * d[1] +
                         P::load(&gradient[2][a][at]) * d[2]);
      (what == Solve::force ? d[a] + by : by).store(trial_.d.group(i, a));
    }
  }
}

template <class Law>
double ShellBody<Law>::try_elements(const Step&, Solve what) {
  constexpr std::size_t kChunk = 32;
  if (what == Solve::change) {
    parallel_chunks(patches_.groups().size(), kChunk, [&](Range r) { try_change(r); });
    return 0;
  }
  return reduce_chunks(
      patches_.groups().size(), kChunk, 0.0, [&](Range r) { return try_forces(r); },
      [](double a, double b) { return a + b; });
}

template <class Law>
double ShellBody<Law>::try_forces(Range groups) {
  double energy = 0;
  each_pack<Wide>(
      groups, [&](FacePack<Wide>& pack) { gather_members(pack, &trial_.u); },
      [&](FacePack<Wide>& pack, const auto& w) { energy += try_bend(pack, w) + try_touch(pack, w); },
      [&](FacePack<Wide>& pack) { store_forces(pack, trial_.force); });
  return energy;
}

/// V psi of a pack of faces, infinite where a layer is turned inside out; forces on the way.
template <class Law>
template <class W>
double ShellBody<Law>::try_bend(FacePack<Wide>& pack, const W& w) const {
  Wide energy = 0.0;
  for (int place = 0; place < int(bends_.size()); ++place) {
    const KirchhoffLove<Wide> surface(jet(pack, w, place));
    Resultants<Wide> r = Resultants<Wide>::zero();
    for (int layer = 0; layer < 2; ++layer) {
      const int point = place * 2 + layer;
      const Wide xi = layer ? offset_ : -offset_, V = load_as<Wide>(volume_.group(pack.slot, point));
      const Mat2<Wide> A = axes<Wide>(start_A(), pack.slot, point);
      Columns<Wide> stress;
      energy += V * law_.energy_and_stress(surface.lamina(xi) * A, stress);
      energy = select(is_flipped(surface, xi), Wide(std::numeric_limits<double>::infinity()), energy);
      r.add(V, xi, stress, A);
    }
    add_forces(pack, w, place, force_on_jet(surface, r));
  }
  double sum = 0;
  for (std::size_t l = 0; l < pack.faces; ++l) sum += energy[int(l)];
  return sum;
}

template <class Law>
template <class T>
void ShellBody<Law>::store_pull(const FacePack<T>& pack, int place, const Vec3<T>& pull) {
  for (std::size_t l = 0; l < pack.faces; ++l)
    for (int a = 0; a < 3; ++a) trial_.pull(contact_of(pack.slot + l, place), a) = Real(pull[a][int(l)]);
}

template <class Law>
template <class W>
double ShellBody<Law>::try_touch(FacePack<Wide>& pack, const W& w) {
  Wide energy = 0.0;
  for (int place = 0; place < int(touches_.size()); ++place) {
    Vec3<Wide> x, a1, a2;
    tangents(pack, w, place, x, a1, a2);
    const SheetFrame<Wide> frame(a1, a2, fibres(pack, trial_.d, place));
    const Wide V = load_as<Wide>(contact_volume_.group(pack.slot, place));
    ContactGradient<Wide> g = law_.contact_gradient(frame);
    for (Vec3<Wide>* v : {&g.t[0], &g.t[1], &g.d}) *v *= V;
    energy += V * law_.contact_energy(frame);
    store_pull(pack, place, g.d);
    touch_forces(pack, w, place, g);
  }
  double sum = 0;
  for (std::size_t l = 0; l < pack.faces; ++l) sum += energy[int(l)];
  return sum;
}

template <class Law>
void ShellBody<Law>::try_change(Range groups) {
  FacePack<P> by(patches_.most_points(), patches_.most_members());
  each_pack<P>(
      groups,
      [&](FacePack<P>& pack) {
        gather_members(pack, &trial_.u0);
        by.group = pack.group;
        gather_change(by, trial_.u);
        std::fill_n(by.force.begin(), by.group->members * 3, Real(0));
      },
      [&](FacePack<P>& pack, const auto& w) {
        by.slot = pack.slot;
        by.faces = pack.faces;
        gather_points(by);
        change_bend(pack, by, w);
        change_touch(pack, by, w);
        sum_forces(by);
      },
      [&](FacePack<P>&) { store_forces(by, trial_.force); });
}

/// D df of a lamina.
template <class T>
Columns<T> change_of_stress(const Mat<6, T>& D, const Columns<T>& df) {
  Columns<T> dP;
  for (int i = 0; i < 6; ++i) {
    T sum = D(i, 0) * df.c1[0];
    for (int j = 1; j < 6; ++j) sum += D(i, j) * (j < 3 ? df.c1[j] : df.c2[j - 3]);
    (i < 3 ? dP.c1[i] : dP.c2[i - 3]) = sum;
  }
  return dP;
}

/// Definite: the stress changes and what it acts through does not (Gauss and Newton).
template <class Law>
template <class W>
void ShellBody<Law>::change_bend(const FacePack<P>& pack, FacePack<P>& by, const W& w) const {
  for (int place = 0; place < int(bends_.size()); ++place) {
    const KirchhoffLove<P> surface(jet(pack, w, place));
    const KirchhoffLoveChange<P> change(surface, jet(by, w, place));
    Resultants<P> r = Resultants<P>::zero(), dr = Resultants<P>::zero();
    for (int layer = 0; layer < 2; ++layer) {
      const int point = place * 2 + layer;
      const P xi = Real(layer ? offset_ : -offset_), V = P::load(volume_.group(pack.slot, point));
      const Mat2<P> A = axes<P>(start_A(), pack.slot, point);
      const Columns<P> f = surface.lamina(xi) * A;
      dr.add(V, xi, change_of_stress(law_.stiffness(f, trial_.definite), change.lamina(xi) * A), A);
      if (!trial_.definite) r.add(V, xi, law_.stress(f), A);
    }
    add_forces(by, w, place,
               trial_.definite ? force_on_jet(surface, dr) : change_of_force(surface, change, r, dr));
  }
}

template <class Law>
template <class W>
void ShellBody<Law>::change_touch(const FacePack<P>& pack, FacePack<P>& by, const W& w) {
  for (int place = 0; place < int(touches_.size()); ++place) {
    Vec3<P> x, a1, a2, da1, da2;
    tangents(pack, w, place, x, a1, a2);
    tangents(by, w, place, x, da1, da2);
    const Vec3<P> d = fibres(pack, trial_.d0, place), dd = fibres(by, trial_.d, place);
    const SheetFrame<P> frame(a1, a2, d);
    const P V = P::load(contact_volume_.group(pack.slot, place));
    ContactGradient<P> g;
    if (trial_.definite) {
      g = law_.definite_change(frame, fibre_change(frame, da1, da2, dd));
    } else {
      const auto dual = [](const Vec3<P>& a, const Vec3<P>& b) {
        return Vec3<Dual<P>>{{{a[0], b[0]}, {a[1], b[1]}, {a[2], b[2]}}};
      };
      const auto both = law_.contact_gradient(SheetFrame<Dual<P>>(dual(a1, da1), dual(a2, da2), dual(d, dd)));
      for (int a = 0; a < 3; ++a)
        g.t[0][a] = both.t[0][a].d, g.t[1][a] = both.t[1][a].d, g.d[a] = both.d[a].d;
    }
    for (Vec3<P>* v : {&g.t[0], &g.t[1], &g.d}) *v *= V;
    store_pull(by, place, g.d);
    touch_forces(by, w, place, g);
  }
}

template <class Law>
void ShellBody<Law>::try_load(Range r, const Step& step, ParcelBatch& out, Solve what) const {
  Parcels::try_load(r, step, out, what);
  const Real dt = Real(step.dt);
  for (std::size_t i = r.begin; i < r.end; ++i) {
    if (is_pinned(i)) continue;  // the pin takes it
    const Vec3r f = sum_on(i, trial_.force);
    for (int a = 0; a < 3; ++a) out.p[a][i - r.begin] = dt * f[a];
  }
}

template <class Law>
void ShellBody<Law>::try_load_contacts(Range r, const Step& step, ParcelBatch& out) const {
  const P kick = Real(-step.dt * (step.weight_gradient ? 1.0 : step.affine_inverse)), none = Real(0);
  for (std::size_t i = r.begin; i < r.end; i += P::width) {
    const std::size_t at = i - r.begin;
    none.store(&out.m[at]);
    for (int a = 0; a < 3; ++a) {
      P::load(contact_.x.group(i, a)).store(&out.x[a][at]);
      none.store(&out.p[a][at]);
      for (int b = 0; b < 3; ++b) {
        const P stress = P::load(trial_.pull.group(i, a)) * P::load(start_d().group(i, b)) * kick;
        stress.store(step.weight_gradient ? &out.S[b][a][at] : &out.Q[b][a][at]);
        if (step.weight_gradient) none.store(&out.Q[b][a][at]);
      }
    }
  }
}

template <class Law>
void ShellBody<Law>::linearise(const Step&, bool definite) {
  trial_.definite = definite;
  trial_.u0 = trial_.u;
  trial_.d0 = trial_.d;
  parallel_chunks(patches_.groups().size(), 32, [&](Range r) { find_diagonal(r); });
}

/// What a control point feels of its own motion, about: with M the modulus of a layer,
///   V M (|A^T N'|^2 (I - n n^T) + xi^2 |A^T N'' A|^2 n n^T)
template <class Law>
void ShellBody<Law>::find_diagonal(Range groups) {
  std::vector<std::array<Real, 8>> sums(patches_.most_members());
  each_pack<P>(
      groups,
      [&](FacePack<P>& pack) {
        gather_members(pack, &trial_.u0);
        std::fill_n(sums.begin(), pack.group->members, std::array<Real, 8>{});
      },
      [&](FacePack<P>& pack, const auto& w) {
        const std::uint16_t* which = patches_.local(*pack.group) + pack.slot % 16;
        for (int place = 0; place < int(bends_.size()); ++place) {
          const KirchhoffLove<P> surface(jet(pack, w, place));
          for (int layer = 0; layer < 2; ++layer) {
            const int point = place * 2 + layer;
            const P xi = Real(layer ? offset_ : -offset_);
            const Mat2<P> A = axes<P>(start_A(), pack.slot, point);
            Columns<P> stress;
            const P VM =
                P::load(volume_.group(pack.slot, point)) * law_.respond(surface.lamina(xi) * A, stress);
            for (std::uint32_t k = 0; k < pack.group->points; ++k) {
              const std::size_t at = patches_.at_bend(*pack.group, place, k);
              const P N1 = w[at + 1], N2 = w[at + 2];
              const Mat2<P> H{{{w[at + 3], w[at + 4]}, {w[at + 4], w[at + 5]}}},
                  bent = transpose(A) * (H * A);
              const P slope = square(N1 * A(0, 0) + N2 * A(1, 0)) + square(N1 * A(0, 1) + N2 * A(1, 1));
              const P in_plane = VM * slope, across = VM * xi * xi * inner(bent, bent);
              int c = 0;
              for (int a = 0; a < 3; ++a)
                for (int b = a; b < 3; ++b, ++c) {
                  const P nn = surface.n[a] * surface.n[b];
                  const P entry = (a == b ? in_plane : P(Real(0))) + (across - in_plane) * nn;
                  for (std::size_t l = 0; l < pack.faces; ++l)
                    sums[which[k * 16 + l]][std::size_t(c)] += entry[int(l)];
                }
            }
          }
        }
      },
      [&](FacePack<P>& pack) {
        std::copy_n(sums.begin(), pack.group->members, trial_.diagonal.begin() + pack.group->first_member);
      });
}

template <class Law>
void ShellBody<Law>::load_stiffness(Range r, const Step& step, StiffnessBatch& out) const {
  Parcels::load_stiffness(r, step, out);
  const Real dt2 = Real(step.dt * step.dt);
  for (std::size_t i = r.begin; i < r.end; ++i) {
    if (is_pinned(i)) continue;
    for (const std::uint32_t at : patches_.forces_on(ids_[i]))
      for (std::size_t c = 0; c < 6; ++c) out.A[c][i - r.begin] += dt2 * trial_.diagonal[at][c];
  }
}

/// dG = e_b g^T moves the fibre by dt (g . d_s) e_b.
template <class Law>
void ShellBody<Law>::load_contact_stiffness(Range r, const Step& step, StiffnessBatch& out) const {
  Parcels::load_stiffness(r, step, out);
  const double dt2 = step.dt * step.dt;
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const Vec3d s = vector_at(start_d(), i), d = vector_at(trial_.d0, i);
    if (dot(d, d) >= 1 - 1e-6) continue;  // nothing presses on it, about
    const Mat3d K = law_.fibre_stiffness(contact_frame(i, d)) * (dt2 * contact_volume(i));
    int uv = 0;
    for (int u = 0; u < 3; ++u)
      for (int v = u; v < 3; ++v, ++uv) {
        const double pair = u == v ? s[u] * s[u] : 2 * s[u] * s[v];
        int pq = 0;
        for (int p = 0; p < 3; ++p)
          for (int q = p; q < 3; ++q, ++pq) out.T[uv][pq][i - r.begin] = Real(pair * K(p, q));
      }
  }
}

/// Layers dent where the velocities last tried lead, A_s' = A_s Y; fibres begin as much shorter or nearer to
/// the normal as friction leaves them there.
template <class Law>
bool ShellBody<Law>::begin_from_yielded(const Step&) {
  Trial& t = trial_;
  if (!t.start_A.components()) t.start_A = PointField(A_.components()), t.start_d = PointField(3);
  if (!t.started) t.start_A = A_, t.start_d = contact_.d;
  t.started = true;
  const auto most = [](double a, double b) { return std::max(a, b); };
  const auto yields = [&](Range r) { return yield_faces(r); };
  return reduce_chunks(patches_.groups().size(), 32, 0.0, yields, most) > 1e-5;
}

template <class Law>
double ShellBody<Law>::yield_faces(Range groups) {
  P most = Real(0);
  each_pack<P>(
      groups, [&](FacePack<P>& pack) { gather_members(pack, &trial_.u); },
      [&](FacePack<P>& pack, const auto& w) {
        if constexpr (Law::dents) {
          for (int place = 0; law_.may_dent() && place < int(bends_.size()); ++place) {
            const KirchhoffLove<P> surface(jet(pack, w, place));
            for (int layer = 0; layer < 2; ++layer) {
              const int point = place * 2 + layer;
              const Mat2<P> A = axes<P>(trial_.start_A, pack.slot, point);
              Columns<P> f = surface.lamina(P(Real(layer ? offset_ : -offset_))) * A;
              const Mat2<P> Y = law_.yield(f), now = A * Y;
              most = max(most, max(abs(Y(0, 0) - P(Real(1))), max(abs(Y(1, 1) - P(Real(1))), abs(Y(0, 1)))));
              for (int i = 0; i < 4; ++i)
                now(i / 2, i % 2).store(trial_.start_A.group(pack.slot, point * 4 + i));
            }
          }
        }
        for (int place = 0; options_.plastic && place < int(touches_.size()); ++place) {
          Vec3<P> x, a1, a2;
          tangents(pack, w, place, x, a1, a2);
          const Vec3<P> d = fibres(pack, trial_.d, place);
          SheetFrame<P> frame(a1, a2, d);
          law_.slide(frame);
          // To first order in dt: the difference the return map makes is small beside what the step strains.
          const Vec3<P> by = frame.normal() - d;
          for (int a = 0; a < 3; ++a) most = max(most, abs(by[a]));
          for (std::size_t l = 0; l < pack.faces; ++l)
            for (int a = 0; a < 3; ++a) trial_.start_d(contact_of(pack.slot + l, place), a) += by[a][int(l)];
        }
      },
      [](FacePack<P>&) {});
  return double(horizontal_max(most));
}

}  // namespace weft
