#include "contact/rigid/impulses.h"

#include <algorithm>
#include <cmath>

namespace weft {
namespace {

constexpr double kSoftness = 1;
constexpr double kRecovery = 0.2;  // of an overlap that is undone in a step

/// What a sweep needs of a contact, computed once.
struct Prepared {
  Vec3d ra, rb, t1, t2;
  double K_n, K_t, D, target;
  double even = 0;  ///< q: what the contact would carry if pressure varied linearly
};

/// Contacts of two bodies; those that are too few leave nothing open.
struct Patch {
  static constexpr std::size_t kFewest = 5;
  std::vector<std::size_t> rows;
};

std::vector<Patch> patches_of(std::span<const ContactRow> contacts) {
  std::vector<Patch> all(contacts.size());
  for (std::size_t i = 0; i < contacts.size(); ++i) all[contacts[i].patch].rows.push_back(i);
  std::erase_if(all, [](const Patch& p) { return p.rows.size() < Patch::kFewest; });
  return all;
}

/// The linear pressure  p/share = c + s . (x - x_m)  nearest to what the contacts that carry anything carry now,
/// weighted by share:  c = sum p / sum share,  S s = sum p (x - x_m),  S = sum share (x - x_m)(x - x_m)^T
void even_out(const Patch& patch, std::span<const ContactRow> contacts, std::span<Prepared> prepared) {
  double share = 0, p = 0;
  Vec3d middle = Vec3d::zero(), moment = Vec3d::zero();
  for (const std::size_t i : patch.rows) {
    const ContactRow& c = contacts[i];
    prepared[i].even = 0;
    if (!(c.p_n > 0)) continue;
    share += c.share;
    p += c.p_n;
    middle += c.x * c.share;
  }
  if (!(share > 0)) return;
  middle *= 1 / share;
  Mat3d S = Mat3d::zero();
  for (const std::size_t i : patch.rows) {
    const ContactRow& c = contacts[i];
    if (!(c.p_n > 0)) continue;
    const Vec3d r = c.x - middle;
    S += outer(r, r) * c.share;
    moment += r * c.p_n;
  }
  S += Mat3d::identity() * (1e-9 * trace(S) + 1e-300);  // a flat patch says nothing of the way across
  const Vec3d slope = inverse(S) * moment;
  for (const std::size_t i : patch.rows)
    if (contacts[i].p_n > 0)
      prepared[i].even = std::max(0.0, contacts[i].share * (p / share + dot(slope, contacts[i].x - middle)));
}

Vec3d response(const RigidTrial& b, const Vec3d& r, const Vec3d& p) {
  return p * b.inverse_mass + cross(b.inverse_inertia * cross(r, p), r);
}

void add(RigidTrial& b, const Vec3d& r, const Vec3d& p) {
  b.velocity += p * b.inverse_mass;
  b.spin += b.inverse_inertia * cross(r, p);
}
void add(BodyChange& m, const RigidTrial& b, const Vec3d& r, const Vec3d& p) {
  m.v += p * b.inverse_mass;
  m.w += b.inverse_inertia * cross(r, p);
}

Vec3d slip(const std::vector<RigidTrial>& bodies, const ContactRow& c, const Prepared& q) {
  const RigidTrial& a = bodies[c.a];
  const Vec3d v = a.velocity + cross(a.spin, q.ra);
  if (c.b == ContactRow::kNone) return v - c.v_b;
  const RigidTrial& b = bodies[c.b];
  return v - b.velocity - cross(b.spin, q.rb);
}

Prepared prepare(const std::vector<RigidTrial>& bodies, const ContactRow& c, const ImpulseOptions& o) {
  Prepared q{};
  q.ra = c.x - bodies[c.a].centre;
  if (c.b != ContactRow::kNone) q.rb = c.x - bodies[c.b].centre;
  const auto K = [&](const Vec3d& p) {
    Vec3d v = response(bodies[c.a], q.ra, p);
    if (c.b != ContactRow::kNone) v += response(bodies[c.b], q.rb, p);
    return v;
  };
  q.t1 = normalized(std::fabs(c.n[0]) < 0.7 ? cross(c.n, Vec3d{{1, 0, 0}}) : cross(c.n, Vec3d{{0, 1, 0}}));
  q.t2 = cross(c.n, q.t1);
  q.K_n = dot(c.n, K(c.n));
  const Vec3d k1 = K(q.t1), k2 = K(q.t2);
  const double a = dot(q.t1, k1), b = dot(q.t2, k2), ab = dot(q.t1, k2);
  q.K_t = 0.5 * (a + b) + std::sqrt(0.25 * (a - b) * (a - b) + ab * ab);
  const double v_n = dot(slip(bodies, c, q), c.n);
  q.target = -std::max(c.gap - c.slop, 0.0) / o.dt;
  if (c.restitution > 0 && v_n < -o.bounce_speed && v_n < q.target) q.target = -c.restitution * v_n;
  return q;
}

void push(std::vector<RigidTrial>& bodies, const ContactRow& c, const Prepared& q, const Vec3d& p) {
  add(bodies[c.a], q.ra, p);
  if (c.b != ContactRow::kNone) add(bodies[c.b], q.rb, -p);
}

/// One contact of a sweep; returns the largest change of a velocity.
double step(std::vector<RigidTrial>& bodies, ContactRow& c, const Prepared& q) {
  if (!(q.K_n > 0)) return 0;
  const Vec3d v = slip(bodies, c, q);
  const double v_n = dot(v, c.n);
  const double p_n = std::max(0.0, c.p_n - (v_n + q.D * (c.p_n - q.even) - q.target) / (q.K_n + q.D));
  Vec3d dp = c.n * (p_n - c.p_n);
  double change = std::fabs(p_n - c.p_n) * q.K_n;
  c.p_n = p_n;
  if (norm2(dp) > 0) push(bodies, c, q, dp);
  const Vec3d v_t = slip(bodies, c, q);
  Vec3d p_t = c.p_t - (v_t - c.n * dot(v_t, c.n)) * (1 / q.K_t);
  const double most = c.friction * p_n, length = norm(p_t);
  if (!(length <= most)) p_t = most > 0 ? p_t * (most / length) : Vec3d::zero();
  dp = p_t - c.p_t;
  c.p_t = p_t;
  if (norm2(dp) > 0) {
    push(bodies, c, q, dp);
    change = std::max(change, norm(dp) * q.K_t);
  }
  return change;
}

/// Joints: K = J M^-1 J^T of each, factored by elimination when it is used.
struct PreparedJoint {
  double K[6][6];
};

double row_velocity(const JointBlock& j, int r, const std::vector<RigidTrial>& bodies) {
  const RigidTrial& a = bodies[j.a];
  double v = dot(j.linear[r], a.velocity) + dot(j.angular_a[r], a.spin);
  if (j.b != ContactRow::kNone)
    v -= dot(j.linear[r], bodies[j.b].velocity) + dot(j.angular_b[r], bodies[j.b].spin);
  return v;
}
double row_velocity(const JointBlock& j, int r, const std::vector<BodyChange>& moves) {
  double v = dot(j.linear[r], moves[j.a].v) + dot(j.angular_a[r], moves[j.a].w);
  if (j.b != ContactRow::kNone) v -= dot(j.linear[r], moves[j.b].v) + dot(j.angular_b[r], moves[j.b].w);
  return v;
}

PreparedJoint prepare(const std::vector<RigidTrial>& bodies, const JointBlock& j) {
  PreparedJoint q{};
  const auto part = [&](const RigidTrial& b, int r, int s, const std::array<Vec3d, 6>& angular) {
    return dot(j.linear[r], j.linear[s]) * b.inverse_mass + dot(angular[r], b.inverse_inertia * angular[s]);
  };
  for (int r = 0; r < j.rows; ++r)
    for (int s = 0; s < j.rows; ++s) {
      q.K[r][s] = part(bodies[j.a], r, s, j.angular_a);
      if (j.b != ContactRow::kNone) q.K[r][s] += part(bodies[j.b], r, s, j.angular_b);
    }
  return q;
}

/// K p = r for the first n rows. Rows that nothing can move (a body on a fixed axis) get no impulse.
void solve_rows(const PreparedJoint& q, int n, double* r) {
  double A[6][6], largest = 0;
  for (int i = 0; i < n; ++i) {
    std::copy_n(q.K[i], n, A[i]);
    largest = std::max(largest, A[i][i]);
  }
  bool dead[6] = {};
  for (int k = 0; k < n; ++k) {
    if (!(A[k][k] > 1e-10 * largest)) {
      dead[k] = true;
      continue;
    }
    for (int i = k + 1; i < n; ++i) {
      const double f = A[i][k] / A[k][k];
      for (int s = k; s < n; ++s) A[i][s] -= f * A[k][s];
      r[i] -= f * r[k];
    }
  }
  for (int k = n - 1; k >= 0; --k) {
    if (dead[k]) {
      r[k] = 0;
      continue;
    }
    for (int s = k + 1; s < n; ++s) r[k] -= A[k][s] * r[s];
    r[k] /= A[k][k];
  }
}

template <class Apply>
void apply_row(const JointBlock& j, int r, double p, Apply&& apply) {
  apply(j.a, j.linear[r] * p, j.angular_a[r] * p);
  if (j.b != ContactRow::kNone) apply(j.b, j.linear[r] * -p, j.angular_b[r] * -p);
}

void apply_impulse(std::vector<RigidTrial>& bodies, const JointBlock& j, int r, double p) {
  apply_row(j, r, p, [&](std::size_t b, const Vec3d& linear, const Vec3d& angular) {
    bodies[b].velocity += linear * bodies[b].inverse_mass;
    bodies[b].spin += bodies[b].inverse_inertia * angular;
  });
}

double step(std::vector<RigidTrial>& bodies, JointBlock& j, const PreparedJoint& q) {
  double p[6], change = 0;
  if (j.motor >= 0 && q.K[j.motor][j.motor] > 0) {
    const int m = j.motor;
    const double wanted = j.impulse[m] - (row_velocity(j, m, bodies) - j.target[m]) / q.K[m][m];
    const double next = std::clamp(wanted, -j.most, j.most);
    apply_impulse(bodies, j, m, next - j.impulse[m]);
    j.impulse[m] = next;
  }
  const int n = j.motor >= 0 ? j.rows - 1 : j.rows;
  for (int r = 0; r < n; ++r) {
    p[r] = j.target[r] - row_velocity(j, r, bodies);
    change = std::max(change, std::fabs(p[r]));
  }
  solve_rows(q, n, p);
  for (int r = 0; r < n; ++r) {
    apply_impulse(bodies, j, r, p[r]);
    j.impulse[r] += p[r];
  }
  return change;
}

/// The same sweeps on velocities that only move: contacts end where they touch, joints where they fit.
void undo_overlaps(const std::vector<RigidTrial>& bodies, std::vector<BodyChange>& moves,
                   std::span<const ContactRow> contacts, std::span<const Prepared> prepared,
                   std::span<const JointBlock> joints, std::span<const PreparedJoint> prepared_joints,
                   const ImpulseOptions& o) {
  std::vector<double> wanted(contacts.size()), p(contacts.size(), 0.0);
  bool any = !joints.empty();
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const double after = contacts[i].gap + contacts[i].slop +
                         o.dt * dot(slip(bodies, contacts[i], prepared[i]), contacts[i].n);
    wanted[i] = after >= 0 ? -after / o.dt : std::min(-kRecovery * after / o.dt, contacts[i].depth_speed);
    any = any || wanted[i] > 0;
  }
  if (!any) return;
  for (int sweep = 0; sweep < o.moving_sweeps; ++sweep) {
    for (std::size_t j = 0; j < joints.size(); ++j) {
      const JointBlock& joint = joints[j];
      const int n = joint.motor >= 0 ? joint.rows - 1 : joint.rows;
      double r[6];
      for (int k = 0; k < n; ++k) r[k] = -kRecovery * joint.error[k] / o.dt - row_velocity(joint, k, moves);
      solve_rows(prepared_joints[j], n, r);
      for (int k = 0; k < n; ++k)
        apply_row(joint, k, r[k], [&](std::size_t b, const Vec3d& linear, const Vec3d& angular) {
          moves[b].v += linear * bodies[b].inverse_mass;
          moves[b].w += bodies[b].inverse_inertia * angular;
        });
    }
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      const ContactRow& c = contacts[i];
      const Prepared& q = prepared[i];
      if (!(q.K_n > 0)) continue;
      Vec3d u = moves[c.a].v + cross(moves[c.a].w, q.ra);
      if (c.b != ContactRow::kNone) u -= moves[c.b].v + cross(moves[c.b].w, q.rb);
      const double next = std::max(0.0, p[i] - (dot(u, c.n) - wanted[i]) / q.K_n);
      const Vec3d dp = c.n * (next - p[i]);
      p[i] = next;
      add(moves[c.a], bodies[c.a], q.ra, dp);
      if (c.b != ContactRow::kNone) add(moves[c.b], bodies[c.b], q.rb, -dp);
    }
  }
}

}  // namespace

