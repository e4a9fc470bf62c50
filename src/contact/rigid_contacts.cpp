#include "contact/rigid_contacts.h"

#include <algorithm>
#include <cmath>

#include "contact/rigid/broad_phase.h"
#include "contact/rigid/find_contacts.h"
#include "contact/rigid/joint_block.h"

namespace weft {
namespace {

constexpr double kNear = 1e-3;          // of a body's size: contacts nearer count whatever the speed
constexpr double kSlop = 1e-5;          // of a body's size: overlap and gap that count as touching
constexpr double kRecoverySpeed = 0.2;  // of sqrt(g size): overlaps part no faster
constexpr double kSame = 0.05;          // of a body's size: contacts that moved less are the same
constexpr double kTolerance =
    1e-7;  // of g dt and of a thousandth of the speeds: constraints are kept to this
constexpr double kStickyFriction = 1e6;

double friction_of(const Collider& c, double friction) {
  if (c.boundary == Boundary::sticky) return kStickyFriction;
  return c.boundary == Boundary::symmetry ? 0 : friction;
}

double pull(const Vec3d& gravity) { return norm(gravity) > 0 ? norm(gravity) : 9.81; }

}  // namespace

void RigidContacts::prepare(const Scene& scene) {
  rigid_.clear();
  body_of_.clear();
  std::vector<const void*> wanted;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i)
    if (RigidBody* body = scene.bodies[i]->roles().rigid) {
      rigid_.push_back(body);
      body_of_.push_back(i);
      wanted.push_back(&body->options().shape);
    }
  for (const Collider& c : scene.colliders) wanted.push_back(&c.shape);
  if (wanted == prepared_) return;
  prepared_ = wanted;
  shapes_.clear();
  for (RigidBody* body : rigid_) shapes_.push_back(contact_shape(body->options().shape, true));
  for (const Collider& c : scene.colliders) shapes_.push_back(contact_shape(c.shape, false));
}

void RigidContacts::find(const Scene& scene, const Step& step) {
  const std::size_t n = rigid_.size();
  std::vector<PlacedShape> placed;
  std::vector<Reach> reaches;
  for (std::size_t i = 0; i < n; ++i) {
    placed.push_back({&shapes_[i], rigid_[i]->pose()});
    const RigidTrial t = rigid_[i]->state().trial();
    const double speed = norm(t.velocity) + norm(t.spin) * shapes_[i].size;
    reaches.push_back({world_bounds(placed[i]), speed * step.dt + kNear * shapes_[i].size});
  }
  for (std::size_t k = 0; k < scene.colliders.size(); ++k) {
    const Collider& c = scene.colliders[k];
    placed.push_back({&shapes_[n + k], c.pose, c.deforms() ? &c : nullptr});
    const double radius = shapes_[n + k].size;
    const double speed = norm(c.linear) + norm(c.angular) * radius;
    reaches.push_back({world_bounds(placed[n + k]), speed * step.dt});
  }
  const std::vector<ShapePair> pairs = near_pairs(reaches, n);
  std::vector<std::vector<ContactPoint>> found(pairs.size());
  parallel_for(pairs.size(), [&](std::size_t p) {
    const auto [a, b] = pairs[p];
    find_contacts(placed[a], placed[b], reaches[a].margin + reaches[b].margin, found[p]);
  });

  rows_.clear();
  other_.clear();
  deepest_ = 0;
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    const auto [a, b] = pairs[p];
    if (found[p].empty() || (b < n && joined(scene.joints, body_of_[a], body_of_[b]))) continue;
    const std::size_t patch = rows_.size();
    for (const ContactPoint& at : found[p]) {
      ContactRow row;
      row.a = a;
      row.x = at.x;
      row.n = at.n;
      row.gap = at.gap;
      row.share = at.share;
      row.patch = patch;
      const double size = b < n ? std::min(shapes_[a].size, shapes_[b].size) : shapes_[a].size;
      row.slop = kSlop * size;
      row.depth_speed = kRecoverySpeed * std::sqrt(pull(scene.gravity) * size);
      if (b < n) {
        row.b = b;
        row.friction = scene.friction(body_of_[a], body_of_[b]);
        row.restitution = std::sqrt(rigid_[a]->restitution() * rigid_[b]->restitution());
      } else {
        const Collider& c = scene.colliders[b - n];
        row.v_b = c.velocity_at(at.x);
        row.gap += step.dt * dot(row.v_b, row.n);  // the collider is where it ends the step
        row.friction =
            friction_of(c, scene.friction_with ? scene.friction_with(body_of_[a], b - n) : c.friction);
        row.restitution = rigid_[a]->restitution();
      }
      deepest_ = std::max(deepest_, -row.gap);
      rows_.push_back(row);
      other_.push_back(b);
    }
  }
}

