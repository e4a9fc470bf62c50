#include "contact/resolve.h"

namespace weft {

Vec3d resolve(const Vec3d& v, const Vec3d& x, std::span<const Collider> colliders,
              std::vector<Touch>& touches) {
  touches.clear();
  for (std::size_t i = 0; i < colliders.size(); ++i) {
    if (!colliders[i].may_touch(x)) continue;
    const ColliderPoint at = colliders[i].sample(x);
    if (at.phi <= 0) touches.push_back({i, at.n, at.v, Vec3d::zero()});
  }
  if (touches.empty()) return v;
  Resolver<std::span<const Collider>> r{colliders, touches.data(), touches.size(), v};
  r.run();
  return r.v;
}

}  // namespace weft
