/// ShellBody: measuring, drawing, saving. Included once a law's file.
namespace weft {

template <class Law>
Jet<double> ShellBody<Law>::jet(std::size_t slot, int place, bool rest) const {
  const Patches::Group& g = patches_.groups()[slot / 16];
  Jet<double> j = Jet<double>::zero();
  const auto w = [&](std::size_t at) { return patches_.weight(slot, at); };
  for (std::uint32_t k = 0; k < g.points; ++k) {
    const std::size_t at = patches_.at_bend(g, place, k), v = patches_.vertex(slot, k);
    j.add(w(at + 1), w(at + 2), w(at + 3), w(at + 4), w(at + 5), rest ? vector_at(rest_, v) : control(v));
  }
  return j;
}

template <class Law>
Mat2<double> ShellBody<Law>::lamina_axes(std::size_t slot, int place, int layer) const {
  const int at = (place * 2 + layer) * 4;
  return {{{A_(slot, at), A_(slot, at + 1)}, {A_(slot, at + 2), A_(slot, at + 3)}}};
}

template <class Law>
Columns<double> ShellBody<Law>::strain(std::size_t slot, int place, int layer) const {
  const KirchhoffLove<double> s(jet(slot, place, false));
  return s.lamina(layer ? offset_ : -offset_) * lamina_axes(slot, place, layer);
}

/// sum N_p of something that control points have, at contact point i.
template <class Law>
Vec3d ShellBody<Law>::contact_place(std::size_t i, const PointField& of) const {
  const std::size_t slot = contact_at_home_[i] / touches_.size();
  const int place = int(contact_at_home_[i] % touches_.size());
  const Patches::Group& g = patches_.groups()[slot / 16];
  Vec3d sum = Vec3d::zero();
  for (std::uint32_t k = 0; k < g.points; ++k) {
    const std::size_t v = patches_.vertex(slot, k);
    const double N = patches_.weight(slot, patches_.at_touch(g, place, k));
    sum += vector_at(of, v) * N;
  }
  return sum;
}

/// Where contact points r are now that the control points have moved.
template <class Law>
void ShellBody<Law>::contact_places(Range r, Real* x, Real* y, Real* z) const {
  const Real *high = x_.group(0, 0), *low = low_.group(0, 0);
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const std::size_t slot = contact_at_home_[i] / touches_.size(), lane = slot % 16;
    const Patches::Group& g = patches_.groups()[slot / 16];
    const std::uint32_t* members = patches_.members(g);
    const std::uint16_t* which = patches_.local(g) + lane;
    const std::size_t stride = g.shared ? 1 : 16;
    const Real* N = patches_.weights(g) + (g.shared ? 0 : lane) +
                    stride * patches_.at_touch(g, int(contact_at_home_[i] % touches_.size()), 0);
    Real sum[3] = {0, 0, 0};
    for (std::uint32_t k = 0; k < g.points; ++k, which += 16, N += 3 * stride) {
      const std::size_t v = members[*which], at = v / 16 * 48 + v % 16;
      for (std::size_t a = 0; a < 3; ++a) sum[a] += *N * (high[at + 16 * a] + low[at + 16 * a]);
    }
    x[i - r.begin] = sum[0], y[i - r.begin] = sum[1], z[i - r.begin] = sum[2];
  }
}

/// The frame of contact point i, whose fibre is d.
template <class Law>
SheetFrame<double> ShellBody<Law>::contact_frame(std::size_t i, const Vec3d& d) const {
  const std::size_t slot = contact_at_home_[i] / touches_.size();
  const int place = int(contact_at_home_[i] % touches_.size());
  const Patches::Group& g = patches_.groups()[slot / 16];
  Vec3d a1 = Vec3d::zero(), a2 = Vec3d::zero();
  for (std::uint32_t k = 0; k < g.points; ++k) {
    const Vec3d x = control(patches_.vertex(slot, k));
    const std::size_t at = patches_.at_touch(g, place, k);
    a1 += x * patches_.weight(slot, at + 1), a2 += x * patches_.weight(slot, at + 2);
  }
  return {a1, a2, d};
}

