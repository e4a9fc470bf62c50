/// Rods by themselves, without a world or a grid: the [[rod]] table of a case. Each test is a benchmark of
/// the literature with its own measures (the tests' files say which);
/// the table says how finely. All in double.
#pragma once
#include <optional>
#include <string>

#include "world/series.h"

namespace weft {

struct RodCase {
  std::string test;
  int segments = 80;
  double grading = 1;  ///< cantilever, tip_force: the last edge over the first
  double curl = 6;     ///< curl_boundary, curl_shape: natural curvature times length
  double gamma = 20;   ///< curl_shape: weight L^3 / B
  /// Of the section; what is not said is the test's own. B1: stiffness in the plane that the test is about,
  /// B2: across, C: of twist. An elliptic section has B1/B2 = flatness^-2, C/B2 = 2/((1 + poisson)(1 + flatness^2)).
  std::optional<double> poisson, flatness;
  std::optional<double> ratio;        ///< B1/B2
  std::optional<double> twist_ratio;  ///< C/B2
  double friction = 0.1;              ///< stick_slip
  int mode = 1;                       ///< bending_wave, twist_wave, chain
  bool implicit = false;              ///< bending_wave, twist_wave, chain: implicit steps
};

/// True when a test heeds a key of the section.
bool rod_takes(const std::string& test, const std::string& key);

/// One row, or a row for each load with `time` as the load. Columns:
///   cantilever       own weight, time = w L^3/B: ratio = H/W, W, H (over L), angle of the tip
///   tip_force        time = P L^2/B: down, inward (over L), angle
///   curl_boundary    lower, upper: w L^3/B at which a hanging curl leaves its plane and returns (0: not met)
///   curl_shape       drop, y, lowest, radius (over L), unstable
///   strip            w: w L^3/sqrt(B2 C) at which a heavy strip on edge tips over
///   stick_slip       time = shortening: H_V (sideways force over weight at the foot), creep, slip (1: the foot
///                    is off)
///   twisted_ring     theta: twist at which a ring leaves its plane, theta_3 .. of the next modes
///   localised_twist  theta: greatest angle from the axis [deg], envelope: largest error of its shape
///   bending_wave, twist_wave, chain   omega over that of theory, energy: largest change over the start
///   spring           time = F: free, fixed (extension), R_free, R_fixed (radius), torque
/// and everywhere: segments.
Series run_rod(const RodCase& c);

}  // namespace weft
