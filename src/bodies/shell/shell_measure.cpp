#include "bodies/shell/shell_measure.h"

#include <cmath>

#include "bodies/measures.h"

namespace weft {
namespace {

/// Control points for motion_quantity.
struct MeasuredControls {
  const ShellState& s;
  Vec3d place(std::size_t i) const { return s.place(i); }
  Vec3d velocity(std::size_t i) const { return vector_at(s.control.v, i); }
  Vec3d rest(std::size_t i) const { return vector_at(s.control.rest, i); }
  std::uint32_t id(std::size_t i) const { return s.control.points.id(i); }
  Real mass(std::size_t i) const { return s.control.mass(i, 0); }
};

}  // namespace

double ShellMeasure::face_energy(std::size_t slot) const {
  double sum = 0;
  for (int place = 0; place < int(s_.bends.size()); ++place)
    for (int layer = 0; layer < 2; ++layer)
      sum += double(s_.face.volume(slot, place * 2 + layer)) * law_.energy(s_.strain(slot, place, layer));
  return sum;
}

double ShellMeasure::bending_energy() const {
  return sum_of(s_.patches.slots(), std::size_t(1) << 10, [&](std::size_t slot) {
    return s_.patches.face(slot) != Patches::kNone ? face_energy(slot) : 0.0;
  });
}

/// Mean at each control point, in their order, of something that each face knows: of(slot).
template <class Of>
std::vector<double> ShellMeasure::averaged(Of&& of) const {
  std::vector<double> sum(s_.size(), 0), count(s_.size(), 0), out(s_.size(), 0);
  for (std::size_t slot = 0; slot < s_.patches.slots(); ++slot) {
    if (s_.patches.face(slot) == Patches::kNone) continue;
    const double value = of(slot);
    for (const std::uint32_t v : s_.options.quads[s_.patches.face(slot)]) sum[v] += value, count[v] += 1;
  }
  const std::vector<std::uint32_t>& ids = s_.control.points.ids();
  for (std::size_t i = 0; i < s_.size(); ++i)
    if (count[ids[i]] > 0) out[i] = sum[ids[i]] / count[ids[i]];
  return out;
}

/// The same of the largest over the places and layers of a face: of(slot, place, layer).
template <class Of>
std::vector<double> ShellMeasure::worst(Of&& of) const {
  return averaged([&](std::size_t slot) {
    double worst = 0;
    for (int place = 0; place < int(s_.bends.size()); ++place)
      for (int layer = 0; layer < 2; ++layer) worst = std::max(worst, of(slot, place, layer));
    return worst;
  });
}

std::vector<double> ShellMeasure::quantity(const std::string& what) const {
  if (what == "stretch")  // the largest of the layers, elastic
    return worst([&](std::size_t slot, int place, int layer) {
      return std::sqrt(LaminaMetric<double>(s_.strain(slot, place, layer)).largest());
    });
  if (what == "stress")  // Kirchhoff stress |tau| = |P f^T| of the layers [Pa]
    return worst([&](std::size_t slot, int place, int layer) {
      const Columns<double> f = s_.strain(slot, place, layer), stress = law_.stress(f);
      return norm(outer(stress.c1, f.c1) + outer(stress.c2, f.c2));
    });
  if (what == "plastic_strain")  // |ln F_p| of the layers, F_p = A^-1 B
    return worst([&](std::size_t slot, int place, int layer) {
      return law_.dents() ? s_.plastic_strain(slot, place, layer) : 0.0;
    });
  if (what == "curvature")  // the larger principal curvature [1/m]
    return worst(
        [&](std::size_t slot, int place, int) { return largest_curvature(s_.jet(slot, place, false)); });
  if (what == "contact")  // how far pressed together, 0: not at all
    return averaged([&](std::size_t slot) {
      double most = 0;
      for (std::size_t p = 0; p < s_.touches.size(); ++p)
        most = std::max(most, 1 - norm(vector_at(s_.contact.d, s_.contact_of(slot, int(p)))));
      return most;
    });
  return motion_quantity(what, s_.size(), MeasuredControls{s_});
}

FrameObject ShellMeasure::frame(const std::string& name, const std::vector<std::string>& quantities) const {
  const ShellOptions& o = s_.options;
  FrameObject f;
  f.name = name;
  f.kind = "mesh";
  f.smooth = true;
  f.look = o.look;
  f.colour = o.colour;
  f.colours = o.colours;
  f.radius = 0.5 * o.thickness;
  const std::size_t n = s_.size();
  f.position.resize(n);
  f.velocity.resize(n);
  f.id.resize(n);
  const std::vector<std::uint32_t>& ids = s_.control.points.ids();
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint32_t k = ids[i];
    f.id[k] = k;
    for (int a = 0; a < 3; ++a) {
      f.position[k][a] = float(s_.control.x(i, a));
      f.velocity[k][a] = float(s_.control.v(i, a));
    }
  }
  for (const std::string& what : quantities) {
    const std::vector<double> values = quantity(what);
    if (values.empty() && n) continue;
    std::vector<float>& scalar = f.scalars[what];
    scalar.resize(n);
    for (std::size_t i = 0; i < n; ++i) scalar[ids[i]] = float(values[i]);
  }
  for (std::size_t q = 0; q < o.quads.size(); ++q) {
    if (!o.bare.empty() && o.bare[q]) continue;
    f.faces.push_back(4);
    for (std::size_t c = 0; c < 4; ++c) {
      f.corners.push_back(o.quads[q][c]);
      if (!o.uv.empty()) f.uv.push_back(o.uv[q * 4 + c]);
    }
  }
  return f;
}

}  // namespace weft
