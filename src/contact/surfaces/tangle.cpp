#include "contact/surfaces/tangle.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "contact/surfaces/count.h"
#include "contact/surfaces/flush.h"
#include "geometry/closest_triangle.h"

namespace weft {
namespace {

using Edge = std::array<std::uint32_t, 2>;

Edge ordered(std::uint32_t a, std::uint32_t b) { return {std::min(a, b), std::max(a, b)}; }

/// Numbers of groups in the order in which they appear.
std::uint32_t number(Groups& groups, std::size_t n, std::vector<std::uint32_t>& out) {
  std::vector<std::uint32_t> name(n, kNone);
  std::uint32_t count = 0;
  out.resize(n);
  for (std::uint32_t i = 0; i < n; ++i) {
    std::uint32_t& k = name[groups.find(i)];
    if (k == kNone) k = count++;
    out[i] = k;
  }
  return count;
}

/// Of things with an inside that lie flush rounding makes crossings: an end of the edge is on the triangle.
bool flush(const SurfaceScene& s, const std::array<std::uint32_t, 2>& edge,
           const std::array<std::uint32_t, 3>& t) {
  if (!s.parts[s.part_of[edge[0]]].mesh->closed && !s.parts[s.part_of[t[0]]].mesh->closed) return false;
  const Vec3d n = cross(s.x[t[1]] - s.x[t[0]], s.x[t[2]] - s.x[t[0]]);
  const double a = dot(n, s.x[edge[0]] - s.x[t[0]]), b = dot(n, s.x[edge[1]] - s.x[t[0]]);
  return std::min(std::abs(a), std::abs(b)) <= kFlush * norm(n);
}

}  // namespace

bool parts_meet(const SurfaceScene& scene, std::uint32_t a, std::uint32_t b) {
  const SurfacePart &pa = scene.parts[a], &pb = scene.parts[b];
  if (a == b) return pa.meets_itself;
  const bool elsewhere = (pa.obstacle && !pb.meets_meshes) || (pb.obstacle && !pa.meets_meshes);
  return (pa.yields || pb.yields) && !elsewhere;
}

Groups::Groups(std::size_t n) : of_(n) { std::iota(of_.begin(), of_.end(), 0u); }

std::uint32_t Groups::find(std::uint32_t i) {
  while (of_[i] != i) i = of_[i] = of_[of_[i]];
  return i;
}

void Groups::join(std::uint32_t a, std::uint32_t b) {
  a = find(a), b = find(b);
  of_[std::max(a, b)] = std::min(a, b);
}

bool Tangle::cut(std::uint32_t a, std::uint32_t b) const {
  return std::binary_search(cut_.begin(), cut_.end(), ordered(a, b));
}

bool Tangle::joined(std::uint32_t a, std::uint32_t b) const {
  return std::binary_search(joined_.begin(), joined_.end(), ordered(a, b));
}

/// Vertices of triangles that share a corner with what crosses.
std::vector<char> Tangle::near(const SurfaceScene& scene, std::vector<char> crosses) const {
  crosses.resize(scene.size(), 0);
  std::vector<char> near(scene.size(), 0);
  for (const SurfaceCrossing& c : crossings) {
    for (const std::uint32_t v : c.edge) crosses[v] = 1;
    for (const std::uint32_t v : c.triangle) crosses[v] = 1;
  }
  for (const SurfaceElement& e : scene.elements) {
    bool any = false;
    for (int k = 0; k < e.corners(); ++k) any |= crosses[e.vertex[k]] != 0;
    if (any)
      for (int k = 0; k < e.corners(); ++k) near[e.vertex[k]] = 1;
  }
  return near;
}

bool Tangle::look(const SurfaceScene& scene, bool everywhere, std::vector<char> also) {
  std::vector<char> near_;
  if (!everywhere) near_ = near(scene, std::move(also));
  SurfaceSoup soup;
  std::vector<std::uint32_t> element;  // of triangles
  for (std::uint32_t k = 0; k < scene.elements.size(); ++k) {
    const SurfaceElement& e = scene.elements[k];
    bool wanted = everywhere;
    for (int a = 0; !wanted && a < e.corners(); ++a) wanted = near_[e.vertex[a]] != 0;
    if (!wanted) continue;
    const std::uint32_t part = scene.part_of[e.vertex[0]];
    if (e.corners() == 3) {
      soup.triangles.push_back(e.vertex);
      soup.triangle_object.push_back(part);
      element.push_back(k);
    } else {
      soup.segments.push_back({e.vertex[0], e.vertex[1]});
      soup.segment_object.push_back(part);
    }
  }
  soup.x = scene.x;
  for (const SurfacePart& p : scene.parts)
    soup.parts.push_back(p.obstacle ? Part::obstacle : p.rigid != kNone ? Part::rigid : Part::soft);
  std::vector<SurfaceCrossing> before;
  before.swap(crossings);
  for (const Piercing& p : find_surface_crossings(soup).piercings) {
    const auto& t = soup.triangles[p.triangle];
    if (!parts_meet(scene, scene.part_of[p.edge[0]], scene.part_of[t[0]]) || flush(scene, p.edge, t))
      continue;
    const Vec3d &a = scene.x[p.edge[0]], &b = scene.x[p.edge[1]];
    const double along = std::clamp(dot(p.place - a, b - a) / std::max(norm2(b - a), 1e-300), 0.0, 1.0);
    const Vec3d weight =
        closest_on_triangle(p.place, scene.x[t[0]], scene.x[t[1]], scene.x[t[2]]).barycentric;
    crossings.push_back({p.edge, t, element[p.triangle], along, weight});
  }
  const auto same = [](const SurfaceCrossing& a, const SurfaceCrossing& b) {
    return a.edge == b.edge && a.element == b.element;
  };
  if (std::equal(crossings.begin(), crossings.end(), before.begin(), before.end(), same)) {
    for (std::size_t k = 0; k < crossings.size(); ++k) {
      crossings[k].beside = before[k].beside;
      crossings[k].curve = before[k].curve;
      crossings[k].strand = before[k].strand;
    }
    return false;
  }
  cut_.clear();
  for (const SurfaceCrossing& c : crossings) cut_.push_back(c.edge);
  std::sort(cut_.begin(), cut_.end());
  cut_.erase(std::unique(cut_.begin(), cut_.end()), cut_.end());
  find_curves(scene);
  return true;
}

void Tangle::find_curves(const SurfaceScene& scene) {
  std::vector<std::pair<Edge, std::uint32_t>> at;  // edges and their crossings
  std::vector<char> ends(scene.size(), 0);
  for (std::uint32_t k = 0; k < crossings.size(); ++k) {
    at.push_back({crossings[k].edge, k});
    for (const std::uint32_t v : crossings[k].edge) ends[v] = 1;
  }
  std::sort(at.begin(), at.end());
  std::vector<std::pair<std::uint32_t, std::uint32_t>> beside;  // triangles, and what crosses at their sides
  for (std::uint32_t k = 0; k < scene.elements.size(); ++k) {
    const SurfaceElement& e = scene.elements[k];
    if (e.corners() < 3 || ends[e.vertex[0]] + ends[e.vertex[1]] + ends[e.vertex[2]] < 2) continue;
    for (std::size_t a = 0; a < 3; ++a) {
      const Edge side = ordered(e.vertex[a], e.vertex[(a + 1) % 3]);
      auto i = std::lower_bound(at.begin(), at.end(), std::pair{side, 0u});
      for (; i != at.end() && i->first == side; ++i) beside.push_back({k, i->second});
    }
  }
  for (const auto& [triangle, c] : beside) {
    auto& of = crossings[c].beside;
    (of[0] == kNone ? of[0] : of[1]) = triangle;
  }
  // An end of the edge and a corner of the triangle: what follows on a curve has such a pair in common.
  std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> meet;
  for (std::uint32_t k = 0; k < crossings.size(); ++k)
    for (const std::uint32_t v : crossings[k].edge)
      for (const std::uint32_t w : crossings[k].triangle) meet.push_back({std::min(v, w), std::max(v, w), k});
  std::sort(meet.begin(), meet.end());
  joined_.clear();
  for (const auto& [low, high, c] : meet)
    if (joined_.empty() || joined_.back() != Edge{low, high}) joined_.push_back({low, high});
  Groups strands(crossings.size()), all(crossings.size());
  for (std::size_t i = 1; i < meet.size(); ++i) {
    const auto& [low, high, c] = meet[i];
    const auto& [low_before, high_before, before] = meet[i - 1];
    if (low == low_before && high == high_before) all.join(c, before);
  }
  std::vector<std::uint32_t> curve, strand;
  curves = number(all, crossings.size(), curve);
  std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> ends_at;  // curve, vertex, crossing
  for (std::uint32_t k = 0; k < crossings.size(); ++k)
    for (const std::uint32_t v : crossings[k].edge) ends_at.push_back({curve[k], v, k});
  std::sort(ends_at.begin(), ends_at.end());
  for (std::size_t i = 1; i < ends_at.size(); ++i) {
    const auto& [c, v, k] = ends_at[i];
    const auto& [c_before, v_before, before] = ends_at[i - 1];
    if (c == c_before && v == v_before) strands.join(k, before);
  }
  curve_of.resize(number(strands, crossings.size(), strand));
  for (std::size_t k = 0; k < crossings.size(); ++k) {
    crossings[k].curve = curve[k];
    crossings[k].strand = strand[k];
    curve_of[strand[k]] = curve[k];
  }
}

}  // namespace weft
