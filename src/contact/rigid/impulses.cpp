#include "contact/rigid/impulses.h"

#include <algorithm>
#include <cmath>

#include "contact/rigid/velocity_system.h"

namespace weft {
namespace {

constexpr double kStiffness = 1e3;  // rho times the response of what it acts on
constexpr std::size_t kWide = 5;    // contacts of a patch that leave its pressure open
constexpr double kRecovery = 0.2;   // of an overlap that is undone in a step

Vec6 stacked(const Vec3d& v, const Vec3d& w) {
  Vec6 out;
  out << v[0], v[1], v[2], w[0], w[1], w[2];
  return out;
}

int index(std::size_t body) { return body == ContactRow::kNone ? -1 : int(body); }

Vec3d slip(const std::vector<RigidTrial>& bodies, const ContactRow& c) {
  const Vec3d v = bodies[c.a].velocity_at(c.x);
  return v - (c.b == ContactRow::kNone ? c.v_b : bodies[c.b].velocity_at(c.x));
}

/// Two directions across n.
std::array<Vec3d, 2> across(const Vec3d& n) {
  const Vec3d t = normalized(std::fabs(n[0]) < 0.7 ? cross(n, Vec3d{{1, 0, 0}}) : cross(n, Vec3d{{0, 1, 0}}));
  return {t, cross(n, t)};
}

VelocityRow along(const std::vector<RigidTrial>& bodies, const ContactRow& c, const Vec3d& d) {
  VelocityRow r;
  r.J_a = stacked(d, cross(c.x - bodies[c.a].centre, d));
  r.J_b.setZero();
  if (c.b != ContactRow::kNone) r.J_b = stacked(-d, cross(c.x - bodies[c.b].centre, -d));
  return r;
}

/// Contacts of the same two bodies, where they are many enough to leave pressure open.
std::vector<std::vector<std::size_t>> wide_patches(std::span<const ContactRow> contacts) {
  std::vector<std::vector<std::size_t>> all(contacts.size());
  for (std::size_t i = 0; i < contacts.size(); ++i) all[contacts[i].patch].push_back(i);
  std::erase_if(all, [](const auto& p) { return p.size() < kWide; });
  return all;
}

/// Impulses to begin with become those of the linear pressure nearest to them:  p/share = c + s . (x - x_m)
/// over the contacts that carry anything, with  c = sum p / sum share,  S s = sum p (x - x_m), S = sum share
/// (x - x_m)(x - x_m)^T.
void even_out(const std::vector<std::size_t>& patch, std::span<ContactRow> contacts) {
  double share = 0, p = 0;
  Vec3d middle = Vec3d::zero(), moment = Vec3d::zero();
  for (const std::size_t i : patch) {
    const ContactRow& c = contacts[i];
    if (!(c.p_n > 0)) continue;
    share += c.share;
    p += c.p_n;
    middle += c.x * c.share;
  }
  if (!(share > 0)) return;
  middle *= 1 / share;
  Mat3d S = Mat3d::zero();
  for (const std::size_t i : patch) {
    const ContactRow& c = contacts[i];
    if (!(c.p_n > 0)) continue;
    const Vec3d r = c.x - middle;
    S += outer(r, r) * c.share;
    moment += r * c.p_n;
  }
  S += Mat3d::identity() * (1e-9 * trace(S) + 1e-300);  // a flat patch says nothing of the way across
  const Vec3d slope = inverse(S) * moment;
  for (const std::size_t i : patch)
    if (ContactRow& c = contacts[i]; c.p_n > 0)
      c.p_n = std::max(0.0, c.share * (p / share + dot(slope, c.x - middle)));
}

/// Sums of shares over the contacts of each patch.
std::vector<double> patch_shares(std::span<const ContactRow> contacts) {
  std::vector<double> sum(contacts.size(), 0.0);
  for (const ContactRow& c : contacts) sum[c.patch] += c.share;
  return sum;
}

/// `wanted`: normal speed after contact; `moving`: undoing overlap, where nothing rubs.
void add_contacts(VelocitySystem& system, const std::vector<RigidTrial>& bodies,
                  std::span<const ContactRow> contacts, std::span<const double> wanted, bool moving) {
  const std::vector<double> shares = patch_shares(contacts);
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const ContactRow& c = contacts[i];
    const auto t = across(c.n);
    std::array<VelocityRow, 3> rows = {along(bodies, c, c.n), along(bodies, c, t[0]), along(bodies, c, t[1])};
    const int a = index(c.a), b = index(c.b);
    const double K = system.response(a, b, rows[0]);
    for (VelocityRow& r : rows) r.rho = K > 0 ? kStiffness / K * c.share / shares[c.patch] : 0;
    rows[0].w = wanted[i];
    if (!moving) {
      rows[0].p = c.p_n;
      for (int d : {0, 1}) {
        rows[1 + d].p = dot(c.p_t, t[d]);
        rows[1 + d].w = c.b == ContactRow::kNone ? dot(c.v_b, t[d]) : 0;
      }
    }
    system.add_contact(a, b, rows, moving ? 0 : c.friction);
  }
}

void add_joints(VelocitySystem& system, std::span<const JointBlock> joints, double dt, bool moving) {
  for (const JointBlock& j : joints)
    for (int r = 0; r < j.rows; ++r) {
      if (moving && r == j.motor) continue;
      VelocityRow row;
      row.J_a = stacked(j.linear[r], j.angular_a[r]);
      row.J_b = stacked(-j.linear[r], -j.angular_b[r]);
      const int a = index(j.a), b = index(j.b);
      const double K = system.response(a, b, row);
      row.rho = K > 0 ? kStiffness / K : 0;
      row.w = moving ? -kRecovery * j.error[r] / dt : j.target[r];
      row.p = moving ? 0 : j.impulse[r];
      system.add_row(a, b, row, r == j.motor ? VelocityGroup::Kind::clamp : VelocityGroup::Kind::equal,
                     j.most);
    }
}

std::vector<double> wanted_speeds(const std::vector<RigidTrial>& bodies, std::span<const ContactRow> contacts,
                                  const RigidImpulseOptions& o) {
  std::vector<double> wanted;
  for (const ContactRow& c : contacts) {
    const double v_n = dot(slip(bodies, c), c.n), arrives = -std::max(c.gap - c.slop, 0.0) / o.dt;
    const bool bounces = c.restitution > 0 && v_n < -o.bounce_speed && v_n < arrives;
    wanted.push_back((bounces ? -c.restitution * v_n : arrives) +
                     (c.b == ContactRow::kNone ? dot(c.v_b, c.n) : 0));
  }
  return wanted;
}

void undo_overlaps(const std::vector<RigidTrial>& bodies, std::vector<BodyChange>& moves,
                   std::span<const ContactRow> contacts, std::span<const JointBlock> joints,
                   const RigidImpulseOptions& o) {
  std::vector<double> wanted;
  bool any = !joints.empty();
  for (const ContactRow& c : contacts) {
    const double after = c.gap + c.slop + o.dt * dot(slip(bodies, c), c.n);
    wanted.push_back(after >= 0 ? -after / o.dt : std::min(-kRecovery * after / o.dt, c.depth_speed));
    any = any || wanted.back() > 0;
  }
  if (!any) return;
  VelocitySystem system(bodies);
  add_joints(system, joints, o.dt, true);
  add_contacts(system, bodies, contacts, wanted, true);
  std::vector<Vec6> u(bodies.size(), Vec6::Zero());
  system.solve(u, 100 * o.tolerance);
  for (std::size_t i = 0; i < u.size(); ++i)
    moves[i] = {{{u[i][0], u[i][1], u[i][2]}}, {{u[i][3], u[i][4], u[i][5]}}};
}

}  // namespace

