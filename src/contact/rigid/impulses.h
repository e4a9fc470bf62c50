/// Impulses that keep rigid bodies apart and joined, found on velocities by an augmented Lagrangian.
/// A contact with gap g, normal n, impulse p_n n + p_t:
///   0 <= p_n  complementary to  v_n - w >= 0,   w = -(g - s)/dt while g > s, e |v_n| when it bounces, else 0
///   |p_t| <= mu p_n,  at rest where it can be, else against the slip (the cone, not a box)
/// Both say  p = pi(p - rho (J v - w))  for any rho > 0, with pi_n = max(0, .), pi_t = disk(., mu p_n).
/// Newton's method solves  M (v - v_0) = sum J^T pi(p - rho (J v - w))  for v; then p <- pi(...), until
/// nothing changes. Joints are the same with pi the identity, motors with pi a clamp. rho of a contact is
/// proportional to its share of the patch: pressure, which rigidity leaves open, then varies linearly over a
/// patch. It is large (kStiffness over the response), so that a few rounds are enough. The slop s is a
/// hundred thousandth of a body: within it things touch, so that what rests finds the same contacts again and
/// comes to rest. Deeper overlaps are undone by velocities that move bodies and are then forgotten: no energy
/// comes from them.
#pragma once
#include <array>
#include <span>
#include <vector>

#include "bodies/rigid/rigid_state.h"

namespace weft {

struct BodyChange {
  Vec3d v{{0, 0, 0}}, w{{0, 0, 0}};
};

struct ContactRow {
  static constexpr std::size_t kNone = std::size_t(-1);
  std::size_t a = 0, b = kNone;  ///< bodies; b: none for an obstacle
  Vec3d x, n;                    ///< n out of b
  Vec3d v_b{{0, 0, 0}};          ///< of the obstacle
  double gap = 0, slop = 0;      ///< [m]
  double share = 1;
  double friction = 0, restitution = 0;
  double p_n = 0;              ///< start and result [N s]
  Vec3d p_t{{0, 0, 0}};        ///< start and result, across n [N s]
  double depth_speed = 1e300;  ///< overlaps part no faster [m/s]
  std::size_t patch = 0;  ///< contacts of the same two bodies have the same number, below that of contacts
};

/// Up to six scalar constraints of two bodies:  J_v . (v_a - v_b) + J_a . w_a - J_b . w_b = target.
struct JointBlock {
  std::size_t a = 0, b = ContactRow::kNone;
  int rows = 0;
  std::array<Vec3d, 6> linear, angular_a, angular_b;
  std::array<double, 6> target{}, error{};  ///< error: to be undone by moving [m or rad]
  std::array<double, 6> impulse{};          ///< start and result
  int motor = -1;                           ///< the row with |impulse| <= most
  double most = 0;
};

struct RigidImpulseOptions {
  double dt = 0;
  double bounce_speed = 0;  ///< slower approaches do not bounce [m/s]
  double tolerance = 0;     ///< constraints are kept to this [m/s]
};

struct ImpulseReport {
  int rounds = 0, newton = 0;  ///< changes of impulses; solves in all of them
  double violation = 0;        ///< largest of a constraint at the end [m/s]
};

/// `bodies` get their velocities after contact, `moves` the velocities that undo overlap.
ImpulseReport solve_impulses(std::vector<RigidTrial>& bodies, std::vector<BodyChange>& moves,
                             std::span<ContactRow> contacts, std::span<JointBlock> joints,
                             const RigidImpulseOptions& options);

}  // namespace weft
