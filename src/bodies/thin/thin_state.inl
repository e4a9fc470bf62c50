/// ThinBody: measuring, drawing, saving. Included once a law's file.
namespace weft {

template <class Law>
Totals ThinBody<Law>::totals() const {
  Totals t;
  const auto add = [&](double m, const PointField& x, const PointField& v, const PointField& C,
                       std::size_t i) {
    const Vec3d X{{x(i, 0), x(i, 1), x(i, 2)}}, U{{v(i, 0), v(i, 1), v(i, 2)}};
    t.mass += m;
    t.kinetic += 0.5 * m * norm2(U);
    t.momentum += U * m;
    t.first_moment += X * m;
    t.angular_momentum += cross(X, U) * m;
    t.affine_axial += Vec3d{{C(i, 7) - C(i, 5), C(i, 2) - C(i, 6), C(i, 3) - C(i, 1)}} * m;
  };
  for (std::size_t i = 0; i < size(); ++i) add(mass_(i, 0), x_, v_, C_, i);
  for (std::size_t i = 0; i < corner_.size(); ++i) {
    add(contact_.mass(i, 0), contact_.x, contact_.v, contact_.C, i);
    Strain<double> s = strain_of(i);
    const Vec2d warp =
        contact_.warp.components() ? Vec2d{{contact_.warp(i, 0), contact_.warp(i, 1)}} : Vec2d{{1, 0}};
    t.elastic += double(contact_.volume(i, 0)) * law_.energy(s, warp);
    t.volume += double(contact_.volume(i, 0));
  }
  for (const Bend& b : bends_) t.elastic += bend(b, bent(b, x_)).energy;
  return t;
}

template <class Law>
typename ThinBody<Law>::template Strain<double> ThinBody<Law>::strain_of(std::size_t i) const {
  Strain<double> s;
  const auto column = [](const PointField& f, std::size_t k, int c) {
    return Vec3d{{f(k, 3 * c), f(k, 3 * c + 1), f(k, 3 * c + 2)}};
  };
  if (contact_.t.components()) {
    for (int a = 0; a < kTangents; ++a) s.t[a] = column(contact_.t, i, a);
  } else {
    const Corners& c = corner_[i];
    const Vec3d e1 = vertex(c[1]) - vertex(c[0]);
    s.t[0] = e1 * double(contact_.shape(i, 0));
    if constexpr (kTangents == 2)
      s.t[1] =
          e1 * double(contact_.shape(i, 1)) + (vertex(c[2]) - vertex(c[0])) * double(contact_.shape(i, 2));
  }
  for (int b = 0; b < kNormals; ++b) s.d[b] = column(contact_.d, i, b);
  return s;
}

template <class Law>
std::array<Vec3d, 4> ThinBody<Law>::bent(const Bend& b, const PointField& x) {
  return {vector_at(x, b.vertex[0]), vector_at(x, b.vertex[1]), vector_at(x, b.vertex[2]),
          vector_at(x, b.vertex[3])};
}

template <class Law>
BendAnswer<double> ThinBody<Law>::bend(const Bend& b, const std::array<Vec3d, 4>& x) {
  if constexpr (kTangents == 2) return bend_hinge(x, b.stiffness, b.rest);
  else return bend_rod(x, b.stiffness, b.rest);
}

template <class Law>
std::size_t ThinBody<Law>::memory_bytes() const {
  std::size_t n = around_.bytes() + bends_around_.bytes() + bytes_of(ids_) + bytes_of(contact_ids_) +
                  bytes_of(corner_) + bytes_of(force_) + bytes_of(bends_) + bytes_of(bend_force_) +
                  bytes_of(scratch_) + bytes_of(options_.triangles) + bytes_of(options_.counts) +
                  bytes_of(options_.uv);
  for (const PointField* f : {&x_, &v_, &C_, &mass_, &rest_}) n += f->bytes();
  n += solve_.bytes();
  for (const PointField* f : const_cast<ThinBody*>(this)->contact_fields()) n += f->bytes();
  return n;
}

template <class Law>
std::size_t ThinBody<Law>::first_bad() const {
  for (std::size_t i = 0; i < size(); ++i) {
    Real s = 0;  // any NaN or infinity survives times zero
    for (const PointField* f : {&x_, &v_, &C_})
      for (int c = 0; c < f->components(); ++c) s += Real(0) * (*f)(i, c);
    if (!(s == Real(0))) return i;
  }
  return size();
}

template <class Law>
template <class Of>
std::vector<double> ThinBody<Law>::averaged(Of&& of) const {
  std::vector<double> at(corner_.size()), out(size());
  for (std::size_t i = 0; i < at.size(); ++i) at[i] = of(i);
  for (std::size_t v = 0; v < size(); ++v) {
    double sum = 0;
    const auto around = around_.corners(v);
    for (const std::uint32_t c : around) sum += at[c / 4];
    out[v] = around.empty() ? 0 : sum / double(around.size());
  }
  return out;
}

template <class Law>
std::vector<double> ThinBody<Law>::quantity(const std::string& what) const {
  const auto each = [&](auto&& f) {
    std::vector<double> out(size());
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = f(i);
    return out;
  };
  const auto axis = [](char c) { return c == 'x' ? 0 : c == 'y' ? 1 : c == 'z' ? 2 : -1; };
  if (what.size() == 1 && axis(what[0]) >= 0)
    return each([&, c = axis(what[0])](std::size_t i) { return double(x_(i, c)); });
  if (what.size() == 2 && what[0] == 'v' && axis(what[1]) >= 0)
    return each([&, c = axis(what[1])](std::size_t i) { return double(v_(i, c)); });
  if (what == "id") return each([&](std::size_t i) { return double(ids_[i]); });
  if (what == "mass") return each([&](std::size_t i) { return double(mass_(i, 0)); });
  if (what == "speed")
    return each(
        [&](std::size_t i) { return std::hypot(double(v_(i, 0)), double(v_(i, 1)), double(v_(i, 2))); });
  if (what == "displacement")
    return each([&](std::size_t i) {
      return norm(vertex(i) - Vec3d{{rest_(i, 0), rest_(i, 1), rest_(i, 2)}});
    });
  if (what.size() == 14 && what.starts_with("displacement_") && axis(what[13]) >= 0)
    return each([&, c = axis(what[13])](std::size_t i) { return double(x_(i, c)) - double(rest_(i, c)); });
  if (what == "stretch")  // the largest in the mesh
    return averaged([&](std::size_t i) {
      const Strain<double> s = strain_of(i);
      if constexpr (kTangents == 1) return norm(s.t[0]);
      else {
        const double a = norm2(s.t[0]), b = norm2(s.t[1]), c = dot(s.t[0], s.t[1]);
        return std::sqrt(0.5 * (a + b) + std::sqrt(0.25 * (a - b) * (a - b) + c * c));
      }
    });
  if (what == "contact")  // how far pressed together, 0: not at all
    return averaged([&](std::size_t i) {
      const Strain<double> s = strain_of(i);
      double thinnest = 1;
      for (int b = 0; b < kNormals; ++b) thinnest = std::min(thinnest, norm(s.d[b]));
      return 1 - thinnest;
    });
  return {};
}

template <class Law>
FrameObject ThinBody<Law>::frame(const std::vector<std::string>& quantities) const {
  FrameObject f;
  f.name = name();
  f.kind = kTangents == 2 ? "mesh" : "curves";
  f.look = options_.look;
  f.colour = options_.colour;
  f.radius = radius_;
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
  f.colours = options_.colours;
  for (const std::string& what : quantities) {
    const std::vector<double> values = quantity(what);
    if (values.empty() && n) continue;
    std::vector<float>& scalar = f.scalars[what];
    scalar.resize(n);
    for (std::size_t i = 0; i < n; ++i) scalar[ids_[i]] = float(values[i]);
  }
  if constexpr (kTangents == 2) {
    f.faces.assign(options_.triangles.size(), 3);
    for (const auto& t : options_.triangles)
      for (std::uint32_t v : t) {
        f.corners.push_back(v);
        if (!options_.uv.empty()) f.uv.push_back(options_.uv[v]);
      }
  } else {
    f.curves = unbroken();
  }
  return f;
}

/// The strands as they are: a broken segment ends one and begins the next.
template <class Law>
std::vector<std::uint32_t> ThinBody<Law>::unbroken() const {
  if (!(options_.tear > 0)) return options_.counts;
  const std::size_t places = std::max<std::size_t>(1, std::size_t(options_.contact_points));
  std::vector<char> broken(corner_.size() / places, 0);
  for (std::size_t i = 0; i < corner_.size(); ++i)
    if (contact_.volume(i, 0) == Real(0)) broken[contact_ids_[i] / places] = 1;
  std::vector<std::uint32_t> counts;
  std::size_t segment = 0;
  for (std::uint32_t count : options_.counts) {
    std::uint32_t length = 1;
    for (std::uint32_t k = 0; k + 1 < count; ++k, ++segment) {
      if (broken[segment]) counts.push_back(std::exchange(length, 0));
      ++length;
    }
    counts.push_back(length);
  }
  return counts;
}

template <class Law>
void ThinBody<Law>::archive(Archive& a) {
  const std::string p = name() + "/";
  a.array(p + "id", ids_);
  x_.archive(a, p + "x");
  v_.archive(a, p + "v");
  C_.archive(a, p + "C");
  mass_.archive(a, p + "mass");
  rest_.archive(a, p + "rest");
  a.array(p + "contact.id", contact_ids_);
  a.array(p + "contact.corner", corner_);
  a.array(p + "contact.force", force_);
  int k = 0;
  for (PointField* f : contact_fields())
    if (f->components()) f->archive(a, p + "contact." + std::to_string(k++));
  a.array(p + "bends", bends_);
  a.array(p + "bend_force", bend_force_);
  pins_.archive(a, p + "pins");
  a.array(p + "limits", limits_);
  a.array(p + "contact.limits", contact_limits_);
  a.value(p + "stiffness", stiffness_);
  a.value(p + "bend_frequency", bend_frequency2_);
  a.value(p + "dx", dx_);
  if (a.reading()) connect();
}

template <class Law>
void ThinBody<Law>::spoil(std::size_t i, const Vec3d& velocity) {
  for (int a = 0; a < 3; ++a) v_(i, a) = Real(velocity[a]);
}

}  // namespace weft
