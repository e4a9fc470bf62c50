/// ShellBody: what groups of faces do. Included once a law's file.
namespace weft {
namespace shell_detail {

/// Weights of a group: one for all lanes, or one a lane.
template <class T>
struct SharedWeights {
  const Real* at;
  T operator[](std::size_t i) const { return T(at[i]); }
};
template <class T>
struct OwnWeights {
  const Real* at;
  T operator[](std::size_t i) const { return load_as<T>(at + i * 16); }
};

// omega h/c of the stiffest membrane and omega h^2/c_b of the stiffest bending wave of a uniform mesh with
// 2x2 points of Gauss (Bloch waves), squared. Half the mass is on contact points and control points at
// corners are light: a factor of two where faces are not larger than a cell, of three where they are, of one
// and a half where control points have all the mass. Measured with faces of 0.4 to 2 cells and thickness of
// 0.02 to 1 faces: steps of 2/omega were always stable, 1.2 times as long not always.
constexpr double kMembrane = 2 * 1.043 * 1.043, kBending = 2 * 2.309 * 2.309;
constexpr double kAlone = 1.5, kWhole = 0.75;

}  // namespace shell_detail

/// Calls visit(pack, weights) for the packs of each group; before and after it once a group.
template <class Law>
template <class T, class Before, class Visit, class After>
void ShellBody<Law>::each_pack(Range groups, Before&& before, Visit&& visit, After&& after) const {
  FacePack<T> pack(patches_.most_points(), patches_.most_members());
  for (std::size_t i = groups.begin; i < groups.end; ++i) {
    const Patches::Group& g = patches_.groups()[i];
    pack.group = &g;
    before(pack);
    std::fill_n(pack.force.begin(), g.members * 3, Scalar<T>(0));
    for (std::size_t lane = 0; lane < g.faces; lane += T::width) {
      pack.slot = i * 16 + lane;
      pack.faces = std::min<std::size_t>(T::width, g.faces - lane);
      gather_points(pack);
      if (g.shared) visit(pack, shell_detail::SharedWeights<T>{patches_.weights(g)});
      else visit(pack, shell_detail::OwnWeights<T>{patches_.weights(g) + lane});
      sum_forces(pack);
    }
    after(pack);
  }
}

template <class Law>
template <class T>
void ShellBody<Law>::store_forces(const FacePack<T>& pack, Forces& to) {
  const std::size_t n = pack.group->members;
  for (std::size_t u = 0; u < n; ++u)
    to[pack.group->first_member + u] = {Real(pack.force[u]), Real(pack.force[n + u]),
                                        Real(pack.force[2 * n + u]), Real(0)};
}

/// Everything that follows from where the control points are now, for some groups of faces.
template <class Law>
typename ShellBody<Law>::Stiffness ShellBody<Law>::respond(Range groups) {
  P fastest = Real(0), pressed = Real(0);
  const auto begin = [&](FacePack<P>& pack) { gather_members(pack, nullptr); };
  each_pack<P>(
      groups, begin,
      [&](FacePack<P>& pack, const auto& w) {
        fastest = max(fastest, bend(pack, w));
        pressed = max(pressed, touch(pack, w));
      },
      [&](FacePack<P>& pack) { store_forces(pack, force_); });
  if (pressure_ != 0)
    each_pack<P>(
        groups, begin, [&](FacePack<P>& pack, const auto& w) { push(pack, w); },
        [&](FacePack<P>& pack) { store_forces(pack, push_); });
  return {horizontal_max(fastest), horizontal_max(pressed)};
}

/// Members of a group relative to the first, with what rounding left out of x, and moved on where a step is
/// tried.
template <class Law>
template <class T>
void ShellBody<Law>::gather_members(FacePack<T>& pack, const PointField* moved) const {
  using S = Scalar<T>;
  const std::uint32_t* v = patches_.members(*pack.group);
  const std::size_t n = pack.group->members;
  const Real *x = x_.group(0, 0), *low = low_.group(0, 0), *by = moved ? moved->group(0, 0) : nullptr;
  for (int a = 0; a < 3; ++a) pack.origin[a] = S(x_(v[0], a));
  for (std::size_t u = 0; u < n; ++u) {
    const std::size_t at = v[u] / 16 * 48 + v[u] % 16;
    for (std::size_t a = 0; a < 3; ++a) {
      S& to = pack.member[a * n + u];
      to = (S(x[at + 16 * a]) - pack.origin[int(a)]) + S(low[at + 16 * a]);
      if (by) to += S(by[at + 16 * a]);
    }
  }
}

/// A change of the members instead.
template <class Law>
template <class T>
void ShellBody<Law>::gather_change(FacePack<T>& pack, const PointField& change) const {
  const std::uint32_t* v = patches_.members(*pack.group);
  const std::size_t n = pack.group->members;
  for (std::size_t u = 0; u < n; ++u)
    for (std::size_t a = 0; a < 3; ++a) pack.member[a * n + u] = change(v[u], int(a));
}

/// Control points of a pack of faces out of the members; no forces yet.
template <class Law>
template <class T>
void ShellBody<Law>::gather_points(FacePack<T>& pack) const {
  using S = Scalar<T>;
  constexpr int W = T::width;
  const std::uint16_t* which = patches_.local(*pack.group) + pack.slot % 16;
  const std::size_t n = pack.group->members;
  for (std::uint32_t k = 0; k < pack.group->points; ++k, which += 16)
    for (std::size_t a = 0; a < 3; ++a) {
      const S* from = &pack.member[a * n];
      S* to = &pack.x[(k * 3 + a) * W];
      for (int i = 0; i < W; ++i) to[i] = from[which[i]];
    }
  std::fill_n(pack.f.begin(), std::size_t(pack.group->points) * 3 * W, S(0));
}

/// Forces on a pack of faces go to the members.
template <class Law>
template <class T>
void ShellBody<Law>::sum_forces(FacePack<T>& pack) const {
  using S = Scalar<T>;
  constexpr int W = T::width;
  const std::uint16_t* which = patches_.local(*pack.group) + pack.slot % 16;
  const std::size_t n = pack.group->members;
  for (std::uint32_t k = 0; k < pack.group->points; ++k, which += 16)
    for (std::size_t a = 0; a < 3; ++a) {
      S* to = &pack.force[a * n];
      const S* from = &pack.f[(k * 3 + a) * W];
      for (std::size_t i = 0; i < pack.faces; ++i) to[which[i]] += from[i];
    }
}

/// First and second derivatives of the surface at a place of bending.
template <class Law>
template <class T, class W>
Jet<T> ShellBody<Law>::jet(const FacePack<T>& pack, const W& w, int place) const {
  Jet<T> jet = Jet<T>::zero();
  for (std::uint32_t k = 0; k < pack.group->points; ++k) {
    const std::size_t at = patches_.at_bend(*pack.group, place, k);
    jet.add(w[at + 1], w[at + 2], w[at + 3], w[at + 4], w[at + 5], pack.point(k));
  }
  return jet;
}

/// The gradient h of an energy by the jet pushes the control points by -h.
template <class Law>
template <class T, class W>
void ShellBody<Law>::add_forces(FacePack<T>& pack, const W& w, int place, const Jet<T>& h) const {
  for (std::uint32_t k = 0; k < pack.group->points; ++k) {
    const std::size_t at = patches_.at_bend(*pack.group, place, k);
    pack.add_force(k, -h.gather(w[at + 1], w[at + 2], w[at + 3], w[at + 4], w[at + 5]));
  }
}

template <class Law>
template <class T>
Mat2<T> ShellBody<Law>::axes(const PointField& A, std::size_t slot, int point) {
  const auto entry = [&](int c) { return load_as<T>(A.group(slot, point * 4 + c)); };
  return {{{entry(0), entry(1)}, {entry(2), entry(3)}}};
}

/// Membrane, bending and denting; returns the largest omega^2 rho.
template <class Law>
template <class W>
Pack<Real> ShellBody<Law>::bend(FacePack<P>& pack, const W& w) {
  const double bending = shell_detail::kBending * options_.thickness * options_.thickness / 12;
  const P cell = dx_ > 0 && !on_mesh() ? Real(1 / (dx_ * dx_)) : Real(1e30);
  P fastest = Real(0);
  for (int place = 0; place < int(bends_.size()); ++place) {
    const KirchhoffLove<P> surface(jet(pack, w, place));
    Resultants<P> r = Resultants<P>::zero();
    for (int layer = 0; layer < 2; ++layer) {
      const int point = place * 2 + layer;
      const P xi = Real(layer ? offset_ : -offset_), V = P::load(volume_.group(pack.slot, point));
      Mat2<P> A = axes<P>(A_, pack.slot, point);
      Columns<P> f = surface.lamina(xi) * A, stress;
      if constexpr (Law::dents) {
        if (law_.may_dent()) {
          A = A * law_.yield(f);
          for (int i = 0; i < 4; ++i) A(i / 2, i % 2).store(A_.group(pack.slot, point * 4 + i));
        }
      }
      const P modulus = law_.respond(f, stress);
      r.add(V, xi, stress, A);
      // 1/h^2 of the denser direction; the grid carries no waves much shorter than a cell.
      P dense = max(A(0, 0) * A(0, 0) + A(0, 1) * A(0, 1), A(1, 0) * A(1, 0) + A(1, 1) * A(1, 1));
      const P alone = on_mesh()
                          ? P(Real(shell_detail::kWhole))
                          : select(dense < P(Real(0.7)) * cell, P(Real(shell_detail::kAlone)), P(Real(1)));
      dense = min(dense, P(Real(4)) * cell);
      fastest = max(fastest,
                    alone * modulus * dense * (P(Real(shell_detail::kMembrane)) + P(Real(bending)) * dense));
    }
    add_forces(pack, w, place, force_on_jet(surface, r));
  }
  return fastest;
}

/// Pressure along the normal.
template <class Law>
template <class W>
void ShellBody<Law>::push(FacePack<P>& pack, const W& w) const {
  for (int place = 0; place < int(bends_.size()); ++place) {
    const Jet<P> a = jet(pack, w, place);
    const Vec3<P> on = cross(a.a1, a.a2) * P(Real(pressure_ * bends_[std::size_t(place)].weight));
    for (std::uint32_t k = 0; k < pack.group->points; ++k)
      pack.add_force(k, on * w[patches_.at_bend(*pack.group, place, k)]);
  }
}

/// Place and tangents of the surface at a place of touch.
template <class Law>
template <class T, class W>
void ShellBody<Law>::tangents(const FacePack<T>& pack, const W& w, int place, Vec3<T>& x, Vec3<T>& a1,
                              Vec3<T>& a2) const {
  x = a1 = a2 = Vec3<T>::zero();
  for (std::uint32_t k = 0; k < pack.group->points; ++k) {
    const std::size_t at = patches_.at_touch(*pack.group, place, k);
    const Vec3<T> p = pack.point(k);
    x += p * w[at], a1 += p * w[at + 1], a2 += p * w[at + 2];
  }
}

/// Three numbers of the contact points at one place of a pack of faces.
template <class Law>
template <class T>
Vec3<T> ShellBody<Law>::fibres(const FacePack<T>& pack, const PointField& d, int place) const {
  alignas(64) Scalar<T> lane[3][T::width];
  for (std::size_t l = 0; l < std::size_t(T::width); ++l)
    for (int a = 0; a < 3; ++a) lane[a][l] = d(contact_of(pack.slot + l, place), a);
  return {{T::load_aligned(lane[0]), T::load_aligned(lane[1]), T::load_aligned(lane[2])}};
}

/// V dchi by the tangents pushes the control points; g has V in it.
template <class Law>
template <class T, class W>
void ShellBody<Law>::touch_forces(FacePack<T>& pack, const W& w, int place,
                                  const ContactGradient<T>& g) const {
  if (!any(norm2(g.t[0]) + norm2(g.t[1]) > T(0))) return;
  for (std::uint32_t k = 0; k < pack.group->points; ++k) {
    const std::size_t at = patches_.at_touch(*pack.group, place, k);
    pack.add_force(k, -(g.t[0] * w[at + 1] + g.t[1] * w[at + 2]));
  }
}

/// Contact points go to their places; friction yields; returns the largest rho c^2.
template <class Law>
template <class W>
Pack<Real> ShellBody<Law>::touch(FacePack<P>& pack, const W& w) {
  P pressed = Real(0);
  for (int place = 0; place < int(touches_.size()); ++place) {
    Vec3<P> x, a1, a2;
    tangents(pack, w, place, x, a1, a2);
    SheetFrame<P> frame(a1, a2, fibres(pack, contact_.d, place));
    if (options_.plastic) law_.slide(frame);
    ContactGradient<P> c = law_.contact_gradient(frame);
    pressed = max(pressed, c.modulus);
    const P V = P::load(contact_volume_.group(pack.slot, place));
    for (Vec3<P>* g : {&c.t[0], &c.t[1], &c.d}) *g *= V;
    alignas(64) Real out[9][P::width];
    const Vec3<P> fibre = frame.normal();
    for (int a = 0; a < 3; ++a) {
      (x[a] + P(pack.origin[a])).store_aligned(out[a]);
      fibre[a].store_aligned(out[3 + a]);
      c.d[a].store_aligned(out[6 + a]);
    }
    for (std::size_t l = 0; l < pack.faces; ++l) {
      const std::size_t who = contact_of(pack.slot + l, place);
      for (int a = 0; a < 3; ++a) {
        contact_.x(who, a) = out[a][l];
        contact_.d(who, a) = out[3 + a][l];
        contact_.pull(who, a) = out[6 + a][l];
        if (on_mesh()) contact_.normal(who, a) = frame.q3[a][int(l)];
      }
    }
    touch_forces(pack, w, place, c);
  }
  return pressed;
}

}  // namespace weft
