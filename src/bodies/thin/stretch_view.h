/// Elements that feel nothing but their own vertices, as kernels see them: what moves without the grid
/// (bodies/thin/sheet/) has its law from here.
#pragma once
#include <array>
#include <cmath>
#include <cstdint>

#include "bodies/pace.h"
#include "bodies/places.h"
#include "grid/parcels.h"

namespace weft {

/// What an element has for life, each value sixteen side by side.
enum StretchValue {
  kStretchB = 0,        ///< b11 b12 b22, or 1/L
  kStretchWarp = 3,     ///< in the element's frame
  kStretchC = 5,        ///< C at rest: 11,11  11,22  11,12  22,22  22,12  12,12 [Pa]
  kStretchMost = 11,    ///< the largest eigenvalue of C [Pa]
  kStretchSpread = 12,  ///< s = V lambda_max(sum_a g_a g_a^T / m_a), m_a: its part of a corner [m/kg]
  kStretchScale = 13,   ///< what the law's modulus must be multiplied with to be no less than |C| at rest
  kStretchValues = 14
};
inline std::size_t stretch_index(std::size_t e, int c) {
  return (e / kGroup * kStretchValues + std::size_t(c)) * kGroup + e % kGroup;
}

/// Of an element's corners [N]; each is whole in one place.
using StretchForces = std::array<Place, 3>;

struct StretchView {
  const Place *x = nullptr, *v = nullptr;                ///< of the vertices; implicit: v where the step begins
  const std::array<std::uint32_t, 3>* corner = nullptr;  ///< a segment's third is its second
  const double* rest = nullptr;                          ///< see StretchValue
  double* volume = nullptr;                              ///< 0: torn [m^3]
  StretchForces* force = nullptr;
  std::size_t size = 0;
  double damping = 0;  ///< tau [s]; implicit: tau/dt
  double tear2 = 0;    ///< square of the stretch at which a segment breaks; 0: never
};

/// Of an element's corners by each other, a <= b; K_ba = K_ab^T. Rows of three.
using StretchStiffness = std::array<std::array<double, 9>, 6>;
constexpr int kStretchPair[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};

/// C of a law at rest, as StretchValue has it, and its modulus there [Pa].
struct RestStiffness {
  std::array<double, 6> C;
  double modulus;
};

}  // namespace weft
