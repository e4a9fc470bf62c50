/// HairBody: its segments as other surfaces meet them.
#include "bodies/hair/hair_body.h"
#include "exec/loops.h"

namespace weft {
namespace {

constexpr std::size_t kChunk = 4096;

}  // namespace

void HairBody::make_geometry() {
  roles_.surface = &geometry_;
  ContactMesh& m = geometry_.segments;
  m.rest = rest_;
  m.radius = radius_;
  for (std::size_t s = 0; s < options_.counts.size(); ++s)
    for (std::uint32_t i = 0; i + 1 < options_.counts[s]; ++i)
      m.segments.push_back({first_[s] + i, first_[s] + i + 1});
}

void HairBody::Geometry::read_motion(double dt, std::span<VertexMotion> out) const {
  parallel_each(body.size(), kChunk, [&](std::size_t i) {
    const Vec3d v = body.velocity_[i].as<double>();
    out[i] = {body.place_[i].as<double>(), v * dt + body.shift_[i].as<double>(), v,
              double(body.inverse_mass_[i])};
  });
}

void HairBody::Geometry::write_motion(double dt, std::span<const VertexMotion> in) {
  parallel_each(body.size(), kChunk, [&](std::size_t i) {
    if (body.prescribed(i)) return;
    body.velocity_[i] = in[i].v.as<Real>();
    body.shift_[i] = (in[i].u - in[i].v * dt).as<Real>();
  });
}

}  // namespace weft
