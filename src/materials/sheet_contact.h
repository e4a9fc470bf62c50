/// What presses on a sheet: the fibre d across it, which the grid strains, against the tangents t_1 t_2 of
/// its surface (JGT17 section 4.3; chi of GHF18 eqs 21-30).
///
///   [t_1 t_2 d] = Q R,  A = [r_11 r_12; 0 r_22],  r = (r_13, r_23)
///   chi = f(r_33) + gamma/2 |r|^2,   f = k/3 (1 - r_33)^3 where r_33 <= 1, else 0
///   dchi/dt_a = (gamma r_33 - f') q_3 (A^-1 r)_a,   dchi/dd = gamma Q_t r + f' q_3
///
/// Return map (tangents stay):
///   r_33 > 1    separated: r = 0, r_33 = 1
///   r_33 <= 0   inverted:  r = 0
///   between     Coulomb:   gamma |r| <= c_F k (1 - r_33)^2
#pragma once
#include "materials/law.h"
#include "math/host_device.h"

namespace weft {

/// The rotation and the triangle of one sheet element.
template <class T>
struct SheetFrame {
  Vec3<T> q1, q2, q3;
  T r11, r12, r22, r13, r23, r33;

  WEFT_HD SheetFrame(const Vec3<T>& t1, const Vec3<T>& t2, const Vec3<T>& d) {
    constexpr double kLeast = 1e-6;  // a collapsed triangle has no directions, but must not give NaN
    r11 = max(sqrt(norm2(t1)), T(kLeast));
    q1 = t1 * (T(1) / r11);
    r12 = dot(q1, t2);
    Vec3<T> u = t2 - q1 * r12;
    u = u - q1 * dot(q1, u);
    r22 = max(sqrt(norm2(u)), T(kLeast));
    q2 = u * (T(1) / r22);
    q3 = cross(q1, q2);
    r13 = dot(q1, d), r23 = dot(q2, d), r33 = dot(q3, d);
  }
  [[gnu::always_inline]] WEFT_HD Vec3<T> normal() const { return q1 * r13 + q2 * r23 + q3 * r33; }
};

/// dchi by the columns of F, and how stiff the contact is now [Pa].
template <class T>
struct ContactGradient {
  Vec3<T> t[2], d;
  T modulus;
};

/// The gradient of y . (r_13, r_23, r_33) by the columns. Q turns with the tangents: dQ = Q W, W skew with
///   W_21 = q_2 . dt_1 / r_11,  W_31 = q_3 . dt_1 / r_11,  W_32 = (q_3 . dt_2 - W_31 r_12) / r_22
///   dr = Q^T dd - W r
template <class T>
WEFT_HD ContactGradient<T> fibre_gradient(const SheetFrame<T>& f, const Vec3<T>& y) {
  const T turn = y[0] * f.r23 - y[1] * f.r13, tilt = (y[1] * f.r33 - y[2] * f.r23) / f.r22;
  ContactGradient<T> g;
  g.t[0] = (f.q2 * turn + f.q3 * (y[0] * f.r33 - y[2] * f.r13 - f.r12 * tilt)) * (T(1) / f.r11);
  g.t[1] = f.q3 * tilt;
  g.d = f.q1 * y[0] + f.q2 * y[1] + f.q3 * y[2];
  g.modulus = T(0);
  return g;
}
/// dr of the same: how the fibre changes in the frame of the sheet.
template <class T>
WEFT_HD Vec3<T> fibre_change(const SheetFrame<T>& f, const Vec3<T>& dt1, const Vec3<T>& dt2,
                             const Vec3<T>& dd) {
  const T W21 = dot(f.q2, dt1) / f.r11, W31 = dot(f.q3, dt1) / f.r11,
          W32 = (dot(f.q3, dt2) - W31 * f.r12) / f.r22;
  return {{dot(f.q1, dd) + W21 * f.r23 + W31 * f.r33, dot(f.q2, dd) - W21 * f.r13 + W32 * f.r33,
           dot(f.q3, dd) - W31 * f.r13 - W32 * f.r23}};
}

/// The part that all laws of sheets share, with its constants in the scalar S it computes with.
template <class S>
struct SheetContactOf {
  S third, push, twice;  ///< k/3, -k, 2 k [Pa]
  S half, shear;         ///< gamma/2, gamma [Pa]
  S friction, limit;     ///< c_F; c_F k [Pa]

