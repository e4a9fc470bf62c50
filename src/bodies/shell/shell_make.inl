/// ShellBody: its faces and points, and who is who after sorting. Included once a law's file.
namespace weft {

template <class Law>
ShellBody<Law>::ShellBody(const ShellOptions& options, const Law& law)
    : Body(options.name), law_(law), options_(options) {
  identify("shell", Law::name);
  roles_.implicit = this;
  roles_.surfaces[0] = &controls_;
  if (!on_mesh()) roles_.surfaces[1] = &contacts_;  // else they go where control points go
  const std::size_t n = options.rest.size();
  for (PointField* f : control_fields()) f->resize(n);
  ids_.resize(n);
  limits_.resize(chunk_count(n, kBatch));
  const std::vector<Vec3d>& now = options.positions.empty() ? options.rest : options.positions;
  for (std::size_t i = 0; i < n; ++i) {
    ids_[i] = std::uint32_t(i);
    const auto& list = options.velocities;
    const Vec3d v = list.empty() ? Vec3d::zero() : list.size() == 1 ? list[0] : list[i];
    put_control(i, now[i]);
    set_vector(v_, i, v);
    set_vector(rest_, i, options.rest[i]);
    limits_[i / kBatch].speed2 = std::max(limits_[i / kBatch].speed2, Real(norm2(v)));
  }
  offset_ = options.thickness * (options.layers == Layers::gauss ? 0.5 / std::sqrt(3.0) : 0.25);
  pressure_ = pressure_at(options.pressure, 0);
  pins_ = Pins(options.pins, now);
  make_faces(options);
  make_contacts(options);
  vertex_limits_ = vertex_limits(QuadMesh{options.rest, options.quads}, options.boundary);
  find_dips();
  respond_all();
  for (std::size_t i = 0; i < n; ++i) total_mass_ += double(mass_(i, 0));
  for (std::size_t i = 0; i < contacts_.size() && !on_mesh(); ++i) total_mass_ += double(contact_.mass(i, 0));
  options_.rest = {};
  options_.positions = {};
  options_.velocities = {};
  options_.warp = {};
  options_.pins = {};
}

template <class Law>
void ShellBody<Law>::make_faces(const ShellOptions& o) {
  bends_ = gauss_places(o.gauss);
  touches_ = middle_places(o.contact_points);
  std::vector<std::uint32_t> faces;
  for (std::uint32_t f = 0; f < o.quads.size(); ++f)
    if (o.bare.empty() || !o.bare[f]) faces.push_back(f);
  patches_ = Patches(QuadMesh{o.rest, o.quads}, o.boundary, faces, bends_, touches_);
  A_ = PointField(int(bends_.size()) * 8);
  volume_ = PointField(int(bends_.size()) * 2);
  A_.resize(patches_.slots());
  volume_.resize(patches_.slots());
  force_.assign(patches_.force_count(), {});
  if (o.pressure.constant != 0) push_.assign(patches_.force_count(), {});
  for (std::size_t slot = 0; slot < patches_.slots(); ++slot) make_face(o, slot);
}

/// Rest shape of one face, and its mass, or half of it, to the control points: m_p = rho/2 sum V N_p.
template <class Law>
void ShellBody<Law>::make_face(const ShellOptions& o, std::size_t slot) {
  const std::uint32_t face = patches_.face(slot);
  if (face == Patches::kNone) {  // repeats the one before, without volume
    for (int c = 0; c < A_.components(); ++c) A_(slot, c) = A_(slot - 1, c);
    return;
  }
  const Patches::Group& g = patches_.groups()[slot / 16];
  for (int place = 0; place < int(bends_.size()); ++place) {
    const KirchhoffLove<double> surface(jet(slot, place, true));
    const Vec3d along = o.warp.empty() ? surface.a.a1 : o.warp[face];
    for (int layer = 0; layer < 2; ++layer) {
      const LaminaReference<double> lamina(surface, layer ? offset_ : -offset_, along);
      if (!(lamina.area > 0))
        throw Error("E0520",
                    "object \"" + o.name + "\": face " + std::to_string(face) +
                        " is folded, or bent more sharply than the shell is thick",
                    {}, "smooth the mesh there, or make the shell thinner");
      const int at = place * 2 + layer;
      const double V = lamina.area * bends_[std::size_t(place)].weight * 0.5 * o.thickness;
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) A_(slot, at * 4 + i * 2 + j) = Real(lamina.B(i, j));
      volume_(slot, at) = Real(V);
      for (std::uint32_t k = 0; k < g.points; ++k)
        mass_(patches_.vertex(slot, k), 0) += Real((on_mesh() ? 1 : 0.5) * law_.density * V *
                                                   patches_.weight(slot, patches_.at_bend(g, place, k)));
    }
  }
}

