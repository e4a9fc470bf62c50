/// ThinBody: its mesh as other surfaces meet it, after the grid has moved the vertices.
#include "bodies/thin/thin_body.h"
#include "exec/loops.h"

namespace weft {
namespace {

constexpr std::size_t kChunk = 1024;

}  // namespace

/// What is torn, lies in a plane, or shows what the grid alone or the mesh alone does, meets nobody here.
void ThinBody::make_geometry(const ThinOptions& options) {
  if (options.plane || options.tear > 0 || options.discretisation != Discretisation::hybrid) return;
  roles_.surface = &geometry_;
  mesh_.rest = options.rest;
  mesh_.radius = radius_;
  mesh_.triangles = options.triangles;
  const ThinContacts& q = contacts_;
  if (law_->tangents() == 1)
    for (std::size_t i = 0; i < q.points.size(); i += std::size_t(options.contact_points))
      mesh_.segments.push_back({q.vertex(i, 0), q.vertex(i, 1)});
  whole_mass_.resize(size());
  for (std::size_t i = 0; i < size(); ++i) whole_mass_[i] = double(vertices_.mass(i, 0));
  const int corners = law_->corners();
  for (std::size_t i = 0; i < q.points.size(); ++i)
    for (int a = 0; a < corners; ++a)
      whole_mass_[q.vertex(i, a)] +=
          double(q.mass(i, 0)) * (q.place.components() ? double(q.place(i, a)) : 1.0 / corners);
}

void ThinBody::Geometry::read_motion(double, std::span<VertexMotion> out) const {
  const ThinVertices& p = body.vertices_;
  parallel_each(body.size(), kChunk, [&](std::size_t i) {
    const std::uint32_t k = p.points.id(i);
    const Vec3d now = body.vertex(i), from = body.moving_ ? vector_at(p.start, i) : now;
    out[k] = {from + vector_at(p.low, i), now - from, vector_at(p.v, i),
              body.pins_.fixes(i) ? 0 : 1 / body.whole_mass_[k]};
  });
}

/// Contact points go with their vertices: they get the mean of what those got, so that nothing is lost of an impulse
/// that acted on both.
void ThinBody::Geometry::write_motion(double dt, std::span<const VertexMotion> in) {
  ThinVertices& p = body.vertices_;
  p.points.set_components(p.kick, 3);
  const Real fastest = reduce_chunks(
      body.size(), kChunk, Real(-1),
      [&](Range r) {
        Real most = -1;
        for (std::size_t i = r.begin; i < r.end; ++i) {
          VertexMotion to = in[p.points.id(i)];
          const Vec3d from = vector_at(p.start, i), v = vector_at(p.v, i);
          if (body.pins_.leads(i)) {  // coordinates that are held stay
            to.v = body.pins_.led(i, v, to.v);
            to.u = body.pins_.led(i, body.vertex(i) - from, to.u);
          }
          set_vector(p.kick, i, to.v - v);
          if (body.pins_.fixes(i) || (to.v == v && to.u == body.vertex(i) - from)) continue;
          const Vec3d x = from + vector_at(p.low, i) + to.u;
          set_vector(p.v, i, to.v);
          set_vector(p.x, i, x);
          set_vector(p.low, i, x - body.vertex(i));
          most = std::max({most, Real(norm2(to.v)), Real(norm2(to.u) / (dt * dt))});
        }
        return most;
      },
      [](Real a, Real b) { return std::max(a, b); });
  if (fastest < 0) return;
  body.limits_[0].speed2 = std::max(body.limits_[0].speed2, fastest);
  ThinContacts& q = body.contacts_;
  parallel_each(q.points.size(), kChunk,
                [&](std::size_t i) { set_vector(q.v, i, vector_at(q.v, i) + q.mean<double>(p.kick, i)); });
}

}  // namespace weft
