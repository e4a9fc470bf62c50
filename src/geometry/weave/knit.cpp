#include "geometry/weave/knit.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace weft {

namespace {

/// A flat piece of that many loops, its middle at the origin.
Drape flat(const Knitter& k, std::int64_t wales) {
  const double x = 0.5 * k.width * double(wales), y = 0.5 * k.height * double(k.courses - 1);
  return [x, y](double u, double v) { return Vec3d{{u - x, v - y, 0}}; };
}

Drape round(const Knitter& k) {
  const double radius = k.width * double(k.round) / (2 * std::numbers::pi);
  const double middle = 0.5 * k.height * double(k.courses);
  return [radius, middle](double u, double v) {
    return Vec3d{{radius * std::cos(u / radius), radius * std::sin(u / radius), v - middle}};
  };
}

}  // namespace

Strands KnitPiece::make() const {
  const std::int64_t n = std::llround(wales), m = std::llround(courses);
  Strands strands;
  std::vector<Vec3d> thread;
  const bool bound = ends == "bound";
  if (tube == "yes") {
    const Knitter k = knitter(m, n);
    const YarnLayer layer = this->layer(round(k));
    k.knit(thread, {0, 0, n * m});
    layer.lay(strands, thread);
    // Half a stitch short of a round: the ends of the lifelines do not meet.
    if (bound) layer.lay(strands, k.lifeline({0, 0, n - 1}, false));
    if (bound) layer.lay(strands, k.lifeline({0, n * (m - 1) + 1, n * m}, true));
    return strands;
  }
  const Knitter k = knitter(m);
  const YarnLayer layer = this->layer(flat(k, n));
  for (std::int64_t j = 0; j < m; ++j) {
    const bool turns = yarn == "continuous";
    k.knit(thread, {j, 0, n, turns && j % 2 == 1});
    if (turns && j + 1 < m) continue;
    layer.lay(strands, thread);
    thread.clear();
  }
  if (bound) layer.lay(strands, k.lifeline({0, 0, n}, false));
  if (bound) layer.lay(strands, k.lifeline({m - 1, 0, n}, true));
  return strands;
}

namespace {
/// Wales and courses of a poncho; the opening leaves at least one loop around itself and an even number of
/// courses, so that the yarn comes back to the outer edge.
struct PonchoPlan {
  std::int64_t n, m, left, right, low, high;
  explicit PonchoPlan(const PonchoKnit& p) {
    n = std::max<std::int64_t>(4, std::llround(p.width / p.loop_width));
    m = std::max<std::int64_t>(4, std::llround(p.height / p.loop_height));
    const auto gap = std::clamp<std::int64_t>(std::llround(p.neck_width / p.loop_width), 1, n - 2);
    const auto slit =
        2 * std::clamp<std::int64_t>(std::llround(p.neck_height / p.loop_height / 2), 1, m / 2 - 1);
    left = (n - gap) / 2, right = left + gap;
    low = (m - slit) / 2, high = low + slit;
  }
};
}  // namespace

std::size_t PonchoKnit::count() const {
  const PonchoPlan p(*this);
  return loop_vertices(double(p.n * p.m - (p.right - p.left) * (p.high - p.low)));
}

Strands PonchoKnit::make() const {
  const PonchoPlan p(*this);
  const Knitter k = knitter(p.m);
  const YarnLayer layer = this->layer(flat(k, p.n));
  Strands strands;
  std::vector<Vec3d> first, second;
  // The yarn knits back and forth; at the opening it stays on the side where it arrives.
  const bool stays_left = p.low % 2 == 0;
  for (std::int64_t j = 0; j < p.m; ++j) {
    const bool leftward = j % 2 == 1, beside = j >= p.low && j < p.high;
    const Run whole{j, 0, p.n, leftward}, on_left{j, 0, p.left, leftward},
        on_right{j, p.right, p.n, leftward};
    k.knit(first, !beside ? whole : stays_left ? on_left : on_right);
    if (beside) k.knit(second, stays_left ? on_right : on_left);
  }
  layer.lay(strands, first);
  layer.lay(strands, second);
  layer.lay(strands, k.lifeline({0, 0, p.n}, false));
  layer.lay(strands, k.lifeline({p.low - 1, p.left + 1, p.right - 1}, true));
  layer.lay(strands, k.lifeline({p.high, p.left + 1, p.right - 1}, false));
  layer.lay(strands, k.lifeline({p.m - 1, 0, p.n}, true));
  return strands;
}

}  // namespace weft