  template <class T>
  WEFT_HD T energy(const SheetFrame<T>& f) const {
    const T gap = max(T(1) - f.r33, T(0));
    return T(third) * gap * gap * gap + T(half) * (f.r13 * f.r13 + f.r23 * f.r23);
  }
  template <class T>
  [[gnu::always_inline]] WEFT_HD ContactGradient<T> gradient(const SheetFrame<T>& f) const {
    const T gap = max(T(1) - f.r33, T(0));
    ContactGradient<T> g = fibre_gradient<T>(f, {{T(shear) * f.r13, T(shear) * f.r23, T(push) * gap * gap}});
    // Contact is soft at first touch: count on a tenth more compression by the end of the step.
    g.modulus = max(T(twice) * (gap + T(0.1)), T(shear)) * (f.r13 * f.r13 + f.r23 * f.r23 + f.r33 * f.r33);
    return g;
  }
  /// The change of dchi by the columns when r changes by dr, without what the bending of r adds,
  /// which may be negative.
  template <class T>
  WEFT_HD ContactGradient<T> definite_change(const SheetFrame<T>& f, const Vec3<T>& dr) const {
    const T gap = max(T(1) - f.r33, T(0));
    return fibre_gradient<T>(f, {{T(shear) * dr[0], T(shear) * dr[1], T(twice) * gap * dr[2]}});
  }
  /// d^2 chi/dd^2, which has no negative eigenvalues.
  template <class T>
  WEFT_HD Mat3<T> stiffness(const SheetFrame<T>& f) const {
    const T across = T(twice) * max(T(1) - f.r33, T(0));
    return (outer(f.q1, f.q1) + outer(f.q2, f.q2)) * T(shear) + outer(f.q3, f.q3) * across;
  }
  /// The return map.
  template <class T>
  [[gnu::always_inline]] WEFT_HD void slide(SheetFrame<T>& f) const {
    const auto apart = f.r33 > T(1);
    const T gap = T(1) - f.r33;
    T keep = T(0);  // separated, inverted and frictionless layers forget their shear
    if (shear > S(0) && friction > S(0)) {
      const T length = T(shear) * sqrt(f.r13 * f.r13 + f.r23 * f.r23);
      const T most = T(limit) * gap * gap;
      keep = select(apart || f.r33 <= T(0), T(0), min(T(1), most / max(length, T(1e-30))));
    }
    f.r13 *= keep;
    f.r23 *= keep;
    f.r33 = min(f.r33, T(1));
  }
};

/// The same as scenes describe it.
struct SheetContact {
  double contact = 1e5;  ///< k [Pa]
  double shear = 0;      ///< gamma [Pa]
  double friction = 0;   ///< c_F

  template <class Law>
  static constexpr std::array<Field<Law>, 3> contact_fields() {
    return {
        {{"contact", "Pa", "k: resistance to being pressed together", 1e-3, 1e13, &Law::contact},
         {"shear", "Pa", "gamma: resistance of pressed layers to sliding, until friction yields", 0, 1e13,
          &Law::shear},
         {"friction", "1", "Coulomb coefficient between layers; needs shear > 0", 0, 10, &Law::friction}}};
  }
  /// Computed in double, rounded once.
  template <class S>
  SheetContactOf<S> contact_as() const {
    return {S(contact / 3), S(-contact), S(2 * contact),       S(0.5 * shear),
            S(shear),       S(friction), S(friction * contact)};
  }
  template <class T>
  T contact_energy(const SheetFrame<T>& f) const {
    return contact_as<Scalar<T>>().energy(f);
  }
  template <class T>
  ContactGradient<T> contact_gradient(const SheetFrame<T>& f) const {
    return contact_as<Scalar<T>>().gradient(f);
  }
  template <class T>
  ContactGradient<T> definite_change(const SheetFrame<T>& f, const Vec3<T>& dr) const {
    return contact_as<Scalar<T>>().definite_change(f, dr);
  }
  template <class T>
  Mat3<T> fibre_stiffness(const SheetFrame<T>& f) const {
    return contact_as<Scalar<T>>().stiffness(f);
  }
  template <class T>
  void slide(SheetFrame<T>& f) const {
    contact_as<Scalar<T>>().slide(f);
  }
};

}  // namespace weft
