#include "bench_rigid.h"

#include <fmt/format.h>

#include <cmath>

#include "contact/rigid_contacts.h"
#include "exec/clock.h"
#include "geometry/shape_surface.h"

namespace weft {
namespace {

constexpr double kDt = 2e-3;

RigidOptions body(const Shape& shape, const Vec3d& at) {
  RigidOptions o;
  o.name = "body";
  o.shape = shape;
  o.surface = shape_surface(shape, 0.05);
  o.properties = mass_properties(shape);
  o.pose.position = at;
  o.friction = 0.5;
  return o;
}

using Bodies = std::vector<std::unique_ptr<Body>>;

Bodies stack(int count) {
  Bodies all;
  for (int k = 0; k < count; ++k)
    all.push_back(make_rigid(body(Box{{{0.05, 0.05, 0.05}}}, {{0, 0, 0.05 + 0.1 * k}})));
  return all;
}

/// Boxes, balls, cylinders and capsules, turned this way and that, a little apart.
Bodies heap(int side, int layers) {
  const std::vector<Shape> shapes = {Box{{{0.05, 0.04, 0.03}}}, Sphere{0.045}, Cylinder{0.04, 0.04},
                                     Capsule{0.03, 0.03}};
  Bodies all;
  for (int k = 0; k < layers; ++k)
    for (int j = 0; j < side; ++j)
      for (int i = 0; i < side; ++i) {
        const double wiggle = std::sin(7.0 * i + 5.0 * j + 3.0 * k);
        RigidOptions o = body(shapes[all.size() % shapes.size()],
                              {{0.13 * i + 0.02 * wiggle, 0.13 * j - 0.02 * wiggle, 0.08 + 0.13 * k}});
        o.pose.rotation = Quaternion<double>::from_rotation_vector({{wiggle, 0.3 * k, 0.7 * wiggle}});
        all.push_back(make_rigid(o));
      }
  return all;
}

nlohmann::ordered_json race(const std::string& name, Bodies bodies, int warm, int steps) {
  std::vector<Collider> floor(1);
  floor[0].friction = 0.5;
  RigidContacts contacts;
  RigidContacts::Scene scene;
  scene.bodies = bodies;
  scene.colliders = floor;
  scene.friction = [](std::size_t, std::size_t) { return 0.5; };
  Step step;
  step.dt = kDt;
  std::size_t met = 0, solves = 0;
  double start = 0, deepest = 0;
  for (int i = 0; i < warm + steps; ++i) {
    if (i == warm) start = wall_seconds(), met = solves = 0, deepest = 0;
    step.time = i * kDt;
    for (auto& b : bodies) b->roles().motion->accelerate(step, scene.gravity, {});
    std::vector<RigidTouch> touches;
    contacts.solve(scene, step, touches);
    for (auto& b : bodies) b->end_step(step);
    met += contacts.contacts();
    solves += std::size_t(contacts.report().newton);
    deepest = std::max(deepest, contacts.deepest());
  }
  const double seconds = wall_seconds() - start;
  nlohmann::ordered_json j;
  j["case"] = name;
  j["bodies"] = bodies.size();
  j["steps"] = steps;
  j["bodies_per_second"] = double(bodies.size()) * steps / seconds;
  j["contacts_per_second"] = double(met) / seconds;
  j["contacts_per_step"] = double(met) / steps;
  j["solves_per_step"] = double(solves) / steps;
  j["milliseconds_per_step"] = 1e3 * seconds / steps;
  j["deepest_overlap"] = deepest;
  return j;
}

}  // namespace

nlohmann::ordered_json bench_rigid(int steps) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  all.push_back(race("stack", stack(10), 200, steps));
  all.push_back(race("heap", heap(5, 4), 200, steps));
  return all;
}

void print_rigid(const nlohmann::ordered_json& all) {
  for (const auto& j : all)
    fmt::print(
        "{:<6} {} bodies: {:.3g} bodies/s, {:.3g} contacts/s, {:.2f} ms a step, {:.0f} contacts and {:.0f} "
        "solves a step, deepest overlap {:.1e} m\n",
        j["case"].get<std::string>(), j["bodies"].get<std::size_t>(), j["bodies_per_second"].get<double>(),
        j["contacts_per_second"].get<double>(), j["milliseconds_per_step"].get<double>(),
        j["contacts_per_step"].get<double>(), j["solves_per_step"].get<double>(),
        j["deepest_overlap"].get<double>());
}

}  // namespace weft
