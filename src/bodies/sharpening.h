/// Velocities get back what the transfers take from them.
///   u = (v, C) of all points of a body,   S u: to a grid of that body alone and back, without forces
///   u <- u + N (u - S u),  once every N steps
/// S is symmetric in the inner product sum m (v.v + D C:C), and its eigenvalues lambda lie in [0, 1]. Of an eigenvector
/// N steps leave lambda^N (1 + N (1 - lambda)) <= 1, which is 1 - N (N + 1)/2 (1 - lambda)^2 where the transfers alone
/// leave 1 - N (1 - lambda). What the grid cannot see (lambda = 0) is gone after one transfer, as before: nothing rings.
/// Linear and angular momentum, the affine part included, stay: those of S u are those of u.
/// Forces grow by (N + 1)^2 / (4 N) at most: with N = 4 by 1.56, which omega dt = 0.7 * 2 has room for.
#pragma once
#include <list>

#include "bodies/pins.h"
#include "bodies/point_field.h"
#include "grid/grid.h"

namespace weft {

constexpr int kSharpenMost = 4;  ///< N

/// A set of parcels whose velocities are sharpened.
struct SharpenedPoints {
  Parcels& parcels;
  PointField &v, &C;
  const PointField* mass = nullptr;  ///< null: all alike
  const Pins* pins = nullptr;        ///< those that they lead keep their velocities
};

class Sharpening {
 public:
  explicit Sharpening(int every) : every_(every) {}
  void add(const SharpenedPoints& points) { sets_.emplace_back(points, Real(every_)); }
  bool acts() const { return every_ > 0; }
  /// `steps` have been made.
  bool due(std::uint64_t steps) const { return acts() && steps > 0 && steps % std::uint64_t(every_) == 0; }
  /// Lays out the body's own grid: whenever the main grid has sorted the points, or just before it does.
  void bin(const Step& step);
  // S u: scatter, what becomes of the nodes, and gather, which changes velocities.
  void scatter(const Step& step);
  Grid& grid() { return grid_; }
  void gather(const Step& step);
  std::size_t bytes() const { return acts() ? grid_.memory_bytes() : 0; }

 private:
  /// Points as parcels without forces and damping.
  class Set final : public Parcels {
   public:
    Set(const SharpenedPoints& points, Real times) : at_(points), times_(times) {}
    std::size_t size() const override { return at_.parcels.size(); }
    void positions(Range r, Real* x, Real* y, Real* z) const override { at_.parcels.positions(r, x, y, z); }
    void reorder(std::span<const std::uint32_t> order) override { at_.parcels.reorder(order); }
    void load(Range r, const Step& step, ParcelBatch& out) const override;
    void unload(Range r, const Step& step, const AnswerBatch& in) override;

   private:
    SharpenedPoints at_;
    Real times_;
  };
  std::vector<Parcels*> sets();

  int every_;
  std::list<Set> sets_;
  Grid grid_;
};

}  // namespace weft
