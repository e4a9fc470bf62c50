/// Impulses that keep rigid bodies apart and joined, found on velocities by sweeps over all constraints.
/// A contact with gap g, normal n, impulse p_n n + p_t:
///   0 <= p_n  complementary to  v_n + D p_n - w >= 0,   w = -g/dt while apart, e |v_n| when it bounces
///   |p_t| <= mu p_n,  at rest where it can be, else against the slip (the cone, not a box)
/// Step of a sweep: p_n <- max(0, p_n - (v_n + D p_n - w)/(K_n + D)),  p_t <- disk(p_t - v_t/K_t, mu p_n),
/// with K_n the response along n and K_t the larger one across. D = kSoftness K/share is so small that
/// nothing shows it, but it decides what rigidity leaves open: pressure spreads evenly over a patch. Overlaps
/// are undone by velocities that move bodies and are then forgotten: no energy comes from them.
#pragma once
#include <array>
#include <span>
#include <vector>

#include "bodies/rigid/rigid_state.h"

namespace weft {

/// Moves that one constraint sees of one body.
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

/// Up to six scalar constraints of two bodies, solved at once: J_v . (v_a - v_b) + J_a . w_a - J_b . w_b =
/// target.
struct JointBlock {
  std::size_t a = 0, b = ContactRow::kNone;
  int rows = 0;
  std::array<Vec3d, 6> linear, angular_a, angular_b;
  std::array<double, 6> target{}, error{};  ///< error: to be undone by moving [m or rad]
  std::array<double, 6> impulse{};          ///< start and result
  int motor = -1;                           ///< a row of its own with |impulse| <= most
  double most = 0;
};

struct ImpulseOptions {
  double dt = 0;
  double bounce_speed = 0;  ///< slower approaches do not bounce [m/s]
  double tolerance = 0;     ///< velocities change less in a sweep at the end [m/s]
  int sweeps = 200, moving_sweeps = 30;
};

struct ImpulseReport {
  int sweeps = 0;
  double change = 0;  ///< largest of a velocity in the last sweep [m/s]
};

/// Rows are swept in their order and back. `bodies` get their velocities after contact, `moves` the
/// velocities that undo overlap.
ImpulseReport solve_impulses(std::vector<RigidTrial>& bodies, std::vector<BodyChange>& moves,
                             std::span<ContactRow> contacts, std::span<JointBlock> joints,
                             const ImpulseOptions& options);

}  // namespace weft
