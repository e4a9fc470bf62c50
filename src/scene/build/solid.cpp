#include "scene/build/solid.h"

#include <fmt/format.h>

#include <filesystem>

#include "exec/error.h"
#include "geometry/random.h"
#include "geometry/tets/tet_io.h"
#include "scene/build/build.h"
#include "scene/build/loads.h"
#include "scene/build/pins.h"
#include "scene/figures.h"

namespace weft {
namespace {

std::string title(const ObjectSpec& o) { return fmt::format("object \"{}\"", o.name); }

/// Tetrahedra in the shape's own axes.
TetMesh make_mesh(const Scene& scene, const ObjectSpec& o, const std::optional<Figure>& figure) {
  if (figure) return stuff(figure->skin, figure->bounds, o.spacing);
  const SolidSpec& spec = std::get<SolidSpec>(o.kind);
  if (const auto* file = std::get_if<TetFile>(&spec.shape)) {
    TetMesh mesh = read_tetrahedra(std::filesystem::path(scene.folder) / file->path);
    for (Vec3d& x : mesh.vertices) x *= file->scale;
    return mesh;
  }
  const Shape shape = make_shape(std::get<ShapeSpec>(spec.shape), scene.folder, title(o));
  if (spec.counts) return tet_block(std::get<Box>(shape).half * 2.0, *spec.counts);
  return tetrahedra_of(shape, o.spacing);
}

/// Where the vertices begin, in the shape's axes.
std::vector<Vec3d> begin(const ObjectSpec& o, const std::vector<Vec3d>& rest) {
  Bounds box;
  for (const Vec3d& x : rest) box.add(x);
  const Vec3d middle = (box.lower + box.upper) * 0.5;
  const SolidSpec::Start start = std::get<SolidSpec>(o.kind).start;
  std::vector<Vec3d> out = rest;
  for (std::size_t i = 0; i < out.size(); ++i) {
    Vec3d& x = out[i];
    switch (start) {
      case SolidSpec::Start::rest:
        break;
      case SolidSpec::Start::inverted:
        x = middle * 2.0 - x;
        break;
      case SolidSpec::Start::flat:
        x[2] = middle[2];
        break;
      case SolidSpec::Start::random: {
        const Vec3d u = Random{o.seed}.uniform3(i);
        for (int k = 0; k < 3; ++k) x[k] = box.lower[k] + u[k] * (box.upper[k] - box.lower[k]);
      }
    }
    for (int k = 0; k < 3; ++k) x[k] *= o.stretch[k];
  }
  return out;
}

/// A pin per bone, which moves as the figure walks from where it was put.
void add_bones(const ObjectSpec& o, const PinSpec& spec, const Figure& figure, SolidOptions& s,
               const std::vector<Vec3d>& local) {
  const auto held = vertices_of_bones(figure, local, o.spacing);
  for (std::size_t b = 0; b < figure.bones.size(); ++b) {
    if (held[b].empty())
      throw Error("E0227", fmt::format("the {} of {} holds no vertex", figure.bones[b].name, title(o)), {},
                  "give it a smaller spacing");
    Pin pin;
    pin.vertices = held[b];
    pin.motion = placed(o.place.pose(), figure.bones[b].motion);
    if (spec.release) pin.release = *spec.release;
    s.pins.push_back(std::move(pin));
  }
}

}  // namespace

SolidOptions make_solid_options(const Scene& scene, const ObjectSpec& o) {
  const SolidSpec& spec = std::get<SolidSpec>(o.kind);
  const Pose pose = o.place.pose();
  std::optional<Figure> figure;
  if (const auto* f = std::get_if<FigureOptions>(&spec.shape)) figure = make_figure(*f);
  SolidOptions s;
  static_cast<SolidSettings&>(s) = spec;
  s.name = o.name;
  s.material = o.material;
  s.rest = make_mesh(scene, o, figure);
  const std::vector<Vec3d> local = s.rest.vertices;
  for (Vec3d& x : s.rest.vertices) x = pose.to_world(x);
  if (spec.start != SolidSpec::Start::rest || o.stretch != Vec3d{{1, 1, 1}})
    for (const Vec3d& x : begin(o, local)) s.positions.push_back(pose.to_world(x));
  const std::vector<Vec3d>& now = s.positions.empty() ? s.rest.vertices : s.positions;
  for (const Vec3d& x : now) s.velocities.push_back(o.velocity + cross(o.spin, x - o.place.at));
  s.point_spacing = 0.5 * scene.solver.dx;
  s.implicit = spec.step.value_or(scene.solver.step) != Stepping::explicitly;
  if (scene.solver.step == Stepping::statically) s.integrator = Integrator::euler;  // its residual is v/dt
  for (const PinSpec& p : spec.pins) {
    if (p.bones) add_bones(o, p, *figure, s, local);
    else s.pins.push_back(make_pin(scene, o, p, now, {}));
  }
  if (o.force) s.force = std::make_shared<const BodyForce>(BodyForce{*o.force});
  if (!o.loads.empty())
    s.loads = make_loads(o, loaded_triangles(s.rest.vertices, now, boundary_faces(s.rest)));
  s.look = o.look == "auto" ? "rubber" : o.look;
  s.colour = o.colour.colour;
  return s;
}

}  // namespace weft
