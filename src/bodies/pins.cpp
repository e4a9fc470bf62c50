#include "bodies/pins.h"

#include <map>

#include "exec/parallel.h"

namespace weft {

Pins::Pins(std::vector<Pin> pins, std::span<const Vec3d> positions) : pins_(std::move(pins)) {
  of_vertex_.assign(positions.size(), -1);
  active_.assign(pins_.size(), 1);
  for (std::uint32_t p = 0; p < pins_.size(); ++p) add_pin(p, positions);
}

void Pins::add_pin(std::uint32_t p, std::span<const Vec3d> positions) {
  const Pin& pin = pins_[p];
  std::map<std::uint32_t, std::uint32_t> frame_of_triangle;
  for (std::size_t k = 0; k < pin.vertices.size(); ++k) {
    const std::uint32_t v = pin.vertices[k], triangle = pin.surface ? pin.triangles[k] : kRigid;
    const auto [at, fresh] = frame_of_triangle.try_emplace(triangle, std::uint32_t(frames_.size()));
    if (fresh) add_frame(p, triangle);
    of_vertex_[v] = std::int32_t(held_.size());  // the last pin that names a vertex holds it
    held_.push_back({at->second, frames_[at->second].start.to_local(positions[v])});
  }
}

void Pins::add_frame(std::uint32_t p, std::uint32_t triangle) {
  Moving start = pins_[p].motion.at(0);
  if (triangle != kRigid) {
    const SurfaceMotion& surface = *pins_[p].surface;
    start = combined(start, surface.frame(triangle, surface.around(0)));
  }
  frames_.push_back({p, triangle, start.pose, start});
}

void Pins::begin_step(const Step& step) {
  const double end = step.time + step.dt;
  std::vector<Moving> moving(pins_.size());
  std::vector<Between> around(pins_.size());
  for (std::size_t p = 0; p < pins_.size(); ++p) {
    moving[p] = pins_[p].motion.at(end);
    if (pins_[p].surface) around[p] = pins_[p].surface->around(end);
    active_[p] = step.time < pins_[p].release;
  }
  parallel_chunks(frames_.size(), 1024, [&](Range r) {
    for (std::size_t k = r.begin; k < r.end; ++k) {
      Frame& f = frames_[k];
      f.now = moving[f.pin];
      if (f.triangle != kRigid)
        f.now = combined(f.now, pins_[f.pin].surface->frame(f.triangle, around[f.pin]));
    }
  });
}

void Pins::reorder(std::span<const std::uint32_t> order) {
  if (of_vertex_.empty()) return;
  std::vector<std::int32_t> moved(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) moved[i] = of_vertex_[order[i]];
  of_vertex_ = std::move(moved);
}

}  // namespace weft
