/// GrainsBody: making, growing, measuring, saving. Included once a law's file.
namespace weft {

template <class Law>
GrainsBody<Law>::GrainsBody(const GrainsOptions& options, const Law& law)
    : Body(options.name), law_(law), options_(options) {
  identify("grains", Law::name);
  roles_.implicit = this;
  if (options.source) roles_.renewal = this;
  volume_ = options.point_volume;
  mass_ = law_.density * volume_;
  if (options.keep_rest || options.force) rest_ = PointField(3);
  const std::size_t n = options.positions.size();
  resize(n);
  const auto pick = [](const auto& list, std::size_t i, const auto& none) {
    return list.empty() ? none : list.size() == 1 ? list[0] : list[i];
  };
  for (std::size_t i = 0; i < n; ++i) {
    const Vec3d v = pick(options.velocities, i, Vec3d::zero());
    const Mat3d C = pick(options.gradients, i, Mat3d::zero());
    for (int a = 0; a < 3; ++a) {
      x_(i, a) = Real(options.positions[i][a]);
      v_(i, a) = Real(v[a]);
      for (int b = 0; b < 3; ++b) C_(i, 3 * a + b) = Real(C(a, b));
    }
    if (rest_.components())
      for (int a = 0; a < 3; ++a) rest_(i, a) = Real(options.positions[i][a]);
    ids_[i] = std::uint32_t(i);
  }
  refresh_stress({0, n});
  lay_stream();
  options_.positions = {};
  options_.velocities = {};
  options_.gradients = {};
}

/// New points, and the lanes past the last one, begin in the initial strain at rest.
template <class Law>
void GrainsBody<Law>::resize(std::size_t n) {
  const std::size_t old = size();
  for (PointField* f : {&x_, &v_, &C_, &F_, &tau_, &state_, &rest_}) f->resize(n);
  ids_.resize(n);
  limits_.resize(chunk_count(n, kBatch));
  const auto initial = law_.initial_state();
  for (std::size_t i = old; i < chunk_count(n, kGroup) * kGroup; ++i) {
    if constexpr (Law::volumetric) F_(i, 0) = Real(determinant(options_.deformation));
    else
      for (int a = 0; a < 9; ++a) F_(i, a) = Real(options_.deformation(a / 3, a % 3));
    for (int k = 0; k < kState; ++k) state_(i, k) = Real(initial[k]);
  }
}

/// Stress and limits of points that have not been through a step yet.
template <class Law>
void GrainsBody<Law>::refresh_stress(Range r) {
  for (std::size_t i = r.begin / kGroup * kGroup; i < r.end; i += P::width) {
    Update u;
    P speed2 = Real(0), gradient2 = Real(0);
    Mat3<P> C;
    for (int k = 0; k < kState; ++k) u.state[k] = P::load(state_.group(i, k));
    if constexpr (Law::volumetric) u.J = P::load(F_.group(i, 0));
    else
      for (int a = 0; a < 9; ++a) u.F(a / 3, a % 3) = P::load(F_.group(i, a));
    for (int a = 0; a < 3; ++a) speed2 += P::load(v_.group(i, a)) * P::load(v_.group(i, a));
    for (int a = 0; a < 9; ++a) {
      C(a / 3, a % 3) = P::load(C_.group(i, a));
      gradient2 += C(a / 3, a % 3) * C(a / 3, a % 3);
    }
    Update projected = u;
    constitute(projected, C, P(Real(0)));
    if constexpr (!Law::volumetric)
      for (int a = 0; a < 9; ++a) projected.F(a / 3, a % 3).store(F_.group(i, a));
    else projected.J.store(F_.group(i, 0));
    for (int k = 0; k < kState; ++k) projected.state[k].store(state_.group(i, k));
    for (int a = 0; a < 3; ++a)
      for (int b = a; b < 3; ++b) projected.tau(a, b).store(tau_.group(i, grains_detail::kSymmetric[a][b]));
    BatchLimits& l = limits_[i / kBatch];
    l.speed2 = std::max(l.speed2, horizontal_max(speed2));
    l.gradient2 = std::max(l.gradient2, horizontal_max(gradient2));
    l.modulus = std::max(l.modulus, horizontal_max(projected.modulus));
  }
}

template <class Law>
void GrainsBody<Law>::lay_stream() {
  const Source* s = options_.source.get();
  if (!s) return;
  const Vec3d along = normalized(s->velocity);
  double front = -1e300;
  for (const Vec3d& x : s->pattern) front = std::max(front, dot(along, x));
  for (const Vec3d& x : s->pattern) {
    const double behind = front - dot(along, x);
    stream_.push_back({behind / norm(s->velocity), x + along * behind});
  }
  std::stable_sort(stream_.begin(), stream_.end(),
                   [](const auto& a, const auto& b) { return a.delay < b.delay; });
}

template <class Law>
bool GrainsBody<Law>::renew(double time) {
  if (stream_.empty()) return false;
  const Source& s = *options_.source;
  const double speed = norm(s.velocity), period = s.length / speed;
  const auto due = [&](std::uint64_t k) {
    return s.from + double(k / stream_.size()) * period + stream_[k % stream_.size()].delay;
  };
  // A quarter of a spacing at a time: every new point costs a new sorting.
  const double patience = 0.25 * (options_.plane ? std::sqrt(volume_) : std::cbrt(volume_)) / speed;
  if (due(emitted_) + patience > time) return false;
  const std::uint64_t first = emitted_;
  while (due(emitted_) <= time && due(emitted_) < s.until) ++emitted_;
  if (emitted_ == first) return false;
  const std::size_t old = size(), n = std::size_t(emitted_ - first);
  resize(old + n);
  for (std::size_t k = 0; k < n; ++k) {
    const Vec3d x = stream_[(first + k) % stream_.size()].mouth + s.velocity * (time - due(first + k));
    for (int a = 0; a < 3; ++a) {
      x_(old + k, a) = Real(x[a]);
      v_(old + k, a) = Real(s.velocity[a]);
      if (rest_.components()) rest_(old + k, a) = x_(old + k, a);
    }
    ids_[old + k] = std::uint32_t(old + k);
  }
  refresh_stress({old, old + n});
  return true;
}

template <class Law>
Mat3d GrainsBody<Law>::deformation(std::size_t i) const {
  Mat3d F;
  if constexpr (Law::volumetric) return Mat3d::identity() * std::cbrt(double(F_(i, 0)));
  else
    for (int a = 0; a < 9; ++a) F(a / 3, a % 3) = F_(i, a);
  return F;
}

template <class Law>
double GrainsBody<Law>::determinant_of(std::size_t i) const {
  if constexpr (Law::volumetric) return F_(i, 0);
  else return determinant(deformation(i));
}

template <class Law>
Mat3d GrainsBody<Law>::kirchhoff(std::size_t i) const {
  Mat3d t;
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b) t(a, b) = tau_(i, grains_detail::kSymmetric[a][b]);
  return t;
}

