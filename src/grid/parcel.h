/// The narrow waist: what crosses between a body and the grid, and back.
///   parcel (body -> grid):  x position, m mass, p momentum, Q affine momentum
///   answer (grid -> body):  v velocity, C velocity gradient
/// They exist only in batches that fit the first cache; a body keeps its own state in its own layout.
#pragma once
#include <array>
#include <cstddef>

#include "math/vec.h"

namespace weft {

constexpr std::size_t kBatch = 64;  ///< parcels a batch at most; a multiple of every pack width

/// Structure of arrays so that whole packs are written at once. Column j of Q is Q[j]: Q[j][i] = Q_ij.
struct alignas(64) ParcelBatch {
  Real x[3][kBatch];
  Real m[kBatch];        ///< [kg]
  Real p[3][kBatch];     ///< [kg m/s], dt * forces included
  Real Q[3][3][kBatch];  ///< [kg/s], column j first: Q[j][i]
  Real S[3][3][kBatch];  ///< weight-gradient form only: -dt V tau [kg m^2/s^... J s], S[j][i]
};

struct alignas(64) AnswerBatch {
  Real v[3][kBatch];     ///< [m/s]
  Real C[3][3][kBatch];  ///< [1/s], undamped, column j first: C[j][i] = dv_i/dx_j
  Real G[3][3][kBatch];  ///< velocity gradient for strains; equals C in the moving-least-squares form
  Real density[kBatch];  ///< mass density of the grid at the parcel [kg/m^3]
};

}  // namespace weft
