#include "bodies/pins.h"

#include "exec/parallel.h"

namespace weft {

Pins::Pins(std::vector<Pin> pins, std::span<const Vec3d> positions) : pins_(std::move(pins)) {
  of_vertex_.assign(positions.size(), -1);
  active_.assign(pins_.size(), 1);
  for (std::uint32_t p = 0; p < pins_.size(); ++p) add_pin(p, positions);
}

void Pins::add_pin(std::uint32_t p, std::span<const Vec3d> positions) {
  const Pin& pin = pins_[p];
  const std::size_t first = frames_.size();
  for (std::size_t k = 0; k < pin.vertices.size(); ++k) {
    // Vertices of one strand follow each other and share their anchor.
    const SurfaceAnchor anchor = pin.surface ? pin.anchors[k] : SurfaceAnchor{};
    if (frames_.size() == first || frames_.back().anchor != anchor) add_frame(p, anchor);
    const std::uint32_t v = pin.vertices[k];
    const std::int32_t others = kept_holds(of_vertex_[v], std::uint8_t(~pin.axes));
    of_vertex_[v] = std::int32_t(held_.size());  // the last pin that names a vertex holds it
    held_.push_back(
        {std::uint32_t(frames_.size() - 1), frames_.back().start.to_local(positions[v]), pin.axes, others});
  }
}

/// What is left of the holds of a vertex in `axes`.
std::int32_t Pins::kept_holds(std::int32_t hold, std::uint8_t axes) {
  if (hold < 0) return -1;
  const Held h = held_[std::size_t(hold)];
  const std::int32_t next = kept_holds(h.next, axes);
  if (!(h.axes & axes)) return next;
  held_.push_back({h.frame, h.local, std::uint8_t(h.axes & axes), next});
  return std::int32_t(held_.size() - 1);
}

void Pins::add_frame(std::uint32_t p, const SurfaceAnchor& anchor) {
  Moving start = pins_[p].motion.at(0);
  if (pins_[p].surface) {
    const SurfaceMotion& surface = *pins_[p].surface;
    start = combined(start, surface.frame(anchor, surface.around(0)));
  }
  frames_.push_back({p, anchor, start.pose, start});
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
      if (pins_[f.pin].surface) f.now = combined(f.now, pins_[f.pin].surface->frame(f.anchor, around[f.pin]));
    }
  });
}

void Pins::reorder(std::span<const std::uint32_t> order) {
  if (of_vertex_.empty()) return;
  std::vector<std::int32_t> moved(order.size());
  parallel_chunks(order.size(), std::size_t(1) << 14, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) moved[i] = of_vertex_[order[i]];
  });
  of_vertex_ = std::move(moved);
}

}  // namespace weft
