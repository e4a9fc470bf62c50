#include "geometry/weave/make_way.h"

#include "geometry/weave/box_grid.h"
#include "geometry/weave/crossings.h"

namespace weft {

namespace {

/// Towards the middle of its neighbours on the strand.
void smooth(Strands& strands, double part) {
  const std::vector<Vec3d> old = strands.vertices;
  std::size_t first = 0;
  for (const std::uint32_t n : strands.counts) {
    for (std::size_t i = first + 1; i + 1 < first + n; ++i)
      strands.vertices[i] += ((old[i - 1] + old[i + 1]) * 0.5 - old[i]) * part;
    first += n;
  }
}

}  // namespace

void make_way(Strands& moving, const Strands& fixed, double distance, int rounds) {
  const std::vector<Segment> still = segments_of(fixed), segments = segments_of(moving);
  const std::vector<Bounds> walls = segment_boxes(fixed, still, distance / 2);
  const BoxGrid grid(walls, cell_size(walls));
  std::vector<BoxGrid::Index> found;
  for (int round = 0; round < rounds; ++round) {
    std::vector<Vec3d> push(moving.vertices.size(), Vec3d::zero());
    std::vector<double> weight(moving.vertices.size(), 0);
    const std::vector<Bounds> boxes = segment_boxes(moving, segments, distance / 2);
    for (std::size_t k = 0; k < segments.size(); ++k)
      grid.each_meeting(boxes[k], found, [&](BoxGrid::Index j) {
        const std::uint32_t v = segments[k].vertex, w = still[j].vertex;
        const SegmentGap gap =
            segment_gap(moving.vertices[v], moving.vertices[v + 1], fixed.vertices[w], fixed.vertices[w + 1]);
        const double length = norm(gap.apart), lack = distance - length;
        if (lack <= 0 || length == 0) return;
        const Vec3d away = gap.apart * (lack / length);
        push[v] += away * (1 - gap.s), weight[v] += 1 - gap.s;
        push[v + 1] += away * gap.s, weight[v + 1] += gap.s;
      });
    for (std::size_t v = 0; v < push.size(); ++v)
      if (weight[v] > 0) moving.vertices[v] += push[v] * (0.7 / std::max(weight[v], 0.5));
    if (round + 4 < rounds) smooth(moving, 0.1);
  }
}

}  // namespace weft
