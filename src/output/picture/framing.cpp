#include "output/picture/framing.h"

#include <algorithm>
#include <cmath>

#include "output/picture/stage.h"

namespace weft {

namespace {

/// Of points all but one in a thousand at either end of each axis; of a mesh or curves everything.
Bounds most_of(const FrameObject& o) {
  Bounds b;
  const std::size_t n = o.position.size(), stride = std::max<std::size_t>(1, n / 40000);
  const double margin = o.kind == "points" ? o.radius : 0;
  for (int k = 0; k < 3; ++k) {
    std::vector<float> x;
    for (std::size_t i = 0; i < n; i += stride)
      if (std::isfinite(o.position[i][k])) x.push_back(o.position[i][k]);
    if (x.empty()) return {};
    std::sort(x.begin(), x.end());
    const std::size_t strays = o.kind == "points" ? x.size() / 1000 : 0;
    b.lower[k] = x[strays] - margin;
    b.upper[k] = x[x.size() - 1 - strays] + margin;
  }
  return b;
}

bool empty(const Bounds& b) { return b.lower[0] > b.upper[0]; }
void join(Bounds& a, const Bounds& b) {
  if (empty(b)) return;
  a.add(b.lower);
  a.add(b.upper);
}

}  // namespace

Bounds busy_bounds(const Frame& frame) {
  Bounds all;
  for (const FrameObject& o : frame.objects) join(all, most_of(o));
  const bool any = !empty(all);
  const double size = any ? norm(all.upper - all.lower) : 0;
  for (const FrameCollider& c : frame.colliders) {
    Bounds b;
    for (const Vec3f& x : solid_of(c).x) b.add(x.as<double>());
    if (!empty(b) && (!any || norm(b.upper - b.lower) < 3 * size)) join(all, b);
  }
  if (empty(all)) all = {{{-1, -1, -1}}, {{1, 1, 1}}};
  return all;
}

Action::Action() = default;
Action::~Action() = default;

void Action::widen(const Bounds& b) {
  join(bounds_, b);
  for (const Vec3d& x : corners_of(b)) outline_.push_back(x);
}

void Action::add(const Frame& frame) {
  constexpr std::size_t some = 64, many = 4000;  // points of an object
  const Bounds busy = busy_bounds(frame);
  join(bounds_, busy);
  const auto outline = [&](const Vec3d& x) {
    for (int k = 0; k < 3; ++k)
      if (!(x[k] >= busy.lower[k] - 1e-9 && x[k] <= busy.upper[k] + 1e-9)) return;
    outline_.push_back(x);
  };
  for (const FrameObject& o : frame.objects) {
    const std::size_t stride = std::max<std::size_t>(1, o.position.size() / many);
    for (std::size_t i = 0; i < o.position.size(); i += stride) outline(o.position[i].as<double>());
  }
  for (const FrameCollider& c : frame.colliders)
    for (const Vec3f& x : solid_of(c).x) outline(x.as<double>());
  plane_ = frame.plane;
  Scene s;
  Frame obstacles;
  obstacles.colliders = frame.colliders;
  StageOptions options;
  options.ground = false;
  options.action = busy;
  s.obstacles = std::make_unique<Stage>(obstacles, options);
  for (const FrameObject& o : frame.objects) {
    const std::size_t stride = std::max<std::size_t>(1, o.position.size() / some);
    for (std::size_t i = 0; i < o.position.size(); i += stride)
      if (std::isfinite(o.position[i][0] + o.position[i][1] + o.position[i][2]))
        s.points.push_back(o.position[i]);
  }
  scenes_.push_back(std::move(s));
}

double Action::seen_from(const Camera& camera) const {
  std::size_t seen = 0, all = 0;
  for (const Scene& s : scenes_) {
    for (const Vec3f& x : s.points)
      seen += brightest(s.obstacles->clear(x, normalized(camera.from.as<float>() - x))) > 0;
    all += s.points.size();
  }
  return all ? double(seen) / double(all) : 1;
}

Camera Action::best_camera(double aspect) const {
  if (plane_ || outline_.empty()) return frame_bounds(bounds_, plane_, aspect);
  const Vec3d from[] = {{{0.52, -1, 0.46}},  {{-0.52, -1, 0.46}}, {{0.52, -1, 0.14}},
                        {{-0.52, -1, 0.14}}, {{1, 0.4, 0.46}},    {{-1, 0.4, 0.46}}};
  double best = 0;
  std::vector<std::pair<double, Camera>> choices;
  for (const Vec3d& back : from) {
    const Camera c = frame_points(outline_, back, aspect, 0.5);
    choices.push_back({seen_from(c), c});
    best = std::max(best, choices.back().first);
  }
  for (const auto& [seen, camera] : choices)
    if (seen >= 0.85 * best) return camera;
  return choices.front().second;
}

}  // namespace weft
