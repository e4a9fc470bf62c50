/// How colliders move, and Coulomb's law.
/// Keys k and k + 1 with s = (t - t_k) / (t_{k+1} - t_k):
///   c = (1 - s) c_k + s c_{k+1},   q = exp(s r) q_k,   r = rotation vector of q_{k+1} q_k*  (at most half a
///   turn) dc/dt = (c_{k+1} - c_k) / (t_{k+1} - t_k),   omega = r / (t_{k+1} - t_k)
#include "contact/collider.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "exec/error.h"
#include "exec/parallel.h"
#include "geometry/distance_mesh.h"

namespace weft {

namespace {

/// The pair of keys around t, how far between them, and 1 / (time between them); rate 0 means at rest.
struct Between {
  std::size_t from = 0, to = 0;
  double s = 0, rate = 0;
};

/// Times ascend. t belongs to the stretch that ends with it, as a step that ends at t has moved through that
/// stretch; the first key belongs to the first stretch.
template <class TimeOf>
Between locate(double t, std::size_t count, TimeOf&& time) {
  if (count == 1 || t < time(0)) return {};
  if (t > time(count - 1)) return {count - 1, count - 1, 0, 0};
  std::size_t to = 1;
  while (time(to) < t) ++to;
  const double length = time(to) - time(to - 1);
  return {to - 1, to, (t - time(to - 1)) / length, 1 / length};
}

template <class TimeOf>
void require_ascending(const std::string& name, std::size_t count, TimeOf&& time) {
  for (std::size_t i = 0; i < count; ++i)
    if (!std::isfinite(time(i)) || (i > 0 && !(time(i) > time(i - 1))))
      throw Error("E0130", fmt::format("the times of collider '{}' do not ascend at entry {}", name, i + 1),
                  {}, "sort its keys by time and give each time once");
}

/// Rotation vector of the shorter way from a to b.
Vec3d rotation_between(const Quaternion<double>& a, const Quaternion<double>& b) {
  Quaternion<double> d = b * a.conjugate();
  if (d.w < 0) d = d * -1.0;
  const Vec3d axis = d.axis_part();
  const double sine = norm(axis);
  if (sine < 1e-12) return axis * 2.0;
  return axis * (2 * std::atan2(sine, d.w) / sine);
}

void move_rigidly(Collider& c, double t) {
  if (c.keys.empty()) {
    c.pose.position = c.start.position + c.velocity * t;
    c.pose.rotation = (Quaternion<double>::from_rotation_vector(c.spin * t) * c.start.rotation).normalized();
    c.linear = c.velocity;
    c.angular = c.spin;
    return;
  }
  const auto time = [&](std::size_t i) { return c.keys[i].time; };
  require_ascending(c.name, c.keys.size(), time);
  const Between b = locate(t, c.keys.size(), time);
  const Pose &from = c.keys[b.from].pose, &to = c.keys[b.to].pose;
  const Vec3d turn = rotation_between(from.rotation, to.rotation);
  c.pose.position = from.position * (1 - b.s) + to.position * b.s;
  c.pose.rotation = (Quaternion<double>::from_rotation_vector(turn * b.s) * from.rotation).normalized();
  c.linear = (to.position - from.position) * b.rate;
  c.angular = turn * b.rate;
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

bool Collider::may_touch(const Vec3d& x) const {
  if (std::holds_alternative<Plane>(shape)) return true;
  const Bounds box = bounds(shape);
  const Vec3d local = pose.to_local(x);
  for (int k = 0; k < 3; ++k) {
    const double margin = 1e-9 * (std::fabs(box.lower[k]) + std::fabs(box.upper[k]));
    if (local[k] < box.lower[k] - margin || local[k] > box.upper[k] + margin) return false;
  }
  return true;
}

Vec3d contact_velocity(const Vec3d& v, const Vec3d& v_co, const Vec3d& n, Boundary boundary,
                       double friction) {
  if (boundary == Boundary::sticky) return v_co;
  const Vec3d v_r = v - v_co;
  const double v_n = dot(v_r, n);
  if (boundary == Boundary::separate && v_n >= 0) return v;
  const Vec3d v_t = v_r - n * v_n;
  const double speed = norm(v_t),
               budget = friction * std::max(-v_n, 0.0);  // no friction while a slip wall pulls
  if (speed <= budget) return v_co;
  return v_co + v_t * (1 - budget / speed);
}

}  // namespace weft
