#include "contact/rigid/find_contacts.h"

#include <algorithm>
#include <cmath>

#include "geometry/distance_mesh.h"

namespace weft {
namespace {

constexpr std::size_t kMostPoints = 32;  // of a pair, where shapes are sampled
constexpr double kCornerShare = 0.05;    // of pressure: corners carry what tips over them, little else
constexpr double kUpright = 0.999;       // cosine up to which a disk counts as lying flat

/// Balls of `a` against the distance to b. `flip`: the pair is the other way round.
void sampled(const PlacedShape& a, const PlacedShape& b, std::span<const ContactSample> samples, double reach,
             bool flip, std::vector<ContactPoint>& out) {
  for (const ContactSample& s : samples) {
    const Vec3d x = a.pose.to_world(s.at);
    const Distance d = b.distance(x);
    const double gap = d.phi - s.radius;
    if (gap > reach) continue;
    out.push_back({x - d.n * (s.radius + 0.5 * gap), flip ? -d.n : d.n, gap, 1});
  }
}

/// Keeps the deepest point and those that lie farthest from all kept so far.
void thin_out(std::vector<ContactPoint>& points) {
  if (points.size() <= kMostPoints) return;
  std::vector<double> away(points.size(), 1e300);
  std::vector<ContactPoint> kept;
  std::size_t next = 0;
  for (std::size_t i = 1; i < points.size(); ++i)
    if (points[i].gap < points[next].gap) next = i;
  while (kept.size() < kMostPoints) {
    kept.push_back(points[next]);
    for (std::size_t i = 0; i < points.size(); ++i)
      away[i] = std::min(away[i], norm2(points[i].x - points[next].x));
    next = std::size_t(std::max_element(away.begin(), away.end()) - away.begin());
    if (away[next] == 0) break;
  }
  points.swap(kept);
}

void plane_contacts(const PlacedShape& a, const PlacedShape& b, double reach,
                    std::vector<ContactPoint>& out) {
  const Vec3d n = b.pose.rotation.rotate(std::get<Plane>(*b.shape->shape).normal),
              d = a.pose.rotation.conjugate().rotate(-n);
  std::vector<ContactSample> samples;
  if (a.shape->faceted) {
    if (!std::holds_alternative<Capsule>(*a.shape->shape)) {
      const ContactFeature face = feature_along(*a.shape, d);
      if (face.corners.size() > 2 && dot(face.normal, d) > kUpright) {
        for (const Vec3d& c : face.corners) samples.push_back({c, 0});
        sampled(a, b, samples, 1e300, false, out);
        fill_patch(out, face.round ? 4 : 1);
        std::erase_if(out, [&](const ContactPoint& p) { return p.gap > reach; });
        return;
      }
    }
    farthest(*a.shape, d, samples);
    sampled(a, b, samples, reach, false, out);
  } else {
    sampled(a, b, a.shape->samples, reach, false, out);
  }
}

/// The part of a mesh's vertices inside the bounds of another shape.
std::vector<ContactSample> near_samples(const PlacedShape& from, const PlacedShape& to, double reach) {
  const Bounds box = bounds(*to.shape->shape);
  std::vector<ContactSample> out;
  const auto add = [&](const ContactSample& s) {
    const Vec3d x = to.pose.to_local(from.pose.to_world(s.at));
    for (int k = 0; k < 3; ++k)
      if (x[k] < box.lower[k] - reach || x[k] > box.upper[k] + reach) return;
    out.push_back(s);
  };
  if (from.deforming)
    for (const Vec3d& v : from.deforming->moving_mesh->mesh().vertices) add({v, 0});
  else
    for (const ContactSample& s : from.shape->samples) add(s);
  return out;
}

}  // namespace

Distance PlacedShape::distance(const Vec3d& x) const {
  if (deforming) return deforming->distance(x);
  Distance d = signed_distance(*shape->shape, pose.to_local(x));
  d.n = pose.rotation.rotate(d.n);
  return d;
}

void fill_patch(std::vector<ContactPoint>& corners, int rings) {
  const std::size_t n = corners.size();
  if (n < 3) return;
  Vec3d middle = Vec3d::zero();
  double gap = 0;
  for (const ContactPoint& c : corners) middle += c.x * (1.0 / double(n)), gap += c.gap / double(n);
  std::vector<ContactPoint> spokes;  // towards the corners and, when they are few, the middles of the edges
  const bool few = n < 6;
  const std::size_t every = n >= 20 ? 2 : 1;
  for (std::size_t k = 0; k < n; k += every) {
    const ContactPoint &here = corners[k], &next = corners[(k + 1) % n], &last = corners[(k + n - 1) % n];
    const double before = norm(cross(last.x - middle, here.x - middle)),
                 after = norm(cross(here.x - middle, next.x - middle));
    spokes.push_back({here.x, here.n, here.gap, few ? 0.25 * (before + after) : 0.5 * (before + after)});
    if (few) spokes.push_back({(here.x + next.x) * 0.5, here.n, 0.5 * (here.gap + next.gap), 0.5 * after});
  }
  double mean = 0;
  for (const ContactPoint& s : spokes) mean += s.share / double(spokes.size());
  if (!(mean > 0)) return;
  for (ContactPoint& c : corners) c.share = kCornerShare;
  for (int j = 0; j < rings; ++j) {
    // Mean of r over the ring between r^2 = j/rings and (j + 1)/rings.
    const double lo = double(j) / rings, hi = double(j + 1) / rings,
                 s = 2.0 / 3 * (hi * std::sqrt(hi) - lo * std::sqrt(lo)) / (hi - lo);
    for (const ContactPoint& p : spokes)
      corners.push_back({middle + (p.x - middle) * s, p.n, gap + (p.gap - gap) * s,
                         std::max(p.share / mean, kCornerShare)});
  }
}

void find_contacts(const PlacedShape& a, const PlacedShape& b, double reach, std::vector<ContactPoint>& out) {
  out.clear();
  const Shape& other = *b.shape->shape;
  if (std::holds_alternative<Plane>(other)) {
    plane_contacts(a, b, reach, out);
  } else if (std::holds_alternative<Sphere>(*a.shape->shape)) {
    sampled(a, b, a.shape->samples, reach, false, out);
  } else if (std::holds_alternative<Sphere>(other)) {
    sampled(b, a, b.shape->samples, reach, true, out);
  } else if (a.shape->faceted && b.shape->faceted && !b.deforming) {
    convex_contacts(a, b, reach, out);
    return;
  } else {
    sampled(a, b, near_samples(a, b, reach), reach, false, out);
    sampled(b, a, near_samples(b, a, reach), reach, true, out);
  }
  if (!(a.shape->faceted && std::holds_alternative<Plane>(other))) thin_out(out);
}

}  // namespace weft
