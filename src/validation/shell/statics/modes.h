/// Vibration and buckling of a held shell: K v = lambda M v for the lambda nearest above zero.
#pragma once
#include "validation/shell/statics/static_solver.h"

namespace weft {

struct Modes {
  std::vector<double> values;  ///< ascending
  Eigen::MatrixXd shapes;      ///< a column each, over the unknowns; v^T K v = 1
};

/// K positive definite, M symmetric (lower triangles); M may be indefinite, then only positive lambda count.
/// Rayleigh-Ritz in a block Krylov space of K^-1 M. Throws Error E0523 when K is not positive definite.
Modes lowest_modes(const FaceAssembly::Matrix& K, const FaceAssembly::Matrix& M, int count);

/// Mass of a shell of this density [kg/m^3] over the solver's unknowns: consistent, without rotary inertia.
FaceAssembly::Matrix mass_matrix(const StaticSolver& solver, double density);

/// Linear buckling: the load factors at which the stiffness becomes singular when it changes with the load as
/// it does at first, K v = -lambda dK/ds v, and the shapes.
Modes buckling_modes(StaticSolver& solver, int count);

/// Squared angular frequencies [1/s^2] and shapes.
Modes vibration_modes(const StaticSolver& solver, double density, int count);

}  // namespace weft
