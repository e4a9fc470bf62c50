/// The faces and points of a shell at time 0.
#include "bodies/shell/shell_state.h"
#include "exec/error.h"

namespace weft {

double pressure_at(const Pressure& p, double time) {
  const double now[] = {time};
  return p.constant * (p.of_time ? (*p.of_time)(now) : 1.0);
}

ShellState::ShellState(const ShellOptions& o, double density) : options(o) {
  const std::size_t n = o.rest.size();
  control.points.resize(n);
  limits.resize(chunk_count(n, kBatch));
  const std::vector<Vec3d>& now = o.positions.empty() ? o.rest : o.positions;
  for (std::size_t i = 0; i < n; ++i) {
    const auto& list = o.velocities;
    const Vec3d v = list.empty() ? Vec3d::zero() : list.size() == 1 ? list[0] : list[i];
    put(i, now[i]);
    set_vector(control.v, i, v);
    set_vector(control.rest, i, o.rest[i]);
    limits[i / kBatch].speed2 = std::max(limits[i / kBatch].speed2, Real(norm2(v)));
  }
  offset = o.thickness * (o.layers == Layers::gauss ? 0.5 / std::sqrt(3.0) : 0.25);
  pressure = pressure_at(o.pressure, 0);
  pins = Pins(held_pins(o), now);
  if (!on_mesh()) loads = BodyLoads(o.loads, n);
  make_faces(o, density);
  patches.ties.attach(pins);
  name_contacts();
  make_contacts(o, density);
  vertex_limits = weft::vertex_limits(QuadMesh{o.rest, o.quads}, o.boundary);
  find_dips();
  options.rest = {};
  options.positions = {};
  options.velocities = {};
  options.warp = {};
  options.pins = {};
  options.loads = {};
  options.edges = {};
}

void ShellState::make_faces(const ShellOptions& o, double density) {
  bends = gauss_places(o.gauss);
  touches = middle_places(on_mesh() ? 0 : o.contact_points);
  std::vector<std::uint32_t> faces;
  for (std::uint32_t f = 0; f < o.quads.size(); ++f)
    if (o.bare.empty() || !o.bare[f]) faces.push_back(f);
  const QuadMesh mesh{o.rest, o.quads};
  EdgeRules rules(mesh, o.boundary, o.edges, o.positions.empty() ? o.rest : o.positions);
  patches = Patches(mesh, faces, {bends, touches}, rules);
  face.points.resize(patches.slots());
  face.points.set_components(face.A, int(bends.size()) * 8);
  face.points.set_components(face.volume, int(bends.size()) * 2);
  face.points.set_components(face.touch_volume, int(touches.size()));
  if (!on_mesh()) force.assign(patches.force_count(), {});
  if (o.pressure.constant != 0 && !on_mesh()) push.assign(patches.force_count(), {});
  for (std::size_t slot = 0; slot < patches.slots(); ++slot) make_face(o, density, slot);
}

/// Rest shape of one face, and its mass, or half of it, to the control points: m_p = rho/2 sum V N_p.
void ShellState::make_face(const ShellOptions& o, double density, std::size_t slot) {
  const std::uint32_t which = patches.face(slot);
  if (which == Patches::kNone) {  // repeats the one before, without volume
    for (int c = 0; c < face.A.components(); ++c) face.A(slot, c) = face.A(slot - 1, c);
    return;
  }
  const Patches::Group& g = patches.groups()[slot / 16];
  for (int place = 0; place < int(bends.size()); ++place) {
    const KirchhoffLove<double> surface(jet(slot, place, true));
    const Vec3d along = o.warp.empty() ? surface.a.a1 : o.warp[which];
    for (int layer = 0; layer < 2; ++layer) {
      const LaminaReference<double> lamina(surface, layer ? offset : -offset, along);
      if (!(lamina.area > 0))
        throw Error("E0520",
                    "object \"" + o.name + "\": face " + std::to_string(which) +
                        " is folded, or bent more sharply than the shell is thick",
                    {}, "smooth the mesh there, or make the shell thinner");
      const int at = place * 2 + layer;
      const double V = lamina.area * bends[std::size_t(place)].weight * 0.5 * o.thickness;
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) face.A(slot, at * 4 + i * 2 + j) = Real(lamina.B(i, j));
      face.volume(slot, at) = Real(V);
      for (std::uint32_t k = 0; k < g.points; ++k) {
        if (patches.tie(slot, k) >= 0) continue;
        control.mass(patches.vertex(slot, k), 0) +=
            Real((on_mesh() ? 1 : 0.5) * density * V * patches.weight(slot, patches.at_bend(g, place, k)));
      }
    }
  }
}

/// Each place of touch of each face has one contact point; lanes that repeat a face have none of their own.
void ShellState::name_contacts() {
  const std::size_t each = touches.size();
  contact_at.assign(patches.slots() * each, Patches::kNone);
  for (std::size_t slot = 0; slot < patches.slots(); ++slot)
    for (std::size_t p = 0; p < each && patches.face(slot) != Patches::kNone; ++p) {
      contact_at[slot * each + p] = std::uint32_t(homes.size());
      homes.push_back(std::uint32_t(slot * each + p));
    }
  repeat_lanes();
}

/// Contact points carry the other half of the mass; their fibres are the normals of the shell as it stands.
void ShellState::make_contacts(const ShellOptions& o, double density) {
  const std::size_t each = touches.size(), n = homes.size();
  contact.points.resize(n);
  contact_limits.resize(chunk_count(n, kBatch));
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t slot = homes[i] / each;
    const int place = int(homes[i] % each);
    const Patches::Group& g = patches.groups()[slot / 16];
    Vec3d t[2][2] = {};  // tangents at rest and now
    for (std::uint32_t k = 0; k < g.points; ++k) {
      const std::size_t at = patches.at_touch(g, place, k);
      for (int a = 0; a < 2; ++a) {
        t[0][a] += rest_point(slot, k) * patches.weight(slot, at + 1 + std::size_t(a));
        t[1][a] += point(slot, k) * patches.weight(slot, at + 1 + std::size_t(a));
      }
    }
    const double V = norm(cross(t[0][0], t[0][1])) * touches[std::size_t(place)].weight * o.thickness;
    face.touch_volume(slot, place) = Real(V);
    contact.mass(i, 0) = Real(0.5 * density * V);
    set_vector(contact.d, i, normalized(cross(t[1][0], t[1][1])));
    set_vector(contact.v, i, at_contact(i, control.v));
    BatchMotion& l = contact_limits[i / kBatch];
    l.speed2 = std::max(l.speed2, Real(norm2(vector_at(contact.v, i))));
  }
}

}  // namespace weft
