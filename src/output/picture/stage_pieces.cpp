/// The bodies of a frame as Embree geometries.
#include <cmath>
#include <cstring>

#include "exec/parallel.h"
#include "output/picture/sampler.h"
#include "output/picture/stage.h"

namespace weft {

namespace {

// Of half the spacing: neighbours touch. A plane has no second layer to close gaps, and what holds together
// there is drawn as balls, too.
constexpr float kBallScale = 1.18f, kPlaneHeap = 1.5f, kPlaneSolid = 2.1f;
constexpr float kSnow = 0.86f;  // white as fresh snow is, it must not outshine the picture

/// A number in 0..1 that belongs to an id, the same in every frame.
float grain(std::uint32_t id, std::uint32_t which) { return unit_float(hash32(id, which)); }

bool finite(const Vec3f& x) { return std::isfinite(x[0] + x[1] + x[2]); }

/// Colours of an object's vertices, or one for all.
std::vector<Vec3f> colours_of(const FrameObject& o) {
  if (o.colours.empty()) return {linear(o.colour)};
  std::vector<Vec3f> c(o.colours.size());
  parallel_chunks(c.size(), 4096, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) c[i] = linear(o.colours[i]);
  });
  return c;
}

/// Real grains differ: in lightness, a little between warm and cold, and some are nearly clear. `much` is 0
/// for none of it.
Vec3f varied(const Vec3f& c, std::uint32_t id, float much) {
  const float quartz = much > 0.3f ? 0.35f * grain(id, 4) : 0;
  const Vec3f p = mix(c, grey(1.15f * luminance(c)), quartz);
  const float light = 1 + much * (2 * grain(id, 1) - 1), warm = 0.2f * much * (grain(id, 2) - 0.5f);
  return {{p[0] * light * (1 + warm), p[1] * light, p[2] * light * (1 - warm)}};
}

/// The colour of a single grain or hair whose heap has colour c: light is lost in the gaps between them.
Vec3f grain_colour(const Vec3f& c) {
  Vec3f out;
  for (int k = 0; k < 3; ++k) out[k] = 1 - std::pow(1 - std::clamp(c[k], 0.0f, 1.0f), 1.7f);
  return out;
}

void share(RTCGeometry g, RTCBufferType type, RTCFormat format, const void* data, std::size_t stride,
           std::size_t count) {
  rtcSetSharedGeometryBuffer(g, type, 0, format, data, 0, stride, count);
}

}  // namespace

void Stage::add_object(const FrameObject& o, const StageOptions& options) {
  const std::string look = o.look.empty() ? look_of_kind(o.kind) : o.look;
  std::vector<Vec3f> colours = colours_of(o);
  if (look == "snow")
    for (Vec3f& c : colours) c *= kSnow;
  if (o.kind == "curves") return add_strands(o, std::move(colours), options.even);
  if (o.kind == "mesh") {
    if (o.smooth) return add_patches(o, std::move(colours));
    return add_solid(solid_of(o, colours), look);
  }
  const bool surface = options.surfaces && look != "sand" && !plane_;
  if (surface) {
    Solid solid = surface_of(o, colours);
    if (look == "water" || look == "goo")
      for (const Ground& g : grounds_) settle(solid, g.point, g.normal, 2.2f * float(o.radius));
    add_solid(std::move(solid), look);
  }
  if (surface && look != "snow") return;  // snow is a surface strewn with grains
  add_balls(o, std::move(colours), options.even);
}

/// A point of sand or snow stands for a handful of grains: drawn as that many smaller ones when it is large
/// in the picture. They keep their places around the point, so that they move with it.
int Stage::grains_across(const FrameObject& o) const {
  if (!(o.look.empty() || o.look == "sand" || o.look == "snow")) return 1;
  const int wanted = std::clamp(int(std::ceil(o.radius / (0.0035 * size_))), 1, 3);
  const auto grains = [&](int m) { return o.position.size() * std::size_t(plane_ ? m * m : m * m * m); };
  int m = wanted;
  while (m > 1 && grains(m) > 4000000) --m;
  return m;
}

void Stage::add_balls(const FrameObject& o, std::vector<Vec3f> colours, bool even) {
  if (o.position.empty()) return;
  auto p = std::make_unique<Piece>();
  p->look = look_named(o.look.empty() ? "sand" : o.look);
  if (p->look.water) p->look = look_named("plastic");  // drops that refract one by one are only noise
  if (even) p->look.variation = 0;
  const bool heap = o.look.empty() || o.look == "sand";
  const int m = grains_across(o), layers = plane_ ? 1 : m, each = m * m * layers;
  const float scale = (!plane_ ? kBallScale : heap ? kPlaneHeap : kPlaneSolid) / float(m);
  p->points.resize(o.position.size() * std::size_t(each));
  p->colours.resize(p->points.size());
  const auto put = [&](std::size_t i, int g) {
    const std::uint32_t id =
        (o.id.empty() ? std::uint32_t(i) : o.id[i]) * std::uint32_t(each) + std::uint32_t(g);
    const float radius = o.radii.empty() ? float(o.radius) : o.radii[i];
    Vec3f x = o.position[i];
    if (m > 1) {  // one in each part of the point's own cube, a little beyond its sides
      const float cell[3] = {float(g % m), float(g / (m * m)), float(g / m % m)};
      for (int k = 0; k < 3; ++k)
        if (k != 1 || !plane_)
          x[k] += 2.5f * radius * ((cell[k] + grain(id, 5 + std::uint32_t(k))) / float(m) - 0.5f);
    }
    const std::size_t at = i * std::size_t(each) + std::size_t(g);
    const float size = finite(x) ? radius * scale * (0.85f + 0.3f * grain(id, 3)) : -1;
    p->points[at] =
        size > 0 ? std::array<float, 4>{x[0], x[1], x[2], size} : std::array<float, 4>{0, 0, 0, -1};
    const Vec3f& colour = colours[colours.size() == 1 ? 0 : i];
    p->colours[at] = varied(heap ? grain_colour(colour) : colour, id, p->look.variation);
  };
  parallel_chunks(o.position.size(), 1024, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i)
      for (int g = 0; g < each; ++g) put(i, g);
  });
  p->geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_SPHERE_POINT);
  share(p->geometry, RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT4, p->points.data(), 16, p->points.size());
  attach(std::move(p));
}

