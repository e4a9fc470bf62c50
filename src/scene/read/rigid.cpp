/// [[object]] of type rigid, and [[joint]].
#include <fmt/format.h>

#include "scene/read/reading.h"

namespace weft {
namespace {

FixedAxis read_axis(TableReader axis, const Vec3d& centre) {
  FixedAxis a;
  a.through = axis.has("through") ? axis.vector("through") : centre;
  a.direction = axis.vector("direction");
  if (!(norm(a.direction) > 1e-9))
    throw axis.error("E0209", "an axis needs a direction", "direction", "not all numbers may be 0");
  a.friction = axis.number("friction");
  if (axis.has("motor_speed")) a.motor_speed = axis.number("motor_speed");
  a.motor_torque = axis.number("motor_torque");
  axis.finish();
  return a;
}

}  // namespace

void read_rigid(TableReader& object, const Scene& scene, ObjectSpec& o) {
  if (scene.solver.plane)
    throw object.error("E0240", "a plane scene has no rigid bodies", "type",
                       "leave out solver.plane, or use a collider that moves by keys");
  RigidSpec r;
  o.shape = read_shape(object, false);
  o.place = read_placement(object);
  r.density = object.number("density");
  if (object.has("mass")) {
    if (object.has("density"))
      throw object.error("E0204", "say either 'density' or 'mass'", "mass", "remove one");
    r.mass = object.number("mass");
  }
  r.friction = object.number("friction");
  r.restitution = object.number("restitution");
  o.velocity = object.vector("velocity");
  o.spin = object.vector("spin");
  if (object.has("axis")) {
    r.axis = read_axis(object.table("axis", scene_table("axis")), o.place.at);
    if (norm(o.velocity) > 0)
      throw object.error("E0204", "what turns about a fixed axis has no velocity", "velocity",
                         "remove velocity, or axis; spin says how fast it turns at first");
  }
  o.colour.colour = {0.6f, 0.6f, 0.65f};
  if (const toml::node* n = object.node("colour")) o.colour.colour = read_colour(object, *n, "colour");
  o.look = object.word("look");
  object.finish();
  o.rigid = r;
}

JointSpec read_joint(TableReader joint, const Scene& scene, std::size_t number) {
  JointSpec j;
  j.name = read_name(joint, fmt::format("joint{}", number));
  joint.retitle(fmt::format("[[joint]] \"{}\"", j.name));
  j.kind = joint.word("type") == "fixed" ? Joint::Kind::fixed : Joint::Kind::hinge;
  std::vector<std::string> bodies;
  for (const ObjectSpec& o : scene.objects)
    if (o.rigid) bodies.push_back(o.name);
  std::vector<std::string> names = joint.texts("between", 2);
  if (names[0] == "world") std::swap(names[0], names[1]);
  for (const std::string& name : names)
    if (name != "world" || name == names[0]) check_reference(joint, "between", "rigid body", name, bodies);
  if (names[0] == names[1])
    throw joint.error("E0241", fmt::format("'{}' cannot be joined to itself", names[0]), "between",
                      "name two rigid bodies, or one and \"world\"");
  j.a = names[0];
  if (names[1] != "world") j.b = names[1];
  j.at = joint.vector("at");
  j.axis = joint.vector("axis");
  if (!(norm(j.axis) > 1e-9))
    throw joint.error("E0209", "an axis needs a direction", "axis", "not all numbers may be 0");
  if (joint.has("motor_speed")) {
    if (j.kind == Joint::Kind::fixed)
      throw joint.error("E0204", "a fixed joint has no motor", "motor_speed", "make it a hinge");
    j.motor_speed = joint.number("motor_speed");
  }
  j.motor_torque = joint.number("motor_torque");
  j.collide = joint.flag("collide");
  joint.finish();
  return j;
}

}  // namespace weft
