/// How far things have moved against each other. Vertices with masses are kept in cubes of side S; for a field
/// of displacements each cube knows the box of those in it and in its 26 neighbours.
///   two primitives of one neighbourhood: their distance changes by at most the diagonal of that box
///   all others were R or more apart (S = 2 L + R, L the longest edge) and change by at most the diagonal of all
/// Rigid bodies and obstacles have long edges: each is one box of displacements, and counts in the cubes near it.
#pragma once
#include <span>

#include "contact/surfaces/surface_scene.h"
#include "exec/radix_sort.h"

namespace weft {

class MotionCells {
 public:
  /// Begins anew at the places of the scene; what is farther apart than `apart` need not be in a neighbourhood.
  void build(const SurfaceScene& scene, double apart);
  double apart() const { return apart_; }
  double longest() const { return longest_; }  ///< edge of what yields

  struct Spread {
    double nearby = 0, all = 0;  ///< [m]
  };
  /// Of u; kept per cell.
  Spread measure_step(const SurfaceScene& scene);
  /// Of x + u since `build`.
  Spread measure_since(const SurfaceScene& scene) const;
  /// The step was made: odometers go on by what `measure_step` found last.
  void advance();

  std::uint32_t cell_of(std::uint32_t vertex) const { return cell_of_[vertex]; }  ///< kNone: it has none
  double odometer(std::uint32_t cell) const { return odometer_[cell]; }
  double step(std::uint32_t cell) const { return step_[cell]; }

 private:
  struct Box {
    Vec3d lower, upper;
  };
  template <class Of>
  Spread spread(const SurfaceScene& scene, Of&& of, std::vector<double>* per_cell) const;
  void find_neighbours(std::span<const std::uint32_t> keys, const std::array<std::uint32_t, 3>& count);
  void find_bulk(const SurfaceScene& scene);

  double apart_ = 0, side_ = 0, longest_ = 0;
  Vec3d origin_{{0, 0, 0}};
  std::vector<Vec3d> start_;            ///< of vertices
  std::vector<std::uint32_t> cell_of_;  ///< of vertices
  std::vector<KeyIndex> order_, scratch_;
  std::vector<std::uint32_t> begin_;  ///< of cells in order_
  std::vector<std::array<std::uint32_t, 3>> place_;
  std::vector<std::uint32_t> near_begin_, near_;       ///< neighbours of cells
  std::vector<std::uint32_t> bulk_;                    ///< parts that are one box each
  std::vector<std::uint32_t> bulk_begin_, bulk_near_;  ///< of cells: which of bulk_ are near
  std::vector<double> odometer_, step_;
};

}  // namespace weft
