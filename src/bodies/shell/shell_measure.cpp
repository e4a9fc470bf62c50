/// ShellBody: what probes, pictures and frames ask.
#include <cmath>

#include "bodies/measures.h"
#include "bodies/shell/shell_body.h"

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

void add_motion(Totals& t, std::size_t i, const MovingPoints& p) {
  const double m = double(p.mass(i, 0));
  const Vec3d x = vector_at(p.x, i), v = vector_at(p.v, i);
  t.mass += m;
  t.kinetic += 0.5 * m * norm2(v);
  t.momentum += v * m;
  t.first_moment += x * m;
  t.angular_momentum += cross(x, v) * m;
  t.affine_axial += Vec3d{{p.C(i, 7) - p.C(i, 5), p.C(i, 2) - p.C(i, 6), p.C(i, 3) - p.C(i, 1)}} * m;
}

}  // namespace

double ShellBody::face_energy(std::size_t slot) const {
  double sum = 0;
  for (int place = 0; place < int(s_.bends.size()); ++place)
    for (int layer = 0; layer < 2; ++layer)
      sum += double(s_.face.volume(slot, place * 2 + layer)) * law_->energy(s_.strain(slot, place, layer));
  return sum;
}

Totals ShellBody::totals() const {
  const auto join = [](Totals a, const Totals& b) { return a += b; };
  constexpr std::size_t kChunk = 1 << 10;
  const ControlFields& p = s_.control;
  const ContactFields& c = s_.contact;
  const SheetContact across = law_->contact();
  const auto controls = [&](Range r) {
    Totals t;
    for (std::size_t i = r.begin; i < r.end; ++i) add_motion(t, i, {p.x, p.v, p.C, p.mass});
    return t;
  };
  const auto touching = [&](Range r) {
    Totals t;
    for (std::size_t i = r.begin; i < r.end; ++i) {
      if (!s_.on_mesh()) add_motion(t, i, {c.x, c.v, c.C, c.mass});
      const double V = s_.contact_volume(i);
      t.volume += V;
      t.elastic += V * across.contact_energy(s_.contact_frame(i, vector_at(c.d, i)));
    }
    return t;
  };
  const auto bending = [&](Range r) {
    Totals t;
    for (std::size_t slot = r.begin; slot < r.end; ++slot)
      if (s_.patches.face(slot) != Patches::kNone) t.elastic += face_energy(slot);
    return t;
  };
  Totals t = reduce_chunks(size(), kChunk, Totals{}, controls, join);
  t = reduce_chunks(contacts_.size(), kChunk, t, touching, join);
  return reduce_chunks(s_.patches.slots(), kChunk, t, bending, join);
}

/// Mean at each control point, in their order, of something that each face knows: of(slot).
template <class Of>
std::vector<double> ShellBody::averaged(Of&& of) const {
  std::vector<double> sum(size(), 0), count(size(), 0), out(size(), 0);
  for (std::size_t slot = 0; slot < s_.patches.slots(); ++slot) {
    if (s_.patches.face(slot) == Patches::kNone) continue;
    const double value = of(slot);
    for (const std::uint32_t v : s_.options.quads[s_.patches.face(slot)]) sum[v] += value, count[v] += 1;
  }
  const std::vector<std::uint32_t>& ids = s_.control.points.ids();
  for (std::size_t i = 0; i < size(); ++i)
    if (count[ids[i]] > 0) out[i] = sum[ids[i]] / count[ids[i]];
  return out;
}

/// The same of the largest over the places and layers of a face: of(slot, place, layer).
template <class Of>
std::vector<double> ShellBody::worst(Of&& of) const {
  return averaged([&](std::size_t slot) {
    double worst = 0;
    for (int place = 0; place < int(s_.bends.size()); ++place)
      for (int layer = 0; layer < 2; ++layer) worst = std::max(worst, of(slot, place, layer));
    return worst;
  });
}

std::vector<double> ShellBody::quantity(const std::string& what) const {
  if (what == "stretch")  // the largest of the layers, elastic
    return worst([&](std::size_t slot, int place, int layer) {
      return std::sqrt(LaminaMetric<double>(s_.strain(slot, place, layer)).largest());
    });
  if (what == "stress")  // Kirchhoff stress |tau| = |P f^T| of the layers [Pa]
    return worst([&](std::size_t slot, int place, int layer) {
      const Columns<double> f = s_.strain(slot, place, layer), stress = law_->stress(f);
      return norm(outer(stress.c1, f.c1) + outer(stress.c2, f.c2));
    });
  if (what == "plastic_strain")  // |ln F_p| of the layers, F_p = A^-1 B
    return worst([&](std::size_t slot, int place, int layer) {
      return law_->dents() ? s_.plastic_strain(slot, place, layer) : 0.0;
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
  return motion_quantity(what, size(), MeasuredControls{s_});
}

FrameObject ShellBody::frame(const std::vector<std::string>& quantities) const {
  const ShellOptions& o = s_.options;
  FrameObject f;
  f.name = name();
  f.kind = "mesh";
  f.smooth = true;
  f.look = o.look;
  f.colour = o.colour;
  f.colours = o.colours;
  f.radius = 0.5 * o.thickness;
  const std::size_t n = size();
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
