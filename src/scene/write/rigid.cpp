/// [[object]] of type rigid and [[joint]] with every default spelled out.
#include "scene/write/writing.h"

namespace weft {
namespace {

std::string motor_text(const std::optional<double>& speed, double torque) {
  return fmt::format("{}motor_torque = {}", speed ? fmt::format("motor_speed = {}, ", *speed) : "", torque);
}

}  // namespace

void write_rigid(Writer& w, const ObjectSpec& o, const std::string& folder) {
  const RigidSpec& r = *o.rigid;
  w.key("shape", "{ " + shape_text(o.shape, folder) + " }");
  write_place(w, o.place);
  if (r.mass > 0) w.number("mass", r.mass);
  else w.number("density", r.density);
  w.number("friction", r.friction);
  w.number("restitution", r.restitution);
  if (!r.axis) w.key("velocity", list(o.velocity));
  w.key("spin", list(o.spin));
  if (r.axis)
    w.key("axis", fmt::format("{{ through = {}, direction = {}, friction = {}, {} }}", list(r.axis->through),
                              list(r.axis->direction), r.axis->friction,
                              motor_text(r.axis->motor_speed, r.axis->motor_torque)));
  w.key("colour", list(o.colour.colour));
  w.key("look", quoted(o.look));
}

void write_joint(Writer& w, const JointSpec& j) {
  w.line("\n[[joint]]");
  w.key("name", quoted(j.name));
  w.key("type", j.kind == Joint::Kind::fixed ? "\"fixed\"" : "\"hinge\"");
  w.key("between", fmt::format("[{}, {}]", quoted(j.a), quoted(j.b.empty() ? "world" : j.b)));
  w.key("at", list(j.at));
  w.key("axis", list(j.axis));
  if (j.motor_speed) w.number("motor_speed", *j.motor_speed);
  w.number("motor_torque", j.motor_torque);
  w.key("collide", j.collide ? "true" : "false");
}

}  // namespace weft