template <class Law>
Totals GrainsBody<Law>::totals() const {
  const auto part = [&](Range r) {
    Totals t;
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const Vec3d x{{x_(i, 0), x_(i, 1), x_(i, 2)}}, v{{v_(i, 0), v_(i, 1), v_(i, 2)}};
      Vec3d s;
      double state[kState > 0 ? kState : 1];
      for (int k = 0; k < kState; ++k) state[k] = state_(i, k);
      double J = determinant_of(i);
      if constexpr (Law::volumetric) {
        s = Vec3d::filled(std::cbrt(J));
      } else {
        Mat3d U, V;
        svd(deformation(i), U, s, V);
      }
      t.kinetic += 0.5 * mass_ * norm2(v);
      t.elastic += volume_ * law_.template energy<3>(s, state);
      t.volume += volume_ * J;
      t.momentum += v * mass_;
      t.first_moment += x * mass_;
      t.angular_momentum += cross(x, v) * mass_;
      t.affine_axial += Vec3d{{C_(i, 7) - C_(i, 5), C_(i, 2) - C_(i, 6), C_(i, 3) - C_(i, 1)}} * mass_;
    }
    return t;
  };
  Totals sum = reduce_chunks(size(), 4096, Totals{}, part, [](Totals a, const Totals& b) { return a += b; });
  sum.mass = mass_ * double(size());
  return sum;
}

template <class Law>
std::size_t GrainsBody<Law>::memory_bytes() const {
  std::size_t n = bytes_of(ids_) + bytes_of(limits_) + bytes_of(scratch_) + bytes_of(options_.colours);
  for (const PointField* f :
       {&x_, &v_, &C_, &F_, &tau_, &state_, &rest_, &start_, &trial_, &response_, &tangent_})
    n += f->bytes();
  return n;
}

template <class Law>
std::size_t GrainsBody<Law>::first_bad() const {
  const auto part = [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      Real s = 0;  // any NaN or infinity survives times zero
      for (const PointField* f : {&x_, &v_, &C_, &F_, &tau_})
        for (int c = 0; c < f->components(); ++c) s += Real(0) * (*f)(i, c);
      if (!(s == Real(0))) return i;
    }
    return size();
  };
  return reduce_chunks(size(), 1 << 14, size(), part,
                       [](std::size_t a, std::size_t b) { return std::min(a, b); });
}

