#include "contact/strands/find_contacts.h"

#include <algorithm>
#include <cmath>

#include "contact/strands/closest_segments.h"
#include "exec/array.h"

namespace weft {
namespace {

using P = Pack<Real>;
constexpr std::size_t kWide = std::size_t(P::width);

/// The segments of one cell side by side, padded so that a pack may begin anywhere.
struct CellSegments {
  Array<Real> p[3], q[3], lower[3], upper[3], first[3];
  std::vector<std::uint32_t> segment;

  void load(const StrandView& s, const BoxCells& cells, std::span<const SegmentBox> boxes,
            const BoxCells::Cell& c) {
    const std::size_t n = c.boxes.size();
    segment.resize(n);
    for (int k = 0; k < 3; ++k)
      for (Array<Real>* a : {&p[k], &q[k], &lower[k], &upper[k], &first[k]}) a->resize(n + kWide);
    for (std::size_t l = 0; l < n; ++l) {
      const std::uint32_t i = segment[l] = c.boxes[l].index;
      const auto place = cells.first_cell(boxes[i]);
      for (int k = 0; k < 3; ++k) {
        p[k][l] = s.x[s.first[i]][k];
        q[k][l] = s.x[s.first[i] + 1][k];
        lower[k][l] = boxes[i].lower[std::size_t(k)];
        upper[k][l] = boxes[i].upper[std::size_t(k)];
        first[k][l] = Real(place[std::size_t(k)]);
      }
    }
    // Boxes that meet nothing.
    for (std::size_t l = n; l < n + kWide; ++l)
      for (int k = 0; k < 3; ++k) {
        lower[k][l] = std::numeric_limits<Real>::max();
        upper[k][l] = -std::numeric_limits<Real>::max();
        p[k][l] = q[k][l] = first[k][l] = 0;
      }
  }
};

struct Search {
  const StrandView& strands;
  const FindOptions& options;
  std::vector<StrandContact>& out;
  std::size_t tested = 0;

  /// Segment l of the cell with those after it, a pack at a time.
  void against_rest(const CellSegments& c, const BoxCells::Cell& cell, std::size_t l) {
    const auto one = [&](const Array<Real>(&a)[3]) { return Vec3<P>{{P(a[0][l]), P(a[1][l]), P(a[2][l])}}; };
    const Vec3<P> p = one(c.p), q = one(c.q), low = one(c.lower), high = one(c.upper), mine = one(c.first);
    const P delta2(options.delta * options.delta);
    for (std::size_t m = l + 1; m < c.segment.size(); m += kWide) {
      const auto many = [&](const Array<Real>(&a)[3]) {
        return Vec3<P>{{P::load(&a[0][m]), P::load(&a[1][m]), P::load(&a[2][m])}};
      };
      const Vec3<P> low2 = many(c.lower), high2 = many(c.upper), theirs = many(c.first);
      auto meet = (low[0] <= high2[0]) & (low2[0] <= high[0]);
      for (int k = 0; k < 3; ++k) {
        if (k > 0) meet = meet & (low[k] <= high2[k]) & (low2[k] <= high[k]);
        meet = meet & equal(max(mine[k], theirs[k]), P(Real(cell.place[std::size_t(k)])));
      }
      if (!any(meet)) continue;
      const Vec3<P> p2 = many(c.p), q2 = many(c.q);
      const ClosestPoints<P> at = closest_segments(p, q, p2, q2);
      const Vec3<P> d = (p2 + at.b * (q2 - p2)) - (p + at.a * (q - p));
      const P size = dot(d, d);
      const auto close = meet & (size < delta2) & (size > P(0));
      for (int k = 0; k < P::width; ++k) {
        tested += meet[k];
        if (!close[k]) continue;
        const std::uint32_t i = c.segment[l], j = c.segment[m + std::size_t(k)];
        if (!may_touch(strands, i, j, options.skip)) continue;
        const Real inverse = 1 / std::sqrt(size[k]);
        out.push_back({strands.first[i],
                       strands.first[j],
                       at.a[k],
                       at.b[k],
                       {{d[0][k] * inverse, d[1][k] * inverse, d[2][k] * inverse}}});
      }
    }
  }
};

double mean_length(const StrandView& s) {
  double sum = 0;
  const std::size_t step = std::max<std::size_t>(1, s.first.size() / 1024);
  std::size_t count = 0;
  for (std::size_t i = 0; i < s.first.size(); i += step, ++count)
    sum += double(norm(s.x[s.first[i] + 1] - s.x[s.first[i]]));
  return count > 0 ? sum / double(count) : 1;
}

}  // namespace

const std::vector<StrandContact>& StrandContactFinder::find(const StrandView& s, const FindOptions& o) {
  const std::size_t n = s.first.size();
  boxes_.resize(n);
  const Real half = Real(0.5 * o.delta * (1 + 1e-5));
  parallel_chunks(n, 2048, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const Vec3r &a = s.x[s.first[i]], &b = s.x[s.first[i] + 1];
      for (std::size_t k = 0; k < 3; ++k) {
        boxes_[i].lower[k] = std::min(a[int(k)], b[int(k)]) - half;
        boxes_[i].upper[k] = std::max(a[int(k)], b[int(k)]) + half;
      }
    }
  });
  cells_.build(boxes_, o.cell > 0 ? o.cell : std::max(o.delta, mean_length(s) / 3));
  part_.resize(cells_.chunks());
  std::vector<std::size_t> tested(cells_.chunks());
  parallel_for(cells_.chunks(), [&](std::size_t chunk) {
    part_[chunk].clear();
    Search search{s, o, part_[chunk]};
    CellSegments c;
    cells_.each_cell(chunk, [&](const BoxCells::Cell& cell) {
      c.load(s, cells_, boxes_, cell);
      for (std::size_t l = 0; l + 1 < c.segment.size(); ++l) search.against_rest(c, cell, l);
    });
    tested[chunk] = search.tested;
  });
  contacts_.clear();
  tested_ = 0;
  for (std::size_t chunk = 0; chunk < part_.size(); ++chunk) {
    contacts_.insert(contacts_.end(), part_[chunk].begin(), part_[chunk].end());
    tested_ += tested[chunk];
  }
  return contacts_;
}

}  // namespace weft