ImpulseReport solve_impulses(std::vector<RigidTrial>& bodies, std::vector<BodyChange>& moves,
                             std::span<ContactRow> contacts, std::span<JointBlock> joints,
                             const RigidImpulseOptions& o) {
  moves.assign(bodies.size(), {});
  if (contacts.empty() && joints.empty()) return {};
  for (const auto& patch : wide_patches(contacts)) even_out(patch, contacts);
  VelocitySystem system(bodies);
  add_joints(system, joints, o.dt, false);
  add_contacts(system, bodies, contacts, wanted_speeds(bodies, contacts, o), false);
  std::vector<Vec6> u;
  for (const RigidTrial& b : bodies) u.push_back(stacked(b.velocity, b.spin));
  const SystemReport report = system.solve(u, o.tolerance);

  std::size_t r = 0;
  for (JointBlock& j : joints)
    for (int k = 0; k < j.rows; ++k) j.impulse[k] = system.rows[r++].p;
  for (ContactRow& c : contacts) {
    const auto t = across(c.n);
    c.p_n = system.rows[r].p;
    c.p_t = t[0] * system.rows[r + 1].p + t[1] * system.rows[r + 2].p;
    r += 3;
  }
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    bodies[i].velocity = {{u[i][0], u[i][1], u[i][2]}};
    bodies[i].spin = {{u[i][3], u[i][4], u[i][5]}};
  }
  undo_overlaps(bodies, moves, contacts, joints, o);
  return {report.rounds, report.newton, report.violation};
}

}  // namespace weft
