#include "scene/build/rigid.h"

#include <fmt/format.h>

#include "geometry/shape_surface.h"
#include "scene/build/build.h"

namespace weft {
namespace {

constexpr double kPointsApart = 0.5;  // cells
constexpr double kFacetsAcross = 40;  // of round shapes, in pictures

std::size_t index_of(const Scene& scene, const std::string& name) {
  for (std::size_t i = 0; i < scene.objects.size(); ++i)
    if (scene.objects[i].name == name) return i;
  return Joint::kWorld;
}

}  // namespace

RigidOptions make_rigid_options(const Scene& scene, const ObjectSpec& o) {
  const RigidSpec& spec = std::get<RigidSpec>(o.kind);
  RigidOptions r;
  static_cast<RigidSettings&>(r) = spec;
  r.name = o.name;
  r.shape = make_shape(o.shape, scene.folder, fmt::format("object \"{}\"", o.name));
  const Bounds b = bounds(r.shape);
  const Vec3d size = b.upper - b.lower;
  r.surface = shape_surface(r.shape, std::max({size[0], size[1], size[2]}) / kFacetsAcross);
  if (std::holds_alternative<MeshShape>(r.shape)) r.surface = split_at_creases(r.surface);
  r.properties = mass_properties(r.shape);
  if (spec.mass > 0) r.density = spec.mass / r.properties.volume;
  r.pose = o.place.pose();
  r.velocity = o.velocity;
  r.spin = o.spin;
  r.point_spacing = kPointsApart * scene.solver.dx;
  r.axis = spec.axis;
  for (const LoadSpec& l : o.loads)
    r.loads.push_back(
        {*l.nearest, l.force, l.over_time ? std::make_shared<const Expression>(*l.over_time) : nullptr});
  r.look = o.look == "auto" ? "plastic" : o.look;
  r.colour = o.colour.colour;
  return r;
}

Joint make_joint(const Scene& scene, const JointSpec& spec) {
  Joint j;
  j.name = spec.name;
  j.kind = spec.kind;
  j.a = index_of(scene, spec.a);
  j.b = index_of(scene, spec.b);
  j.at = spec.at;
  j.axis = spec.axis;
  j.motor_speed = spec.motor_speed;
  j.motor_torque = spec.motor_torque;
  j.collide = spec.collide;
  return j;
}

}  // namespace weft
