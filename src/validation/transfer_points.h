/// Points that only carry velocity, for the validation of transfers.
#pragma once
#include <vector>

#include "grid/grid.h"

namespace weft {

/// A set of points with mass, velocity and affine velocity; `stress` adds -dt D^-1 V tau as a body would.
class TransferPoints : public Parcels {
 public:
  struct Point {
    Vec3r x;
    Real m;
    Vec3r v;
    Mat3r C;
  };
  std::vector<Point> points;
  Mat3r stress = Mat3r::zero();  ///< dt V tau, the same for every point
  std::string scheme = "apic";

  std::size_t size() const override { return points.size(); }
  void positions(Range r, Real* x, Real* y, Real* z) const override;
  void reorder(std::span<const std::uint32_t> order) override;
  void load(Range r, const Step& step, ParcelBatch& out) const override;
  void unload(Range r, const Step& step, const AnswerBatch& in) override;

  /// The affine velocity that the scheme carries.
  Mat3r carried(const Mat3r& C) const;
};

/// Points to nodes, whose momenta become velocities when `divide`.
void scatter(Grid& grid, TransferPoints& points, const Step& step, bool divide);
/// Points to nodes to points.
void round_trip(Grid& grid, TransferPoints& points, const Step& step);

}  // namespace weft
