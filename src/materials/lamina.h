/// Laws of a lamina: a thin layer without stress across it, as a shell is made of (GHF18 sections 3 and 4).
///
///   f = [f_1 f_2]  3x2: images of two orthonormal axes of the rest lamina, the first along the warp
///   C = f^T f = [m + d, o; o, m - d],   psi = psi(m, d, o)  energy per rest volume [J/m^3]
///   S = [psi_m + psi_d, psi_o; psi_o, psi_m - psi_d]
///   P = dpsi/df = f S,   D = d^2 psi/df^2 = sum_ab psi_ab G_a G_b^T + S (x) I,
///   G_m = (f_1, f_2),  G_d = (f_1, -f_2),  G_o = (f_2, f_1)   as vectors of six
///
/// A law gives psi and its derivatives by (m, d, o); the rest is here once. Contact across the lamina is that
/// of all sheets (sheet_contact.h).
///
///   Law          parameters in double as scenes give them, with names, units and ranges
///   law.as<S>()  what formulas need of them, computed in double and rounded once to the scalar S: a trivially
///                copyable value without pointers, for kernels of packs and of single points alike
#pragma once
#include "materials/sheet_contact.h"
#include "math/columns.h"
#include "math/host_device.h"

namespace weft {

/// C = f^T f by mean, difference and off-diagonal.
template <class T>
struct LaminaMetric {
  T m, d, o;
  T q;    ///< d^2 + o^2
  T det;  ///< det C = m^2 - q = |f_1 x f_2|^2, which does not cancel

  WEFT_HD explicit LaminaMetric(const Columns<T>& f) {
    const T c1 = norm2(f.c1), c2 = norm2(f.c2);
    m = T(0.5) * (c1 + c2);
    d = T(0.5) * (c1 - c2);
    o = dot(f.c1, f.c2);
    q = d * d + o * o;
    det = max(norm2(cross(f.c1, f.c2)), T(1e-16));
  }
  /// The larger of the two squared stretches.
  WEFT_HD T largest() const { return m + sqrt(q); }
};

/// psi and its gradient by (m, d, o).
template <class T>
struct LaminaSlope {
  T psi;
  Vec3<T> by;
};

/// a + [b c; c -b] without its negative eigenvalues, in the same form.
template <class T>
WEFT_HD Vec3<T> without_negative(const T& a, const T& b, const T& c) {
  const T R = sqrt(b * b + c * c), high = max(a + R, T(0)), low = max(a - R, T(0));
  const T tilt = T(0.5) * (high - low) / max(R, T(1e-30));
  return {{T(0.5) * (high + low), b * tilt, c * tilt}};
}

/// What follows from slope(c), curvature(c, definite) and modulus(c) of a law in some scalar.
template <class Law>
struct LaminaFormulas {
  template <class T>
  WEFT_HD T energy(const Columns<T>& f) const {
    return law().slope(LaminaMetric<T>(f)).psi;
  }
  /// P = f S [Pa].
  template <class T>
  WEFT_HD Columns<T> stress(const Columns<T>& f) const {
    return f * second(law().slope(LaminaMetric<T>(f)).by);
  }
  /// P; returns psi.
  template <class T>
  WEFT_HD T energy_and_stress(const Columns<T>& f, Columns<T>& P) const {
    const LaminaSlope<T> s = law().slope(LaminaMetric<T>(f));
    P = f * second(s.by);
    return s.psi;
  }
  /// P, and how stiff the lamina is now for the length of a step [Pa].
  template <class T>
  WEFT_HD T respond(const Columns<T>& f, Columns<T>& P) const {
    const LaminaMetric<T> c(f);
    P = f * second(law().slope(c).by);
    return law().modulus(c);
  }
  /// D over (f_1, f_2). `definite`: without negative eigenvalues. Never inlined, so that its last bits do not
  /// depend on who asks.
  template <class T>
  [[gnu::noinline]] WEFT_HD Mat<6, T> stiffness(const Columns<T>& f, bool definite) const {
    const LaminaMetric<T> c(f);
    Vec3<T> s = law().slope(c).by;
    if (definite) s = without_negative(s[0], s[1], s[2]);
    return six(f, law().curvature(c, definite), s);
  }
  /// S as the gradient of psi by (m, d, o), and its change along a change of f to first order.
  template <class T>
  WEFT_HD Vec3<T> slope_after(const Columns<T>& f, const Columns<T>& df) const {
    const LaminaMetric<T> c(f);
    const T d1 = dot(f.c1, df.c1), d2 = dot(f.c2, df.c2);
    return law().slope(c).by +
           law().curvature(c, false) * Vec3<T>{{d1 + d2, d1 - d2, dot(f.c1, df.c2) + dot(f.c2, df.c1)}};
  }
  /// P and D as if S had this gradient.
  template <class T>
  WEFT_HD Columns<T> stress_under(const Columns<T>& f, const Vec3<T>& by) const {
    return f * second(by);
  }
  template <class T>
  WEFT_HD Mat<6, T> stiffness_under(const Columns<T>& f, const Vec3<T>& by) const {
    return six(f, law().curvature(LaminaMetric<T>(f), false), by);
  }
  WEFT_HD bool may_dent() const { return false; }
  /// Takes what yields out of f; returns Y with which f was multiplied from the right.
  template <class T>
  WEFT_HD Mat2<T> yield(Columns<T>&) const {
    return Mat2<T>::identity();
  }

