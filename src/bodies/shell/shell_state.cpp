/// Who is who after sorting, saving, and the surface beside control points.
#include "bodies/shell/shell_state.h"

namespace weft {

LayerView ShellState::layers(PointField& A) {
  LayerView v;
  v.A = A.view();
  v.volume = face.volume.view();
  v.offset = offset;
  v.bending = kBending * options.thickness * options.thickness / 12;
  if (dx > 0) v.cell = 1 / (dx * dx);
  return v;
}

void ShellState::reorder(std::span<const std::uint32_t> order) {
  control.points.reorder(order);
  std::vector<std::uint32_t> now(order.size());
  parallel_chunks(order.size(), 1 << 14, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) now[order[i]] = std::uint32_t(i);
  });
  pins.reorder(order);
  patches.rename(now);
}

void ShellState::reorder_contacts(std::span<const std::uint32_t> order) {
  contact.points.reorder(order);
  parallel_chunks(order.size(), 1 << 14, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) contact_at[home_of(i)] = std::uint32_t(i);
  });
  repeat_lanes();
}

/// Lanes that repeat a face read its contact points.
void ShellState::repeat_lanes() {
  const std::size_t each = touches.size();
  for (std::size_t g = 0; g < patches.groups().size(); ++g)
    for (std::size_t l = patches.groups()[g].faces; l < 16; ++l)
      for (std::size_t p = 0; p < each; ++p)
        contact_at[(g * 16 + l) * each + p] = contact_at[(g * 16 + l - 1) * each + p];
}

/// Checkpoints know contact points by their homes instead of by their ids.
void ShellState::archive(Archive& a, const std::string& prefix) {
  control.points.archive(a, prefix);
  a.array(prefix + "faces.vertices", patches.names());
  face.points.archive_states(a, prefix + "faces.");
  a.array(prefix + "faces.force", force);
  a.array(prefix + "faces.push", push);
  a.value(prefix + "pressure", pressure);
  std::vector<std::uint32_t> home(homes.size());
  for (std::size_t i = 0; i < home.size(); ++i) home[i] = std::uint32_t(home_of(i));
  a.array(prefix + "contact.home", home);
  contact.points.archive_states(a, prefix + "contact.");
  pins.archive(a, prefix + "pins");
  patches.ties.archive(a, prefix + "ties");
  a.array(prefix + "limits", limits);
  a.array(prefix + "contact.limits", contact_limits);
  a.value(prefix + "stiffness", stiffness);
  a.value(prefix + "dx", dx);
  if (!a.reading()) return;
  for (std::size_t i = 0; i < home.size(); ++i) {
    contact_at[home[i]] = std::uint32_t(i);
    home[i] = std::uint32_t(std::lower_bound(homes.begin(), homes.end(), home[i]) - homes.begin());
  }
  contact.points.set_ids(home);
  repeat_lanes();
}

std::size_t ShellState::bytes() const {
  std::size_t n = control.points.bytes() + contact.points.bytes() + face.points.bytes() + patches.bytes();
  for (const Forces* f : {&force, &push, &trial.force}) n += bytes_of(*f);
  for (const auto* list : {&homes, &contact_at, &vertex_limits.begin, &vertex_limits.vertices})
    n += bytes_of(*list);
  return n + bytes_of(trial.diagonal) + bytes_of(vertex_limits.weights) + bytes_of(options.quads) +
         bytes_of(options.uv);
}

void ShellState::find_dips() {
  const std::vector<std::uint32_t>& ids = control.points.ids();
  std::vector<std::uint32_t> now(ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) now[ids[i]] = std::uint32_t(i);
  parallel_chunks(ids.size(), 1 << 12, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      Vec3d dip = -place(i);
      const VertexLimits& l = vertex_limits;
      for (std::uint32_t k = l.begin[ids[i]]; k < l.begin[ids[i] + 1]; ++k)
        dip += place(now[l.vertices[k]]) * l.weights[k];
      set_vector(control.dip, i, dip);
    }
  });
}

}  // namespace weft