template <class Law>
FrameObject GrainsBody<Law>::frame(const std::vector<std::string>& quantities) const {
  FrameObject f;
  f.name = name();
  f.kind = "points";
  f.radius = 0.5 * (options_.plane ? std::sqrt(volume_) : std::cbrt(volume_));
  f.look = options_.look;
  f.colour = options_.colour;
  const std::size_t n = size();
  f.position.resize(n);
  f.velocity.resize(n);
  f.id.resize(n);
  if (!options_.colours.empty()) f.colours.resize(n);
  // Ids count points from zero without gaps, so that point k of the file is id k.
  parallel_chunks(n, 1 << 14, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const std::uint32_t k = ids_[i];
      f.id[k] = k;
      for (int a = 0; a < 3; ++a) {
        f.position[k][a] = float(x_(i, a));
        f.velocity[k][a] = float(v_(i, a));
      }
      if (!options_.colours.empty()) f.colours[k] = options_.colours[k % options_.colours.size()];
    }
  });
  for (const std::string& what : quantities) {
    const std::vector<double> values = quantity(what);
    if (values.empty() && n) continue;
    std::vector<float>& scalar = f.scalars[what];
    scalar.resize(n);
    for (std::size_t i = 0; i < n; ++i) scalar[ids_[i]] = float(values[i]);
  }
  return f;
}

template <class Law>
void GrainsBody<Law>::archive(Archive& a) {
  const std::string p = name() + "/";
  a.array(p + "id", ids_);
  if (a.reading()) resize(size());
  x_.archive(a, p + "x");
  v_.archive(a, p + "v");
  C_.archive(a, p + "C");
  F_.archive(a, p + "F");
  tau_.archive(a, p + "tau");
  if (kState) state_.archive(a, p + "state");
  if (rest_.components()) rest_.archive(a, p + "rest");
  a.array(p + "limits", limits_);
  a.value(p + "emitted", emitted_);
}

template <class Law>
void GrainsBody<Law>::spoil(std::size_t i, const Vec3d& velocity) {
  for (int a = 0; a < 3; ++a) v_(i, a) = Real(velocity[a]);
}

template <class Law>
std::vector<double> GrainsBody<Law>::quantity(const std::string& what) const {
  const auto each = [&](auto&& f) {
    std::vector<double> out(size());
    parallel_chunks(size(), 1 << 14, [&](Range r) {
      for (std::size_t i = r.begin; i < r.end; ++i) out[i] = f(i);
    });
    return out;
  };
  const auto axis = [](char c) { return c == 'x' ? 0 : c == 'y' ? 1 : c == 'z' ? 2 : -1; };
  if (what.size() == 1 && axis(what[0]) >= 0)
    return each([&, c = axis(what[0])](std::size_t i) { return double(x_(i, c)); });
  if (what.size() == 2 && what[0] == 'v' && axis(what[1]) >= 0)
    return each([&, c = axis(what[1])](std::size_t i) { return double(v_(i, c)); });
  if (what == "id") return each([&](std::size_t i) { return double(ids_[i]); });
  if (what == "mass") return each([&](std::size_t) { return mass_; });
  if (what == "speed")
    return each(
        [&](std::size_t i) { return std::hypot(double(v_(i, 0)), double(v_(i, 1)), double(v_(i, 2))); });
  if (what == "volume_ratio") return each([&](std::size_t i) { return determinant_of(i); });
  if (what == "density") return each([&](std::size_t i) { return law_.density / determinant_of(i); });
  if (what == "pressure")
    return each([&](std::size_t i) { return -trace(kirchhoff(i)) / (3 * determinant_of(i)); });
  if (what == "stress")  // von Mises equivalent of the Cauchy stress
    return each([&](std::size_t i) {
      Mat3d s = kirchhoff(i) * (1 / determinant_of(i));
      const double mean = trace(s) / 3;
      for (int a = 0; a < 3; ++a) s(a, a) -= mean;
      return std::sqrt(1.5) * norm(s);
    });
  if (what == "strain")  // norm of the elastic Green-Lagrange strain
    return each([&](std::size_t i) {
      const Mat3d F = deformation(i);
      return norm((transpose(F) * F - Mat3d::identity()) * 0.5);
    });
  if (rest_.components()) {
    if (what == "displacement")
      return each([&](std::size_t i) {
        return std::hypot(double(x_(i, 0) - rest_(i, 0)), double(x_(i, 1) - rest_(i, 1)),
                          double(x_(i, 2) - rest_(i, 2)));
      });
    if (what.size() == 14 && what.starts_with("displacement_") && axis(what[13]) >= 0)
      return each([&, c = axis(what[13])](std::size_t i) { return double(x_(i, c) - rest_(i, c)); });
  }
  const auto component = [&](std::string_view prefix) {  // "stress_xz" -> {0, 2}
    std::array<int, 2> c{-1, -1};
    if (what.size() == prefix.size() + 2 && what.starts_with(prefix))
      c = {axis(what[prefix.size()]), axis(what[prefix.size() + 1])};
    return c;
  };
  if (const auto c = component("stress_"); c[0] >= 0 && c[1] >= 0)
    return each([&, c](std::size_t i) { return kirchhoff(i)(c[0], c[1]) / determinant_of(i); });
  if (const auto c = component("F_"); c[0] >= 0 && c[1] >= 0)
    return each([&, c](std::size_t i) { return deformation(i)(c[0], c[1]); });
  const auto names = law_.state_names();
  for (int k = 0; k < kState; ++k)
    if (what == names[k]) return each([&, k](std::size_t i) { return double(state_(i, k)); });
  return {};
}

}  // namespace weft
