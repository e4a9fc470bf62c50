#include "validation/transfer_points.h"

#include <cstring>

namespace weft {

void TransferPoints::positions(Range r, Real* x, Real* y, Real* z) const {
  for (std::size_t i = r.begin; i < r.end; ++i) {
    x[i - r.begin] = points[i].x[0];
    y[i - r.begin] = points[i].x[1];
    z[i - r.begin] = points[i].x[2];
  }
}

void TransferPoints::reorder(std::span<const std::uint32_t> order) {
  std::vector<Point> sorted;
  sorted.reserve(points.size());
  for (std::uint32_t i : order) sorted.push_back(points[i]);
  points = std::move(sorted);
}

Mat3r TransferPoints::carried(const Mat3r& C) const {
  if (scheme == "pic") return Mat3r::zero();
  return scheme == "rpic" ? skew_part(C) : C;
}

void TransferPoints::load(Range r, const Step& step, ParcelBatch& out) const {
  std::memset(static_cast<void*>(&out), 0, sizeof out);
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const Point& p = points[i];
    const std::size_t q = i - r.begin;
    Mat3r Q = p.m * carried(p.C);
    if (!step.weight_gradient) Q -= Real(step.affine_inverse) * stress;
    out.m[q] = p.m;
    for (int k = 0; k < 3; ++k) {
      out.x[k][q] = p.x[k];
      out.p[k][q] = p.m * p.v[k];
      for (int j = 0; j < 3; ++j) out.Q[j][k][q] = Q(k, j), out.S[j][k][q] = -stress(k, j);
    }
  }
}

void TransferPoints::unload(Range r, const Step&, const AnswerBatch& in) {
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const std::size_t q = i - r.begin;
    for (int k = 0; k < 3; ++k) {
      points[i].v[k] = in.v[k][q];
      for (int j = 0; j < 3; ++j) points[i].C(k, j) = in.C[j][k][q];
    }
  }
}

void scatter(Grid& grid, TransferPoints& points, const Step& step, bool divide) {
  Parcels* const sets[] = {&points};
  TransferTicks ticks;
  grid.bin(sets);
  grid.p2g(sets, step, ticks);
  if (!divide) return;
  for (std::size_t b = 0; b < grid.block_count(); ++b)
    for (Node& node : grid.block(b))
      if (node.m > 0)
        for (Real& v : node.v) v /= node.m;
}

void round_trip(Grid& grid, TransferPoints& points, const Step& step) {
  Parcels* const sets[] = {&points};
  TransferTicks ticks;
  scatter(grid, points, step, true);
  grid.g2p(sets, step, ticks);
}

}  // namespace weft
