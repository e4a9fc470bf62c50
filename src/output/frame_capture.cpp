#include "geometry/distance_mesh.h"
#include "output/frame_file.h"
#include "world/world.h"

namespace weft {

namespace {

void describe_shape(const Plane& s, FrameCollider& c) { c.kind = "plane", c.size = s.normal; }
void describe_shape(const Sphere& s, FrameCollider& c) { c.kind = "sphere", c.size = {{s.radius, 0, 0}}; }
void describe_shape(const Box& s, FrameCollider& c) { c.kind = "box", c.size = s.half; }
void describe_shape(const Capsule& s, FrameCollider& c) {
  c.kind = "capsule", c.size = {{s.radius, s.half_length, 0}};
}
void describe_shape(const Cylinder& s, FrameCollider& c) {
  c.kind = "cylinder", c.size = {{s.radius, s.half_height, 0}};
}
void describe_shape(const MeshShape& s, FrameCollider& c) {
  c.kind = "mesh";
  for (const Vec3d& v : s.mesh->mesh().vertices) c.vertices.push_back(v.as<float>());
  c.triangles = s.mesh->mesh().triangles;
}

}  // namespace

Frame capture_frame(const World& world, std::int64_t number, const std::vector<std::string>& quantities) {
  Frame f;
  f.number = number;
  f.time = world.time;
  f.dx = world.solver.dx;
  f.plane = world.solver.plane;
  for (const auto& body : world.bodies) f.objects.push_back(body->frame(quantities));
  for (const Collider& collider : world.colliders) {
    if (!collider.visible) continue;
    FrameCollider c;
    c.name = collider.name;
    c.look = collider.look;
    c.colour = collider.colour;
    c.position = collider.pose.position;
    c.rotation = collider.pose.rotation.to_matrix();
    std::visit([&](const auto& shape) { describe_shape(shape, c); }, collider.shape);
    f.colliders.push_back(std::move(c));
  }
  return f;
}

}  // namespace weft
