#include "scene/build/shell.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "geometry/mesh_io.h"
#include "geometry/subdivision.h"
#include "geometry/surface_checks.h"
#include "scene/build/loads.h"
#include "scene/build/pins.h"

namespace weft {
namespace {

QuadSheet make_sheet(const Scene& scene, const ObjectSpec& o, const ShellShape& shape) {
  if (const auto* maker = std::get_if<ShellMaker>(&shape)) return make_thin(*maker);
  const MeshFile& file = std::get<MeshFile>(shape);
  const std::filesystem::path path = std::filesystem::path(scene.folder) / file.path;
  QuadSheet sheet;
  try {
    const PolygonMesh mesh = read_polygons(path);
    check_surface(mesh);
    static_cast<QuadMesh&>(sheet) = control_mesh(mesh, std::get<ShellSpec>(o.kind).boundary);
  } catch (const Error& e) {
    throw Error(e.code, e.what(), e.where.empty() ? path.string() : e.where,
                fmt::format("{}{}needed by object \"{}\"", e.hint, e.hint.empty() ? "" : "\n", o.name),
                e.exit);
  }
  for (Vec3d& x : sheet.vertices) x *= file.scale;
  const std::vector<bool> open = boundary_vertices(sheet);
  for (std::uint32_t v = 0; v < open.size(); ++v)
    if (open[v]) sheet.rims["all"].push_back(v);
  return sheet;
}

/// dx/du in the middle of each quad: where the warp runs.
std::vector<Vec3d> warp_of(const QuadSheet& sheet) {
  std::vector<Vec3d> warp;
  if (sheet.uv.empty()) return warp;
  for (std::size_t q = 0; q < sheet.quads.size(); ++q) {
    const auto x = [&](std::size_t k) { return sheet.vertices[sheet.quads[q][k]]; };
    const auto uv = [&](std::size_t k, std::size_t a) { return double(sheet.uv[4 * q + k][a]); };
    // Along the two middle lines: x_s = x_u u_s + x_v v_s, x_t = x_u u_t + x_v v_t.
    const Vec3d x_s = x(1) + x(2) - x(0) - x(3), x_t = x(2) + x(3) - x(0) - x(1);
    const auto s = [&](std::size_t a) { return uv(1, a) + uv(2, a) - uv(0, a) - uv(3, a); };
    const auto t = [&](std::size_t a) { return uv(2, a) + uv(3, a) - uv(0, a) - uv(1, a); };
    const double det = s(0) * t(1) - t(0) * s(1);
    const Vec3d x_u = (x_s * t(1) - x_t * s(1)) * (det < 0 ? -1.0 : 1.0);
    const double size = norm(x_u);
    warp.push_back(size > 0 ? x_u * (1 / size) : x_s);
  }
  return warp;
}

/// A face without area has no directions.
void check_faces(const ObjectSpec& o, const QuadMesh& mesh) {
  for (std::size_t q = 0; q < mesh.quads.size(); ++q) {
    const auto& c = mesh.quads[q];
    const Vec3d a = mesh.vertices[c[2]] - mesh.vertices[c[0]], b = mesh.vertices[c[3]] - mesh.vertices[c[1]];
    if (!(norm(cross(a, b)) > 1e-9 * (norm2(a) + norm2(b))))
      throw Error("E0226", fmt::format("face {} of object \"{}\" has no extent", q, o.name), {},
                  "its corners lie on a line: mend the mesh");
  }
}

Pin make_shell_pin(const Scene& scene, const ObjectSpec& o, const PinSpec& spec, const QuadSheet& sheet,
                   const std::vector<Vec3d>& x) {
  std::vector<std::uint32_t> rim;
  if (const auto it = sheet.rims.find(spec.where); it != sheet.rims.end()) rim = it->second;
  return make_pin(scene, o, spec, x, std::move(rim));
}

/// The edge whose slope a pin holds too.
void add_edge(const PinSpec& spec, ShellOptions& s) {
  if (!spec.clamp && spec.symmetry.empty()) return;
  ShellEdge e{spec.clamp ? ShellEdge::Kind::clamp : ShellEdge::Kind::mirror, std::uint32_t(s.pins.size() - 1),
              s.pins.back().vertices, Vec3d::zero()};
  for (int a = 0; a < 3; ++a) e.normal[a] = spec.axes() >> a & 1;
  s.edges.push_back(std::move(e));
}

}  // namespace

ShellOptions make_shell_options(const Scene& scene, const ObjectSpec& o) {
  const ShellSpec& spec = std::get<ShellSpec>(o.kind);
  const Pose pose = o.place.pose();
  const QuadSheet sheet = make_sheet(scene, o, spec.shape);
  const QuadSheet rest = spec.rest ? make_sheet(scene, o, *spec.rest) : sheet;
  if (rest.quads != sheet.quads || rest.vertices.size() != sheet.vertices.size())
    throw Error(
        "E0229",
        fmt::format(
            "the rest shape of object \"{}\" has other faces ({} of {} vertices) than its shape ({} of {})",
            o.name, rest.quads.size(), rest.vertices.size(), sheet.quads.size(), sheet.vertices.size()),
        {}, "make both with the same numbers of faces, or deform one mesh into the other");
  check_faces(o, sheet);
  check_faces(o, rest);
  ShellOptions s;
  static_cast<ShellSettings&>(s) = spec;
  s.name = o.name;
  s.material = o.material;
  for (const Vec3d& x : rest.vertices) s.rest.push_back(pose.to_world(x));
  if (spec.rest || o.stretch != Vec3d{{1, 1, 1}})
    for (Vec3d x : sheet.vertices) {
      for (int k = 0; k < 3; ++k) x[k] *= o.stretch[k];
      s.positions.push_back(pose.to_world(x));
    }
  s.quads = sheet.quads;
  s.uv = sheet.uv;
  for (const Vec3d& w : warp_of(rest)) s.warp.push_back(pose.to_world(w) - pose.position);
  const std::vector<Vec3d>& now = s.positions.empty() ? s.rest : s.positions;
  for (const Vec3d& x : now) s.velocities.push_back(o.velocity + cross(o.spin, x - o.place.at));
  s.contact_points = spec.contact_points.value_or(
      std::clamp(int(std::ceil(mean_edge(sheet) / (0.5 * scene.solver.dx) - 0.1)), 2, 8));
  s.point_spacing = 0.5 * scene.solver.dx;
  s.pressure.constant = spec.pressure;
  if (spec.pressure_over_time)
    s.pressure.of_time = std::make_shared<const Expression>(*spec.pressure_over_time);
  if (scene.solver.step == Stepping::statically) s.drag.reset();  // nothing moves
  if (o.force) s.force = std::make_shared<const BodyForce>(BodyForce{*o.force});
  for (const PinSpec& p : spec.pins) {
    s.pins.push_back(make_shell_pin(scene, o, p, sheet, now));
    add_edge(p, s);
  }
  s.loads = make_shell_loads(o, sheet, {s.rest, now, {}, {}}, s);
  s.look = o.look != "auto" ? o.look : material_name(o.material) == "lamina" ? "plastic" : "cloth";
  s.colour = o.colour.colour;
  return s;
}

}  // namespace weft
