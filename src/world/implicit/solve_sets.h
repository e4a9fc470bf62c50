/// Sets of parcels as the implicit solve sends them through the transfers.
#pragma once
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "exec/parallel.h"
#include "grid/parcels.h"

namespace weft {

/// A set of parcels as the solve asks it.
class Asked final : public Parcels {
 public:
  Asked(Parcels& set, Solve what) : set_(set), what_(what) {}
  std::size_t size() const override { return set_.size(); }
  void positions(Range r, Real* x, Real* y, Real* z) const override { set_.positions(r, x, y, z); }
  void reorder(std::span<const std::uint32_t>) override {}
  void load(Range r, const Step& step, ParcelBatch& out) const override {
    set_.try_load(r, step, out, what_);
  }
  void unload(Range r, const Step& step, const AnswerBatch& in) override {
    set_.try_unload(r, step, in, what_);
  }

 private:
  Parcels& set_;
  Solve what_;
};

/// Only watches how fast the grid would move a set.
class Watched final : public Parcels {
 public:
  explicit Watched(Parcels& set) : set_(set), speed2_(chunk_count(set.size(), kBatch)) {}
  std::size_t size() const override { return set_.size(); }
  void positions(Range r, Real* x, Real* y, Real* z) const override { set_.positions(r, x, y, z); }
  void reorder(std::span<const std::uint32_t>) override {}
  void load(Range, const Step&, ParcelBatch&) const override {}
  void unload(Range r, const Step&, const AnswerBatch& in) override {
    double& most = speed2_[r.begin / kBatch];
    for (std::size_t i = 0; i < r.size(); ++i) {
      const double v2 = norm2(Vec3d{{in.v[0][i], in.v[1][i], in.v[2][i]}});
      if (!(v2 <= most)) most = std::isfinite(v2) ? v2 : std::numeric_limits<double>::infinity();
    }
  }
  double fastest2() const {
    double most = 0;
    for (const double v2 : speed2_) most = std::max(most, v2);
    return most;
  }

 private:
  Parcels& set_;
  std::vector<double> speed2_;
};

}  // namespace weft
