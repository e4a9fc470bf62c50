#include "scene/build/pins.h"

#include <fmt/format.h>

#include <algorithm>

#include "exec/error.h"
#include "geometry/distance_mesh.h"
#include "scene/build/build.h"
#include "scene/figures.h"

namespace weft {
namespace {

Motion motion_of(const Scene& scene, const PinSpec& p) {
  Motion m;
  if (!p.bone.empty()) return bone_motion(*find_figure(scene, p.follow), p.bone);
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

/// Strand of each vertex; without strands each is its own.
std::vector<std::uint32_t> strand_of_vertices(std::size_t vertices, std::span<const std::uint32_t> strands) {
  std::vector<std::uint32_t> of;
  for (std::uint32_t s = 0; s < strands.size(); ++s) of.insert(of.end(), strands[s], s);
  for (std::uint32_t i = 0; of.size() < vertices; ++i) of.push_back(i);
  return of;
}

/// Ties the pin's vertices to the nearest points of a collider that deforms, at time 0.
void tie_to_surface(const Scene& scene, const ColliderSpec& spec, std::span<const Vec3d> x,
                    std::span<const std::uint32_t> strands, Pin& pin) {
  const Collider c = make_collider(spec, scene.folder);
  const DistanceMesh& mesh = *std::get<MeshShape>(c.shape).mesh;
  pin.surface = std::make_shared<const SurfaceMotion>(
      SurfaceMotion{mesh.mesh().triangles, c.sequence_times, c.sequence});
  std::sort(pin.vertices.begin(), pin.vertices.end());
  pin.vertices.erase(std::unique(pin.vertices.begin(), pin.vertices.end()), pin.vertices.end());
  const std::vector<std::uint32_t> strand = strand_of_vertices(x.size(), strands);
  for (std::size_t k = 0; k < pin.vertices.size(); ++k) {
    const std::uint32_t v = pin.vertices[k];
    const bool same = k > 0 && strand[v] == strand[pin.vertices[k - 1]];
    const Vec3d at = c.pose.to_local(x[v]);
    pin.anchors.push_back(same ? pin.anchors.back()
                               : pin.surface->anchor(std::uint32_t(mesh.closest(at).triangle), at));
  }
}

bool inside(const Bounds& box, const Vec3d& x) {
  for (int k = 0; k < 3; ++k)
    if (!(x[k] >= box.lower[k] && x[k] <= box.upper[k])) return false;
  return true;
}

}  // namespace

std::vector<std::uint32_t> vertices_of(const ObjectSpec& o, const PinSpec& spec, std::span<const Vec3d> x,
                                       std::vector<std::uint32_t> chosen, const char* what) {
  if (spec.box)
    for (std::uint32_t i = 0; i < x.size(); ++i)
      if (inside(*spec.box, x[i])) chosen.push_back(i);
  if (spec.nearest) {
    std::uint32_t best = 0;
    for (std::uint32_t i = 1; i < x.size(); ++i)
      if (norm2(x[i] - *spec.nearest) < norm2(x[best] - *spec.nearest)) best = i;
    chosen.push_back(best);
  }
  for (const std::uint32_t id : spec.ids) {
    if (id >= x.size())
      throw Error(
          "E0227",
          fmt::format("a {} of object \"{}\" names vertex {}, and there are {}", what, o.name, id, x.size()),
          {}, "vertices are numbered from 0");
    chosen.push_back(id);
  }
  if (chosen.empty())
    throw Error("E0227",
                fmt::format("a {} of object \"{}\" {} no vertex", what, o.name,
                            what == std::string("pin") ? "holds" : "acts on"),
                {}, "boxes are in world axes at time 0; only hair and carpets have roots");
  return chosen;
}

Pin make_pin(const Scene& scene, const ObjectSpec& o, const PinSpec& spec, std::span<const Vec3d> x,
             std::vector<std::uint32_t> chosen, std::span<const std::uint32_t> strands) {
  Pin pin;
  pin.axes = spec.axes();
  pin.motion = motion_of(scene, spec);
  if (spec.release) pin.release = *spec.release;
  pin.vertices = vertices_of(o, spec, x, std::move(chosen), "pin");
  for (const ColliderSpec& c : scene.colliders)
    if (spec.bone.empty() && c.name == spec.follow && c.sequence) tie_to_surface(scene, c, x, strands, pin);
  return pin;
}

}  // namespace weft
