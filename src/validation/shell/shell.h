/// Shells by themselves, without a world, a grid or time: the [[shell]] table of a case. Each test is a
/// benchmark of the literature with its own measures and loads (the tests' files say which); the table says
/// how finely.
#pragma once
#include <optional>
#include <string>

#include "world/series.h"

namespace weft {

struct ShellCase {
  std::string test;
  int faces = 16;           ///< along the longer side, or each
  int across = 0;           ///< along the other side; 0: as the test likes
  int gauss = 2;            ///< quadrature points of a face along each side
  bool open_edges = false;  ///< free and clamped edges are where the mesh ends, without a row of faces beyond
  std::string support = "clamped";                ///< plate: clamped hinged cantilever
  double ratio = 0.1;                             ///< heavy_strip: width over length
  double load = 1;                                ///< slit_annulus: how much of the load is put on
  int modes = 4;                                  ///< how many modes are sought
  std::optional<double> poisson;                  ///< nu_12; none: the test's own
  std::optional<double> weft_ratio, shear_ratio;  ///< E_2/E_1, G/E_1; none: isotropic
};

/// Whether a key of the material does anything in a test.
bool shell_takes(const std::string& test, const std::string& key);

/// One row, or a row for each load with `time` as the load factor. Columns:
///   roof                Scordelis-Lo: w (free edge), crown, energy
///   pinched_cylinder    w under the load
///   pinched_hemisphere  u under the load
///   end_shear           W, U of the tip, over load factors 0.1 to 1
///   roll_up             x, z of the tip, error (distance from the exact place over L), over 0.25 to 1
///   slit_annulus        A, B: the loaded lip's rise, over the load factors of the table
///   plate               w = w D/(q a^4) in the middle;  here and below D is that along u, E_1 h^3/(12 (1 - nu_12 nu_21))
///   plate_vibration     omega_1 .. : omega a^2 sqrt(rho h / D)
///   plate_buckling      N_1 .. : N a^2 / (pi^2 D)
///   plate_deflection    w over h, over Q = q a^4/(E h^4)
///   heavy_strip         gamma: rho g h L^3 / D at which it tips over
///   cylinder_pressure   p [Pa], lobes;  cylinder_axial  sigma [Pa], lobes
/// and everywhere: unknowns.
Series run_shell(const ShellCase& c);

}  // namespace weft