/// Contact points carry the other half of the mass (Coupling::mesh: stand for all of it); their fibres are
/// the normals of the shell as it stands.
template <class Law>
void ShellBody<Law>::make_contacts(const ShellOptions& o) {
  const std::size_t each = touches_.size();
  contact_of_.assign(patches_.slots() * each, Patches::kNone);
  for (std::size_t slot = 0; slot < patches_.slots(); ++slot)
    for (std::size_t p = 0; p < each; ++p) {
      if (patches_.face(slot) == Patches::kNone)
        contact_of_[slot * each + p] = contact_of_[(slot - 1) * each + p];
      else {
        contact_of_[slot * each + p] = std::uint32_t(contact_at_home_.size());
        contact_at_home_.push_back(std::uint32_t(slot * each + p));
      }
    }
  const std::size_t n = contact_at_home_.size();
  if (on_mesh()) {
    contact_.normal = contact_.kick = predicted_ = PointField(3);
    predicted_.resize(size());
    impulse_.assign(patches_.force_count(), {});
  }
  contact_volume_ = PointField(int(each));
  contact_volume_.resize(patches_.slots());
  for (PointField* f : contact_fields()) f->resize(n);
  contact_limits_.resize(chunk_count(n, kBatch));
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t slot = contact_at_home_[i] / each;
    const int place = int(contact_at_home_[i] % each);
    const Patches::Group& g = patches_.groups()[slot / 16];
    Vec3d t[2][2] = {};  // tangents at rest and now
    for (std::uint32_t k = 0; k < g.points; ++k) {
      const std::size_t at = patches_.at_touch(g, place, k), v = patches_.vertex(slot, k);
      for (int a = 0; a < 2; ++a) {
        t[0][a] += o.rest[v] * patches_.weight(slot, at + 1 + std::size_t(a));
        t[1][a] += control(v) * patches_.weight(slot, at + 1 + std::size_t(a));
      }
    }
    const double V = norm(cross(t[0][0], t[0][1])) * touches_[std::size_t(place)].weight * o.thickness;
    contact_volume_(slot, place) = Real(V);
    contact_.mass(i, 0) = Real((on_mesh() ? 1 : 0.5) * law_.density * V);
    set_vector(contact_.d, i, normalized(cross(t[1][0], t[1][1])));
    set_vector(contact_.v, i, contact_place(i, v_));
    BatchMotion& l = contact_limits_[i / kBatch];
    l.speed2 = std::max(l.speed2, Real(norm2(vector_at(contact_.v, i))));
  }
}

template <class Law>
void ShellBody<Law>::reorder(std::span<const std::uint32_t> order) {
  for (PointField* f : control_fields()) f->reorder(order, scratch_);
  std::vector<std::uint32_t> ids(order.size()), now(order.size());
  parallel_chunks(order.size(), 1 << 14, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      ids[i] = ids_[order[i]];
      now[order[i]] = std::uint32_t(i);
    }
  });
  ids_ = std::move(ids);
  pins_.reorder(order);
  patches_.rename(now);
}

template <class Law>
void ShellBody<Law>::reorder_contacts(std::span<const std::uint32_t> order) {
  for (PointField* f : contact_fields()) f->reorder(order, scratch_);
  std::vector<std::uint32_t> home(order.size());
  parallel_chunks(order.size(), 1 << 14, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      home[i] = contact_at_home_[order[i]];
      contact_of_[home[i]] = std::uint32_t(i);
    }
  });
  contact_at_home_ = std::move(home);
  repeat_lanes();
}

/// Lanes that repeat a face read its contact points.
template <class Law>
void ShellBody<Law>::repeat_lanes() {
  const std::size_t each = touches_.size();
  for (std::size_t g = 0; g < patches_.groups().size(); ++g)
    for (std::size_t l = patches_.groups()[g].faces; l < 16; ++l)
      for (std::size_t p = 0; p < each; ++p)
        contact_of_[(g * 16 + l) * each + p] = contact_of_[(g * 16 + l - 1) * each + p];
}

}  // namespace weft
