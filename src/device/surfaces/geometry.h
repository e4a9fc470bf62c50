/// Two primitives that may touch, a vertex and a triangle or two edges, and the proof that they stay apart:
/// contact/surfaces/near_pair.h for kernels.
///
///   d = |p_a - p_b|,   n = (p_a - p_b)/d                     closest points;   p_a - p_b = sum w_k x_k
///   sigma(s) = min_a n.(x + s u) - max_b n.(x + s u)         concave in s: sigma(0) > 0, sigma(1) > 0 prove it
///
/// Places are floats and everything here is double: differences of two floats are exact, so that what is proven is
/// proven of the very numbers that a body keeps.
#pragma once
#include "device/obstacles.h"
#include "geometry/closest_triangle.h"

namespace weft::WEFT_DEVICE {

/// a: x[0], b: x[1] to x[3]; edges: a: x[0] x[1], b: x[2] x[3]. Relative to one of them.
struct PairX {
  Vec3d x[4];
};
struct PairGap {
  double d;
  Vec3d n;
  double w[4];
};

constexpr double kCloser = 0.8;         ///< of its distance a pair may lose in a step
constexpr double kLeastGap = 1e-13;     ///< [m]
constexpr double kLeastStart = 1e-3;    ///< of the distance: a plane lies between them at the start

/// How near a pair may come in a step that begins at the distance d.
WEFT_KERNEL double nearest_allowed(double keep, double d) {
  return fmin((1 - kCloser) * d, 0.5 * keep) + kLeastGap;
}
WEFT_KERNEL double clamp01(double a) { return a < 0 ? 0.0 : a > 1 ? 1.0 : a; }

/// Closest points of two segments: geometry/closest_segments.h.
WEFT_KERNEL void closest_on_segments(const PairX& p, double& a, double& b) {
  const Vec3d d1 = p.x[1] - p.x[0], d2 = p.x[3] - p.x[2], r = p.x[0] - p.x[2];
  const double A = dot(d1, d1), E = dot(d2, d2), f = dot(d2, r), c = dot(d1, r), B = dot(d1, d2);
  const double tiny = 1e-30, iA = 1 / fmax(A, tiny), E1 = fmax(E, tiny), denominator = A * E - B * B;
  a = denominator > 64 * 2.3e-16 * A * E ? clamp01((B * f - c * E) / denominator) : 0.0;
  b = (B * a + f) / E1;
  const double back = clamp01(-c * iA);
  if (b < 0 || E <= tiny) a = back;
  else if (b > 1) a = clamp01((B - c) * iA);
  b = clamp01(b);
}

WEFT_CALL void measure_gap(bool edges, const PairX& p, PairGap& m) {
  Vec3d gap;
  if (edges) {
    double a, b;
    closest_on_segments(p, a, b);
    m.w[0] = 1 - a, m.w[1] = a, m.w[2] = b - 1, m.w[3] = -b;
    gap = (p.x[0] - p.x[2]) + (p.x[1] - p.x[0]) * a - (p.x[3] - p.x[2]) * b;
  } else {
    const TrianglePoint c = closest_on_triangle(p.x[0], p.x[1], p.x[2], p.x[3]);
    m.w[0] = 1, m.w[1] = -c.barycentric[0], m.w[2] = -c.barycentric[1], m.w[3] = -c.barycentric[2];
    gap = p.x[0] - c.point;
  }
  m.d = sqrt(norm2(gap));
  m.n = m.d > 0 ? gap * (1 / m.d) : Vec3d{{0, 0, 1}};
}

WEFT_KERNEL double separation_along(bool edges, const PairX& p, const Vec3d& n) {
  const double b = dot(n, p.x[1] - p.x[0]), c = dot(n, p.x[2] - p.x[0]), e = dot(n, p.x[3] - p.x[0]);
  if (edges) return fmin(0.0, b) - fmax(c, e);
  return -fmax(b, fmax(c, e));
}

/// The plane that keeps a pair apart best while it moves from x to y.
struct Divider {
  Vec3d n;
  double start, end;  ///< sigma(0), sigma(1) [m]
  bool proven;
};

WEFT_KERNEL Vec3d across_pair(bool edges, const PairX& p) {
  const Vec3d n = edges ? cross(p.x[1] - p.x[0], p.x[3] - p.x[2]) : cross(p.x[2] - p.x[1], p.x[3] - p.x[1]);
  const double length = sqrt(norm2(n));
  return length > 0 ? n * (1 / length) : Vec3d::zero();
}

/// A plane that turns with the pair: vertex and triangle, or two edges, touch only where all four places lie in one
/// plane, where a cubic in s vanishes; with Bernstein coefficients of one sign it does not.
WEFT_CALL bool never_in_one_plane(bool edges, double need, const PairX& x, const PairX& y) {
  Vec3d p[2], q[2], r[2];
  for (int k = 0; k < 2; ++k) {
    const PairX& z = k ? y : x;
    p[k] = edges ? z.x[1] - z.x[0] : z.x[2] - z.x[1];
    q[k] = edges ? z.x[3] - z.x[2] : z.x[3] - z.x[1];
    r[k] = edges ? z.x[0] - z.x[2] : z.x[0] - z.x[1];
  }
  const auto volume = [&](int a, int b, int c) { return dot(cross(p[a], q[b]), r[c]); };
  const double c0 = volume(0, 0, 0), c3 = volume(1, 1, 1);
  const double c1 = (volume(1, 0, 0) + volume(0, 1, 0) + volume(0, 0, 1)) / 3;
  const double c2 = (volume(0, 1, 1) + volume(1, 0, 1) + volume(1, 1, 0)) / 3;
  const double side = c0 > 0 ? 1 : -1, area = sqrt(norm2(cross(p[1], q[1])));
  const double least = fmin(fmin(side * c0, side * c1), side * c2);
  return side * c3 >= need * area && least >= kLeastStart * need * area && least > 0;
}

/// The best plane that stays as it is: across the nearest point p of the hull of all x_a - x_b, at the start and at the
/// end; n.z >= |p| for all of them. Found by steps towards the farthest corner back (Gilbert 1966), which is slow
/// near faces and enough here: what it does not prove is cut.
WEFT_CALL Vec3d across_motion(bool edges, const PairX& x, const PairX& y) {
  Vec3d z[8];
  int n = 0;
  for (int k = 0; k < 2; ++k)
    for (int a = 0; a < (edges ? 2 : 1); ++a)
      for (int b = edges ? 2 : 1; b < 4; ++b) z[n++] = (k ? y : x).x[a] - (k ? y : x).x[b];
  Vec3d p = z[0];
  for (int round = 0; round < 24; ++round) {
    int best = 0;
    double least = dot(p, z[0]);
    for (int k = 1; k < n; ++k) {
      const double along = dot(p, z[k]);
      if (along < least) least = along, best = k;
    }
    const double now = norm2(p);
    if (least > 0.9 * now) break;
    const Vec3d e = z[best] - p;
    p += e * clamp01(-dot(p, e) / fmax(norm2(e), 1e-300));
  }
  const double length = sqrt(norm2(p));
  return length > 0 ? p * (1 / length) : p;
}

/// contact/surfaces/near_pair.cpp, in the same order.
WEFT_CALL Divider dividing_plane(bool edges, double keep, const PairGap& m, const PairX& x, const PairX& y) {
  const double need = nearest_allowed(keep, m.d), least = fmax(kLeastStart * m.d, kLeastGap);
  Divider best{m.n, separation_along(edges, x, m.n), separation_along(edges, y, m.n), false};
  bool between = best.start >= least;
  best.proven = between && best.end >= need;
  if (best.proven) return best;
  const auto attempt = [&](const Vec3d& direction) {
    const double length = sqrt(norm2(direction));
    if (best.proven || !(length > 0.1)) return;
    const Vec3d n = direction * (1 / length);
    const double start = separation_along(edges, x, n), end = separation_along(edges, y, n);
    if (start < least || (between && end <= best.end)) return;
    between = true;
    best = {n, start, end, end >= need};
  };
  PairGap end;
  measure_gap(edges, y, end);
  if (end.d > 0) {
    attempt(m.n + end.n);
    attempt(end.n);
  }
  const Vec3d before = across_pair(edges, x), after = across_pair(edges, y);
  for (int k = 0; k < 2; ++k) {
    const double side = k ? -1 : 1;
    attempt(before * side);
    attempt(after * side);
    attempt((before + after) * (0.5 * side));
  }
  const Divider meets = best;
  if (!best.proven) attempt(across_motion(edges, x, y));
  if (!best.proven) best = meets;
  if (!best.proven) best.proven = never_in_one_plane(edges, need, x, y);
  return best;
}

}  // namespace weft::WEFT_DEVICE
