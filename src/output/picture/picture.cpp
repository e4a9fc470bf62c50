#include "output/picture/picture.h"

#include <algorithm>
#include <cmath>

#include "exec/parallel.h"
#include "output/picture/shadow.h"

namespace weft {

namespace {

const Vec3d kTowardsSun{{-0.85, -0.35, 0.80}};
const Vec3f kSun{{1.45f, 1.32f, 1.14f}}, kSkyAbove{{0.36f, 0.42f, 0.52f}}, kSkyBelow{{0.20f, 0.18f, 0.16f}};
const Vec3f kFloor{{0.34f, 0.325f, 0.305f}}, kHorizon{{0.44f, 0.47f, 0.50f}}, kZenith{{0.22f, 0.29f, 0.38f}};

Vec3f mix(const Vec3f& a, const Vec3f& b, float t) { return a * (1 - t) + b * t; }
Vec3f times(const Vec3f& a, const Vec3f& b) { return {{a[0] * b[0], a[1] * b[1], a[2] * b[2]}}; }
float smooth(float a, float b, float x) {
  const float t = std::clamp((x - a) / (b - a), 0.0f, 1.0f);
  return t * t * (3 - 2 * t);
}

/// What one ray meets.
struct Hit {
  Vec3f x, n, albedo;
  float fade = 0;  ///< 1: so far that it is background
  bool solid = false;
};

struct Shader {
  const Stage& stage;
  const PictureOptions& options;
  const View& view;
  const Visible& seen;
  Vec3f centre;
  float size;

  Vec3f background(const Vec3f& direction) const {
    if (options.background) return *options.background;
    return mix(kHorizon, kZenith, smooth(0.0f, 0.7f, normalized(direction)[2]));
  }

  Hit trace(int i, int j) const {
    const std::size_t at = std::size_t(j) * std::size_t(view.width) + std::size_t(i);
    const Vec3f o = view.origin(float(i), float(j)), d = view.direction(float(i), float(j));
    Hit hit;
    float t = seen.depth[at];
    const std::uint32_t what = seen.what[at];
    if (what < stage.balls.size()) hit = meet_ball(stage.balls[what], o + d * t);
    else if (what != kNothing) hit = meet_facet(stage.facets[what - stage.balls.size()], o + d * t, d);
    for (const Floor& f : stage.floors) {
      const float facing = dot(d, f.normal), s = dot(f.point - o, f.normal) / facing;
      if (!(facing < 0) || !(s > 0) || s >= t) continue;  // from behind a wall is glass
      t = s;
      hit = {o + d * s, f.normal, kFloor, 0, true};
      hit.fade = smooth(2.5f * size, 14 * size, norm(hit.x - centre));
    }
    return hit;
  }

  /// A ball in a heap is lit half as itself, half as the heap's surface.
  Hit meet_ball(const Ball& b, const Vec3f& x) const {
    const Vec3f own = (x - b.centre) * (1 / b.radius), n = own * 0.55f + b.outward * 0.9f;
    return {x, normalized(norm2(n) > 1e-6f ? n : own), b.colour, 0, true};
  }

  Hit meet_facet(const Facet& f, const Vec3f& x, const Vec3f& d) const {
    const Vec3f e1 = f.corner[1].x - f.corner[0].x, e2 = f.corner[2].x - f.corner[0].x, face = cross(e1, e2),
                s = x - f.corner[0].x;
    const float area = std::max(norm2(face), 1e-30f), w1 = dot(cross(s, e2), face) / area,
                w2 = dot(cross(e1, s), face) / area;
    Vec3f n = f.corner[0].n * (1 - w1 - w2) + f.corner[1].n * w1 + f.corner[2].n * w2;
    n = norm2(n) > 1e-12f ? normalized(n) : Vec3f{{0, 0, 1}};
    return {x, dot(n, d) > 0 ? n * -1.0f : n, f.colour, 0, true};
  }

  Vec3f shade(const Hit& hit, const SunMap& sun, float open, float turn) const {
    const Vec3f l = normalized(kTowardsSun).as<float>();
    const float facing = dot(hit.n, l);
    const float lit = facing > 0 ? facing * sun.light(hit.x, hit.n, turn) : 0;
    const Vec3f sky = mix(kSkyBelow, kSkyAbove, 0.5f + 0.5f * hit.n[2]) * (0.75f * open);
    return times(hit.albedo, kSun * lit + sky);
  }
};

}  // namespace

Image draw_picture(const Frame& frame, const PictureOptions& options) {
  const Stage stage = set_stage(frame);
  const View view = camera_view(options.camera, options.width, options.height, options.samples);
  const Visible seen = draw(stage, view, true);
  const SunMap sun(stage, kTowardsSun, 0.045f);
  const Bounds busy = busy_bounds(frame);
  const float size = std::max(1e-3f, float(norm(busy.upper - busy.lower)) * 0.5f);
  const Shader shader{stage, options, view, seen, ((busy.lower + busy.upper) * 0.5).as<float>(), size};

  // Occlusion varies slowly: once a pixel, from the first of its samples.
  const View pixels = camera_view(options.camera, options.width, options.height, 1);
  const std::size_t count = std::size_t(options.width) * std::size_t(options.height);
  std::vector<Vec3f> x(count), n(count);
  parallel_for(std::size_t(options.height), [&](std::size_t j) {
    for (int i = 0; i < options.width; ++i) {
      const Hit h = shader.trace(i * options.samples, int(j) * options.samples);
      const std::size_t at = j * std::size_t(options.width) + std::size_t(i);
      x[at] = h.x;
      n[at] = h.solid ? h.n : Vec3f::zero();
    }
  });
  const std::vector<float> open = occlusion(pixels, x, n, 0.12f * size);

  Image image{options.width, options.height, std::vector<Vec3f>(count)};
  const float weight = 1.0f / float(options.samples * options.samples);
  parallel_for(std::size_t(options.height), [&](std::size_t row) {
    for (int i = 0; i < options.width; ++i) {
      const std::size_t at = row * std::size_t(options.width) + std::size_t(i);
      Vec3f sum = Vec3f::zero();
      for (int s = 0; s < options.samples * options.samples; ++s) {
        const int a = i * options.samples + s % options.samples,
                  b = int(row) * options.samples + s / options.samples;
        const Hit hit = shader.trace(a, b);
        const Vec3f back = shader.background(view.direction(float(a), float(b)));
        const Vec3f c = hit.solid && hit.fade < 1
                            ? mix(shader.shade(hit, sun, open[at], dither(a, b)), back, hit.fade)
                            : back;
        sum += c;
      }
      image.pixels[at] = sum * weight;
    }
  });
  return image;
}

}  // namespace weft
