/// ThinBody: its elements, and who meets whom after sorting. Included once a law's file.
namespace weft {
namespace thin_detail {

/// n^2 points spread over a triangle, or n over a segment: the centres of equal parts, barycentric.
inline std::vector<Vec3d> contact_places(int corners, int count) {
  std::vector<Vec3d> places;
  if (corners == 2) {
    for (int k = 0; k < count; ++k) {
      const double s = (k + 0.5) / count;
      places.push_back({{1 - s, s, 0}});
    }
    return places;
  }
  const int n = std::max(1, int(std::lround(std::sqrt(double(count)))));
  for (int i = 0; i < n; ++i)
    for (int j = 0; i + j < n; ++j) {
      const double u = (i + 1.0 / 3) / n, v = (j + 1.0 / 3) / n;
      places.push_back({{1 - u - v, u, v}});
      if (i + j + 1 < n) {
        const double a = (i + 2.0 / 3) / n, b = (j + 2.0 / 3) / n;
        places.push_back({{1 - a - b, a, b}});
      }
    }
  return places;
}

/// Orthonormal axes of an element as columns: along its first edge, in its plane, across it.
template <int tangents, class Corners>
Mat3d element_frame(const std::vector<Vec3d>& x, const Corners& c, bool plane) {
  const Vec3d a = normalized(x[c[1]] - x[c[0]]);
  Vec3d b, n;
  if constexpr (tangents == 2) {
    const Vec3d e = x[c[2]] - x[c[0]];
    b = normalized(e - a * dot(a, e));
    n = cross(a, b);
  } else if (plane) {
    b = {{-a[2], 0, a[0]}};
    n = cross(a, b);
  } else {
    across(a, b, n);
  }
  Mat3d E;
  E.set_column(0, a);
  E.set_column(1, b);
  E.set_column(2, n);
  return E;
}

}  // namespace thin_detail

template <class Law>
ThinBody<Law>::ThinBody(const ThinOptions& options, const Law& law)
    : Body(options.name), law_(law), options_(options) {
  identify(kCorners == 3 || Law::normals == 1 ? "cloth" : "fibre", Law::name);
  roles_.implicit = this;
  roles_.surfaces[0] = &vertices_;
  if (options_.discretisation != Discretisation::mesh) roles_.surfaces[1] = &contacts_;
  const std::size_t n = options.rest.size();
  for (PointField* f : {&x_, &v_, &C_, &mass_, &rest_}) f->resize(n);
  ids_.resize(n);
  limits_.resize(chunk_count(n, kBatch));
  const std::vector<Vec3d>& now = options.positions.empty() ? options.rest : options.positions;
  for (std::size_t i = 0; i < n; ++i) {
    ids_[i] = std::uint32_t(i);
    const auto& list = options.velocities;
    const Vec3d v = list.empty() ? Vec3d::zero() : list.size() == 1 ? list[0] : list[i];
    for (int a = 0; a < 3; ++a) {
      x_(i, a) = Real(now[i][a]);
      v_(i, a) = Real(v[a]);
      rest_(i, a) = Real(options.rest[i][a]);
    }
    BatchMotion& l = limits_[i / kBatch];
    l.speed2 = std::max(l.speed2, Real(norm2(v)));
  }
  radius_ =
      kTangents == 2 || options.plane ? 0.5 * options.section : std::sqrt(options.section / std::numbers::pi);
  make_elements(options);
  pins_ = Pins(options.pins, now);
  if (options.bending > 0) make_bends(options);
  connect();
  respond_all();
  bend_frequency2_ = bend_all();
  for (std::size_t i = 0; i < n; ++i) total_mass_ += double(mass_(i, 0));
  if (options_.discretisation != Discretisation::mesh)
    for (std::size_t i = 0; i < corner_.size(); ++i) total_mass_ += double(contact_.mass(i, 0));
  options_.rest = {};
  options_.positions = {};
  options_.velocities = {};
  options_.pins = {};
}

template <class Law>
std::vector<PointField*> ThinBody<Law>::contact_fields() {
  ContactFields& c = contact_;
  return {&c.x, &c.v, &c.C, &c.t, &c.d, &c.stress, &c.shape, &c.volume, &c.mass, &c.warp, &c.place};
}

template <class Law>
void ThinBody<Law>::make_elements(const ThinOptions& options) {
  const std::vector<Vec3d> places = thin_detail::contact_places(kCorners, options.contact_points);
  std::vector<Corners> elements;
  if constexpr (kTangents == 2) {
    elements.assign(options.triangles.begin(), options.triangles.end());
  } else {
    std::uint32_t first = 0;
    for (std::uint32_t count : options.counts) {
      for (std::uint32_t i = 0; i + 1 < count; ++i) elements.push_back({first + i, first + i + 1});
      first += count;
    }
  }
  const std::size_t n = elements.size() * places.size();
  if (options.discretisation == Discretisation::grid) contact_.t = PointField(3 * kTangents);
  if (places.size() > 1) contact_.place = PointField(kCorners);
  if (std::string(Law::name) == "woven") contact_.warp = PointField(2);
  for (PointField* f : contact_fields()) f->resize(n);
  contact_limits_.resize(chunk_count(n, kBatch));
  corner_.reserve(n);
  force_.resize(n);
  for (const Corners& c : elements) add_element(options, c, places);
  // The lanes past the last contact point repeat it, so that what packs compute there is harmless.
  for (std::size_t i = n; n && i < chunk_count(n, kGroup) * kGroup; ++i)
    for (PointField* f : contact_fields())
      for (int k = 0; k < f->components(); ++k) (*f)(i, k) = (*f)(n - 1, k);
}

/// Rest shape of one element and its contact points. E is the orthonormal frame of the rest edges, B_m the
/// inverse of the edges in that frame.
template <class Law>
void ThinBody<Law>::add_element(const ThinOptions& o, const Corners& c, const std::vector<Vec3d>& places) {
  const Mat3d E = thin_detail::element_frame<kTangents>(o.rest, c, o.plane);
  const Vec3d D1 = o.rest[c[1]] - o.rest[c[0]];
  const double l1 = norm(D1);
  double B[3] = {1 / l1, 0, 0}, V = l1 * o.section;
  Vec2d warp{{1, 0}};
  if constexpr (kTangents == 2) {
    const Vec3d D2 = o.rest[c[2]] - o.rest[c[0]];
    const double along = dot(E.column(0), D2), up = dot(E.column(1), D2);
    B[1] = -along / (l1 * up);
    B[2] = 1 / up;
    V = 0.5 * l1 * up * o.section;
    if (!o.uv.empty()) {  // the warp is where u grows: grad u in the frame's axes
      const double u0 = o.uv[c[0]][0], u1 = o.uv[c[1]][0] - u0, u2 = o.uv[c[2]][0] - u0;
      const Vec2d g{{u1 * B[0], u1 * B[1] + u2 * B[2]}};
      if (norm2(g) > 0) warp = g * (1 / std::sqrt(norm2(g)));
    }
  }
  const bool touches = o.discretisation != Discretisation::mesh;
  const double share = law_.density * V / (kCorners + (touches ? 1 : 0));
  for (int a = 0; a < kCorners; ++a) mass_(c[a], 0) += Real(share);
  // At time 0 the normals are those of the element as it stands.
  const Mat3d T =
      thin_detail::element_frame<kTangents>(o.positions.empty() ? o.rest : o.positions, c, o.plane);
  for (const Vec3d& place : places) {
    const std::size_t i = corner_.size();
    corner_.push_back(c);
    contact_ids_.push_back(std::uint32_t(i));
    for (int k = 0; k < kShape; ++k) contact_.shape(i, k) = Real(B[k]);
    contact_.volume(i, 0) = Real(V / double(places.size()));
    contact_.mass(i, 0) = touches ? Real(share / double(places.size())) : Real(0);
    for (int b = 0; b < kNormals; ++b)
      for (int k = 0; k < 3; ++k) contact_.d(i, 3 * b + k) = Real(T(k, kTangents + b));
    if (contact_.place.components())
      for (int a = 0; a < kCorners; ++a) contact_.place(i, a) = Real(place[a]);
    if (contact_.warp.components())
      for (int k = 0; k < 2; ++k) contact_.warp(i, k) = Real(warp[k]);
    if (contact_.t.components())
      for (int a = 0; a < kTangents; ++a)
        for (int k = 0; k < 3; ++k) contact_.t(i, 3 * a + k) = Real(T(k, a));
    for (int k = 0; k < 3; ++k) {
      double v = 0;
      for (int a = 0; a < kCorners; ++a) v += place[a] * double(v_(c[a], k));
      contact_.v(i, k) = Real(v);
    }
  }
}

template <class Law>
void ThinBody<Law>::make_bends(const ThinOptions& o) {
  if constexpr (kTangents == 2) bends_ = make_hinges(o.rest, o.triangles, o.bending);
  else bends_ = make_rods(o.rest, o.counts, o.bending);
  bend_force_.resize(bends_.size());
}

template <class Law>
void ThinBody<Law>::connect() {
  around_.build(size(), corner_.size(), kCorners,
                [&](std::size_t e, int a) { return corner_[e][std::size_t(a)]; });
  if (!bends_.empty())
    bends_around_.build(size(), bends_.size(), kCorners + 1,
                        [&](std::size_t e, int a) { return bends_[e].vertex[std::size_t(a)]; });
}

template <class Law>
void ThinBody<Law>::reorder(std::span<const std::uint32_t> order) {
  for (PointField* f : {&x_, &v_, &C_, &mass_, &rest_}) f->reorder(order, scratch_);
  std::vector<std::uint32_t> ids(order.size()), now(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    ids[i] = ids_[order[i]];
    now[order[i]] = std::uint32_t(i);
  }
  ids_ = std::move(ids);
  pins_.reorder(order);
  parallel_chunks(corner_.size(), 1 << 14, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i)
      for (std::uint32_t& v : corner_[i]) v = now[v];
  });
  for (Bend& b : bends_)
    for (std::uint32_t& v : b.vertex) v = now[v];
  // Contact points are reordered next, where there are any, and connect then.
  if (options_.discretisation == Discretisation::mesh) connect();
}

template <class Law>
void ThinBody<Law>::reorder_contacts(std::span<const std::uint32_t> order) {
  for (PointField* f : contact_fields()) f->reorder(order, scratch_);
  std::vector<Corners> corners(order.size());
  std::vector<CornerForces> forces(order.size());
  std::vector<std::uint32_t> ids(order.size());
  parallel_chunks(order.size(), 1 << 14, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      corners[i] = corner_[order[i]];
      forces[i] = force_[order[i]];
      ids[i] = contact_ids_[order[i]];
    }
  });
  corner_ = std::move(corners);
  force_ = std::move(forces);
  contact_ids_ = std::move(ids);
  connect();
}

}  // namespace weft