template <class Law>
double ShellBody<Law>::face_energy(std::size_t slot) const {
  double sum = 0;
  for (int place = 0; place < int(bends_.size()); ++place)
    for (int layer = 0; layer < 2; ++layer)
      sum += double(volume_(slot, place * 2 + layer)) * law_.energy(strain(slot, place, layer));
  return sum;
}

template <class Law>
Totals ShellBody<Law>::totals() const {
  const auto join = [](Totals a, const Totals& b) { return a += b; };
  const auto moving = [](Totals& t, std::size_t i, const MovingPoints& p) {
    const double m = double(p.mass(i, 0));
    const Vec3d x = vector_at(p.x, i), v = vector_at(p.v, i);
    t.mass += m;
    t.kinetic += 0.5 * m * norm2(v);
    t.momentum += v * m;
    t.first_moment += x * m;
    t.angular_momentum += cross(x, v) * m;
    t.affine_axial += Vec3d{{p.C(i, 7) - p.C(i, 5), p.C(i, 2) - p.C(i, 6), p.C(i, 3) - p.C(i, 1)}} * m;
  };
  constexpr std::size_t kChunk = 1 << 10;
  const auto controls = [&](Range r) {
    Totals t;
    for (std::size_t i = r.begin; i < r.end; ++i) moving(t, i, {x_, v_, C_, mass_});
    return t;
  };
  const auto touching = [&](Range r) {
    Totals t;
    for (std::size_t i = r.begin; i < r.end; ++i) {
      if (!on_mesh()) moving(t, i, {contact_.x, contact_.v, contact_.C, contact_.mass});
      t.volume += contact_volume(i);
      t.elastic += contact_volume(i) * law_.contact_energy(contact_frame(i, vector_at(contact_.d, i)));
    }
    return t;
  };
  const auto bending = [&](Range r) {
    Totals t;
    for (std::size_t slot = r.begin; slot < r.end; ++slot)
      if (patches_.face(slot) != Patches::kNone) t.elastic += face_energy(slot);
    return t;
  };
  Totals t = reduce_chunks(size(), kChunk, Totals{}, controls, join);
  t = reduce_chunks(contacts_.size(), kChunk, t, touching, join);
  return reduce_chunks(patches_.slots(), kChunk, t, bending, join);
}

template <class Law>
std::size_t ShellBody<Law>::memory_bytes() const {
  std::size_t n = patches_.bytes() + bytes_of(ids_) + A_.bytes() + volume_.bytes() + contact_volume_.bytes() +
                  bytes_of(force_) + bytes_of(push_) + bytes_of(impulse_) + predicted_.bytes() +
                  bytes_of(contact_at_home_) + bytes_of(contact_of_) + bytes_of(scratch_) +
                  bytes_of(options_.quads) + bytes_of(options_.uv) + bytes_of(vertex_limits_.begin) +
                  bytes_of(vertex_limits_.vertices) + bytes_of(vertex_limits_.weights);
  auto* self = const_cast<ShellBody*>(this);
  for (const PointField* f : self->control_fields()) n += f->bytes();
  for (const PointField* f : self->contact_fields()) n += f->bytes();
  return n;
}

template <class Law>
std::size_t ShellBody<Law>::first_bad() const {
  for (std::size_t i = 0; i < size(); ++i) {
    Real s = 0;  // any NaN or infinity survives times zero
    for (const PointField* f : {&x_, &v_, &C_})
      for (int c = 0; c < f->components(); ++c) s += Real(0) * (*f)(i, c);
    if (!(s == Real(0))) return i;
  }
  return size();
}

