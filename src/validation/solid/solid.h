/// Tetrahedra by themselves, without a world or a grid: the [[solid]] table of a case. Each test is a
/// benchmark with its own measures and loads (the tests' files say which);
/// the table says of what and how finely.
#pragma once
#include <string>

#include "world/series.h"

namespace weft {

struct SolidCase {
  std::string test;
  std::string law = "jelly";  ///< an elastic law with Young's modulus and Poisson's ratio
  int cells = 16;             ///< along a side; across the beam of `cantilever`; along the radius of `hertz`
  int seeds = 10;             ///< recovery: random starts
};

/// One row. Columns:
///   rotation     force: largest of a mesh turned at random, over E h^2
///   patch        force: largest inside under constant F, over the largest; stress: largest relative difference
///   cook_stress  w: rise of the middle of the loaded edge, plane stress, small load, scaled to 1
///   cook         w: the same in plane strain under the full load
///   cantilever   x, drop of the middle of the free end
///   recovery     recovered: share of the starts (reflected, flat, random) that come back to rest;
///                least: smallest J at the end;
///                energy: largest at the end over E V
///   hertz        approach [m], duration [s] and force [N] of a ball's impact;
///                rebound: speed after over before
/// and everywhere: tetrahedra.
Series run_solid(const SolidCase& c);

}  // namespace weft
