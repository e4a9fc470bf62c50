/// Energies quadratic in the logarithmic strain of a lamina, h = 1/2 ln C = [L + D, O; O, L - D]:
///   psi = a L^2 + b D^2 + c L D + e O^2
///   L = 1/4 ln det C,   (D, O) = g (d, o),   g = phi(q/m^2) / (2 m),   phi(z) = artanh(sqrt z) / sqrt z
/// phi is smooth at zero, so that equal stretches need no case of their own: 2 z phi' + phi = 1/(1 - z).
///
/// Isotropic (Hencky): a = 2 mu + 2 lambda, b = e = 2 mu, c = 0.
#pragma once
#include "materials/lamina.h"

namespace weft {

/// phi and its first two derivatives; z = q / m^2 from 0 to below 1.
template <class T>
struct ArtanhRatio {
  T phi, first, second;

  WEFT_HD explicit ArtanhRatio(const LaminaMetric<T>& c) {
    constexpr int kTerms = 14;
    constexpr double kSeries = 0.08;  // kSeries^kTerms is below the rounding of a double
    const T z = c.q / (c.m * c.m);
    const auto small = z < T(kSeries);
    const T s = min(z, T(kSeries));
    phi = T(0), first = T(0), second = T(0);
    for (int k = kTerms; k >= 0; --k) {
      phi = phi * s + T(1.0 / (2 * k + 1));
      first = first * s + T((k + 1.0) / (2 * k + 3));
      second = second * s + T((k + 1.0) * (k + 2.0) / (2 * k + 5));
    }
    if (all(small)) return;
    // artanh(sqrt z) = 1/2 ln(w_1/w_2) with w_1 w_2 = det
    const T safe = max(z, T(0.5 * kSeries)), R = sqrt(c.q), w1 = c.m + R, root = sqrt(safe);
    const T far = T(0.5) * log(w1 * w1 / c.det) / root, pole = c.m * c.m / c.det;
    const T slope = (pole - far) / (T(2) * safe);
    phi = select(small, phi, far);
    second = select(small, second, (pole * pole - T(3) * slope) / (T(2) * safe));
    first = select(small, first, slope);
  }
};

/// L, D, O at a metric with what their derivatives are made of.
template <class T>
struct LogStrain {
  T L, g, D, O;
  T L_m, L_q, g_m, g_q, g_qq;

  WEFT_HD explicit LogStrain(const LaminaMetric<T>& c) {
    const ArtanhRatio<T> r(c);
    const T im = T(1) / c.m, id = T(1) / c.det;
    L = T(0.25) * log(c.det);
    g = T(0.5) * r.phi * im;
    D = g * c.d, O = g * c.o;
    L_m = T(0.5) * c.m * id;
    L_q = T(-0.25) * id;
    g_m = T(-0.5) * id;
    g_q = T(0.5) * r.first * im * im * im;
    g_qq = T(0.5) * r.second * im * im * im * im * im;
  }
};

/// The quadratic form of a law.
template <class T>
struct LogEnergy {
  T a, b, c, e;

  WEFT_HD LaminaSlope<T> slope(const LaminaMetric<T>& y) const {
    const LogStrain<T> h(y);
    const T pL = T(2) * a * h.L + c * h.D, pD = T(2) * b * h.D + c * h.L, pO = T(2) * e * h.O;
    const T along = pD * y.d + pO * y.o, by_q = T(2) * (pL * h.L_q + along * h.g_q);
    return {a * h.L * h.L + b * h.D * h.D + c * h.L * h.D + e * h.O * h.O,
            {{pL * h.L_m + along * h.g_m, y.d * by_q + pD * h.g, y.o * by_q + pO * h.g}}};
  }
  /// psi_ab; `definite` leaves out what the bending of h adds, which may be negative.
  WEFT_HD Mat3<T> curvature(const LaminaMetric<T>& y, bool definite) const {
    const LogStrain<T> h(y);
    const T td = T(2) * y.d, to = T(2) * y.o;
    // Rows: gradients of L, D, O by (m, d, o).
    const Vec3<T> dL{{h.L_m, td * h.L_q, to * h.L_q}}, dg{{h.g_m, td * h.g_q, to * h.g_q}};
    const Vec3<T> dD = dg * y.d + Vec3<T>{{T(0), h.g, T(0)}}, dO = dg * y.o + Vec3<T>{{T(0), T(0), h.g}};
    Mat3<T> H;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        H(i, j) = T(2) * (a * dL[i] * dL[j] + b * dD[i] * dD[j] + e * dO[i] * dO[j]) +
                  c * (dL[i] * dD[j] + dD[i] * dL[j]);
    if (definite) return H;
    const T pL = T(2) * a * h.L + c * h.D, pD = T(2) * b * h.D + c * h.L, pO = T(2) * e * h.O;
    const T along = pD * y.d + pO * y.o, id = T(1) / y.det;
    // Second derivatives by m and q, of pL L + along g.
    const T mm = pL * (T(0.5) * id - y.m * y.m * id * id) + along * y.m * id * id;
    const T mq = pL * T(0.5) * y.m * id * id - along * T(0.5) * id * id;
    const T qq = pL * T(-0.25) * id * id + along * h.g_qq, by_q = pL * h.L_q + along * h.g_q;
    H(0, 0) += mm;
    const Vec2<T> t{{td, to}}, p{{pD, pO}}, dgt{{dg[1], dg[2]}};
    for (int i = 0; i < 2; ++i) {
      const T cross = mq * t[i] + p[i] * h.g_m;
      H(0, 1 + i) += cross;
      H(1 + i, 0) += cross;
      H(1 + i, 1 + i) += T(2) * by_q;
      for (int j = 0; j < 2; ++j) H(1 + i, 1 + j) += qq * t[i] * t[j] + p[i] * dgt[j] + p[j] * dgt[i];
    }
    return H;
  }
  /// The largest eigenvalue (about) of D: it grows as a stretch shrinks, (1 - ln s)/s^2 times that at rest.
  WEFT_HD T modulus(const LaminaMetric<T>& y) const {
    const T shrunk = max(y.largest() / y.det, T(1));  // 1 / the smallest squared stretch
    return max(T(0.5) * (a + b + abs(c)), T(0.5) * e) * shrunk * (T(0.5) + T(0.5) * shrunk);
  }
};

}  // namespace weft