/// The solve begins with what the contact nearest by carried in the step before.
void RigidContacts::recall(const Step& step) {
  if (now_.time >= 0 && step.time > now_.time) last_ = std::move(now_);
  now_ = {};
  std::vector<bool> used(last_.contacts.size(), false);
  const auto before = [](const Remembered& r, const std::pair<std::uint64_t, std::uint64_t>& key) {
    return std::pair(r.a, r.b) < key;
  };
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    ContactRow& row = rows_[i];
    const RigidState& s = rigid_[row.a]->state();
    const Vec3d at = s.rotation().conjugate().rotate(row.x - s.centre());
    const std::pair<std::uint64_t, std::uint64_t> key(row.a, other_[i]);
    double nearest = std::pow(kSame * shapes_[row.a].size, 2);
    std::size_t best = last_.contacts.size();
    for (auto r = std::lower_bound(last_.contacts.begin(), last_.contacts.end(), key, before);
         r != last_.contacts.end() && std::pair(r->a, r->b) == key; ++r) {
      const std::size_t k = std::size_t(r - last_.contacts.begin());
      if (const double d = norm2(r->at - at); d < nearest && !used[k]) nearest = d, best = k;
    }
    if (best == last_.contacts.size()) continue;
    used[best] = true;
    const Remembered& r = last_.contacts[best];
    row.p_n = r.p_n * step.dt;
    row.p_t = (r.p_t - row.n * dot(r.p_t, row.n)) * step.dt;
  }
}

void RigidContacts::join(const Scene& scene, const Step& step) {
  blocks_.clear();
  const auto place = [&](std::size_t body) {
    const auto at = std::find(body_of_.begin(), body_of_.end(), body);
    return at == body_of_.end() ? ContactRow::kNone : std::size_t(at - body_of_.begin());
  };
  for (std::size_t j = 0; j < scene.joints.size(); ++j) {
    const Joint& joint = scene.joints[j];
    const std::size_t a = place(joint.a), b = joint.b == Joint::kWorld ? ContactRow::kNone : place(joint.b);
    JointBlock block = joint_block(joint, *rigid_[a], b == ContactRow::kNone ? nullptr : rigid_[b], step.dt);
    block.a = a;
    block.b = b;
    if (j < last_.joints.size())
      for (int r = 0; r < block.rows; ++r) block.impulse[r] = last_.joints[j][r] * step.dt;
    blocks_.push_back(block);
  }
}

void RigidContacts::remember(const Step& step) {
  now_.time = step.time;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const ContactRow& row = rows_[i];
    if (!(row.p_n > 0)) continue;
    const RigidState& s = rigid_[row.a]->state();
    now_.contacts.push_back({row.a, other_[i], s.rotation().conjugate().rotate(row.x - s.centre()),
                             row.p_n / step.dt, row.p_t * (1 / step.dt)});
  }
  std::stable_sort(now_.contacts.begin(), now_.contacts.end(), [](const Remembered& x, const Remembered& y) {
    return std::pair(x.a, x.b) < std::pair(y.a, y.b);
  });
  for (const JointBlock& b : blocks_) {
    now_.joints.emplace_back();
    for (int r = 0; r < 6; ++r) now_.joints.back()[r] = r < b.rows ? b.impulse[r] / step.dt : 0;
  }
}

void RigidContacts::solve(const Scene& scene, const Step& step, std::vector<RigidTouch>& touches) {
  prepare(scene);
  if (rigid_.empty()) return;
  find(scene, step);
  recall(step);
  join(scene, step);

  std::vector<RigidTrial> trials;
  for (RigidBody* body : rigid_) trials.push_back(body->state().trial());
  const std::vector<RigidTrial> before = trials;
  double fastest = 0;
  for (const RigidTrial& t : trials) fastest = std::max(fastest, norm(t.velocity));
  RigidImpulseOptions options;
  options.dt = step.dt;
  options.bounce_speed = 2 * norm(scene.gravity) * step.dt;
  options.tolerance = kTolerance * (norm(scene.gravity) * step.dt + 1e-3 * fastest);
  std::vector<BodyChange> moves;
  report_ = solve_impulses(trials, moves, rows_, blocks_, options);
  remember(step);

  // Sums of impulses, not differences of velocities: what nothing touched keeps every bit.
  std::vector<BodyChange> sums(rigid_.size());
  const auto add = [&](std::size_t body, const Vec3d& linear, const Vec3d& angular) {
    sums[body].v += linear;
    sums[body].w += angular;
  };
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const ContactRow& row = rows_[i];
    const Vec3d p = row.n * row.p_n + row.p_t;
    if (!(row.p_n > 0)) continue;
    add(row.a, p, cross(row.x - before[row.a].centre, p));
    if (row.b != ContactRow::kNone) add(row.b, -p, cross(row.x - before[row.b].centre, -p));
    else touches.push_back({std::size_t(other_[i]) - rigid_.size(), row.x, -p});
  }
  for (const JointBlock& j : blocks_)
    for (int r = 0; r < j.rows; ++r) {
      add(j.a, j.linear[r] * j.impulse[r], j.angular_a[r] * j.impulse[r]);
      if (j.b != ContactRow::kNone) add(j.b, j.linear[r] * -j.impulse[r], j.angular_b[r] * -j.impulse[r]);
    }
  for (std::size_t i = 0; i < rigid_.size(); ++i) {
    rigid_[i]->state().push(before[i], sums[i].v, sums[i].w);
    rigid_[i]->state().drift(moves[i].v, moves[i].w);
  }
}

void RigidContacts::archive(Archive& a) {
  a.value("rigid_contacts/time", now_.time);
  a.array("rigid_contacts/contacts", now_.contacts);
  a.array("rigid_contacts/joints", now_.joints);
}

}  // namespace weft
