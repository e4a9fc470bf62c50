/// What the processor knows of the device's part of the main field in a step that they make together.
#pragma once
#include <memory>
#include <vector>

#include "bodies/body.h"
#include "device/shared.h"
#include "grid/grid.h"

namespace weft {

/// Parcels of a device as fields of the processor see them: where they are, nothing else.
class Guest final : public Parcels {
 public:
  Guest(double sheet, std::vector<SharedPlaces::Place> at) : sheet_(sheet), at_(std::move(at)) {}
  std::size_t size() const override { return at_.size(); }
  void positions(Range r, Real* x, Real* y, Real* z) const override {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const float* at = at_[i].x;
      x[i - r.begin] = Real(at[0]), y[i - r.begin] = Real(at[1]), z[i - r.begin] = Real(at[2]);
    }
  }
  void reorder(std::span<const std::uint32_t> order) override {
    std::vector<SharedPlaces::Place> old(at_.size());
    old.swap(at_);
    for (std::size_t i = 0; i < order.size(); ++i) at_[i] = old[order[i]];
  }
  void load(Range, const Step&, ParcelBatch&) const override {}
  void unload(Range, const Step&, const AnswerBatch&) override {}
  double sheet() const override { return sheet_; }

 private:
  double sheet_;
  std::vector<SharedPlaces::Place> at_;
};

struct SharedMain {
  SharedNodes nodes;  ///< of the blocks of World's grid, one by one
  std::vector<std::unique_ptr<Guest>> guests;
  // Of main, as fields see it: sets of the processor, then guests.
  std::vector<Parcels*> sets;
  std::vector<char> geometric;
  std::vector<const Body*> owners;  ///< where frictions differ between them; else empty
};

}  // namespace weft
