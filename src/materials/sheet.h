/// Sheets: cloth and the like, codimension one (JGT17 sections 4.3,
/// 4.5.1; physics corrected as in docs/thin.md).
///
///   [t_1 t_2 d] = Q R,  A = [r_11 r_12; 0 r_22],  r = (r_13, r_23)
///   psi = f(r_33) + gamma/2 |r|^2 + h(A),   f = k/3 (1 - r_33)^3 where r_33 <= 1, else 0
///   G_12 = Q_t P_A + (gamma r_33 - f') q_3 (A^-1 r)^T,   G_3 = gamma Q_t r + f' q_3,   P_A = dh/dA
///
/// The return map is that of sheet_contact.h: nothing tangential changes.
#pragma once
#include "materials/sheet_contact.h"
#include "materials/thin.h"

namespace weft {

/// P_A, h and the largest eigenvalue (about) of h's second derivative.
template <class T>
struct Membrane {
  Mat2<T> P;
  T energy, modulus;
};

/// What kernels carry. Plane<S>: what the law does in its plane.
template <template <class> class Plane, class S>
struct SheetOf {
  SheetContactOf<S> contact;
  Plane<S> plane;

  template <class T>
  WEFT_HD T energy(const ThinStrain<2, 1, T>& s, const Vec2<T>& warp) const {
    const SheetFrame<T> f(s.t[0], s.t[1], s.d[0]);
    return contact.energy(f) + plane.at(f.r11, f.r12, f.r22, warp).energy;
  }
  template <class T>
  WEFT_HD ThinModulus<T> respond(ThinStrain<2, 1, T>& s, const Vec2<T>& warp, bool plastic,
                                 ThinStrain<2, 1, T>& G) const {
    SheetFrame<T> f(s.t[0], s.t[1], s.d[0]);
    if (plastic) {
      contact.slide(f);
      s.d[0] = f.normal();
    }
    const Membrane<T> m = plane.at(f.r11, f.r12, f.r22, warp);
    const ContactGradient<T> c = contact.gradient(f);
    G.t[0] = f.q1 * m.P(0, 0) + f.q2 * m.P(1, 0) + c.t[0];
    G.t[1] = f.q1 * m.P(0, 1) + f.q2 * m.P(1, 1) + c.t[1];
    G.d[0] = c.d;
    return {m.modulus, c.modulus};
  }
};

template <class Law>
struct SheetLaw : ThinMaterial<Law>, SheetContact {
  static constexpr int tangents = 2, normals = 1;
  template <class T>
  using Strain = ThinStrain<2, 1, T>;

  static constexpr std::array<Field<Law>, 4> sheet_fields() {
    return join(std::array<Field<Law>, 1>{{{"density", "kg/m^3",
                                            "mass per rest volume, which is area times thickness", 1e-3, 1e5,
                                            &Law::density}}},
                contact_fields<Law>());
  }
};

/// Isotropic cloth: fixed corotated in its plane.
///   h = mu |A - S|^2 + lambda/2 (det A - 1)^2,   S the rotation nearest to A
template <class S>
struct ClothPlane {
  S mu, twice_mu, lambda, half_lambda;  ///< [Pa]

  template <class T>
  [[gnu::always_inline]] WEFT_HD Membrane<T> at(const T& a, const T& b, const T& d, const Vec2<T>&) const {
    // S = [c -s; s c] with (c, s) along (a + d, 0 - b); a, d > 0, so it never vanishes
    const T w = T(1) / sqrt((a + d) * (a + d) + b * b), c = (a + d) * w, s = -b * w;
    const T J = a * d, e = T(lambda) * (J - T(1));
    Membrane<T> m;
    m.P(0, 0) = T(twice_mu) * (a - c) + e * d;
    m.P(0, 1) = T(twice_mu) * (b + s);
    m.P(1, 0) = T(twice_mu) * (-s) - e * b;
    m.P(1, 1) = T(twice_mu) * (d - c) + e * a;
    m.energy = T(mu) * ((a - c) * (a - c) + (b + s) * (b + s) + s * s + (d - c) * (d - c)) +
               T(half_lambda) * (J - T(1)) * (J - T(1));
    const T wide = max(a, d);
    m.modulus = T(twice_mu) + T(lambda) * max(wide * wide, T(1));
    return m;
  }
};

struct Cloth : SheetLaw<Cloth> {
  static constexpr const char* name = "cloth";
  static constexpr const char* summary = "cloth, equally stiff in all directions of its plane";
  double young = 6e4, poisson = 0.3;  ///< [Pa], [1]
  double mu = 0, lambda = 0;          ///< set by prepare [Pa]

