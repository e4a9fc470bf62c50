/// Velocities smoothed by a grid that nobody else sees:
///   parcels -> nodes,   v_i = p_i / m_i,   nodes -> parcels
/// What comes back is what the parcels' velocities would be if nothing acted on them but the transfers.
#pragma once
#include "grid/grid.h"

namespace weft {

/// Points that somebody else keeps, as parcels in an order of their own.
class SortedParcels : public Parcels {
 public:
  /// n points in the order in which they are kept. Sorting begins from it each time, so that a run that was
  /// stopped and goes on sums as one that was not.
  void begin(std::size_t n);
  std::size_t size() const override { return point_.size(); }
  void reorder(std::span<const std::uint32_t> order) override;

 protected:
  std::size_t point(std::size_t parcel) const { return point_[parcel]; }
  std::size_t order_bytes() const { return bytes_of(point_); }

 private:
  std::vector<std::uint32_t> point_;  ///< of each parcel
};

/// `grid` takes the shape that `step` names: spacing, degree, plane.
void smooth(Grid& grid, std::span<Parcels* const> sets, const Step& step);

}  // namespace weft
