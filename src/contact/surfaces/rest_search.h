/// One step towards rest of all bodies that seek it together with contact (bodies/resting.h, docs/statics.md). With u the way of
/// all vertices from where the step begins:
///   E(u) = sum E_body(u) + sum over presses  m b(d)  +  sum  mu push H(|s + T u|)      (presses.h)
///   H(z) = z^2/(2 e) for z < e, z - e/2 beyond:  what sticks gives way by e at most, and is held by mu push z/e;
///   T u    what a press slides along its tangent plane;  push, plane and weights are those when the step begins
/// Newton's method: A d = -dE/du at u = 0 with A definite, conjugate gradients, u = a d with a halved until every pair is proven
/// apart on its way and E is lower. Then
///   s <- (s + T u), no longer than e:  what slid keeps its direction, what sticks has forces that are at rest themselves
/// so that nothing creeps: at rest forces of friction balance the load by the same s, step after step.
/// Left over are the forces at u = 0, with the friction of that s: a statement about true forces.
#pragma once
#include "bodies/resting.h"
#include "bodies/secants.h"
#include "contact/surfaces/cut.h"
#include "contact/surfaces/presses.h"

namespace weft {

struct RestReport {
  double left = 0;    ///< forces per mass when the step begins: the root of their mean square by mass [m/s^2]
  double bears = 0;   ///< the same of what bodies bear without contact [m/s^2]
  double share = 0;   ///< a
  int gradients = 0;  ///< iterations
  std::size_t presses = 0;
  double nearest = 1;  ///< the least d as a share of what is kept
};

class RestSearch {
 public:
  struct Part {
    RestingBody* body;
    std::size_t first;  ///< in the scene
  };
  struct Task {
    SurfaceScene& scene;
    NearPairs& list;
    ObstacleContacts& obstacles;
    std::span<const Part> parts;
    std::span<const Collider> colliders;
    double time, rest;  ///< where obstacles are [s]; forces per mass that may be left over [m/s^2]
    double load;        ///< the greatest force per mass that is about [m/s^2]
    NearPairs::Friction friction;
    ObstacleContacts::Friction friction_with;
  };
  /// Leaves u in the scene: zero where it is at rest already.
  RestReport step(const Task& task);
  /// Calls f(press, which of its vertices, force on that) for what pressed when the step began, friction included.
  template <class F>
  void each_force(F&& f) const {
    std::size_t rub = 0;
    for (std::uint32_t i = 0; i < presses_.size(); ++i) {
      const Press& p = presses_[i];
      Vec3d pull = Vec3d::zero();
      if (rub < rubs_.size() && rubs_[rub].press == i) pull = rubs_[rub++].pull();
      for (std::size_t k = 0; k < 4 && p.vertex[k] != kNone; ++k) f(p, k, p.force(k) - pull * p.w[k]);
    }
  }
  /// A run that goes on from here does what an unbroken one does.
  void forget_order() { secants_.forget(); }
  void archive(Archive& a) { a.array("surfaces/slips", slips_); }

 private:
  /// What a press has slipped, as far as it still pulls.
  struct Slip {
    ContactKey key;
    Vec3d s;
  };
  /// Of a press that rubs.
  struct Rub {
    std::uint32_t press;
    Vec3d s;
    double most, give;  ///< mu push [N]; e [m]
    Vec3d pull() const { return s * (most / std::max(give, norm(s))); }
  };
  /// A block of the stiffness that couples the vertices of a press: sum w_k w_l B.
  struct Coupling {
    std::uint32_t press;
    Mat3d block;
  };
  friend struct RestSystem;

  void look(const Task& task);
  void find_rubs();
  double friction(const std::vector<Vec3d>& u) const;
  double energy(const Task& task);
  double forces(const Task& task, double& bears);
  double mean_force(const Task& task) const;
  bool linearise(const Task& task);
  void multiply(const std::vector<Vec3d>& d, std::vector<Vec3d>& out) const;
  int descend(const Task& task, const std::vector<Vec3d>& q);
  bool proven(const Task& task);
  void keep_slips(const SurfaceScene& scene);

  Presses finder_;
  Cutter cutter_;
  std::vector<Press> presses_, trial_;
  std::vector<Rub> rubs_;
  std::vector<Coupling> couplings_;
  std::vector<Slip> slips_;  ///< by key
  Secants secants_;
  std::vector<Vec3d> r_, d_, q_, z_, p_, y_;
};

}  // namespace weft