 protected:
  template <class T>
  WEFT_HD static Mat2<T> second(const Vec3<T>& by) {
    return {{{by[0] + by[1], by[2]}, {by[2], by[0] - by[1]}}};
  }
  template <class T>
  WEFT_HD static Mat<6, T> six(const Columns<T>& f, const Mat3<T>& H, const Vec3<T>& by) {
    Vec<6, T> G[3];
    for (int k = 0; k < 3; ++k) {
      G[0][k] = f.c1[k], G[0][3 + k] = f.c2[k];
      G[1][k] = f.c1[k], G[1][3 + k] = -f.c2[k];
      G[2][k] = f.c2[k], G[2][3 + k] = f.c1[k];
    }
    const Mat2<T> S = second(by);
    Mat<6, T> D = Mat<6, T>::zero();
    for (int i = 0; i < 6; ++i) {
      Vec3<T> row = Vec3<T>::zero();
      for (int b = 0; b < 3; ++b)
        for (int a = 0; a < 3; ++a) row[b] += G[a][i] * H(a, b);
      for (int j = 0; j < 6; ++j) {
        D(i, j) = row[0] * G[0][j] + row[1] * G[1][j] + row[2] * G[2][j];
        if (i % 3 == j % 3) D(i, j) += S(i / 3, j / 3);
      }
    }
    return D;
  }

 private:
  WEFT_HD const Law& law() const { return static_cast<const Law&>(*this); }
};

/// Base of the laws as scenes describe them; `as<S>()` of a law gives its LaminaFormulas.
template <class Law>
struct LaminaLaw : SheetContact {
  static constexpr bool lamina = true;
  static constexpr bool dents = false;  ///< has a return map of its own
  double density = 1000;                ///< [kg/m^3]

  static constexpr std::array<Field<Law>, 4> lamina_fields() {
    return join(std::array<Field<Law>, 1>{{{"density", "kg/m^3",
                                            "mass per rest volume, which is area times thickness", 1e-3, 1e5,
                                            &Law::density}}},
                contact_fields<Law>());
  }
  template <class T>
  T energy(const Columns<T>& f) const {
    return in<T>().energy(f);
  }
  template <class T>
  Columns<T> stress(const Columns<T>& f) const {
    return in<T>().stress(f);
  }
  template <class T>
  Mat<6, T> stiffness(const Columns<T>& f, bool definite) const {
    return in<T>().stiffness(f, definite);
  }
  template <class T>
  Vec3<T> slope_after(const Columns<T>& f, const Columns<T>& df) const {
    return in<T>().slope_after(f, df);
  }
  template <class T>
  Columns<T> stress_under(const Columns<T>& f, const Vec3<T>& by) const {
    return in<T>().stress_under(f, by);
  }
  template <class T>
  Mat<6, T> stiffness_under(const Columns<T>& f, const Vec3<T>& by) const {
    return in<T>().stiffness_under(f, by);
  }
  template <class T>
  Mat2<T> yield(Columns<T>& f) const {
    return in<T>().yield(f);
  }

 protected:
  /// Prepared for the scalar inside T.
  template <class T>
  auto in() const {
    return static_cast<const Law&>(*this).template as<Scalar<T>>();
  }
};

/// Laws that shells are made of.
template <class Law>
concept IsLamina = requires {
  Law::lamina;
};

/// A law prepared for a scalar.
template <class Law, class S>
using LawIn = decltype(std::declval<const Law&>().template as<S>());

}  // namespace weft
