/// A world steered from outside, between two steps: points and rigid bodies put elsewhere, obstacles and pins led on
/// from where they are. A device gives its bodies back first, and gets them anew.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "geometry/motion.h"

namespace weft {

class Pins;
class World;
class RigidBody;
struct RigidPut;

/// What can be changed of a body's points.
enum class PointState { places, velocities };

/// In the order of ids.
std::vector<Vec3d> read_points(World& world, std::size_t body, PointState what);
/// Throws Error E0560 where the body has no points that can be put.
void put_points(World& world, std::size_t body, PointState what, std::span<const Vec3d> values);

/// Values of a quantity in the order of ids; empty when the body does not know it. Remembers who is where until it is told
/// that the world has changed.
class Quantities {
 public:
  std::vector<double> of(World& world, std::size_t body, const std::string& what);
  void forget() { ids_.clear(); }

 private:
  std::vector<std::vector<std::uint32_t>> ids_;  ///< bodies: of the points in their present order
};

/// From where something is at `now` straight to `to` at `arrival`, where it rests.
Motion led_to(const Motion& so_far, double now, const Pose& to, double arrival);
/// From where it is at `now` on, at a constant velocity and spin about the origin of its pose.
Motion led_on(const Motion& so_far, double now, const Vec3d& velocity, const Vec3d& spin);

/// From now on an obstacle moves like that; pins that follow it in the scene do not know of it.
void lead_collider(World& world, std::size_t collider, const Motion& motion);
/// The same of one pin of a body.
void lead_pin(World& world, std::size_t body, std::size_t pin, const Motion& motion);
/// From `time` on the pin holds nothing.
void let_go(World& world, std::size_t body, std::size_t pin, double time);
void put_rigid(World& world, RigidBody& body, const RigidPut& at);
/// Null: nothing of that body is pinned.
const Pins* pins_of(const World& world, std::size_t body);

}  // namespace weft
