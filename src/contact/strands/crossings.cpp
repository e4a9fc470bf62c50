#include "contact/strands/crossings.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "contact/strands/run_pairs.h"
#include "geometry/closest_segments.h"

namespace weft {
namespace {

double value(const std::array<double, 4>& c, double t) { return ((c[0] * t + c[1]) * t + c[2]) * t + c[3]; }

/// The root between a and b, where the signs differ: bisection, with Newton's steps where they stay inside.
double root_between(const std::array<double, 4>& c, double a, double b) {
  const bool rising = value(c, b) > 0;
  double t = 0.5 * (a + b);
  for (int k = 0; k < 200 && b - a > 1e-16; ++k) {
    const double f = value(c, t);
    if (f == 0) return t;
    ((f > 0) == rising ? b : a) = t;
    const double slope = (3 * c[0] * t + 2 * c[1]) * t + c[2];
    const double newton = slope != 0 ? t - f / slope : a;
    const double next = newton > a && newton < b ? newton : 0.5 * (a + b);
    if (std::abs(next - t) < 1e-16) return next;
    t = next;
    if (k > 50) t = 0.5 * (a + b);
  }
  return t;
}

/// Where the derivative vanishes, in (0, 1).
int stationary(const std::array<double, 4>& c, double (&t)[2]) {
  const double A = 3 * c[0], B = c[1], C = c[2], D = B * B - A * C;  // A t^2 + 2 B t + C
  if (D < 0) return 0;
  const double q = -(B + std::copysign(std::sqrt(D), B));
  int n = 0;
  for (const double r : {A != 0 ? q / A : -1.0, q != 0 ? C / q : -1.0})
    if (r > 0 && r < 1) t[n++] = r;
  if (n == 2 && t[0] > t[1]) std::swap(t[0], t[1]);
  return n;
}

double distance(const FourPoints& x, const FourPoints& v, double t) {
  const Vec3d p1 = x[0] + t * v[0], q1 = x[1] + t * v[1], p2 = x[2] + t * v[2], q2 = x[3] + t * v[3];
  const ClosestPoints<double> c = closest_segments(p1, q1, p2, q2);
  return norm((p1 + c.a * (q1 - p1)) - (p2 + c.b * (q2 - p2)));
}

/// All four vertices stay in a plane: steps as long as the distance allows.
std::optional<double> advance_carefully(const FourPoints& x, const FourPoints& v, double dt, double reach) {
  double speed = 0;
  for (int i : {0, 1})
    for (int j : {2, 3}) speed = std::max(speed, norm(v[std::size_t(i)] - v[std::size_t(j)]));
  double t = 0;
  for (int k = 0; k < 10000; ++k) {
    const double d = distance(x, v, t);
    if (d < reach) return t;
    if (t >= dt || speed == 0) return {};
    t = std::min(dt, t + std::max(d - 0.5 * reach, 0.25 * reach) / speed);
  }
  return {};
}

}  // namespace

std::array<double, 4> coplanarity(const FourPoints& x, const FourPoints& v) {
  const Vec3d a = x[1] - x[0], b = x[2] - x[0], c = x[3] - x[0];
  const Vec3d A = v[1] - v[0], B = v[2] - v[0], C = v[3] - v[0];
  const Vec3d AB = cross(A, B), Ab = cross(A, b), aB = cross(a, B), ab = cross(a, b);
  return {dot(AB, C), dot(AB, c) + dot(Ab, C) + dot(aB, C), dot(Ab, c) + dot(aB, c) + dot(ab, C), dot(ab, c)};
}

Candidates cubic_candidates(const std::array<double, 4>& c) {
  Candidates out;
  double turn[2], at[4] = {0, 0, 0, 0};
  const int turns = stationary(c, turn);
  int n = 0;
  at[n++] = 0;
  for (int k = 0; k < turns; ++k) at[n++] = turn[k];
  at[n++] = 1;
  for (int k = 0; k + 1 < n; ++k) {
    const double f = value(c, at[k]), g = value(c, at[k + 1]);
    if (f == 0 || (k > 0 && (f > 0) == (value(c, at[k - 1]) > 0))) out.t[std::size_t(out.count++)] = at[k];
    if (f != 0 && g != 0 && (f > 0) != (g > 0))
      out.t[std::size_t(out.count++)] = root_between(c, at[k], at[k + 1]);
  }
  if (value(c, 1) == 0) out.t[std::size_t(out.count++)] = 1;
  return out;
}

std::optional<double> first_contact(const FourPoints& x, const FourPoints& v, double dt, double reach) {
  std::array<double, 4> c = coplanarity(x, v);
  // In units of dt, and leading terms that only rounding made left out.
  c[0] *= dt * dt * dt, c[1] *= dt * dt, c[2] *= dt;
  double size = 0, scale = 0;
  for (double& k : c) size = std::max(size, std::abs(k));
  for (std::size_t k : {1, 2, 3}) scale = std::max({scale, norm(x[k] - x[0]), dt * norm(v[k] - v[0])});
  if (size <= 1e-14 * scale * scale * scale) return advance_carefully(x, v, dt, reach);
  for (std::size_t k = 0; k < 3 && std::abs(c[k]) < 1e-14 * size; ++k) c[k] = 0;
  const Candidates t = cubic_candidates(c);
  for (int k = 0; k < t.count; ++k) {
    const double when = t.t[std::size_t(k)] * dt;
    if (distance(x, v, when) < reach) return when;
  }
  return {};
}

namespace {

constexpr std::size_t kRunChunk = 256;

/// Nothing comes nearer to anything than this by moving for dt.
double relative_way(std::span<const Vec3r> v, double dt) {
  Vec3d low{{1e300, 1e300, 1e300}}, high = -low;
  for (const Vec3r& a : v)
    for (int k = 0; k < 3; ++k) {
      low[k] = std::min(low[k], double(a[k]));
      high[k] = std::max(high[k], double(a[k]));
    }
  return v.empty() ? 0 : dt * norm(high - low);
}

}  // namespace

namespace {

/// Pairs that touch during a step, as f(chunk, segment i, segment j, four points, their velocities, when).
template <class F>
void each_crossing(const StrandView& s, std::span<const Vec3r> v, double dt, double reach, std::uint32_t skip,
                   const StrandCandidates& known, F&& f) {
  const auto points = [&](std::uint32_t i, std::uint32_t j, bool rate) {
    const auto at = [&](std::uint32_t k) { return (rate ? v[k] : s.x[k]).as<double>(); };
    return FourPoints{at(s.first[i]), at(s.first[i] + 1), at(s.first[j]), at(s.first[j] + 1)};
  };
  // Boxes of all the way.
  const std::span<const StrandRun> runs = known.runs();
  RunBoxes boxes;
  boxes.fill(runs, [&](std::uint32_t i, Vec3r& lower, Vec3r& upper) {
    const std::uint32_t p = s.first[i], q = p + 1;
    for (int k = 0; k < 3; ++k) {
      const Real a = s.x[p][k], b = s.x[q][k], c = a + Real(dt) * v[p][k], d = b + Real(dt) * v[q][k];
      const Real low = std::min(std::min(a, b), std::min(c, d)),
                 high = std::max(std::max(a, b), std::max(c, d));
      const Real room = Real(reach) + Real(1e-6) * (std::abs(low) + std::abs(high));  // floats are rounded
      lower[k] = low - room, upper[k] = high + room;
    }
  });
  parallel_chunks(runs.size(), kRunChunk, [&](Range r) {
    for (auto one = std::uint32_t(r.begin); one < r.end; ++one)
      boxes.each_meeting(runs, one, known.partners(one), [&](std::uint32_t i, std::uint32_t j) {
        if (!may_touch(s, i, j, skip)) return;
        const FourPoints x = points(i, j, false), rate = points(i, j, true);
        if (const auto when = first_contact(x, rate, dt, reach)) f(r.begin / kRunChunk, i, j, x, rate, *when);
      });
  });
}

constexpr double kFaster = 1.2;  // than now: for other velocities of the same step

/// Candidates that cover the step: those known, or those of a search.
const StrandCandidates& covering(const StrandView& s, std::span<const Vec3r> v, double dt, double reach,
                                 const KnownCandidates& known, StrandCandidates& fresh) {
  if (known.near && known.near->cover(s, v, dt, reach)) return *known.near;
  if (!known.wide) {
    fresh.update(s, reach + relative_way(v, dt));
    return fresh;
  }
  if (!known.wide->cover(s, v, dt, reach)) known.wide->update(s, reach + kFaster * relative_way(v, dt));
  return *known.wide;
}

/// Where and which way they meet: closest points when they touch, normal to both, as they lay at the start.
StrandContact contact_of(const StrandView& s, std::uint32_t i, std::uint32_t j, const FourPoints& x,
                         const FourPoints& v, double when) {
  FourPoints at;
  for (std::size_t k = 0; k < 4; ++k) at[k] = x[k] + v[k] * when;
  const ClosestPoints<double> c = closest_segments(at[0], at[1], at[2], at[3]);
  const auto between = [&](const FourPoints& p) {
    return (p[2] + (p[3] - p[2]) * c.b) - (p[0] + (p[1] - p[0]) * c.a);
  };
  const Vec3d e1 = at[1] - at[0], e2 = at[3] - at[2], start = between(x);
  Vec3d n = cross(e1, e2);
  if (norm2(n) < 1e-8 * norm2(e1) * norm2(e2)) n = start;
  else if (dot(n, start) < 0) n = -n;
  const double size = norm(n);
  n = size > 0 ? n * (1 / size) : Vec3d::zero();
  return {s.first[i], s.first[j], Real(c.a), Real(c.b), n.as<Real>()};
}

}  // namespace

std::size_t count_crossings(const StrandView& s, std::span<const Vec3r> v, double dt, double reach,
                            std::uint32_t skip, const KnownCandidates& known) {
  if (s.first.empty()) return 0;
  StrandCandidates fresh;
  const StrandCandidates& near = covering(s, v, dt, reach, known, fresh);
  std::vector<std::size_t> found(chunk_count(near.runs().size(), kRunChunk), 0);
  each_crossing(s, v, dt, reach, skip, near, [&](std::size_t chunk, auto&&...) { ++found[chunk]; });
  return std::accumulate(found.begin(), found.end(), std::size_t(0));
}

void find_crossings(const StrandView& s, std::span<const Vec3r> v, double dt, double reach,
                    std::uint32_t skip, const KnownCandidates& known, std::vector<StrandContact>& out) {
  out.clear();
  if (s.first.empty()) return;
  StrandCandidates fresh;
  const StrandCandidates& near = covering(s, v, dt, reach, known, fresh);
  std::vector<std::vector<StrandContact>> found(chunk_count(near.runs().size(), kRunChunk));
  each_crossing(s, v, dt, reach, skip, near,
                [&](std::size_t chunk, std::uint32_t i, std::uint32_t j, const FourPoints& x,
                    const FourPoints& rate, double when) {
                  found[chunk].push_back(contact_of(
                      s, std::min(i, j), std::max(i, j), i < j ? x : FourPoints{x[2], x[3], x[0], x[1]},
                      i < j ? rate : FourPoints{rate[2], rate[3], rate[0], rate[1]}, when));
                });
  for (const auto& part : found) out.insert(out.end(), part.begin(), part.end());
  std::sort(out.begin(), out.end(), [](const StrandContact& a, const StrandContact& b) {
    return a.i != b.i ? a.i < b.i : a.j < b.j;
  });
}

}  // namespace weft
