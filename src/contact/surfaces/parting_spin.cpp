/// What is moved without momentum changes angular momentum all the same where the two sides slide on each other:
///   dL = sum_i m_i delta_i x v_i = dt j n x (v_a - v_b)       j: the impulse that would have moved them so
/// of a rigid body v is that of its centre: its own spin does not change where it only turns. A rigid body takes it back as
/// spin, the vertices of two soft sides by turning together, which moves neither side against the other.
#include "bodies/lost_spin.h"
#include "contact/surfaces/impulses.h"

namespace weft {

bool SurfaceImpulses::give_back_spin(SurfaceScene& scene, double dt) {
  bool rigid_turned = false;
  for (std::size_t k = 0; k < parted_by_.size(); ++k) {
    const SurfaceContact& c = list.contacts[k];
    if (!(parted_by_[k] > 0) || c.collider != kNone) continue;
    Vec3d slip = Vec3d::zero();
    RigidTrial* body = nullptr;
    for (int side = 0; side < 2; ++side)
      if (c.rigid[side] != kNone) {
        body = &rigid[c.rigid[side]];
        slip += body->velocity * (side == 0 ? 1.0 : -1.0);
      }
    for (const SurfaceRow& r : list.rows_of(c)) slip += scene.v[r.vertex] * r.w;
    const Vec3d back = cross(slip, c.n) * (dt * parted_by_[k]);
    if (body) {
      body->spin += body->inverse_inertia * back;
      rigid_turned = true;
      continue;
    }
    LostSpin lost(c.at);
    for (const SurfaceRow& r : list.rows_of(c))
      if (scene.w[r.vertex] > 0) lost.add(1 / scene.w[r.vertex], scene.x[r.vertex], slip, Vec3d::zero());
    lost.add(0, c.at, slip, back);
    lost.find_turn();
    for (const SurfaceRow& r : list.rows_of(c))
      if (scene.w[r.vertex] > 0) scene.v[r.vertex] += lost.at(scene.x[r.vertex]);
  }
  return rigid_turned;
}

}  // namespace weft
