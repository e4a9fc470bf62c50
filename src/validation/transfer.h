/// Validation of the transfers alone: points carry velocities to the grid and back, without a world, a
/// material or a step in time. The [transfer] table of a case.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "world/series.h"

namespace weft {

/// What a [transfer] table asks for.
struct TransferCase {
  std::string test;              ///< identities conservation affine spectrum rotation patch
  int degree = 2;                ///< of the B-spline
  std::string scheme = "apic";   ///< pic: no affine part; rpic: only its rotation; apic: all of it
  bool weight_gradient = false;  ///< patch: stress through weight gradients
  bool random = false;           ///< patch: random points instead of a lattice
  std::uint64_t seed = 1;
  int count = 10000;       ///< identities, conservation, affine: points
  int cells = 64;          ///< spectrum: cells of one period
  int warm_up = 3;         ///< spectrum: transfers before the one that is measured
  std::vector<int> modes;  ///< spectrum: waves per period
  double radius = 8;       ///< rotation: radius of the disk in cells
};

/// One row of results, a column each:
///   identities    sum, first, second, gradient, gradient_first: largest error of
///                 sum N - 1,  sum N (x_i - x)/dx,  sum N (x_i - x)^2/dx^2 - D,
///                 dx sum grad N,  sum x_i grad N - 1
///   conservation  mass, momentum, angular (points -> nodes -> points, relative)
///   affine        velocity, gradient: relative error of an affine motion after one transfer
///   spectrum      factor_K: amplitude after a transfer over amplitude before it, of mode K
///   rotation      ratio: angular momentum after one transfer over that before it
///   patch         residual: largest momentum of an interior node over the largest of all nodes,
///                 for a constant stress
Series run_transfer(const TransferCase& c);

}  // namespace weft
