#include "geometry/weave/polyline.h"

#include <cmath>
#include <numbers>

namespace weft {

double polyline_length(std::span<const Vec3d> points) {
  double length = 0;
  for (std::size_t i = 1; i < points.size(); ++i) length += norm(points[i] - points[i - 1]);
  return length;
}

std::vector<Station> stations(std::span<const Vec3d> points, std::size_t segments) {
  const double step = polyline_length(points) / double(segments);
  const Station end{points.size() - 2, 1};
  std::vector<Station> out;
  out.reserve(segments + 1);
  double walked = 0;  // up to points[i]
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const double edge = norm(points[i + 1] - points[i]);
    while (out.size() < segments && step * double(out.size()) <= walked + edge)
      out.push_back({i, edge > 0 ? (step * double(out.size()) - walked) / edge : 0});
    walked += edge;
  }
  out.resize(segments, end);
  out.push_back(end);
  return out;
}

Vec3d at_station(std::span<const Vec3d> list, const Station& place) {
  return list[place.segment] * (1 - place.f) + list[place.segment + 1] * place.f;
}

std::vector<Vec3d> resample(std::span<const Vec3d> points, std::size_t segments) {
  std::vector<Vec3d> out;
  out.reserve(segments + 1);
  for (const Station& place : stations(points, segments)) out.push_back(at_station(points, place));
  return out;
}

void add_strand(Strands& strands, std::span<const Vec3d> points) {
  strands.vertices.insert(strands.vertices.end(), points.begin(), points.end());
  strands.counts.push_back(std::uint32_t(points.size()));
}

double Ply::offset() const { return plies < 2 ? 0 : radius / std::sin(std::numbers::pi / plies); }
double Ply::yarn_radius() const { return offset() + radius; }

void add_yarn(Strands& strands, std::span<const Vec3d> middle, std::span<const Vec3d> across,
              const Ply& ply) {
  if (ply.plies < 2) return add_strand(strands, middle);
  const std::size_t n = middle.size();
  std::vector<Vec3d> points(n);
  for (int k = 0; k < ply.plies; ++k) {
    double walked = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const Vec3d t = normalized(middle[i + 1 < n ? i + 1 : i] - middle[i > 0 ? i - 1 : i]);
      const Vec3d a = normalized(across[i] - t * dot(t, across[i])), b = cross(t, a);
      if (i > 0) walked += norm(middle[i] - middle[i - 1]);
      const double phase = 2 * std::numbers::pi * (ply.twist * walked + double(k) / ply.plies);
      points[i] = middle[i] + (a * std::cos(phase) + b * std::sin(phase)) * ply.offset();
    }
    add_strand(strands, points);
  }
}

}  // namespace weft