  static constexpr auto fields() {
    return join(
        sheet_fields(),
        std::array<Field<Cloth>, 2>{
            {{"young", "Pa", "Young's modulus in the plane; times thickness it is the stiffness of the sheet",
              1e-3, 1e13, &Cloth::young},
             {"poisson", "1", "Poisson's ratio in the plane", -0.9, 0.495, &Cloth::poisson}}});
  }
  void prepare() {
    check_ranges(*this);
    mu = young / (2 * (1 + poisson));
    lambda = young * poisson / ((1 + poisson) * (1 - 2 * poisson));
  }
  template <class S>
  SheetOf<ClothPlane, S> as() const {
    return {contact_as<S>(), {S(mu), S(2 * mu), S(lambda), S(0.5 * lambda)}};
  }
};

/// Woven cloth: stretch along warp and weft and shear between them, each with its own stiffness
/// (Baraff and Witkin 1998, as an energy per rest volume).
///   w_u = A a,  w_v = A b,  a the warp in the element's frame, b across it
///   h = k_u/2 (|w_u| - 1)^2 + k_v/2 (|w_v| - 1)^2 + k_s/2 (w_u . w_v)^2
template <class S>
struct WovenPlane {
  S warp, weft, bias;                 ///< k_u, k_v, k_s [Pa]
  S half_warp, half_weft, half_bias;  ///< [Pa]
  S stiffest, twice_bias;             ///< the larger of k_u and k_v; 2 k_s [Pa]

  template <class T>
  [[gnu::always_inline]] WEFT_HD Membrane<T> at(const T& r11, const T& r12, const T& r22,
                                                const Vec2<T>& a) const {
    const Vec2<T> b{{-a[1], a[0]}};
    const Vec2<T> u{{r11 * a[0] + r12 * a[1], r22 * a[1]}}, v{{r11 * b[0] + r12 * b[1], r22 * b[1]}};
    const T lu = max(sqrt(norm2(u)), T(1e-6)), lv = max(sqrt(norm2(v)), T(1e-6)), s = dot(u, v);
    const Vec2<T> gu = u * (T(warp) * (T(1) - T(1) / lu)) + v * (T(bias) * s);
    const Vec2<T> gv = v * (T(weft) * (T(1) - T(1) / lv)) + u * (T(bias) * s);
    Membrane<T> m;
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j) m.P(i, j) = gu[i] * a[j] + gv[i] * b[j];
    m.energy = T(half_warp) * (lu - T(1)) * (lu - T(1)) + T(half_weft) * (lv - T(1)) * (lv - T(1)) +
               T(half_bias) * s * s;
    const T wide = max(T(1), max(lu, lv));
    m.modulus =
        T(stiffest) + max(T(twice_bias) * wide * wide, T(0));  // max: the product is rounded by itself
    return m;
  }
};

struct Woven : SheetLaw<Woven> {
  static constexpr const char* name = "woven";
  static constexpr const char* summary = "woven cloth: stiff along warp and weft, soft on the bias";
  double warp = 1e5, weft = 1e5, bias = 5e3;  ///< [Pa]

  static constexpr auto fields() {
    return join(sheet_fields(),
                std::array<Field<Woven>, 3>{
                    {{"warp", "Pa", "stretch stiffness along the warp (the pattern's first direction)", 1e-3,
                      1e13, &Woven::warp},
                     {"weft", "Pa", "stretch stiffness along the weft", 1e-3, 1e13, &Woven::weft},
                     {"bias", "Pa", "shear stiffness between warp and weft", 0, 1e13, &Woven::bias}}});
  }
  void prepare() { check_ranges(*this); }
  template <class S>
  SheetOf<WovenPlane, S> as() const {
    return {contact_as<S>(),
            {S(warp), S(weft), S(bias), S(0.5 * warp), S(0.5 * weft), S(0.5 * bias),
             S(warp > weft ? warp : weft), S(2 * bias)}};
  }
};

}  // namespace weft
