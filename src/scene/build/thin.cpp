#include "scene/build/thin.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <numbers>

#include "geometry/mesh_io.h"
#include "scene/build/loads.h"
#include "scene/build/pins.h"
#include "scene/build/strands.h"

namespace weft {
namespace {

std::string title(const ObjectSpec& o) { return fmt::format("object \"{}\"", o.name); }

/// Vertices in the shape's own axes, and which of them are roots.
struct Raw {
  Sheet sheet;
  Strands strands;
};

Raw make_raw(const Scene& scene, const ThinSpec& spec) {
  const ThinShape& shape = spec.shape;
  Raw raw;
  const std::filesystem::path folder = scene.folder;
  if (const auto* m = std::get_if<SheetMaker>(&shape)) {
    raw.sheet = make_thin(*m);
  } else if (const auto* s = std::get_if<StrandMaker>(&shape)) {
    raw.strands = make_strands(scene, *s, spec.grows_on);
  } else if (const auto* mesh = std::get_if<MeshFile>(&shape)) {
    TriangleMesh read = read_mesh(folder / mesh->path);
    raw.sheet.vertices = std::move(read.vertices);
    raw.sheet.triangles = std::move(read.triangles);
    for (Vec3d& x : raw.sheet.vertices) x *= mesh->scale;
  } else {
    raw.strands = make_strands(scene, std::get<CurveFile>(shape));
  }
  return raw;
}

/// An element without extent has no directions.
void check_elements(const ObjectSpec& o, const ThinOptions& t) {
  const auto fail = [&](std::size_t e) {
    throw Error("E0226", fmt::format("element {} of {} has no extent", e, title(o)), {},
                "two of its vertices coincide, or a triangle is a line: mend the mesh");
  };
  for (std::size_t e = 0; e < t.triangles.size(); ++e) {
    const auto& c = t.triangles[e];
    const Vec3d a = t.rest[c[1]] - t.rest[c[0]], b = t.rest[c[2]] - t.rest[c[0]];
    if (!(norm(cross(a, b)) > 1e-9 * (norm2(a) + norm2(b)))) fail(e);
  }
  std::size_t v = 0, e = 0;
  for (const std::uint32_t n : t.counts) {
    for (std::uint32_t k = 0; k + 1 < n; ++k, ++e)
      if (!(norm(t.rest[v + k + 1] - t.rest[v + k]) > 0)) fail(e);
    v += n;
  }
  if (t.triangles.empty() && e == 0)
    throw Error("E0223", fmt::format("{} is empty: it has no elements", title(o)), {},
                "give it more vertices");
}

/// Roots of hair and ends of strands, where the pin asks for them.
std::vector<std::uint32_t> named_vertices(const PinSpec& spec, const ThinOptions& t,
                                          const std::vector<std::uint32_t>& roots) {
  std::vector<std::uint32_t> out;
  if (spec.roots) out = roots;
  if (!spec.ends) return out;
  std::uint32_t first = 0;
  for (const std::uint32_t n : t.counts) {
    out.push_back(first);
    out.push_back(first + n - 1);
    first += n;
  }
  return out;
}

}  // namespace

double mean_edge(const ThinOptions& t) {
  double sum = 0, count = 0;
  for (const auto& c : t.triangles)
    for (int a = 0; a < 3; ++a) sum += norm(t.rest[c[a]] - t.rest[c[(a + 1) % 3]]), ++count;
  std::size_t v = 0;
  for (const std::uint32_t n : t.counts) {
    for (std::uint32_t k = 0; k + 1 < n; ++k) sum += norm(t.rest[v + k + 1] - t.rest[v + k]), ++count;
    v += n;
  }
  return count > 0 ? sum / count : 0;
}

ThinOptions make_thin_options(const Scene& scene, const ObjectSpec& o) {
  const ThinSpec& spec = std::get<ThinSpec>(o.kind);
  const Pose pose = o.place.pose();
  Raw raw = make_raw(scene, spec);
  ThinOptions t;
  static_cast<ThinSettings&>(t) = spec;
  t.name = o.name;
  t.material = o.material;
  t.plane = scene.solver.plane;
  const bool threads = !raw.strands.counts.empty() || std::holds_alternative<StrandMaker>(spec.shape);
  t.rest = threads ? std::move(raw.strands.vertices) : std::move(raw.sheet.vertices);
  t.triangles = std::move(raw.sheet.triangles);
  t.uv = std::move(raw.sheet.uv);
  t.counts = std::move(raw.strands.counts);
  for (Vec3d& x : t.rest) {
    if (o.stretch != Vec3d{{1, 1, 1}}) {
      Vec3d drawn = x;
      for (int k = 0; k < 3; ++k) drawn[k] *= o.stretch[k];
      t.positions.push_back(pose.to_world(drawn));
    }
    x = pose.to_world(x);
    if (t.plane) x[1] = 0;
  }
  if (t.plane)
    for (Vec3d& x : t.positions) x[1] = 0;
  check_elements(o, t);
  for (const Vec3d& x : t.positions.empty() ? t.rest : t.positions)
    t.velocities.push_back(o.velocity + cross(o.spin, x - o.place.at));
  const double radius = 0.5 * spec.thickness;
  t.section = o.type == "cloth" || t.plane ? spec.thickness : std::numbers::pi * radius * radius;
  const int across = std::clamp(int(std::ceil(mean_edge(t) / scene.solver.dx - 0.25)), 1, 8);
  t.contact_points = spec.contact_points.value_or(threads ? across : across * across);
  t.point_spacing = 0.5 * scene.solver.dx;
  t.implicit = scene.solver.step != Stepping::explicitly;
  if (scene.solver.step == Stepping::statically) {  // nothing moves: what is left of a step is the residual
    t.drag.reset();
    t.integrator = Integrator::euler;
  }
  if (o.force) t.force = std::make_shared<const BodyForce>(BodyForce{*o.force});
  for (const PinSpec& p : spec.pins)
    t.pins.push_back(make_pin(scene, o, p, t.positions.empty() ? t.rest : t.positions,
                              named_vertices(p, t, raw.strands.roots), t.counts));
  const std::vector<Vec3d>& now = t.positions.empty() ? t.rest : t.positions;
  if (!o.loads.empty())
    t.loads = make_loads(o, t.triangles.empty() ? loaded_strands(t.rest, now, t.counts)
                                                : loaded_triangles(t.rest, now, t.triangles));
  t.look = o.look == "auto" ? (threads && !t.plane ? "hair" : "cloth") : o.look;
  t.colour = o.colour.colour;
  if (!raw.strands.colours.empty())
    for (std::size_t s = 0; s < t.counts.size(); ++s)
      t.colours.insert(t.colours.end(), t.counts[s], raw.strands.colours[s]);
  return t;
}

}  // namespace weft
