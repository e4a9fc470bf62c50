#include "output/picture/trace.h"

#include <cmath>

#include "exec/parallel.h"
#include "output/picture/sampler.h"

namespace weft {

namespace {

constexpr int kTile = 16;         // pixels; a tile is one piece of work
constexpr int kMirrors = 8;       // water may mirror and refract so often
constexpr float kBrightest = 12;  // one sample; brighter ones are glints that no number of samples would calm
constexpr float kBrightestLater = 3;  // what comes by more than one bounce
constexpr float kWater = 1.33f;       // refractive index
constexpr float kGlass = 0.955f;  // share that a sheet lets pass; it is seen by what it swallows at its rim

/// One sample of a pixel.
struct Sample {
  Vec3f light = Vec3f::zero(), albedo = grey(1), normal = Vec3f::zero(), x = Vec3f::zero();
  std::uint32_t rays = 0;
};

struct Tracer {
  const Stage& stage;
  const Light& light;
  const TraceOptions& options;

  /// Sunlight that a surface sends towards wo.
  Vec3f sunlit(const Hit& hit, const Vec3f& wo, const Vec2<float>& u, std::uint32_t& rays) const {
    if (!light.has_sun()) return Vec3f::zero();
    const Vec3f wi = light.towards_sun(u);
    const float side = dot(hit.geometric, wi) > 0 ? 1 : -1;
    Vec3f out = Vec3f::zero();
    const Vec3f f = reflect(hit.facing, wo, wi);
    if (brightest(f) > 1e-5f) {
      ++rays;
      out = times(times(f, light.sun()), stage.clear(hit.x + hit.geometric * (side * hit.lift), wi));
    }
    if (hit.facing.look->depth > 0 && !hit.inside) out += glow(hit, wi);
    return out;
  }

  /// Sunlight that comes through what is not quite opaque: it fades with the way inside.
  Vec3f glow(const Hit& hit, const Vec3f& wi) const {
    const float turned_away = 1 - std::max(0.0f, dot(hit.facing.n, wi));
    if (turned_away < 0.3f) return Vec3f::zero();
    const Vec3f from = hit.x - hit.geometric * (2 * hit.lift);
    const float way = stage.depth_inside(from, wi), far = way / (hit.facing.look->depth * stage.size());
    if (far > 6) return Vec3f::zero();
    const Vec3f open = stage.clear(from + wi * (way + 2 * hit.lift), wi);
    // The longer the way, the purer the colour.
    const Vec3f& b = hit.facing.base;
    const Vec3f tint{
        {std::pow(b[0], 1 + 0.3f * far), std::pow(b[1], 1 + 0.3f * far), std::pow(b[2], 1 + 0.3f * far)}};
    return times(times(tint, light.sun()), open) * (0.45f / kPi * turned_away * std::exp(-far));
  }

  /// Mirrors or refracts at water; d becomes the new direction.
  void pass_water(const Hit& hit, Vec3f& d, Vec3f& x, float u) const {
    const Vec3f& n = hit.facing.n;
    const float eta = hit.inside ? 1 / kWater : kWater, cos = std::clamp(-dot(d, n), 0.0f, 1.0f);
    if (u < fresnel(cos, eta)) {
      d = normalized(d + n * (2 * cos));
      x = hit.x + hit.geometric * hit.lift;
      return;
    }
    const float below = std::sqrt(std::max(0.0f, 1 - (1 - cos * cos) / (eta * eta)));
    d = normalized(d * (1 / eta) + n * (cos / eta - below));
    x = hit.x - hit.geometric * hit.lift;
  }

  /// A thin sheet mirrors at both faces, R = 2 F / (1 + F), or lets pass straight on: true.
  bool pass_glass(const Hit& hit, Vec3f& d, Vec3f& x, float u) const {
    const Vec3f& n = hit.facing.n;
    const float cos = std::clamp(-dot(d, n), 0.0f, 1.0f), f = fresnel(cos, 1.5f);
    const bool mirror = u < 2 * f / (1 + f);
    if (mirror) d = normalized(d + n * (2 * cos));
    x = hit.x + hit.geometric * (mirror ? hit.lift : -hit.lift);
    return !mirror;
  }

  /// Light loses what water's colour lacks on its way inside.
  Vec3f water_filter(const Hit& hit) const {
    const float way = hit.t / stage.size();
    const Vec3f& b = hit.facing.base;
    return {{std::pow(b[0], way), std::pow(b[1], way), std::pow(b[2], way)}};
  }

