#include "contact/surfaces/presses.h"

#include <algorithm>
#include <cmath>

namespace weft {
namespace {

constexpr double kStiff = 30;        // weights of a vertex that k s is: one weight is borne at 0.9 s
constexpr double kLogarithm = 0.05;  // of s: below it the potential is a parabola
constexpr double kParallel = 1e-3;   // of |e1|^2 |e2|^2
constexpr int kHalvings = 40;        // of an edge in search of its least distance
constexpr double kShown = 0.5;  // of s: by which the middle must be nearer than the corners to count wholly

struct Potential {
  double value = 0, slope = 0, curvature = 0;
};

Potential repulsion(double d, double s, double k) {
  const double at = std::max(d, kLogarithm * s), gap = at - s, log = std::log(at / s);
  Potential b{-k * gap * gap * log, -k * (2 * gap * log + gap * gap / at),
              -k * (2 * log + 4 * gap / at - gap * gap / (at * at))};
  const double deeper = d - at;
  b.value += deeper * (b.slope + 0.5 * deeper * b.curvature);
  b.slope += deeper * b.curvature;
  return b;
}

struct Ramp {
  double value, slope;
};
Ramp ramp(double x, double width) {
  const double t = std::clamp(x / width, 0.0, 1.0);
  return {t * t * (3 - 2 * t), 6 * t * (1 - t) / width};
}

Vec3d place_of(const SurfaceScene& s, std::uint32_t v) { return s.x[v] + s.u[v]; }

/// Where phi is least along an edge that has it between its ends, to rounding: n must be that of one place, or forces would
/// flicker as the search for it does.
double least_along(const ConvexObstacle& shape, const Vec3d& from, const Vec3d& e) {
  double low = 0, high = 1;
  for (int k = 0; k < kHalvings; ++k) {
    const double t = 0.5 * (low + high);
    (dot(shape.distance(from + e * t).n, e) > 0 ? high : low) = t;
  }
  return 0.5 * (low + high);
}

/// Of a press whose d is known: potential, push, stiffness; m counts it.
void count(Press& p, double k, double m) {
  const Potential b = repulsion(p.d, p.keep, k);
  p.energy = m * b.value;
  p.push = -m * b.slope;
  p.stiffness = m * b.curvature;
}

}  // namespace

void Presses::begin(const SurfaceScene& scene, const Setting& setting) {
  friction_ = setting.friction;
  std::vector<double> mass(scene.parts.size(), 0), number(mass);
  for (std::size_t i = 0; i < scene.size(); ++i)
    if (scene.w[i] > 0) mass[scene.part_of[i]] += 1 / scene.w[i], number[scene.part_of[i]] += 1;
  weight_.resize(mass.size());
  for (std::size_t p = 0; p < mass.size(); ++p)
    weight_[p] = number[p] > 0 ? kStiff * setting.load * mass[p] / number[p] : 0;
  std::size_t n = 0;
  for (std::uint32_t k = 0; k < setting.colliders.size(); ++k) {
    const Collider& c = setting.colliders[k];
    if (c.boundary == Boundary::symmetry || std::holds_alternative<MeshShape>(c.shape)) continue;
    if (n == obstacles_.size()) obstacles_.emplace_back();
    Obstacle& o = obstacles_[n++];
    o.number = k;
    o.flat = std::holds_alternative<Plane>(c.shape);
    o.shape.begin(scene, c, setting.time, setting.far);
  }
  obstacles_.resize(n);
}

double Presses::find(const SurfaceScene& scene, const NearPairs& list, std::vector<Press>& out) const {
  out.clear();
  for (const Obstacle& o : obstacles_)
    if (o.shape.any_near()) meet(scene, o, out);
  for (const AwakePair& a : list.awake) meet_pair(scene, list.pairs[a.pair], out);
  double sum = 0;
  for (const Press& p : out) sum += p.energy;
  return sum;
}

void Presses::meet(const SurfaceScene& s, const Obstacle& o, std::vector<Press>& out) const {
  for (const std::uint32_t v : o.shape.near) {
    const double keep = s.radius(v);
    const Distance at = o.shape.distance(place_of(s, v));
    if (s.w[v] == 0 || !(at.phi < keep)) continue;
    Press& p = out.emplace_back();
    p.obstacle = o.number;
    p.key = {std::uint64_t(0xffffffff) << 32 | o.number, v};
    p.vertex[0] = v, p.w[0] = 1;
    p.n = at.n, p.d = at.phi, p.keep = keep;
    p.friction = friction_(s.part_of[v], o.number);
    count(p, stiffness(s.part_of[v], keep), 1);
  }
  if (o.flat) return;
  for (const std::uint32_t e : o.shape.elements) {
    for (const std::uint32_t edge : s.elements[e].edge)
      if (edge != kNone) meet_edge(s, o, edge, out);
    if (s.elements[e].corners() == 3) meet_triangle(s, o, e, out);
  }
}

void Presses::meet_edge(const SurfaceScene& s, const Obstacle& o, std::uint32_t edge,
                        std::vector<Press>& out) const {
  const auto [a, b] = s.edges[edge];
  const double keep = s.radius(a);
  if (s.w[a] + s.w[b] == 0) return;
  const Vec3d from = place_of(s, a), e = place_of(s, b) - from;
  const std::array<Distance, 2> end{o.shape.distance(from), o.shape.distance(from + e)};
  if (0.5 * (end[0].phi + end[1].phi - norm(e)) > keep) return;
  if (dot(end[0].n, e) >= 0 || dot(end[1].n, e) <= 0) return;  // phi is convex: the least is a corner's
  const double t = least_along(o.shape, from, e);
  const Distance least = o.shape.distance(from + e * t);
  if (!(least.phi < keep)) return;
  const std::array<Ramp, 2> m{ramp(end[0].phi - least.phi, kShown * keep),
                              ramp(end[1].phi - least.phi, kShown * keep)};
  if (!(m[0].value * m[1].value > 0)) return;
  Press p;
  p.obstacle = o.number;
  p.key = {std::uint64_t(0xfffffffe) << 32 | o.number, edge};
  p.vertex = {a, b, kNone, kNone}, p.w = {1 - t, t, 0, 0};
  p.n = least.n, p.d = least.phi, p.keep = keep;
  p.friction = friction_(s.part_of[a], o.number);
  const double k = stiffness(s.part_of[a], keep), value = repulsion(p.d, keep, k).value;
  count(p, k, m[0].value * m[1].value);
  const double slopes[2] = {value * m[0].slope * m[1].value, value * m[1].slope * m[0].value};
  for (std::size_t c = 0; c < 2; ++c)
    p.turns[c] = end[c].n * slopes[c] - least.n * (p.w[c] * (slopes[0] + slopes[1]));
  out.push_back(p);
}

/// Where the least lies within the triangle, nearer than along all edges.
void Presses::meet_triangle(const SurfaceScene& s, const Obstacle& o, std::uint32_t element,
                            std::vector<Press>& out) const {
  const SurfaceElement& t = s.elements[element];
  const double keep = s.radius(t.vertex[0]);
  std::array<Vec3d, 3> y;
  std::array<Distance, 3> corner;
  double mean = 0, longest = 0, w = 0;
  for (std::size_t c = 0; c < 3; ++c) {
    y[c] = place_of(s, t.vertex[c]);
    corner[c] = o.shape.distance(y[c]);
    mean += corner[c].phi / 3;
    w += s.w[t.vertex[c]];
  }
  for (std::size_t c = 0; c < 3; ++c) longest = std::max(longest, norm(y[c] - y[(c + 1) % 3]));
  if (w == 0 || mean - 2.0 / 3 * longest > keep || !o.shape.may_poke(y, keep)) return;
  for (std::size_t c = 0; c < 3; ++c)
    if (dot(corner[c].n, y[(c + 1) % 3] - y[c]) >= 0 && dot(corner[c].n, y[(c + 2) % 3] - y[c]) >= 0) return;
  const std::array<double, 3> at = o.shape.least_on(y);
  const Distance least = o.shape.distance(y[0] * at[0] + y[1] * at[1] + y[2] * at[2]);
  if (!(least.phi < keep) || !(std::min({at[0], at[1], at[2]}) > 0)) return;
  std::array<Ramp, 3> m;
  std::array<Distance, 3> side;
  std::array<double, 3> along;
  for (std::size_t c = 0; c < 3; ++c) {
    const Vec3d e = y[(c + 1) % 3] - y[c];
    along[c] = least_along(o.shape, y[c], e);
    side[c] = o.shape.distance(y[c] + e * along[c]);
    m[c] = ramp(side[c].phi - least.phi, kShown * keep);
    if (!(m[c].value > 0)) return;
  }
  Press p;
  p.obstacle = o.number;
  p.key = {std::uint64_t(0xfffffffd) << 32 | o.number, element};
  p.n = least.n, p.d = least.phi, p.keep = keep;
  p.friction = friction_(s.part_of[t.vertex[0]], o.number);
  const double k = stiffness(s.part_of[t.vertex[0]], keep), value = repulsion(p.d, keep, k).value;
  count(p, k, m[0].value * m[1].value * m[2].value);
  for (std::size_t c = 0; c < 3; ++c) p.vertex[c] = t.vertex[c], p.w[c] = at[c];
  for (std::size_t c = 0; c < 3; ++c) {
    const double slope = value * m[c].slope * m[(c + 1) % 3].value * m[(c + 2) % 3].value;
    p.turns[c] += side[c].n * (slope * (1 - along[c]));
    p.turns[(c + 1) % 3] += side[c].n * (slope * along[c]);
    for (std::size_t i = 0; i < 3; ++i) p.turns[i] -= least.n * (slope * at[i]);
  }
  out.push_back(p);
}

void Presses::meet_pair(const SurfaceScene& s, const NearPair& pair, std::vector<Press>& out) const {
  PairPlaces y;
  for (std::size_t k = 0; k < 4; ++k) y[k] = place_of(s, pair.i[k]);
  const PairMeasure at = measure_pair(pair.edges, y);
  const double keep = double(pair.keep);
  if (!(at.d < keep)) return;
  const std::uint32_t one = s.part_of[pair.i[0]], other = s.part_of[pair.i[3]];
  const double k = s.parts[one].yields && s.parts[other].yields
                       ? std::min(stiffness(one, keep), stiffness(other, keep))
                       : stiffness(s.parts[one].yields ? one : other, keep);
  Press p;
  p.key = {(std::uint64_t(pair.i[0]) << 32) | pair.i[1],
           (std::uint64_t(pair.i[2]) << 32) | (pair.edges ? 0x80000000u : 0u) | pair.i[3]};
  p.vertex = pair.i, p.w = at.w;
  p.n = at.n, p.d = at.d, p.keep = keep;
  p.friction = double(pair.friction);
  double m = 1;
  if (pair.edges) {
    const Vec3d e1 = y[1] - y[0], e2 = y[3] - y[2];
    const double most = kParallel * norm2(s.rest(pair.i[1]) - s.rest(pair.i[0])) *
                        norm2(s.rest(pair.i[3]) - s.rest(pair.i[2]));
    const double c = norm2(cross(e1, e2)) / most;
    if (c < 1) {
      m = c * (2 - c);
      const double slope = repulsion(at.d, keep, k).value * (2 - 2 * c) * 2 / most, both = dot(e1, e2);
      const Vec3d first = (e1 * norm2(e2) - e2 * both) * slope, second = (e2 * norm2(e1) - e1 * both) * slope;
      p.turns = {-first, first, -second, second};
    }
  }
  count(p, k, m);
  out.push_back(p);
}

}  // namespace weft
