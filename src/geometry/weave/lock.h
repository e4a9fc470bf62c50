/// A lock of hair: strands side by side along a curve. Each keeps its place (p, q) in the curve's section,
///   x = c(s) + p a(s) + q b(s),
/// whose axes a, b turn as little about the curve as they can; so strands stay apart wherever the curve's
/// radius of curvature exceeds the lock's.
#pragma once
#include <array>
#include <span>

#include "geometry/random.h"
#include "geometry/weave/directions.h"
#include "geometry/weave/thin.h"

namespace weft {

using SectionPlace = std::array<double, 2>;  ///< across a lock [m]

/// `n` places in a circle, on a hexagonal lattice with disorder: `jitter` of half the distance of neighbours.
std::vector<SectionPlace> bundle_places(std::size_t n, double radius, double jitter, const Random& random);

/// Axes across a curve at each of its points, from point to point by two reflections (Wang, Juettler, Zheng
/// and Liu 2008); the first is made from `across`, any direction not along the curve.
std::vector<Axes> steady_axes(std::span<const Vec3d> curve, const Vec3d& across);

/// The strand at a place of the lock's section.
std::vector<Vec3d> strand_of_lock(std::span<const Vec3d> curve, std::span<const Axes> axes,
                                  const SectionPlace& place);

/// Least radius of the circles through three neighbouring points [m].
double least_curvature_radius(std::span<const Vec3d> curve);

}  // namespace weft
