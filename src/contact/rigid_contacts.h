/// Rigid bodies against each other and against obstacles: contacts found (contact/rigid/find_contacts.h),
/// then impulses on the velocities of the end of the step (contact/rigid/impulses.h). Poses are moved by the
/// bodies themselves in end_step.
#pragma once
#include <functional>
#include <span>
#include <vector>

#include "bodies/rigid/rigid_body.h"
#include "contact/collider.h"
#include "contact/joint.h"
#include "contact/rigid/contact_shape.h"
#include "contact/rigid/impulses.h"

namespace weft {

/// What a rigid body did to an obstacle.
struct RigidTouch {
  std::size_t collider;
  Vec3d x;        ///< [m]
  Vec3d impulse;  ///< on the collider [N s]
};

class RigidContacts {
 public:
  struct Scene {
    std::span<const std::unique_ptr<Body>>
        bodies;                           ///< all of the world's; those that are not rigid are skipped
    std::span<const Collider> colliders;  ///< where they end the step
    std::span<const Joint> joints;
    Vec3d gravity{{0, 0, -9.81}};
    /// Between two bodies, as indices into `bodies`.
    std::function<double(std::size_t, std::size_t)> friction;
    /// Between a body and a collider, where it may differ from the collider's own; empty: it does not.
    std::function<double(std::size_t, std::size_t)> friction_with;
  };

  /// Changes the bodies' trial velocities. Repeatable: a step may be thrown away and tried again.
  void solve(const Scene& scene, const Step& step, std::vector<RigidTouch>& touches);
  void archive(Archive& a);

  std::size_t contacts() const { return rows_.size(); }  ///< of the last solve, those near included
  const ImpulseReport& report() const { return report_; }
  double deepest() const { return deepest_; }  ///< overlap in the last solve [m]

 private:
  /// An impulse remembered where it acted: the next solve begins from it.
  struct Remembered {
    std::uint64_t a, b;  ///< body; body, or collider after all bodies
    Vec3d at;            ///< in a's axes, from its centre
    double p_n;          ///< a second [N]
    Vec3d p_t;
  };
  struct Memory {
    double time = -1;  ///< of the step it is from
    std::vector<Remembered> contacts;
    std::vector<std::array<double, 6>> joints;
  };

  void prepare(const Scene& scene);
  void find(const Scene& scene, const Step& step);
  void recall(const Step& step);
  void join(const Scene& scene, const Step& step);
  void remember(const Step& step);

  std::vector<RigidBody*> rigid_;      ///< those of the scene
  std::vector<std::size_t> body_of_;   ///< their indices there
  std::vector<ContactShape> shapes_;   ///< of rigid bodies, then of colliders
  std::vector<const void*> prepared_;  ///< what the shapes were made for
  std::vector<ContactRow> rows_;
  std::vector<std::uint64_t> other_;  ///< of each row: rigid body, or their number plus the collider
  std::vector<JointBlock> blocks_;
  Memory last_, now_;
  ImpulseReport report_;
  double deepest_ = 0;
};

}  // namespace weft
