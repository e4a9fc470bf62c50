/// Surfaces of all bodies and obstacles meet as geometry, once per step.
///
///   read       where vertices are, how they will move
///   find       the list of near pairs, if it no longer holds; who is awake
///   contacts   awake pairs that would come nearer than they keep, and obstacles
///   impulses   velocities that part them, with friction; a motion that restores lost gaps
///   certify    every awake pair is proven apart for the whole step, or its motion is cut
///   write      bodies move by exactly what was proven
///
/// Nothing but the impulses is remembered from step to step; the list is made anew when a frame begins, so that
/// a run resumed there does what an unbroken one does.
#pragma once
#include <functional>
#include <memory>

#include "bodies/body.h"
#include "bodies/rigid/rigid_body.h"
#include "contact/collider.h"
#include "contact/surfaces/cut.h"
#include "contact/surfaces/impulses.h"
#include "contact/surfaces/obstacle_contacts.h"
#include "contact/surfaces/report.h"
#include "contact/surfaces/rest_search.h"
#include "contact/surfaces/untangle.h"

namespace weft {

/// Forces per mass: that may be left over, and the greatest that is about [m/s^2].
struct RestGoal {
  double left, load;
};

/// What an obstacle received.
struct SurfaceTouch {
  std::uint32_t collider;
  Vec3d x, impulse;
};

class SurfaceMeeting {
 public:
  struct Setting {
    std::span<const std::unique_ptr<Body>> bodies;
    std::span<const Collider> colliders;
    double time = 0, dt = 0;  ///< when the step begins, and its length [s]
    std::function<double(const Body*, const Body*)> friction;
    std::function<double(const Body*, std::size_t)> friction_with;  ///< a collider
  };

  /// True when there is something to meet.
  bool find(const Setting& setting);
  void meet(const Setting& setting, SurfaceReport& report, std::vector<SurfaceTouch>& touches);
  /// Instead of `meet`: one step towards rest of bodies that all seek it (bodies/resting.h). touches: at rest, what acts in a
  /// second.
  RestReport seek_rest(const Setting& setting, const RestGoal& goal, SurfaceReport& report,
                       std::vector<SurfaceTouch>& touches);
  /// What it remembers besides.
  void archive_rest(Archive& a) { rest_.archive(a); }
  /// A frame begins: the list is made anew.
  void forget_order() {
    list_.forget();
    rest_.forget_order();
    looked_ = false;
  }
  void archive(Archive& a);
  ImpulseRules rules;

 private:
  /// What a contact had in the last two steps.
  struct Remembered {
    ContactKey key;
    double n, before;
    Vec3d t;
  };

  void read(const Setting& setting);
  void write();
  void untangle(SurfaceReport& report);
  void wake();
  void find_contacts(SurfaceReport& report);
  void add_contact(std::uint32_t awake);
  void keep_if_it_answers(SurfaceContact& last);
  void add_failing(const FailingPair& f);
  void recall(SurfaceContact& c) const;
  void answer();
  std::size_t follow_answers(SurfaceReport& report);
  void add_obstacles();
  void solve(std::size_t first, SurfaceReport& report);
  void certify(SurfaceReport& report);
  void move_rigid();
  void remember(double dt);
  void tell(std::vector<SurfaceTouch>& touches) const;
  void tell_rest(std::vector<SurfaceTouch>& touches) const;
  void lay_out(const Setting& setting);
  double friction_of(const Setting& setting, std::uint32_t a, std::uint32_t b) const;

  /// Whose surface a part is.
  struct Owner {
    Body* body = nullptr;
    std::uint32_t collider = kNone;
    ContactMesh mesh;  ///< of colliders
    std::vector<VertexMotion> motion;
  };
  std::vector<std::unique_ptr<Owner>> owners_;
  std::vector<RigidBody*> rigid_;
  std::vector<RigidTrial> rigid_before_;
  std::vector<std::pair<Vec3d, Vec3d>> drift_before_;
  SurfaceScene scene_;
  NearPairs list_;
  NearPairs::Friction pair_friction_;
  ObstacleContacts::Friction obstacle_friction_;
  SurfaceImpulses impulses_;
  ObstacleContacts obstacles_;
  Cutter cutter_;
  Untangler untangler_;
  RestSearch rest_;
  bool looked_ = false;  ///< for crossings, since the list was made
  GapRules gaps_;
  std::size_t flush_ = 0;           ///< pairs that begin the step flush
  bool apart_ = false;              ///< nothing was flush any longer
  std::vector<Remembered> memory_;  ///< by key
  double memory_dt_ = 0;            ///< of the step that they are from
};

}  // namespace weft
