#include "geometry/weave/crossings.h"

#include <algorithm>
#include <cmath>

#include "geometry/weave/box_grid.h"

namespace weft {

namespace {

using Index = BoxGrid::Index;

std::array<Vec3d, 3> corners(const Sheet& sheet, Index t) {
  const auto& v = sheet.triangles[t];
  return {sheet.vertices[v[0]], sheet.vertices[v[1]], sheet.vertices[v[2]]};
}

std::vector<Bounds> triangle_boxes(const Sheet& sheet) {
  std::vector<Bounds> boxes(sheet.triangles.size());
  for (Index t = 0; t < boxes.size(); ++t)
    for (const Vec3d& x : corners(sheet, t)) boxes[t].add(x);
  return boxes;
}

bool share_vertex(const std::array<Index, 3>& a, const std::array<Index, 3>& b) {
  return std::any_of(a.begin(), a.end(),
                     [&](Index v) { return std::find(b.begin(), b.end(), v) != b.end(); });
}

/// Six times the volume of the tetrahedron abcd.
double volume6(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) {
  return dot(b - a, cross(c - a, d - a));
}

/// Whether the segment pq passes through the triangle: its ends on different sides of the plane, and the
/// line on the same side of all three edges.
bool pierces(const Vec3d& p, const Vec3d& q, const std::array<Vec3d, 3>& t) {
  const double at_p = volume6(t[0], t[1], t[2], p), at_q = volume6(t[0], t[1], t[2], q);
  if (!((at_p > 0 && at_q < 0) || (at_p < 0 && at_q > 0))) return false;
  const double a = volume6(p, q, t[0], t[1]), b = volume6(p, q, t[1], t[2]), c = volume6(p, q, t[2], t[0]);
  return (a >= 0 && b >= 0 && c >= 0) || (a <= 0 && b <= 0 && c <= 0);
}

}  // namespace

/// Minimises |a + s (b - a) - c - t (d - c)|^2 over 0 <= s, t <= 1: the free minimum,
/// clamped one after the other.
SegmentGap segment_gap(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) {
  const Vec3d u = b - a, v = d - c, w = a - c;
  const double uu = norm2(u), vv = norm2(v), uv = dot(u, v), uw = dot(u, w), vw = dot(v, w);
  const double det = uu * vv - uv * uv;
  const auto unit = [](double s) { return std::clamp(s, 0.0, 1.0); };
  double s = det > 1e-14 * uu * vv ? unit((uv * vw - uw * vv) / det) : 0;
  double t = vv > 0 ? (uv * s + vw) / vv : 0;
  if (t < 0 || t > 1 || vv == 0) {
    t = unit(t);
    s = uu > 0 ? unit((uv * t - uw) / uu) : 0;
  }
  return {w + u * s - v * t, s, t};
}

double segment_distance(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) {
  return norm(segment_gap(a, b, c, d).apart);
}

bool triangles_cross(const std::array<Vec3d, 3>& a, const std::array<Vec3d, 3>& b) {
  for (std::size_t k = 0; k < 3; ++k)
    if (pierces(a[k], a[(k + 1) % 3], b) || pierces(b[k], b[(k + 1) % 3], a)) return true;
  return false;
}

std::size_t self_crossings(const Sheet& sheet) {
  const std::vector<Bounds> boxes = triangle_boxes(sheet);
  const BoxGrid grid(boxes, cell_size(boxes));
  std::size_t n = 0;
  std::vector<Index> found;
  for (Index i = 0; i < boxes.size(); ++i)
    grid.each_meeting(boxes[i], found, [&](Index j) {
      if (j > i && !share_vertex(sheet.triangles[i], sheet.triangles[j]))
        n += triangles_cross(corners(sheet, i), corners(sheet, j));
    });
  return n;
}

std::size_t crossings(const Sheet& a, const Sheet& b) {
  const std::vector<Bounds> of_a = triangle_boxes(a), of_b = triangle_boxes(b);
  const BoxGrid grid(of_b, cell_size(of_b));
  std::size_t n = 0;
  std::vector<Index> found;
  for (Index i = 0; i < of_a.size(); ++i)
    grid.each_meeting(of_a[i], found, [&](Index j) { n += triangles_cross(corners(a, i), corners(b, j)); });
  return n;
}

std::vector<Segment> segments_of(const Strands& strands) {
  std::vector<Segment> segments;
  Index first = 0;
  for (Index s = 0; s < strands.counts.size(); first += strands.counts[s++])
    for (Index i = first; i + 1 < first + strands.counts[s]; ++i) segments.push_back({i, s});
  return segments;
}

std::vector<Bounds> segment_boxes(const Strands& strands, const std::vector<Segment>& segments,
                                  double margin) {
  std::vector<Bounds> boxes(segments.size());
  for (std::size_t k = 0; k < segments.size(); ++k)
    for (const Vec3d& x : {strands.vertices[segments[k].vertex], strands.vertices[segments[k].vertex + 1]}) {
      boxes[k].add(x - Vec3d::filled(margin));
      boxes[k].add(x + Vec3d::filled(margin));
    }
  return boxes;
}

Nearness near_segments(const Strands& strands, double distance, std::uint32_t apart) {
  const std::vector<Segment> segments = segments_of(strands);
  const std::vector<Bounds> boxes = segment_boxes(strands, segments, distance / 2);
  const BoxGrid grid(boxes, cell_size(boxes));
  Nearness result{0, distance, {}};
  std::vector<Index> found;
  for (Index i = 0; i < segments.size(); ++i)
    grid.each_meeting(boxes[i], found, [&](Index j) {
      const Index a = segments[i].vertex, b = segments[j].vertex;
      if (j <= i || (segments[i].strand == segments[j].strand && b - a <= apart)) return;
      const auto& x = strands.vertices;
      const double gap = segment_distance(x[a], x[a + 1], x[b], x[b + 1]);
      if (!(gap < distance)) return;
      ++result.pairs;
      if (gap < result.nearest) result.nearest = gap, result.segments = {a, b};
    });
  return result;
}

}  // namespace weft
