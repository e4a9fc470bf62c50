/// An independent judge of thin geometry, for tests and reports: which triangles pass through each other and
/// which strands come too near. A hash grid finds candidates, so the work grows with the number of elements;
/// results do not depend on the grid or on the order of elements.
#pragma once
#include <cstdint>

#include "geometry/mesh.h"
#include "geometry/weave/thin.h"

namespace weft {

/// Where the segments ab and cd are nearest: at a + s (b - a) and c + t (d - c), `apart` from the second to
/// the first.
struct SegmentGap {
  Vec3d apart;
  double s, t;
};
SegmentGap segment_gap(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d);
/// Least distance of the segments ab and cd [m].
double segment_distance(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d);
/// Whether an edge of one triangle passes through the other. Triangles in one plane do not count.
bool triangles_cross(const std::array<Vec3d, 3>& a, const std::array<Vec3d, 3>& b);

/// Pairs of triangles of a sheet that pass through each other; pairs that share a vertex are skipped.
std::size_t self_crossings(const Sheet& sheet);
/// Pairs of triangles, one of each sheet, that pass through each other.
std::size_t crossings(const Sheet& a, const Sheet& b);

/// A segment of a strand, from `vertex` to the next.
struct Segment {
  std::uint32_t vertex, strand;
};
std::vector<Segment> segments_of(const Strands& strands);
/// A box around each, wider by `margin` on every side.
std::vector<Bounds> segment_boxes(const Strands& strands, const std::vector<Segment>& segments,
                                  double margin);

struct Nearness {
  std::size_t pairs = 0;  ///< segments nearer than the distance asked for
  double nearest = 0;     ///< smallest distance among them, or the distance asked for when there are none [m]
  std::array<std::uint32_t, 2> segments{};  ///< that pair, by their first vertices
};

/// Pairs of segments nearer than `distance`; on one strand only those more than `apart`
/// segments from each other.
Nearness near_segments(const Strands& strands, double distance, std::uint32_t apart);

}  // namespace weft
