#include "scene/build_pins.h"

#include <fmt/format.h>

#include "exec/error.h"

namespace weft {
namespace {

Motion motion_of(const Scene& scene, const PinSpec& p) {
  Motion m;
  if (!p.follow.empty()) {
    for (const ColliderSpec& c : scene.colliders) {
      if (c.name != p.follow) continue;
      m.start = c.place.pose();
      m.velocity = c.velocity;
      m.spin = c.spin;
      for (const KeySpec& k : c.keys) m.keys.push_back({k.time, k.place.pose()});
    }
    return m;
  }
  m.start.position = p.about;
  m.velocity = p.velocity;
  m.spin = p.spin;
  for (const KeySpec& k : p.keys) m.keys.push_back({k.time, k.place.pose()});
  return m;
}

bool inside(const Bounds& box, const Vec3d& x) {
  for (int k = 0; k < 3; ++k)
    if (!(x[k] >= box.lower[k] && x[k] <= box.upper[k])) return false;
  return true;
}

}  // namespace

Pin make_pin(const Scene& scene, const ObjectSpec& o, const PinSpec& spec, std::span<const Vec3d> x,
             std::vector<std::uint32_t> chosen) {
  Pin pin;
  pin.motion = motion_of(scene, spec);
  if (spec.release) pin.release = *spec.release;
  pin.vertices = std::move(chosen);
  if (spec.box)
    for (std::uint32_t i = 0; i < x.size(); ++i)
      if (inside(*spec.box, x[i])) pin.vertices.push_back(i);
  if (spec.nearest) {
    std::uint32_t best = 0;
    for (std::uint32_t i = 1; i < x.size(); ++i)
      if (norm2(x[i] - *spec.nearest) < norm2(x[best] - *spec.nearest)) best = i;
    pin.vertices.push_back(best);
  }
  for (const std::uint32_t id : spec.ids) {
    if (id >= x.size())
      throw Error(
          "E0227",
          fmt::format("a pin of object \"{}\" names vertex {}, and there are {}", o.name, id, x.size()), {},
          "vertices are numbered from 0");
    pin.vertices.push_back(id);
  }
  if (pin.vertices.empty())
    throw Error("E0227", fmt::format("a pin of object \"{}\" holds no vertex", o.name), {},
                "boxes are in world axes at time 0; only hair and carpets have roots");
  return pin;
}

}  // namespace weft
