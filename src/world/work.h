/// What the phases of one step pass on to each other.
#pragma once
#include "world/symmetry.h"
#include "world/world.h"

namespace weft {

class ImplicitSolve;  // world/implicit/implicit.h
struct SharedMain;    // world/shared_step.h

/// Something took an impulse at x from an obstacle, which received the opposite.
struct ObstacleTouch {
  std::size_t collider;
  Vec3d x;        ///< [m]
  Vec3d impulse;  ///< on the collider [N s]
};

/// Obstacles that a body of the main field heeds in its own solve.
struct BarredBody {
  Body* body;
  std::vector<Barrier> barriers;
};

struct World::Work {
  double t_end = 0;
  Step step;
  StepReport report;
  std::vector<Parcels*> sets;  ///< of all bodies without a field of their own
  std::vector<SymmetryPlane> mirrors;
  Real empty = 0;                   ///< nodes lighter than this are empty [kg]
  double fastest = 0;               ///< cells that the fastest node moves in the step; infinity: not a number
  std::vector<ColliderLoad> loads;  ///< of this try, one per collider
  std::vector<ObstacleTouch> touches;       ///< of bodies with a solve of their own, in this try
  std::vector<BarredBody> barred;           ///< in this try
  std::shared_ptr<ImplicitSolve> implicit;  ///< of this try, in implicit steps
  bool own_solved = true;  ///< implicit solves that bodies did by themselves in this try have converged
  TransferTicks ticks;
  bool accepted = false;         ///< the step may move things
  bool strands = false;          ///< some strands may meet
  SharedMain* shared = nullptr;  ///< what a device has of the main field, where it makes a part of the step
};

/// Adds what an obstacle received.
inline void add_load(std::vector<ColliderLoad>& loads, const std::vector<Collider>& colliders,
                     const ObstacleTouch& t) {
  loads[t.collider].impulse += t.impulse;
  loads[t.collider].angular += cross(t.x - colliders[t.collider].pose.position, t.impulse);
}

}  // namespace weft
