#include "output/picture/stage.h"

#include <fmt/format.h>

#include <cmath>

#include "exec/error.h"

namespace weft {

namespace {

constexpr unsigned kSolid = 1, kWater = 2, kGlass = 4;
const Vec3f kGround{{0.53f, 0.52f, 0.505f}};

/// 1, 2 or 5 times a power of ten, not above x.
float round_length(float x) {
  const float power = std::pow(10.0f, std::floor(std::log10(x))), m = x / power;
  return (m >= 5 ? 5 : m >= 2 ? 2 : 1) * power;
}

RTCRay ray_from(const Vec3f& x, const Vec3f& d, unsigned mask) {
  RTCRay r{};
  r.org_x = x[0], r.org_y = x[1], r.org_z = x[2];
  r.dir_x = d[0], r.dir_y = d[1], r.dir_z = d[2];
  r.tnear = 0;
  r.tfar = 1e30f;
  r.mask = mask;
  return r;
}

bool blocked(RTCScene scene, const Vec3f& x, const Vec3f& d, unsigned mask) {
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  RTCRay r = ray_from(x, d, mask);
  rtcOccluded1(scene, &context, &r);
  return r.tfar < 0;
}

}  // namespace

Stage::Stage(const Frame& frame, const StageOptions& options)
    : device_(rtcNewDevice(nullptr)), scene_(rtcNewScene(device_)), plane_(frame.plane) {
  rtcSetSceneFlags(scene_, RTC_SCENE_FLAG_ROBUST);
  ground_look_ = {.variation = 0};
  centre_ = ((options.action.lower + options.action.upper) * 0.5).as<float>();
  size_ = std::max(1e-4f, float(norm(options.action.upper - options.action.lower)) * 0.5f);
  tile_ = round_length(0.45f * size_);
  for (const FrameCollider& c : frame.colliders) {
    if (c.kind != "plane") {
      add_solid(solid_of(c), c.look);
      continue;
    }
    const Vec3f n = normalized(c.rotation * c.size).as<float>();
    if (options.ground && n[2] > 0.5f) grounds_.push_back({c.position.as<float>(), n});
  }
  if (options.ground && grounds_.empty() && options.floor)
    grounds_.push_back({{{0, 0, float(*options.floor)}}, {{0, 0, 1}}});
  for (const FrameObject& o : frame.objects) add_object(o, options);
  rtcCommitScene(scene_);
  if (const RTCError e = rtcGetDeviceError(device_); e != RTC_ERROR_NONE) {
    rtcReleaseScene(scene_);
    rtcReleaseDevice(device_);
    if (e == RTC_ERROR_OUT_OF_MEMORY) throw std::bad_alloc();
    throw Error("E0430", fmt::format("the ray tracer cannot take frame {} (code {})", frame.number, int(e)),
                {}, "look at the frame with `weft verify`", Exit::disk);
  }
}

Stage::~Stage() {
  rtcReleaseScene(scene_);
  rtcReleaseDevice(device_);
}

std::size_t Stage::primitives() const {
  std::size_t n = 0;
  for (const auto& p : pieces_)
    n += p->kind == Piece::balls       ? p->points.size()
         : p->kind == Piece::triangles ? p->index.size() / 3
         : p->kind == Piece::patches   ? p->faces.size()
                                       : p->index.size();
  return n;
}

void Stage::attach(std::unique_ptr<Piece> piece) {
  rtcSetGeometryMask(piece->geometry, piece->look.water ? kWater : piece->look.glass ? kGlass : kSolid);
  has_water_ = has_water_ || piece->look.water;
  has_glass_ = has_glass_ || piece->look.glass;
  rtcCommitGeometry(piece->geometry);
  rtcAttachGeometryByID(scene_, piece->geometry, unsigned(pieces_.size()));
  rtcReleaseGeometry(piece->geometry);
  pieces_.push_back(std::move(piece));
}

bool Stage::meet(const Vec3f& x, const Vec3f& d, Hit& hit, bool from_camera) const {
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  if (from_camera) context.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
  RTCRayHit r{};
  r.ray = ray_from(x, d, kSolid | kWater | kGlass);
  r.hit.geomID = RTC_INVALID_GEOMETRY_ID;
  rtcIntersect1(scene_, &context, &r);
  hit.t = r.ray.tfar;
  hit.fade = 0;
  hit.inside = false;
  meet_grounds(x, d, from_camera, hit);
  if (hit.t < r.ray.tfar) return true;
  if (r.hit.geomID == RTC_INVALID_GEOMETRY_ID) return false;
  hit.x = x + d * hit.t;
  describe(r, d, hit);
  return true;
}

/// Planes are open from behind.
void Stage::meet_grounds(const Vec3f& x, const Vec3f& d, bool from_camera, Hit& hit) const {
  for (const Ground& g : grounds_) {
    const float facing = dot(d, g.normal), t = dot(g.point - x, g.normal) / facing;
    if (!(facing < 0) || !(t > 0) || t >= hit.t) continue;
    const Vec3f at = x + d * t;
    const float away = norm(at - centre_) / size_;
    const float fade = smooth_step(2.5f, 13.0f, away);
    if (fade >= 1) continue;
    hit.t = t;
    hit.x = at;
    hit.geometric = g.normal;
    hit.lift = 1e-5f * size_ + 4e-7f * (std::abs(at[0]) + std::abs(at[1]) + std::abs(at[2]));
    hit.facing = {g.normal, {{1, 0, 0}}, ground_colour(at, g, from_camera ? t : 1e30f), &ground_look_};
    hit.fade = fade;
  }
}

/// A faint grid of tiles of a round length, so that sizes and motion can be read.
Vec3f Stage::ground_colour(const Vec3f& x, const Ground& g, float t) const {
  if (t > 1e29f) return kGround;
  const Axes axes(g.normal);
  const Vec3f d = x - g.point;
  const float u = dot(d, axes.x) / tile_, v = dot(d, axes.y) / tile_;
  const float du = std::abs(u - std::round(u)), dv = std::abs(v - std::round(v));
  const float line = 0.012f, soft = line + 0.0012f * t / tile_;
  const float on = std::max(1 - smooth_step(line * 0.5f, soft, du), 1 - smooth_step(line * 0.5f, soft, dv));
  return kGround * (1 - 0.16f * on * line / soft);
}

Vec3f Stage::clear(const Vec3f& x, const Vec3f& d) const {
  if (blocked(scene_, x, d, kSolid)) return Vec3f::zero();
  for (const Ground& g : grounds_)
    if (dot(d, g.normal) < 0 && dot(x - g.point, g.normal) > 0) return Vec3f::zero();
  Vec3f open = grey(1);
  if (has_water_ && blocked(scene_, x, d, kWater)) open = {{0.55f, 0.66f, 0.72f}};
  if (has_glass_ && blocked(scene_, x, d, kGlass)) open *= 0.85f;
  return open;
}

float Stage::depth_inside(const Vec3f& x, const Vec3f& d) const {
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  RTCRayHit r{};
  r.ray = ray_from(x, d, kSolid);
  r.hit.geomID = RTC_INVALID_GEOMETRY_ID;
  rtcIntersect1(scene_, &context, &r);
  return r.ray.tfar;
}

void Stage::describe(const RTCRayHit& r, const Vec3f& d, Hit& hit) const {
  const Piece& p = *pieces_[r.hit.geomID];
  Vec3f ng = normalized(Vec3f{{r.hit.Ng_x, r.hit.Ng_y, r.hit.Ng_z}}), n = ng, tangent{{1, 0, 0}}, base;
  const float u = r.hit.u, v = r.hit.v;
  const std::size_t prim = r.hit.primID;
  hit.lift = 1e-5f * size_ + 4e-7f * (std::abs(hit.x[0]) + std::abs(hit.x[1]) + std::abs(hit.x[2]));
  if (p.kind == Piece::balls) {
    const auto& s = p.points[prim];
    const Vec3f centre{{s[0], s[1], s[2]}};
    n = ng = normalized(hit.x - centre);
    hit.x = centre + n * s[3];
    base = p.colour(prim);
  } else if (p.kind == Piece::triangles) {
    const std::uint32_t* c = p.index.data() + 3 * prim;
    n = p.normals[c[0]] * (1 - u - v) + p.normals[c[1]] * u + p.normals[c[2]] * v;
    base = p.colours.size() == 1 ? p.colours[0]
                                 : p.colours[c[0]] * (1 - u - v) + p.colours[c[1]] * u + p.colours[c[2]] * v;
  } else if (p.kind == Piece::patches) {
    Vec3f x, du, dv, c;
    rtcInterpolate1(p.geometry, unsigned(prim), u, v, RTC_BUFFER_TYPE_VERTEX, 0, &x[0], &du[0], &dv[0], 3);
    n = cross(du, dv);
    base = p.colours[0];
    if (p.colours.size() > 1) {
      rtcInterpolate0(p.geometry, unsigned(prim), u, v, RTC_BUFFER_TYPE_VERTEX_ATTRIBUTE, 0, &c[0], 3);
      base = c;
    }
  } else {
    Vec3<float> x, du;
    rtcInterpolate1(p.geometry, unsigned(prim), u, v, RTC_BUFFER_TYPE_VERTEX, 0, &x[0], &du[0], nullptr, 3);
    const std::uint32_t a = p.index[prim] + 1;
    if (norm2(du) > 0) tangent = normalized(du);
    base = p.colours.size() == 1 ? p.colours[0] : mix(p.colours[a], p.colours[a + 1], u);
    hit.lift += 0.1f * p.points[a][3];
  }
  hit.inside = dot(ng, d) > 0;
  if (hit.inside) ng = -ng;
  if (const float length = norm(n); length > 0) n = n * (1 / length);
  else n = ng;
  if (dot(n, ng) < 0) n = -n;
  // A smooth normal may turn away from the one who looks: bend it back until it is seen edge on.
  if (const float away = dot(n, d); away > -0.02f) n = normalized(n - d * (away + 0.02f));
  hit.geometric = ng;
  hit.facing = {n, tangent, base, &p.look};
}

}  // namespace weft
