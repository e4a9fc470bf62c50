/// What the tests of [[rod]] share.
#pragma once
#include <cmath>

#include "validation/rod/rod.h"
#include "validation/rod/rod_equilibrium.h"
#include "validation/rows.h"

namespace weft {

/// Stretching so stiff that it does not count: EA L^2 / B.
constexpr double kInextensible = 1e8;

/// Vertices along a straight line from 0, with one more before it: the clamp is at vertex 1, the edge before
/// it is held. The last edge is `grading` times as long as the first.
inline std::vector<Vec3d> clamped_line(int segments, double length, const Vec3d& along, double grading = 1) {
  const auto at = [&](double u) {
    const double a = std::log(grading);
    return length * (std::abs(a) < 1e-9 ? u : std::expm1(a * u) / std::expm1(a));
  };
  std::vector<Vec3d> x{-at(1.0 / segments) * along};
  for (int i = 0; i <= segments; ++i) x.push_back(at(double(i) / segments) * along);
  return x;
}

/// Stiffness in the plane of bending and of twist, over that across.
struct SectionRatios {
  double bend, twist;
};
/// What the case says of its section; what it does not say is the test's own.
inline SectionRatios ratios_of(const RodCase& c, SectionRatios own, double own_poisson) {
  if (c.flatness || c.poisson) {
    const double f = c.flatness.value_or(1), poisson = c.poisson.value_or(own_poisson);
    if (c.flatness) own.bend = 1 / (f * f);
    own.twist = 2 / ((1 + poisson) * (1 + f * f));
  }
  return {c.ratio.value_or(own.bend), c.twist_ratio.value_or(own.twist)};
}

/// The turn at a clamp belongs to the half edge on its one side: it is twice as stiff, and bends half as much
/// by nature.
inline void half_joint(RodJoint<double>& j) {
  for (double* k : {&j.B11, &j.B12, &j.B22, &j.beta}) *k *= 2;
  for (double* k : {&j.kappa1, &j.kappa2, &j.twist}) *k *= 0.5;
}

/// Weight per length, on every vertex.
inline void put_weight(RodEquilibrium& e, const Vec3d& per_length) {
  for (std::size_t i = 0; i < e.rod.vertices(); ++i) {
    const double before = i > 0 ? e.rod.edges[i - 1].length : 0;
    const double after = i + 1 < e.rod.vertices() ? e.rod.edges[i].length : 0;
    e.force[i] = 0.5 * (before + after) * per_length;
  }
}

Series rod_cantilever(const RodCase& c);
Series rod_tip_force(const RodCase& c);
Series rod_curl_boundary(const RodCase& c);
Series rod_curl_shape(const RodCase& c);
Series rod_strip(const RodCase& c);
Series rod_stick_slip(const RodCase& c);
Series rod_twisted_ring(const RodCase& c);
Series rod_localised_twist(const RodCase& c);
Series rod_bending_wave(const RodCase& c);
Series rod_twist_wave(const RodCase& c);
Series rod_chain(const RodCase& c);
Series rod_spring(const RodCase& c);

}  // namespace weft
