#include "bodies/shell/edge_ties.h"

namespace weft {

EdgeTies::EdgeTies(std::vector<Tie> ties) : ties_(std::move(ties)) {
  for (const Tie& t : ties_) now_.push_back({t.at, t.along, Vec3d::zero(), Vec3d::zero(), 1});
}

void EdgeTies::attach(const Pins& pins) {
  for (const Tie& t : ties_) holds_.push_back(pins.held(t.anchor));
  follow(pins);
}

void EdgeTies::follow(const Pins& pins) {
  for (std::size_t i = 0; i < ties_.size(); ++i) {
    const Pins::Frame& f = pins.frame(holds_[i]);
    const Vec3d at = f.now.pose.to_world(f.start.to_local(ties_[i].at));
    now_[i] = {at, pins.rotation(holds_[i]).rotate(ties_[i].along),
               f.now.linear + cross(f.now.angular, at - f.now.pose.position), f.now.angular,
               pins.active(holds_[i]) ? 1.0 : 0.0};
  }
}

}  // namespace weft
