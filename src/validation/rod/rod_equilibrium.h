/// A rod at rest under dead loads: a minimum (or any stationary place near by) of
///   E(x, theta) - sum f . x - sum q theta
/// by Newton's method with the full second derivatives, in double. Where the matrix is not definite a
/// multiple of its stiffest diagonal is added, so that the energy goes down. The signs of the pivots say
/// whether a rest is stable: as many as are negative,
/// as many directions there are in which the energy falls (Sylvester).
#pragma once
#include <vector>

#include "bodies/hair/rod_step.h"

namespace weft {

class RodEquilibrium {
 public:
  explicit RodEquilibrium(Rod<double> rod);

  Rod<double> rod;
  std::vector<Vec3d> force;    ///< on vertices [N]
  std::vector<double> torque;  ///< on edges about their tangents [N m]
  std::vector<std::uint8_t>
      held;  ///< unknowns 4 i + k (x_i's component k), 4 i + 3 (theta^i) that do not move

  void hold_vertex(std::size_t i);
  void hold_edge(std::size_t j);  ///< both ends and its angle
  void hold_plane(int axis);      ///< that component of every vertex, and every angle
  void release_plane(int axis);   ///< what hold_plane held, but not what was held at the first or last edge

  /// Moves to equilibrium; `tolerance` is the last step over the rod's length.
  /// Throws Error E0550 when it fails.
  int solve(double tolerance = 1e-10, int most = 2000);

  /// Directions in which the energy falls.
  int unstable_directions();

  /// dE/dx - f of a vertex: what a hold must push with.
  Vec3d reaction(std::size_t i);
  double energy();
  double length() const;  ///< at rest

 private:
  double potential(const RodPose<double>& p, const RodStrains<double>& s) const;
  bool newton_step(double shift);
  int negative_pivots() const;

  RodScratch<double> w_;
};

}  // namespace weft
