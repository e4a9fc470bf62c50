/// GrainsBody: to a device and back.
#include "bodies/grains/grains_body.h"

namespace weft {

std::string GrainsBody::stays() const {
  if (options_.plane) return "it is in the plane";
  if (options_.sharpen) return "it has sharpen";
  return {};
}

DeviceData GrainsBody::leave() {
  GrainData d;
  d.material = options_.material;
  d.mass = mass_, d.volume = volume_, d.damping = options_.damping;
  d.points = size();
  d.x = views_.x, d.v = views_.v, d.C = views_.C, d.F = views_.F, d.tau = views_.tau, d.state = views_.state;
  d.rest = rest_.view();
  d.force = options_.force.get();
  return d;
}

/// What limits the next step is known of the body as a whole only.
void GrainsBody::arrive(const DevicePeaksAtHome& peaks) {
  const BatchLimits all{Real(peaks.speed * peaks.speed), Real(peaks.gradient * peaks.gradient),
                        Real(peaks.modulus)};
  limits_.assign(limits_.size(), all);
}

}  // namespace weft
