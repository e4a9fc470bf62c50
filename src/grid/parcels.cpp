#include "grid/parcels.h"

#include <algorithm>

namespace weft {

void Parcels::try_load(Range r, const Step& step, ParcelBatch& out, Solve) const {
  positions(r, out.x[0], out.x[1], out.x[2]);
  std::fill_n(out.m, kBatch, Real(0));
  for (auto& row : out.p) std::fill_n(row, kBatch, Real(0));
  for (auto* matrix : {&out.Q, step.weight_gradient ? &out.S : &out.Q})
    for (auto& column : *matrix)
      for (auto& row : column) std::fill_n(row, kBatch, Real(0));
}

void Parcels::load_stiffness(Range, const Step&, StiffnessBatch& out) const {
  for (auto& row : out.A) std::fill_n(row, kBatch, Real(0));
  for (auto& pair : out.T)
    for (auto& row : pair) std::fill_n(row, kBatch, Real(0));
  for (auto& pair : out.W)
    for (auto& row : pair) std::fill_n(row, kBatch, Real(0));
}

}  // namespace weft