  Sample follow(Vec3f x, Vec3f d, const Vec3f& background, Sampler& sampler) const {
    Sample s;
    Vec3f through = grey(1);
    int scattered = 0;
    bool first = true, seen = false;  // of all things, and of those that are not clear
    for (int k = 0; k < options.bounces + kMirrors; ++k) {
      Hit hit;
      ++s.rays;
      if (!stage.meet(x, d, hit, scattered == 0)) {
        s.light += through_clamped(times(through, first ? background : light.sky(d)), scattered);
        break;
      }
      const Facing& facing = hit.facing;
      const bool water = facing.look->water, glass = facing.look->glass;
      if (!seen && !glass) {
        seen = true;
        s.albedo = water ? grey(1) : facing.base, s.normal = facing.n, s.x = hit.x;
      }
      if (hit.fade > 0) {
        s.light += through_clamped(times(through, first ? background : light.sky(d)) * hit.fade, scattered);
        through *= 1 - hit.fade;
        if (scattered == 0) s.albedo = mix(s.albedo, grey(1), hit.fade);
      }
      if (water && hit.inside) through = times(through, water_filter(hit));
      if (!(water && hit.inside))
        s.light += through_clamped(times(through, sunlit(hit, -d, sampler.pair(), s.rays)), scattered);
      const Vec2<float> u = sampler.pair(), v = sampler.pair();
      if (water || glass) {
        if (water) pass_water(hit, d, x, v[0]);
        const float cos = -dot(d, facing.n);
        const bool straight = glass && pass_glass(hit, d, x, v[0]);
        if (straight) through *= std::pow(kGlass, 1 / std::max(cos, 0.12f));
        first = first && straight;
        if (k + 1 == options.bounces + kMirrors) s.light += times(through, light.sky(d));
        continue;
      }
      first = false;
      if (++scattered > options.bounces) break;
      const Bounce b = choose_bounce(facing, -d, u, v[0]);
      if (!b.possible) break;
      through = times(through, b.weight);
      // Dim paths end early, the others carry their light (Russian roulette).
      const float keep = std::min(1.0f, brightest(through) * 1.5f);
      if (scattered > 1) {
        if (v[1] >= keep) break;
        through *= 1 / keep;
      }
      d = b.wi;
      x = hit.x + hit.geometric * (dot(hit.geometric, d) > 0 ? hit.lift : -hit.lift);
    }
    return s;
  }

  static Vec3f through_clamped(const Vec3f& c, int scattered) {
    return clamped(c, scattered ? kBrightestLater : kBrightest);
  }
};

}  // namespace

Exposure trace(const Stage& stage, const Light& light, const View& view, const TraceOptions& options) {
  const std::size_t count = std::size_t(view.width) * std::size_t(view.height);
  Exposure e{view.width,
             view.height,
             std::vector<Vec3f>(count),
             std::vector<float>(count),
             std::vector<Vec3f>(count),
             std::vector<Vec3f>(count),
             std::vector<Vec3f>(count)};
  const Tracer tracer{stage, light, options};
  const int columns = (view.width + kTile - 1) / kTile, rows = (view.height + kTile - 1) / kTile;
  std::vector<std::uint64_t> rays(std::size_t(columns * rows), 0);
  const auto pixel = [&](int i, int j, std::uint64_t& counted) {
    const std::size_t at = std::size_t(j) * std::size_t(view.width) + std::size_t(i);
    Sample sum;
    sum.albedo = Vec3f::zero();
    float mean = 0, square = 0;
    for (int k = 0; k < options.samples; ++k) {
      Sampler sampler{std::uint32_t(at), std::uint32_t(k)};
      const Vec2<float> u = sampler.pair();
      const float b = float(j) + u[1];
      const Sample s = tracer.follow(view.eye, view.direction(float(i) + u[0], b),
                                     light.background(1 - b / float(view.height)), sampler);
      counted += s.rays;
      sum.light += s.light;
      sum.albedo += s.albedo;
      sum.normal += s.normal;
      sum.x += s.x;
      const float l = luminance(without_colour(s.light, s.albedo));
      mean += l;
      square += l * l;
    }
    const float w = 1 / float(options.samples);
    e.light[at] = sum.light * w;
    e.albedo[at] = sum.albedo * w;
    e.normal[at] = sum.normal * w;
    e.x[at] = sum.x * w;
    e.variance[at] = std::max(0.0f, square * w - mean * w * mean * w) * w;
  };
  parallel_for(std::size_t(columns * rows), [&](std::size_t t) {
    const int i0 = int(t) % columns * kTile, j0 = int(t) / columns * kTile;
    for (int j = j0; j < std::min(j0 + kTile, view.height); ++j)
      for (int i = i0; i < std::min(i0 + kTile, view.width); ++i) pixel(i, j, rays[t]);
  });
  for (std::uint64_t r : rays) e.rays += r;
  return e;
}

}  // namespace weft
