#include "bodies/pins.h"

namespace weft {

Pins::Pins(std::vector<Pin> pins, std::span<const Vec3d> positions) : pins_(std::move(pins)) {
  of_vertex_.assign(positions.size(), -1);
  moving_.resize(pins_.size());
  active_.assign(pins_.size(), 1);
  for (std::uint32_t p = 0; p < pins_.size(); ++p) {
    const Pose start = pins_[p].motion.at(0).pose;
    start_.push_back(start);
    moving_[p] = pins_[p].motion.at(0);
    for (std::uint32_t v : pins_[p].vertices) {
      of_vertex_[v] = std::int32_t(held_.size());  // the last pin that names a vertex holds it
      held_.push_back({p, start.to_local(positions[v])});
    }
  }
}

void Pins::begin_step(const Step& step) {
  for (std::size_t p = 0; p < pins_.size(); ++p) {
    moving_[p] = pins_[p].motion.at(step.time + step.dt);
    active_[p] = step.time < pins_[p].release;
  }
}

void Pins::reorder(std::span<const std::uint32_t> order) {
  if (of_vertex_.empty()) return;
  std::vector<std::int32_t> moved(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) moved[i] = of_vertex_[order[i]];
  of_vertex_ = std::move(moved);
}

}  // namespace weft
