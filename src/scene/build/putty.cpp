#include "scene/build/putty.h"

#include <fmt/format.h>

#include "exec/error.h"
#include "scene/build/build.h"
#include "scene/build/loads.h"
#include "scene/build/pins.h"

namespace weft {
namespace {

std::vector<Vec3d> points_of(const Scene& scene, const ObjectSpec& o) {
  const std::string title = fmt::format("object \"{}\"", o.name);
  const Fill how{o.spacing, o.sampling, o.seed};
  std::vector<Vec3d> points;
  if (const auto& person = std::get<PuttySpec>(o.kind).figure) {
    const Figure figure = make_figure(*person);
    points = fill(figure.skin, figure.bounds, o.place.pose(), how);
  } else {
    points = fill(make_shape(o.shape, scene.folder, title), o.place.pose(), how);
  }
  if (points.empty())
    throw Error("E0223", fmt::format("{} is empty: no point lies inside its shape", title), {},
                fmt::format("its points are {:.3g} m apart: give it a smaller spacing", o.spacing));
  return points;
}

}  // namespace

PuttyOptions make_putty_options(const Scene& scene, const ObjectSpec& o) {
  const PuttySpec& spec = std::get<PuttySpec>(o.kind);
  PuttyOptions p;
  static_cast<PuttySettings&>(p) = spec;
  p.name = o.name;
  p.material = std::get<PuttyLaw>(o.material);
  p.points = points_of(scene, o);
  for (const Vec3d& x : p.points) p.velocities.push_back(o.velocity + cross(o.spin, x - o.place.at));
  p.spacing = o.spacing;
  for (const PinSpec& pin : spec.pins) p.pins.push_back(make_pin(scene, o, pin, p.points, {}));
  if (o.force) p.force = std::make_shared<const BodyForce>(BodyForce{*o.force});
  if (!o.loads.empty()) p.loads = make_loads(o, {p.points, p.points, {}, {}});
  p.look = o.look == "auto" ? "plastic" : o.look;
  p.colour = o.colour.colour;
  return p;
}

}  // namespace weft