void Stage::add_solid(Solid solid, const std::string& look) {
  if (solid.triangles.empty()) return;
  auto p = std::make_unique<Piece>();
  p->kind = Piece::triangles;
  p->look = look_named(look);
  p->points.resize(solid.x.size());
  for (std::size_t i = 0; i < solid.x.size(); ++i)
    p->points[i] = {solid.x[i][0], solid.x[i][1], solid.x[i][2], 0};
  p->normals = std::move(solid.n);
  p->colours = std::move(solid.colours);
  p->index.resize(3 * solid.triangles.size());
  std::memcpy(p->index.data(), solid.triangles.data(), 4 * p->index.size());
  p->geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_TRIANGLE);
  share(p->geometry, RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT3, p->points.data(), 16, p->points.size());
  share(p->geometry, RTC_BUFFER_TYPE_INDEX, RTC_FORMAT_UINT3, p->index.data(), 12, solid.triangles.size());
  attach(std::move(p));
}

/// The Catmull-Clark limit surface, cut finely enough for its size in the picture and the memory there is.
void Stage::add_patches(const FrameObject& o, std::vector<Vec3f> colours) {
  for (const Vec3f& x : o.position)
    if (!finite(x)) return add_solid(solid_of(o, colours), o.look.empty() ? "cloth" : o.look);
  if (o.faces.empty()) return;
  auto p = std::make_unique<Piece>();
  p->kind = Piece::patches;
  p->look = look_named(o.look.empty() ? "cloth" : o.look);
  p->points.resize(o.position.size());
  for (std::size_t i = 0; i < o.position.size(); ++i)
    p->points[i] = {o.position[i][0], o.position[i][1], o.position[i][2], 0};
  p->colours = std::move(colours);
  p->index = o.corners;
  p->faces = o.faces;
  p->geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_SUBDIVISION);
  share(p->geometry, RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT3, p->points.data(), 16, p->points.size());
  share(p->geometry, RTC_BUFFER_TYPE_INDEX, RTC_FORMAT_UINT, p->index.data(), 4, p->index.size());
  share(p->geometry, RTC_BUFFER_TYPE_FACE, RTC_FORMAT_UINT, p->faces.data(), 4, p->faces.size());
  if (p->colours.size() > 1) {
    rtcSetGeometryVertexAttributeCount(p->geometry, 1);
    const std::size_t count = p->colours.size();
    p->colours.push_back(Vec3f::zero());  // Embree reads four floats at a time
    share(p->geometry, RTC_BUFFER_TYPE_VERTEX_ATTRIBUTE, RTC_FORMAT_FLOAT3, p->colours.data(), 12, count);
  }
  rtcSetGeometrySubdivisionMode(p->geometry, 0, RTC_SUBDIVISION_MODE_PIN_CORNERS);
  const float rate = std::sqrt(1.5e6f / float(p->faces.size()));
  rtcSetGeometryTessellationRate(p->geometry, std::clamp(std::floor(rate), 1.0f, 8.0f));
  attach(std::move(p));
}

/// Each strand is a Catmull-Rom curve through its vertices; one more point beyond each end continues it.
void Stage::add_strands(const FrameObject& o, std::vector<Vec3f> colours, bool even) {
  auto p = std::make_unique<Piece>();
  p->kind = Piece::strands;
  p->look = look_named(o.look.empty() ? "hair" : o.look);
  if (even) p->look.variation = 0;
  if (p->look.fibre)
    for (Vec3f& c : colours) c = grain_colour(c);
  const bool many = colours.size() > 1 || p->look.variation > 0;
  std::size_t first = 0, strand = 0;
  const auto put = [&](const Vec3f& x, std::size_t i) {
    p->points.push_back({x[0], x[1], x[2], o.radii.empty() ? float(o.radius) : o.radii[i]});
    if (many)
      p->colours.push_back(
          varied(colours[colours.size() == 1 ? 0 : i], std::uint32_t(strand), p->look.variation));
  };
  for (std::uint32_t count : o.curves) {
    const std::size_t begin = first, end = first + count;
    first = end;
    ++strand;
    bool good = count >= 2;
    for (std::size_t i = begin; good && i < end; ++i) good = finite(o.position[i]);
    if (!good) continue;
    put(o.position[begin] * 2.0f - o.position[begin + 1], begin);
    for (std::size_t i = begin; i < end; ++i) {
      if (i + 1 < end) p->index.push_back(std::uint32_t(p->points.size() - 1));
      put(o.position[i], i);
    }
    put(o.position[end - 1] * 2.0f - o.position[end - 2], end - 1);
  }
  if (p->index.empty()) return;
  if (!many) p->colours = colours;
  p->geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_ROUND_CATMULL_ROM_CURVE);
  share(p->geometry, RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT4, p->points.data(), 16, p->points.size());
  share(p->geometry, RTC_BUFFER_TYPE_INDEX, RTC_FORMAT_UINT, p->index.data(), 4, p->index.size());
  attach(std::move(p));
}

}  // namespace weft
