/// The energies of bending for any scalar (bending.h has the equations). Included by bending.cpp, which
/// compiles them for double and dual numbers, and by whoever runs them elsewhere.
#pragma once
#include <cmath>
#include <numbers>

#include "bodies/thin/bending.h"
#include "math/host_device.h"

namespace weft {
namespace {  // unnamed: inlined where they are called, which settles how sums are contracted

constexpr double kTiny = 1e-30;

template <class T>
WEFT_HD T length_of(const Vec3<T>& a) {
  return sqrt(max(norm2(a), T(kTiny)));
}

template <class T>
struct HingeGeometry {
  Vec3<T> e, nA, nB;
  T length, a2, b2;  ///< |e|, |nA|^2, |nB|^2
  WEFT_HD explicit HingeGeometry(const Four<Vec3<T>>& x)
      : e(x[1] - x[0]),
        nA(cross(e, x[2] - x[0])),
        nB(cross(x[3] - x[0], e)),
        length(length_of(e)),
        a2(max(norm2(nA), T(kTiny))),
        b2(max(norm2(nB), T(kTiny))) {}
  WEFT_HD T angle() const {
    return atan2(dot(cross(nA, nB), e) / length, dot(nA, nB));
  }
};

template <class T>
struct RodGeometry {
  Vec3<T> u, v;
  T e, f, c;  ///< lengths of the edges, cosine of the turning angle
  WEFT_HD explicit RodGeometry(const Four<Vec3<T>>& x)
      : u(x[1] - x[0]), v(x[2] - x[1]) {
    e = length_of(u), f = length_of(v);
    u *= T(1) / e;
    v *= T(1) / f;
    c = clamp(dot(u, v), T(-0.999), T(1.0));
  }
  /// 2 tan(phi/2) = 2 |u x v| / (1 + c)
  WEFT_HD T curvature() const { return T(2) * sine() / (T(1) + c); }
  WEFT_HD T sine() const { return length_of(cross(u, v)); }
};

}  // namespace

template <class T>
WEFT_HD BendAnswer<T> bend_hinge(const Four<Vec3<T>>& x, Plain<T> stiffness, Plain<T> rest) {
  const HingeGeometry<T> g(x);
  T off = g.angle() - T(rest);
  constexpr Plain<T> turn = Plain<T>(2 * std::numbers::pi);
  off -= T(turn * std::round(plain(off) / turn));
  const Vec3<T> a = g.nA * (T(1) / g.a2), b = g.nB * (T(1) / g.b2);
  BendAnswer<T> r;
  r.energy = T(stiffness) * off * off;
  r.derivative = T(2 * stiffness) * off;
  r.angle_gradient[2] = a * -g.length;
  r.angle_gradient[3] = b * -g.length;
  r.angle_gradient[0] = a * (dot(x[1] - x[2], g.e) / g.length) + b * (dot(x[1] - x[3], g.e) / g.length);
  r.angle_gradient[1] = a * (dot(x[2] - x[0], g.e) / g.length) + b * (dot(x[3] - x[0], g.e) / g.length);
  return r;
}

template <class T>
WEFT_HD BendAnswer<T> bend_rod(const Four<Vec3<T>>& x, Plain<T> stiffness, Plain<T> rest) {
  const RodGeometry<T> g(x);
  const T kappa = g.curvature(), rate = T(2) / (T(1) + g.c), off = kappa - T(rest);
  // d phi/de = -(v - c u)/(s |e|): a unit vector over a length. Straight: any direction does, as kappa is
  // zero; with natural curvature the rod then waits until something bends it.
  const Vec3<T> p = g.v - g.u * g.c, q = g.u - g.v * g.c;
  const T s = max(g.sine(), T(1e-12));
  const Vec3<T> de = p * (-rate / (s * g.e)), df = q * (-rate / (s * g.f));
  BendAnswer<T> r;
  r.energy = T(stiffness) * off * off;
  r.derivative = T(2 * stiffness) * off;
  r.angle_gradient[0] = -de;
  r.angle_gradient[1] = de - df;
  r.angle_gradient[2] = df;
  r.angle_gradient[3] = Vec3<T>::zero();
  return r;
}

}  // namespace weft
