/// Contacts of convex shapes. Bullet computes in float and its shapes have rounded edges, so only the
/// direction is taken from it; places and gaps are computed here from faces, edges and supports.
/// Not libccd, though it computes in double: it has no distance of shapes that are apart, and on shapes blown up
/// until they overlap its EPA loses the faces' directions (a stack of boxes creeps 0.2 mm instead of 3e-11 m).
#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btConvexPointCloudShape.h>
#include <BulletCollision/CollisionShapes/btCylinderShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "contact/rigid/find_contacts.h"

namespace weft {
namespace {

constexpr double kFacing = 0.999;   // cosine: the direction is a face's normal, but for rounding
constexpr double kParallel = 0.03;  // sine up to which two edges touch along a line
constexpr float kMargin = 0.02f;    // of Bullet's shapes, their size being about 1

btVector3 bt(const Vec3d& v) { return {btScalar(v[0]), btScalar(v[1]), btScalar(v[2])}; }
Vec3d from(const btVector3& v) { return {{v.x(), v.y(), v.z()}}; }
btTransform bt(const Pose& p, double scale) {
  const Quaternion<double>& q = p.rotation;
  return btTransform(btQuaternion(btScalar(q.x), btScalar(q.y), btScalar(q.z), btScalar(q.w)),
                     bt(p.position * scale));
}

/// A shape for Bullet, made anew for each pair so that both have a size about 1: its tolerances are absolute.
class BulletShape {
 public:
  BulletShape(const ContactShape& s, double scale) {
    if (const auto* box = std::get_if<Box>(s.shape)) {
      box_.emplace(bt(box->half * scale));
      shape_ = &*box_;
    } else if (const auto* c = std::get_if<Cylinder>(s.shape)) {
      cylinder_.emplace(bt(Vec3d{{c->radius, c->radius, c->half_height}} * scale));
      shape_ = &*cylinder_;
    } else if (const auto* c = std::get_if<Capsule>(s.shape)) {
      capsule_.emplace(btScalar(c->radius * scale), btScalar(2 * c->half_length * scale));
      shape_ = &*capsule_;
      return;  // its margin is its radius
    } else {
      for (const Vec3d& x : s.corners) corners_.push_back(bt(x * scale));
      cloud_.emplace(corners_.data(), int(corners_.size()), btVector3(1, 1, 1), false);
      shape_ = &*cloud_;
    }
    double thinnest = 1e300;
    const Bounds b = bounds(*s.shape);
    for (int k = 0; k < 3; ++k) thinnest = std::min(thinnest, (b.upper[k] - b.lower[k]) * scale);
    shape_->setMargin(std::min(kMargin, float(0.2 * thinnest)));
  }
  const btConvexShape* get() const { return shape_; }

