/// ThinBody: to a device and back.
#include "bodies/thin/thin_body.h"
#include "exec/formula.h"

namespace weft {

std::string ThinBody::stays() const {
  if (!loads_.empty()) return "loads";
  if (pins_.partial()) return "a pin that holds single coordinates";
  if (options_.plane) return "it is in the plane";
  if (options_.sharpen) return "it has sharpen";
  if (options_.discretisation == Discretisation::grid) return "strain = \"grid\"";
  if (options_.discretisation == Discretisation::mesh) return "strain = \"mesh\"";
  if (bends_.changes()) return "it has `bending` and pins that let go";
  if (options_.force)
    for (const Expression& e : options_.force->component)
      if (const Formula f = compile_formula(e.text(), e.variables()); !f.why.empty()) return f.why;
  return {};
}

DeviceData ThinBody::leave() {
  ThinData d;
  d.material = options_.material;
  d.damping = options_.damping, d.tear = options_.tear, d.plastic = options_.plastic;
  d.half_thickness = radius_, d.keeps_off = roles_.surface != nullptr;
  d.force = options_.force.get();
  d.pins = pins_.empty() ? nullptr : &pins_;
  d.dx = &dx_;
  if (roles_.surface) d.surface = surface_data();
  ThinVertices& p = vertices_;
  d.vertices = {size(), p.x.view(), p.v.view(), p.C.view(), p.mass.view(), p.rest.view(), around_.view()};
  ThinContacts& q = contacts_;
  d.contacts = {q.points.size(),
                q.x.view(),
                q.v.view(),
                q.C.view(),
                q.mass.view(),
                q.d.view(),
                q.stress.view(),
                q.shape.view(),
                q.volume.view(),
                q.warp.view(),
                q.place.view(),
                q.corner.data(),
                q.points.size() ? q.force.data()->data() : nullptr};
  d.bends = {bends_.list(), bends_.hinged(), &bends_.matrix(), bends_.around().view(), bends_.forces()};
  return d;
}

/// Vertices in the order of memory.
std::shared_ptr<const SurfaceData> ThinBody::surface_data() const {
  auto s = std::make_shared<SurfaceData>();
  const std::size_t n = size();
  std::vector<std::uint32_t> at(n);
  s->x.resize(n), s->rest.resize(n), s->mass.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint32_t k = vertices_.points.id(i);
    at[k] = std::uint32_t(i);
    s->x[i] = vertex(i), s->rest[i] = mesh_.rest[k], s->mass[i] = whole_mass_[k];
  }
  for (const auto& t : mesh_.triangles) s->triangles.push_back({at[t[0]], at[t[1]], at[t[2]]});
  for (const auto& t : mesh_.segments) s->segments.push_back({at[t[0]], at[t[1]]});
  s->radius = mesh_.radius, s->friction = geometry_.friction(), s->meets_itself = geometry_.meets_itself();
  return s;
}

/// What limits the next step is known of the body as a whole only. Places are floats there: nothing is left below.
void ThinBody::arrive(const DevicePeaksAtHome& peaks) {
  const BatchMotion all{Real(peaks.speed * peaks.speed), Real(peaks.gradient * peaks.gradient)};
  limits_.assign(limits_.size(), all);
  contact_limits_.assign(contact_limits_.size(), all);
  stiffness_ = {Real(peaks.mesh), Real(peaks.modulus)};
  bend_frequency2_ = peaks.bend;
  moving_ = false;
  parallel_chunks(size(), std::size_t(1) << 14, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) set_vector(vertices_.low, i, Vec3d::zero());
  });
  contacts_.repeat_last();
}

}  // namespace weft
