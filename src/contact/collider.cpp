/// How colliders move, and Coulomb's law.
#include "contact/collider.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "exec/error.h"
#include "exec/parallel.h"
#include "geometry/distance_mesh.h"

namespace weft {

namespace {

template <class TimeOf>
void require_ascending(const std::string& name, std::size_t count, TimeOf&& time) {
  for (std::size_t i = 0; i < count; ++i)
    if (!std::isfinite(time(i)) || (i > 0 && !(time(i) > time(i - 1))))
      throw Error("E0130", fmt::format("the times of collider '{}' do not ascend at entry {}", name, i + 1),
                  {}, "sort its keys by time and give each time once");
}

void move_rigidly(Collider& c, double t) {
  require_ascending(c.name, c.keys.size(), [&](std::size_t i) { return c.keys[i].time; });
  const Moving m = c.at(t);
  c.pose = m.pose;
  c.linear = m.linear;
  c.angular = m.angular;
}

void deform(Collider& c, double t) {
  const auto* shape = std::get_if<MeshShape>(&c.shape);
  if (!shape || !shape->mesh)
    throw Error("E0131", fmt::format("collider '{}' has a mesh sequence but no mesh", c.name), {},
                "give it a mesh shape");
  const std::size_t vertices = shape->mesh->mesh().vertices.size();
  if (c.sequence_times.size() != c.sequence.size())
    throw Error("E0131",
                fmt::format("collider '{}' has {} meshes but {} times", c.name, c.sequence.size(),
                            c.sequence_times.size()),
                {}, "give each mesh of the sequence one time");
  for (const auto& frame : c.sequence)
    if (frame.size() != vertices)
      throw Error("E0131",
                  fmt::format("collider '{}': a mesh of its sequence has {} vertices instead of {}", c.name,
                              frame.size(), vertices),
                  {}, "all meshes of a sequence must share one topology");
  const auto time = [&](std::size_t i) { return c.sequence_times[i]; };
  require_ascending(c.name, c.sequence.size(), time);

  const Between b = locate(t, c.sequence.size(), time);
  const std::vector<Vec3d>&from = c.sequence[b.from], &to = c.sequence[b.to];
  std::vector<Vec3d> now(vertices);
  c.vertex_velocity.resize(vertices);
  parallel_chunks(vertices, 4096, [&](Range r) {
    for (std::size_t v = r.begin; v < r.end; ++v) {
      now[v] = from[v] * (1 - b.s) + to[v] * b.s;
      c.vertex_velocity[v] = (to[v] - from[v]) * b.rate;
    }
  });
  // Our own mesh, not one that a copy of this collider also points to: shape and moving_mesh make two owners.
  if (!c.moving_mesh || c.moving_mesh != shape->mesh || c.moving_mesh.use_count() > 2) {
    c.moving_mesh =
        std::make_shared<DistanceMesh>(TriangleMesh{std::move(now), shape->mesh->mesh().triangles});
    c.shape = MeshShape{c.moving_mesh};
  } else {
    c.moving_mesh->update(now);
  }
}

}  // namespace

void Collider::move_to(double t) {
  move_rigidly(*this, t);
  if (deforms()) deform(*this, t);
}

std::vector<Vec3d> Collider::mesh_places(double t) const {
  const Pose then = at(t).pose;
  std::vector<Vec3d> out = std::get<MeshShape>(shape).mesh->mesh().vertices;
  if (deforms()) {
    const Between b = locate(t, sequence.size(), [&](std::size_t i) { return sequence_times[i]; });
    for (std::size_t v = 0; v < out.size(); ++v)
      out[v] = sequence[b.from][v] * (1 - b.s) + sequence[b.to][v] * b.s;
  }
  for (Vec3d& x : out) x = then.to_world(x);
  return out;
}

Distance Collider::distance(const Vec3d& x) const {
  const Distance local = signed_distance(shape, pose.to_local(x));
  return {local.phi, pose.rotation.rotate(local.n)};
}

ColliderPoint Collider::sample(const Vec3d& x) const {
  const Vec3d rigid = linear + cross(angular, x - pose.position);
  if (vertex_velocity.empty()) {
    const Distance d = distance(x);
    return {d.phi, d.n, rigid};
  }
  const DistanceMesh& mesh = *std::get<MeshShape>(shape).mesh;
  const Closest c = mesh.closest(pose.to_local(x));
  const auto& triangle = mesh.mesh().triangles[c.triangle];
  Vec3d own = Vec3d::zero();
  for (int k = 0; k < 3; ++k) own += vertex_velocity[triangle[std::size_t(k)]] * c.barycentric[k];
  return {c.phi, pose.rotation.rotate(c.n), rigid + pose.rotation.rotate(own)};
}

Vec3d Collider::velocity_at(const Vec3d& x) const {
  if (vertex_velocity.empty()) return linear + cross(angular, x - pose.position);
  return sample(x).v;
}

bool Collider::may_touch(const Vec3d& x, double margin) const {
  if (std::holds_alternative<Plane>(shape)) return true;
  const Bounds box = bounds(shape);
  const Vec3d local = pose.to_local(x);
  for (int k = 0; k < 3; ++k) {
    const double slack = margin + 1e-9 * (std::fabs(box.lower[k]) + std::fabs(box.upper[k]));
    if (local[k] < box.lower[k] - slack || local[k] > box.upper[k] + slack) return false;
  }
  return true;
}

}  // namespace weft