ImpulseReport solve_impulses(std::vector<RigidTrial>& bodies, std::vector<BodyChange>& moves,
                             std::span<ContactRow> contacts, std::span<JointBlock> joints,
                             const ImpulseOptions& o) {
  std::vector<Prepared> prepared;
  std::vector<PreparedJoint> prepared_joints;
  for (const ContactRow& c : contacts) prepared.push_back(prepare(bodies, c, o));
  for (const JointBlock& j : joints) prepared_joints.push_back(prepare(bodies, j));
  for (std::size_t i = 0; i < contacts.size(); ++i)
    push(bodies, contacts[i], prepared[i], contacts[i].n * contacts[i].p_n + contacts[i].p_t);
  for (JointBlock& j : joints)
    for (int r = 0; r < j.rows; ++r) apply_impulse(bodies, j, r, j.impulse[r]);

  const std::vector<Patch> patches = patches_of(contacts);
  for (const Patch& patch : patches)
    for (const std::size_t i : patch.rows) prepared[i].D = kSoftness * prepared[i].K_n / contacts[i].share;

  ImpulseReport report;
  for (report.sweeps = 1; report.sweeps <= o.sweeps; ++report.sweeps) {
    report.change = 0;
    for (const Patch& patch : patches) even_out(patch, contacts, prepared);
    const bool back = report.sweeps % 2 == 0;
    for (std::size_t k = 0; k < joints.size(); ++k) {
      const std::size_t j = back ? joints.size() - 1 - k : k;
      report.change = std::max(report.change, step(bodies, joints[j], prepared_joints[j]));
    }
    for (std::size_t k = 0; k < contacts.size(); ++k) {
      const std::size_t i = back ? contacts.size() - 1 - k : k;
      report.change = std::max(report.change, step(bodies, contacts[i], prepared[i]));
    }
    if (report.change <= o.tolerance) break;
  }
  moves.assign(bodies.size(), {});
  undo_overlaps(bodies, moves, contacts, prepared, joints, prepared_joints, o);
  return report;
}

}  // namespace weft
