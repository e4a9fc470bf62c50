/// A law at a single point, driven along a path of deformation gradients, without a grid: the [[point]] table
/// of a case.
///   F_trial = F_new F_old^-1 F_e,   F_e, state <- yield(F_trial)
///   tau = tau(F_e, state),   sigma = tau / det F
/// Entries of F marked "free" are found by Newton's method so that the Cauchy stress there takes the value
/// that is wanted.
#pragma once
#include <array>
#include <map>
#include <optional>
#include <string>

#include "exec/expression.h"
#include "materials/material.h"
#include "math/vec.h"
#include "world/series.h"

namespace weft {

struct PointCase {
  Material material;
  std::array<std::array<std::optional<Expression>, 3>, 3>
      path;  ///< entries of F as formulas of t; none: free
  std::array<std::array<std::optional<Expression>, 3>, 3>
      stress;  ///< Cauchy stress of free entries [Pa]; none: zero
  int steps = 1;
  double duration = 1;                  ///< [s]
  bool rotate = false;                  ///< the path happens in a turned frame
  std::map<std::string, double> state;  ///< the law's memory at the start
  std::optional<Mat3d> reference_Fe, reference_tau;
};

/// A row per step. Columns: time; F_xx .. F_zz, Fe_.., tau_.., cauchy_.., P_.. (nominal stress tau F^-T); J;
/// energy; the law's state by name; tau_norm, dev_norm (Frobenius norm of the deviator of tau); Fe_error,
/// tau_error when references are given. Throws Error E0713 when no free entry gives the wanted stress.
Series run_point(const PointCase& c);

}  // namespace weft
