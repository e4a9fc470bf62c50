/// Rigid bodies and obstacles without a grid: what the world does with them in a step, and no more.
#pragma once
#include "bodies/rigid/rigid_body.h"
#include "contact/rigid_contacts.h"
#include "geometry/shape_surface.h"

namespace weft {

struct RigidScene {
  std::vector<std::unique_ptr<Body>> bodies;
  std::vector<Collider> colliders;
  std::vector<Joint> joints;
  RigidContacts contacts;
  Vec3d gravity{{0, 0, -9.81}};
  double time = 0;
  double friction = -1;           ///< between bodies; negative: the geometric mean of theirs
  Vec3d on_colliders{{0, 0, 0}};  ///< impulse of the last step

  static RigidOptions options(const Shape& shape, const Vec3d& at) {
    RigidOptions o;
    o.name = "body";
    o.shape = shape;
    o.surface = shape_surface(shape, 0.05);
    o.properties = mass_properties(shape);
    o.pose.position = at;
    return o;
  }
  RigidState& add(RigidOptions o) {
    o.name += std::to_string(bodies.size());
    bodies.push_back(make_rigid(o));
    return state(bodies.size() - 1);
  }
  RigidState& state(std::size_t i) { return static_cast<RigidBody&>(*bodies[i]).state(); }
  /// A plane through the origin that rises along x by `slope` [rad].
  void floor(double mu, double slope = 0) {
    Collider c;
    c.shape = Plane{{{-std::sin(slope), 0, std::cos(slope)}}};
    c.friction = mu;
    colliders.push_back(c);
  }
  void step(double dt) {
    Step s;
    s.time = time;
    s.dt = dt;
    for (Collider& c : colliders) c.move_to(time + dt);
    for (auto& b : bodies) b->roles().motion->accelerate(s, gravity, {});
    std::vector<RigidTouch> touches;
    RigidContacts::Scene scene;
    scene.bodies = bodies;
    scene.colliders = colliders;
    scene.joints = joints;
    scene.gravity = gravity;
    scene.friction = [this](std::size_t a, std::size_t b) {
      return friction >= 0 ? friction : std::sqrt(bodies[a]->roles().field->friction() * bodies[b]->roles().field->friction());
    };
    contacts.solve(scene, s, touches);
    on_colliders = Vec3d::zero();
    for (const RigidTouch& t : touches) on_colliders += t.impulse;
    for (auto& b : bodies) b->end_step(s);
    time += dt;
  }
  void run(double until, double dt) {
    const int steps = int(std::lround((until - time) / dt));
    for (int i = 0; i < steps; ++i) step(dt);
  }
};

}  // namespace weft
