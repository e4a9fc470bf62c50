#include "output/picture/shadow.h"

#include <algorithm>
#include <cmath>

#include "exec/parallel.h"

namespace weft {

namespace {

constexpr int kMapSize = 2048;
constexpr int kTaps = 12;

/// Tap k of n on a disc: a golden-angle spiral, turned.
Vec2<float> spiral(int k, int n, float turn) {
  const float r = std::sqrt((float(k) + 0.5f) / float(n)), a = 2.39996323f * float(k) + 6.2831853f * turn;
  return {{r * std::cos(a), r * std::sin(a)}};
}

}  // namespace

float dither(int i, int j) {
  // Interleaved gradient noise: neighbours differ as much as they can.
  const float f = 0.06711056f * float(i % 4096) + 0.00583715f * float(j % 4096),
              g = 52.9829189f * (f - std::floor(f));
  return g - std::floor(g);
}

SunMap::SunMap(const Stage& stage, const Vec3d& towards_sun, float softness)
    : view_(light_view(-towards_sun, stage.bounds, kMapSize)),
      seen_(draw(stage, view_, false)),
      sun_(normalized(towards_sun).as<float>()),
      softness_(softness),
      texel_(2 * view_.half_u / float(kMapSize)) {}

float SunMap::depth(float i, float j) const {
  const int a = int(std::floor(i + 0.5f)), b = int(std::floor(j + 0.5f));
  if (a < 0 || b < 0 || a >= kMapSize || b >= kMapSize) return kFar;
  return seen_.depth[std::size_t(b) * kMapSize + std::size_t(a)];
}

float SunMap::light(const Vec3f& x, const Vec3f& n, float turn) const {
  // A step off the surface keeps it from shading itself.
  const Vec3f p = view_.to_view(x + n * (3 * texel_) + sun_ * (1.5f * texel_));
  const float i = view_.column(p[0]), j = view_.row(p[1]);
  const float margin = float(kMapSize) * 0.5f;
  if (!(i > -margin && j > -margin && i < kMapSize + margin && j < kMapSize + margin)) return 1;
  // How far the blockers are says how wide the half shadow is.
  const float search = std::clamp(softness_ * 0.25f * view_.half_u / texel_, 2.0f, 60.0f);
  float gap = 0;
  int blockers = 0;
  for (int k = 0; k < kTaps; ++k) {
    const Vec2<float> s = spiral(k, kTaps, turn);
    const float d = depth(i + search * s[0], j + search * s[1]);
    if (d < p[2]) gap += p[2] - d, ++blockers;
  }
  if (!blockers) return 1;
  const float width = std::clamp(softness_ * gap / float(blockers) / texel_, 1.2f, 80.0f);
  int lit = 0;
  for (int k = 0; k < kTaps; ++k) {
    const Vec2<float> s = spiral(k, kTaps, turn + 0.37f);
    lit += depth(i + width * s[0], j + width * s[1]) >= p[2];
  }
  return float(lit) / float(kTaps);
}

std::vector<float> occlusion(const View& view, const std::vector<Vec3f>& x, const std::vector<Vec3f>& n,
                             float reach) {
  std::vector<float> open(x.size(), 1.0f);
  parallel_for(std::size_t(view.height), [&](std::size_t row) {
    const int j = int(row);
    for (int i = 0; i < view.width; ++i) {
      const std::size_t at = row * std::size_t(view.width) + std::size_t(i);
      const float t = dot(x[at] - view.eye, view.forward);
      if (norm2(n[at]) == 0 || !(t > 0)) continue;
      const float pixels = std::clamp(reach / t / (2 * view.half_v) * float(view.height), 3.0f, 90.0f);
      float sum = 0;
      for (int k = 0; k < kTaps; ++k) {
        // Two reaches: crevices, and the foot of a heap.
        const Vec2<float> s = spiral(k, kTaps, dither(i, j));
        const float w = k % 2 ? pixels : pixels * 0.3f;
        const int a = std::clamp(i + int(std::lround(w * s[0])), 0, view.width - 1),
                  b = std::clamp(j + int(std::lround(w * s[1])), 0, view.height - 1);
        const std::size_t other = std::size_t(b) * std::size_t(view.width) + std::size_t(a);
        if (norm2(n[other]) == 0) continue;
        // A neighbour above the tangent plane hides part of the sky (McGuire et al. 2011).
        const Vec3f d = x[other] - x[at];
        const float near = norm2(d), rise = dot(d, n[at]) - 0.02f * reach;
        if (rise > 0 && near < 4 * reach * reach) sum += rise / std::sqrt(near + 1e-12f);
      }
      open[at] = std::clamp(1 - 1.5f * sum / float(kTaps), 0.08f, 1.0f);
    }
  });
  return open;
}

}  // namespace weft
