#include "world/steer.h"

#include <fmt/format.h>

#include "bodies/handles.h"
#include "bodies/pins.h"
#include "bodies/rigid/rigid_body.h"
#include "exec/error.h"
#include "world/world.h"

namespace weft {
namespace {

Pins& pin_holder(World& world, std::size_t body, std::size_t pin) {
  Handles* handles = handles_of(*world.bodies[body]);
  Pins* pins = handles ? handles->pins() : nullptr;
  const std::size_t count = pins ? pins->pins().size() : 0;
  if (pin < count) return *pins;
  throw Error("E0561", fmt::format("'{}' has no pin {}", world.bodies[body]->name(), pin), {},
              fmt::format("it has {}, numbered from 0 as in the scene", count));
}

/// What is put elsewhere is at home, and the next step looks at all of it anew.
void take_in_hand(World& world) {
  world.recall();
  world.forget_order();
}

}  // namespace

std::vector<Vec3d> read_points(World& world, std::size_t body, PointState what) {
  world.bring_home();
  Body& b = *world.bodies[body];
  if (Handles* h = handles_of(b)) {
    std::vector<Vec3d> out(h->count());
    if (what == PointState::places) h->read_places(out);
    else h->read_velocities(out);
    return out;
  }
  std::vector<Vec3d> out(b.size());
  Quantities quantities;
  for (int k = 0; k < 3; ++k) {
    const std::string axis(1, char('x' + k));
    const std::vector<double> values =
        quantities.of(world, body, what == PointState::places ? axis : "v" + axis);
    for (std::size_t i = 0; i < out.size(); ++i) out[i][k] = values[i];
  }
  return out;
}

void put_points(World& world, std::size_t body, PointState what, std::span<const Vec3d> values) {
  Body& b = *world.bodies[body];
  Handles* h = handles_of(b);
  if (!h)
    throw Error("E0560", fmt::format("the points of '{}' ({}) cannot be put one by one", b.name(), b.kind()),
                {}, "put the body as a whole: position, rotation, velocity, spin");
  take_in_hand(world);
  if (what == PointState::places) h->put_places(values);
  else h->put_velocities(values);
}

std::vector<double> Quantities::of(World& world, std::size_t body, const std::string& what) {
  world.bring_home();
  const Body& b = *world.bodies[body];
  std::vector<double> values = b.quantity(what);
  if (values.empty()) return values;
  ids_.resize(world.bodies.size());
  std::vector<std::uint32_t>& ids = ids_[body];
  if (ids.size() != values.size()) {
    const std::vector<double> now = b.quantity("id");
    ids.assign(now.begin(), now.end());
  }
  std::vector<double> out(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) out[ids[i]] = values[i];
  return out;
}

Motion led_to(const Motion& so_far, double now, const Pose& to, double arrival) {
  if (!(arrival > now))
    throw Error("E0562", fmt::format("nothing can arrive at {:.6g} s when it is {:.6g} s", arrival, now), {},
                "name a time that is still to come");
  Motion m;
  m.keys = {{now, so_far.at(now).pose}, {arrival, to}};
  return m;
}

Motion led_on(const Motion& so_far, double now, const Vec3d& velocity, const Vec3d& spin) {
  const Pose here = so_far.at(now).pose;
  Motion m;
  m.start.position = here.position - velocity * now;
  m.start.rotation = (Quaternion<double>::from_rotation_vector(spin * -now) * here.rotation).normalized();
  m.velocity = velocity;
  m.spin = spin;
  return m;
}

void lead_collider(World& world, std::size_t collider, const Motion& motion) {
  world.recall();
  Collider& c = world.colliders[collider];
  static_cast<Motion&>(c) = motion;
  c.move_to(world.time);
}

void lead_pin(World& world, std::size_t body, std::size_t pin, const Motion& motion) {
  world.recall();
  pin_holder(world, body, pin).lead(pin, motion);
}

void let_go(World& world, std::size_t body, std::size_t pin, double time) {
  world.recall();
  pin_holder(world, body, pin).let_go(pin, time);
}

void put_rigid(World& world, RigidBody& body, const RigidPut& at) {
  take_in_hand(world);
  body.state().put(at);
}

const Pins* pins_of(const World& world, std::size_t body) {
  Handles* handles = handles_of(*world.bodies[body]);
  return handles ? handles->pins() : nullptr;
}

}  // namespace weft
