#include "scene/build/hair.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "exec/error.h"
#include "scene/build/loads.h"
#include "scene/build/pins.h"
#include "scene/build/strands.h"

namespace weft {
namespace {

constexpr double kReach = 1.0 / 3;  // of the mean segment: how near strands meet as geometry

Strands make_raw(const Scene& scene, const HairSpec& spec) {
  if (const auto* file = std::get_if<CurveFile>(&spec.shape)) return make_strands(scene, *file);
  return make_strands(scene, std::get<StrandMaker>(spec.shape), spec.grows_on);
}

void check_strands(const ObjectSpec& o, const Strands& strands) {
  if (strands.counts.empty())
    throw Error("E0223", fmt::format("object \"{}\" is empty: it has no strands", o.name), {},
                "give it some");
  std::size_t first = 0;
  for (std::size_t s = 0; s < strands.counts.size(); ++s) {
    const std::size_t n = strands.counts[s];
    if (n < 3)
      throw Error("E0244", fmt::format("strand {} of object \"{}\" has {} vertices", s, o.name, n), {},
                  "a strand needs 3 at least, 2 segments, to have a bend");
    for (std::size_t v = first; v + 1 < first + n; ++v)
      if (!(norm(strands.vertices[v + 1] - strands.vertices[v]) > 0))
        throw Error("E0226", fmt::format("segment {} of object \"{}\" has no extent", v, o.name), {},
                    "two neighbouring vertices of a strand coincide: mend the curves");
    first += n;
  }
}

/// Two vertices at the ends that a pin names: the strand's direction and its twist are held there.
std::vector<std::uint32_t> clamped(const PinSpec& pin, const std::vector<std::uint32_t>& counts) {
  std::vector<std::uint32_t> out;
  std::uint32_t first = 0;
  for (const std::uint32_t n : counts) {
    if (pin.roots || pin.ends) out.insert(out.end(), {first, first + 1});
    if (pin.tips || pin.ends) out.insert(out.end(), {first + n - 2, first + n - 1});
    first += n;
  }
  return out;
}

void place_vertices(const ObjectSpec& o, const std::vector<Vec3d>& local, HairOptions& h) {
  const Pose pose = o.place.pose();
  const bool stretched = o.stretch != Vec3d{{1, 1, 1}};
  for (const Vec3d& x : local) {
    h.rest.push_back(pose.to_world(x));
    if (!stretched) continue;
    Vec3d drawn = x;
    for (int k = 0; k < 3; ++k) drawn[k] *= o.stretch[k];
    h.positions.push_back(pose.to_world(drawn));
  }
  if (norm(o.velocity) + norm(o.spin) > 0)
    for (const Vec3d& x : stretched ? h.positions : h.rest)
      h.velocities.push_back(o.velocity + cross(o.spin, x - o.place.at));
}

}  // namespace

double mean_segment(const HairOptions& h) {
  double sum = 0;
  std::size_t first = 0, count = 0;
  for (const std::uint32_t n : h.counts) {
    for (std::size_t v = first; v + 1 < first + n; ++v) sum += norm(h.rest[v + 1] - h.rest[v]), ++count;
    first += n;
  }
  return count ? sum / double(count) : 0;
}

double sharpest_bend(const HairOptions& h) {
  std::vector<double> angles;
  std::size_t first = 0;
  for (const std::uint32_t n : h.counts) {
    for (std::size_t v = first + 1; v + 1 < first + n; ++v) {
      const Vec3d a = h.rest[v] - h.rest[v - 1], b = h.rest[v + 1] - h.rest[v];
      angles.push_back(std::atan2(norm(cross(a, b)), dot(a, b)));
    }
    first += n;
  }
  const auto at = angles.begin() + std::ptrdiff_t(angles.size() * 99 / 100);
  std::nth_element(angles.begin(), at, angles.end());
  return *at;
}

HairOptions make_hair_options(const Scene& scene, const ObjectSpec& o) {
  const HairSpec& spec = std::get<HairSpec>(o.kind);
  const Strands strands = make_raw(scene, spec);
  check_strands(o, strands);
  HairOptions h;
  static_cast<HairSettings&>(h) = spec;
  if (scene.solver.step == Stepping::statically) h.integrator = Integrator::euler;  // its residual is v/dt
  h.name = o.name;
  h.material = std::get<RodLaw>(o.material);
  h.counts = strands.counts;
  place_vertices(o, strands.vertices, h);
  h.reach = spec.reach.value_or(std::max(spec.thickness, kReach * mean_segment(h)));
  h.strand_friction = spec.strand_friction.value_or(h.material.friction);
  if (o.force) h.force = std::make_shared<const BodyForce>(BodyForce{*o.force});
  const std::vector<Vec3d>& now = h.positions.empty() ? h.rest : h.positions;
  for (const PinSpec& p : spec.pins)
    h.pins.push_back(make_pin(scene, o, p, now, clamped(p, h.counts), h.counts));
  if (!o.loads.empty()) h.loads = make_loads(o, loaded_strands(h.rest, now, h.counts));
  h.look = o.look == "auto" ? "hair" : o.look;
  h.colour = o.colour.colour;
  for (std::size_t s = 0; s < strands.colours.size(); ++s)
    h.colours.insert(h.colours.end(), h.counts[s], strands.colours[s]);
  return h;
}

}  // namespace weft
