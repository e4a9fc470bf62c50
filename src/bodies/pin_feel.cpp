#include "bodies/pin_feel.h"

namespace weft {

void PinFeel::begin(const Pins& pins, double end) {
  felt_.resize(pins.all_held().size());
  origin_.clear();
  for (const Pin& p : pins.pins()) origin_.push_back(p.motion.at(end).pose.position);
}

/// Of coordinates that several pins hold each gets its own.
void PinFeel::feel(const Pins& pins, int held, const Vec3d& at, const Vec3d& on_pin) {
  for (int h = held; h >= 0; h = pins.all_held()[std::size_t(h)].next) {
    const Pins::Held& hold = pins.all_held()[std::size_t(h)];
    const Vec3d mine = Pins::mixed(hold.axes, on_pin, Vec3d::zero());
    felt_[std::size_t(h)].impulse += mine;
    felt_[std::size_t(h)].angular += cross(at - origin_[pins.frames()[hold.frame].pin], mine);
  }
}

std::vector<PinLoad> PinFeel::loads(const Pins& pins) const {
  std::vector<PinLoad> out(pins.pins().size());
  for (std::size_t h = 0; h < felt_.size(); ++h) {
    PinLoad& l = out[pins.frames()[pins.all_held()[h].frame].pin];
    l.impulse += felt_[h].impulse, l.angular += felt_[h].angular;
  }
  return out;
}

}  // namespace weft
