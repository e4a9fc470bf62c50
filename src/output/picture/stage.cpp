#include "output/picture/stage.h"

#include <algorithm>
#include <cmath>

#include "exec/parallel.h"

namespace weft {

namespace {

// Of half the spacing: neighbours overlap, so that nothing shines through; a plane has no second layer to
// help.
constexpr float kBallScale = 1.35f, kPlaneScale = 1.7f;

/// A number in 0..1 that belongs to an id, the same in every frame.
float grain(std::uint32_t id, std::uint32_t which) {
  std::uint32_t h = id * 0x9E3779B1u + which * 0x85EBCA77u;
  h ^= h >> 15;
  h *= 0x2C1B3C6Du;
  h ^= h >> 12;
  h *= 0x297A2D39u;
  h ^= h >> 15;
  return float(h >> 8) * (1.0f / 16777216.0f);
}

Vec3f linear(const std::array<float, 3>& c) { return {{from_srgb(c[0]), from_srgb(c[1]), from_srgb(c[2])}}; }

std::vector<Ball> make_balls(const FrameObject& o, float scale) {
  const std::size_t n = o.position.size();
  std::vector<Ball> balls(n);
  const Vec3f one = linear(o.colour);
  parallel_chunks(n, 4096, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const std::uint32_t id = o.id.empty() ? std::uint32_t(i) : o.id[i];
      // Real grains differ: in lightness, and a little between warm and cold.
      const float light = 0.78f + 0.44f * grain(id, 1), warm = 0.06f * (grain(id, 2) - 0.5f);
      Vec3f c = o.colours.empty() ? one : linear(o.colours[i]);
      c = {{c[0] * light * (1 + warm), c[1] * light, c[2] * light * (1 - warm)}};
      balls[i] = {o.position[i], float(o.radius) * scale * (0.9f + 0.2f * grain(id, 3)), c, Vec3f::zero()};
    }
  });
  return balls;
}

}  // namespace

Stage set_stage(const Frame& frame) {
  Stage stage;
  for (const FrameObject& o : frame.objects) {
    std::vector<Ball> balls = make_balls(o, frame.plane ? kPlaneScale : kBallScale);
    if (!frame.plane) find_surfaces(balls);
    else
      for (Ball& b : balls) b.outward = {{0, -0.5f, 0.2f}};  // one layer faces the one who looks at it
    stage.balls.insert(stage.balls.end(), balls.begin(), balls.end());
  }
  for (const FrameCollider& c : frame.colliders) {
    if (c.kind == "plane") {
      stage.floors.push_back({c.position.as<float>(), normalized(c.rotation * c.size).as<float>()});
      continue;
    }
    const std::vector<Facet> facets = tessellate(c);
    stage.facets.insert(stage.facets.end(), facets.begin(), facets.end());
  }
  for (const Ball& b : stage.balls)
    if (std::isfinite(b.centre[0] + b.centre[1] + b.centre[2])) stage.bounds.add(b.centre.as<double>());
  for (const Facet& f : stage.facets)
    for (const Corner& c : f.corner) stage.bounds.add(c.x.as<double>());
  if (stage.bounds.lower[0] > stage.bounds.upper[0]) stage.bounds = {{{-1, -1, -1}}, {{1, 1, 1}}};
  return stage;
}

Bounds busy_bounds(const Frame& frame) {
  Bounds all;
  for (const FrameObject& o : frame.objects) {
    const std::size_t n = o.position.size(), stride = std::max<std::size_t>(1, n / 20000);
    Vec3d lower{}, upper{};
    for (int k = 0; k < 3; ++k) {
      std::vector<float> x;
      for (std::size_t i = 0; i < n; i += stride)
        if (std::isfinite(o.position[i][k])) x.push_back(o.position[i][k]);
      if (x.empty()) break;
      std::sort(x.begin(), x.end());
      lower[k] = x[x.size() / 200] - o.radius;
      upper[k] = x[x.size() - 1 - x.size() / 200] + o.radius;
    }
    if (n) all.add(lower), all.add(upper);
  }
  const bool any = all.lower[0] <= all.upper[0];
  const double size = any ? norm(all.upper - all.lower) : 0;
  for (const FrameCollider& c : frame.colliders) {
    Bounds b;
    for (const Facet& f : tessellate(c))
      for (const Corner& p : f.corner) b.add(p.x.as<double>());
    if (b.lower[0] <= b.upper[0] && (!any || norm(b.upper - b.lower) < 3 * size))
      all.add(b.lower), all.add(b.upper);
  }
  if (all.lower[0] > all.upper[0]) all = {{{-1, -1, -1}}, {{1, 1, 1}}};
  return all;
}

}  // namespace weft