 private:
  std::optional<btBoxShape> box_;
  std::optional<btCylinderShapeZ> cylinder_;
  std::optional<btCapsuleShapeZ> capsule_;
  std::optional<btConvexPointCloudShape> cloud_;
  std::vector<btVector3> corners_;
  btConvexShape* shape_ = nullptr;
};

struct Separation {
  Vec3d n;  ///< out of b
  Vec3d x;  ///< somewhere between the nearest points
};

/// In a's axes, where coordinates are small.
std::optional<Separation> separation(const PlacedShape& a, const PlacedShape& b, double reach) {
  const double scale = 2 / (a.shape->size + b.shape->size);
  const BulletShape first(*a.shape, scale), second(*b.shape, scale);
  const Pose other{a.pose.to_local(b.pose.position), a.pose.rotation.conjugate() * b.pose.rotation};
  btVoronoiSimplexSolver simplex;
  btGjkEpaPenetrationDepthSolver depth;
  btGjkPairDetector detector(first.get(), second.get(), &simplex, &depth);
  btGjkPairDetector::ClosestPointInput input;
  input.m_transformA.setIdentity();
  input.m_transformB = bt(other, scale);
  // Bullet measures up to this from core to core, margins not counted.
  const double far = 2 * kMargin + reach * scale + first.get()->getMargin() + second.get()->getMargin();
  input.m_maximumDistanceSquared = btScalar(far * far);
  btPointCollector found;
  detector.getClosestPoints(input, found, nullptr);
  if (!found.m_hasResult) return std::nullopt;
  const Vec3d n = from(found.m_normalOnBInWorld);
  const Vec3d x = from(found.m_pointInWorld) + n * (0.5 * found.m_distance);
  if (!(norm(n) > 0.5)) return std::nullopt;
  return Separation{a.pose.rotation.rotate(normalized(n)), a.pose.to_world(x * (1 / scale))};
}

ContactFeature feature(const PlacedShape& s, const Vec3d& d) {
  ContactFeature f = feature_along(*s.shape, s.pose.rotation.conjugate().rotate(d));
  for (Vec3d& c : f.corners) c = s.pose.to_world(c);
  f.normal = s.pose.rotation.rotate(f.normal);
  return f;
}

double support(const PlacedShape& s, const Vec3d& d) {
  return dot(s.pose.position, d) + support(*s.shape, s.pose.rotation.conjugate().rotate(d));
}

/// The part of a polygon or segment on the inner side of the plane through p with outward normal m.
void cut(std::vector<Vec3d>& polygon, const Vec3d& p, const Vec3d& m) {
  std::vector<Vec3d> kept;
  const std::size_t n = polygon.size();
  for (std::size_t k = 0; k < n; ++k) {
    const Vec3d &a = polygon[k], &b = polygon[(k + 1) % n];
    const double da = dot(a - p, m), db = dot(b - p, m);
    if (da <= 0) kept.push_back(a);
    if ((da < 0 && db > 0) || (da > 0 && db < 0)) {
      if (n == 2 && k == 1) continue;  // a segment has one way only
      kept.push_back(a + (b - a) * (da / (da - db)));
    }
  }
  polygon.swap(kept);
}

/// `incident` cut to the sides of the face `reference`; gaps are above the reference's plane.
void clip(const ContactFeature& reference, const ContactFeature& incident, bool flip,
          std::vector<ContactPoint>& out) {
  std::vector<Vec3d> polygon = incident.corners;
  const std::size_t n = reference.corners.size();
  for (std::size_t k = 0; k < n && !polygon.empty(); ++k) {
    const Vec3d &p = reference.corners[k], &q = reference.corners[(k + 1) % n];
    cut(polygon, p, cross(q - p, reference.normal));
  }
  for (const Vec3d& x : polygon) {
    const double height = dot(x - reference.corners[0], reference.normal) - incident.radius;
    const Vec3d at = x - reference.normal * (incident.radius + 0.5 * height);
    out.push_back({at, flip ? -reference.normal : reference.normal, height, 1});
  }
}

/// Two points of the edge that looks along d, when there is one.
std::optional<std::array<Vec3d, 2>> edge_of(const ContactFeature& f, const Vec3d& d, double size) {
  if (f.corners.size() == 2) return std::array<Vec3d, 2>{f.corners[0], f.corners[1]};
  double most = -1e300;
  for (const Vec3d& c : f.corners) most = std::max(most, dot(c, d));
  std::vector<Vec3d> top;
  for (const Vec3d& c : f.corners)
    if (dot(c, d) > most - kParallel * size) top.push_back(c);
  if (top.size() != 2) return std::nullopt;
  return std::array<Vec3d, 2>{top[0], top[1]};
}

/// Edges that run side by side touch along the stretch they share.
bool along_edges(const PlacedShape& a, const PlacedShape& b, const ContactFeature& fa,
                 const ContactFeature& fb, const Vec3d& n, std::vector<ContactPoint>& out) {
  const auto ea = edge_of(fa, -n, a.shape->size), eb = edge_of(fb, n, b.shape->size);
  if (!ea || !eb) return false;
  const Vec3d along = (*ea)[1] - (*ea)[0], other = (*eb)[1] - (*eb)[0];
  if (!(norm(along) > 0) || !(norm(other) > 0)) return false;
  const Vec3d u = normalized(along);
  if (norm(cross(u, normalized(other))) > kParallel) return false;
  double from_b = dot((*eb)[0] - (*ea)[0], u), to_b = dot((*eb)[1] - (*ea)[0], u);
  const double lo = std::max(0.0, std::min(from_b, to_b)), hi = std::min(norm(along), std::max(from_b, to_b));
  if (!(hi > lo)) return false;
  for (const double s : {lo, hi}) {
    const Vec3d x = (*ea)[0] + u * s, y = (*eb)[0] + other * ((s - from_b) / (to_b - from_b));
    const double gap = dot(x - y, n) - fa.radius - fb.radius;
    out.push_back({x - n * (fa.radius + 0.5 * gap), n, gap, 1});
  }
  return true;
}

}  // namespace

void convex_contacts(const PlacedShape& a, const PlacedShape& b, double reach,
                     std::vector<ContactPoint>& out) {
  const auto between = separation(a, b, reach);
  if (!between) return;
  const Vec3d n = between->n;
  const ContactFeature fa = feature(a, -n), fb = feature(b, n);
  const double facing_a = fa.corners.size() > 2 ? -dot(fa.normal, n) : 0,
               facing_b = fb.corners.size() > 2 ? dot(fb.normal, n) : 0;
  const bool a_leads = facing_a > facing_b + 1e-4;
  if (std::max(facing_a, facing_b) > kFacing) {
    if (a_leads) clip(fa, fb, true, out);
    else clip(fb, fa, false, out);
    const bool flat = std::min(facing_a, facing_b) > kFacing;
    if (flat) fill_patch(out, fa.round || fb.round ? 4 : 1);
    std::erase_if(out, [&](const ContactPoint& p) { return p.gap > reach; });
    if (!out.empty()) return;
  }
  if (along_edges(a, b, fa, fb, n, out)) {
    std::erase_if(out, [&](const ContactPoint& p) { return p.gap > reach; });
    if (!out.empty()) return;
  }
  const double gap = -support(a, -n) - support(b, n);
  if (gap <= reach) out.push_back({between->x, n, gap, 1});
}

}  // namespace weft