/// Mean at each control point, in their order, of something that each face knows: of(slot).
template <class Law>
template <class Of>
std::vector<double> ShellBody<Law>::averaged(Of&& of) const {
  std::vector<double> sum(size(), 0), count(size(), 0), out(size(), 0);
  for (std::size_t slot = 0; slot < patches_.slots(); ++slot) {
    if (patches_.face(slot) == Patches::kNone) continue;
    const double value = of(slot);
    for (const std::uint32_t v : options_.quads[patches_.face(slot)]) sum[v] += value, count[v] += 1;
  }
  for (std::size_t i = 0; i < size(); ++i)
    if (count[ids_[i]] > 0) out[i] = sum[ids_[i]] / count[ids_[i]];
  return out;
}

/// The largest over the places and layers of a face of something that each knows: of(place, layer).
template <class Of>
double worst_point(int places, Of&& of) {
  double worst = 0;
  for (int place = 0; place < places; ++place)
    for (int layer = 0; layer < 2; ++layer) worst = std::max(worst, of(place, layer));
  return worst;
}

template <class Law>
std::vector<double> ShellBody<Law>::quantity(const std::string& what) const {
  const auto each = [&](auto&& f) {
    std::vector<double> out(size());
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = f(i);
    return out;
  };
  const auto axis = [](char c) { return c == 'x' ? 0 : c == 'y' ? 1 : c == 'z' ? 2 : -1; };
  const int places = int(bends_.size());
  if (what.size() == 1 && axis(what[0]) >= 0)
    return each([&, c = axis(what[0])](std::size_t i) { return control(i)[c]; });
  if (what.size() == 2 && what[0] == 'v' && axis(what[1]) >= 0)
    return each([&, c = axis(what[1])](std::size_t i) { return double(v_(i, c)); });
  if (what == "id") return each([&](std::size_t i) { return double(ids_[i]); });
  if (what == "mass") return each([&](std::size_t i) { return double(mass_(i, 0)); });
  if (what == "speed") return each([&](std::size_t i) { return norm(vector_at(v_, i)); });
  if (what == "displacement")
    return each([&](std::size_t i) { return norm(control(i) - vector_at(rest_, i)); });
  if (what.size() == 14 && what.starts_with("displacement_") && axis(what[13]) >= 0)
    return each([&, c = axis(what[13])](std::size_t i) { return control(i)[c] - double(rest_(i, c)); });
  if (what == "stretch")  // the largest of the layers, elastic
    return averaged([&](std::size_t slot) {
      return worst_point(places, [&](int place, int layer) {
        return std::sqrt(LaminaMetric<double>(strain(slot, place, layer)).largest());
      });
    });
  if (what == "stress")  // Kirchhoff stress |tau| = |P f^T| of the layers [Pa]
    return averaged([&](std::size_t slot) {
      return worst_point(places, [&](int place, int layer) {
        const Columns<double> f = strain(slot, place, layer), stress = law_.stress(f);
        return norm(outer(stress.c1, f.c1) + outer(stress.c2, f.c2));
      });
    });
  if (what == "plastic_strain")  // |ln F_p| of the layers, F_p = A^-1 B
    return averaged([&](std::size_t slot) {
      return worst_point(places, [&](int place, int layer) { return plastic_strain(slot, place, layer); });
    });
  if (what == "curvature")  // the larger principal curvature [1/m]
    return averaged([&](std::size_t slot) {
      return worst_point(places, [&](int place, int) { return largest_curvature(jet(slot, place, false)); });
    });
  if (what == "contact")  // how far pressed together, 0: not at all
    return averaged([&](std::size_t slot) {
      double most = 0;
      for (std::size_t p = 0; p < touches_.size(); ++p)
        most = std::max(most, 1 - norm(vector_at(contact_.d, contact_of(slot, int(p)))));
      return most;
    });
  return {};
}

template <class Law>
double ShellBody<Law>::plastic_strain(std::size_t slot, int place, int layer) const {
  if constexpr (!Law::dents) return 0;
  // With F_p = A^-1 B in two frames of the rest lamina, |ln sqrt(F_p^T F_p)| does not depend on the second.
  const KirchhoffLove<double> rest(jet(slot, place, true));
  const Columns<double> was = rest.lamina(layer ? offset_ : -offset_) * lamina_axes(slot, place, layer);
  const LaminaMetric<double> c(was);  // of F_p^-1
  const LogStrain<double> h(c);
  return std::sqrt(2 * (h.L * h.L + h.D * h.D + h.O * h.O));
}

template <class Law>
double ShellBody<Law>::largest_curvature(const Jet<double>& a) {
  const KirchhoffLove<double> s(a);
  // The larger |eigenvalue| of g^-1 b.
  const Mat2<double> g{{{norm2(a.a1), dot(a.a1, a.a2)}, {dot(a.a1, a.a2), norm2(a.a2)}}};
  const double b12 = dot(a.a12, s.n);
  const Mat2<double> S = inverse(g) * Mat2<double>{{{dot(a.a11, s.n), b12}, {b12, dot(a.a22, s.n)}}};
  const double mean = 0.5 * trace(S), off = std::sqrt(std::max(mean * mean - determinant(S), 0.0));
  return std::abs(mean) + off;
}

template <class Law>
FrameObject ShellBody<Law>::frame(const std::vector<std::string>& quantities) const {
  FrameObject f;
  f.name = name();
  f.kind = "mesh";
  f.smooth = true;
  f.look = options_.look;
  f.colour = options_.colour;
  f.colours = options_.colours;
  f.radius = 0.5 * options_.thickness;
  const std::size_t n = size();
  f.position.resize(n);
  f.velocity.resize(n);
  f.id.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint32_t k = ids_[i];
    f.id[k] = k;
    for (int a = 0; a < 3; ++a) {
      f.position[k][a] = float(x_(i, a));
      f.velocity[k][a] = float(v_(i, a));
    }
  }
  for (const std::string& what : quantities) {
    const std::vector<double> values = quantity(what);
    if (values.empty() && n) continue;
    std::vector<float>& scalar = f.scalars[what];
    scalar.resize(n);
    for (std::size_t i = 0; i < n; ++i) scalar[ids_[i]] = float(values[i]);
  }
  for (std::size_t q = 0; q < options_.quads.size(); ++q) {
    if (!options_.bare.empty() && options_.bare[q]) continue;
    f.faces.push_back(4);
    for (std::size_t c = 0; c < 4; ++c) {
      f.corners.push_back(options_.quads[q][c]);
      if (!options_.uv.empty()) f.uv.push_back(options_.uv[q * 4 + c]);
    }
  }
  return f;
}

template <class Law>
void ShellBody<Law>::archive(Archive& a) {
  const std::string p = name() + "/";
  a.array(p + "id", ids_);
  x_.archive(a, p + "x");
  low_.archive(a, p + "low");
  v_.archive(a, p + "v");
  C_.archive(a, p + "C");
  mass_.archive(a, p + "mass");
  rest_.archive(a, p + "rest");
  dip_.archive(a, p + "dip");
  a.array(p + "faces.vertices", patches_.names());
  A_.archive(a, p + "faces.A");
  a.array(p + "faces.force", force_);
  a.array(p + "faces.push", push_);
  a.value(p + "pressure", pressure_);
  a.array(p + "contact.home", contact_at_home_);
  int k = 0;
  for (PointField* f : contact_fields())
    if (f->components()) f->archive(a, p + "contact." + std::to_string(k++));
  pins_.archive(a, p + "pins");
  a.array(p + "limits", limits_);
  a.array(p + "contact.limits", contact_limits_);
  a.value(p + "stiffness", stiffness_);
  a.value(p + "dx", dx_);
  if (!a.reading()) return;
  for (std::size_t i = 0; i < contact_at_home_.size(); ++i)
    contact_of_[contact_at_home_[i]] = std::uint32_t(i);
  repeat_lanes();
}

template <class Law>
void ShellBody<Law>::spoil(std::size_t i, const Vec3d& velocity) {
  set_vector(v_, i, velocity);
}

}  // namespace weft
