/// A sheet seen from its edge: a curve in the plane x-z, codimension one, infinitely wide along y.
///   [t d] = Q R,   psi = k_s/2 (r_11 - 1)^2 + gamma/2 r_12^2 + f(r_22),   f as for sheets, k_s = E
///   G_1 = k_s (r_11 - 1) q_1 + (gamma r_22 - f') r_12/r_11 q_2,   G_2 = gamma r_12 q_1 + f' q_2
/// Not a law that scenes name: `cloth` in a plane scene becomes one.
#pragma once
#include "materials/sheet.h"

namespace weft {

/// What kernels carry.
template <class S>
struct EdgeOf {
  S stretch, half_stretch;  ///< k_s, k_s/2 [Pa]
  S third, push, twice;     ///< k/3, -k, 2 k [Pa]
  S half, shear;            ///< gamma/2, gamma [Pa]
  S friction, limit;        ///< c_F; c_F k [Pa]

  template <class T>
  WEFT_HD T energy(const ThinStrain<1, 1, T>& s, const Vec2<T>&) const {
    const Frame<T> f(s);
    const T gap = max(T(1) - f.r22, T(0)), over = f.r11 - T(1);
    return T(half_stretch) * over * over + T(half) * f.r12 * f.r12 + T(third) * gap * gap * gap;
  }
  template <class T>
  WEFT_HD ThinModulus<T> respond(ThinStrain<1, 1, T>& s, const Vec2<T>&, bool plastic,
                                 ThinStrain<1, 1, T>& G) const {
    Frame<T> f(s);
    if (plastic) {
      const T gap = T(1) - f.r22;
      T keep = T(0);
      if (shear > S(0) && friction > S(0))
        keep = select(f.r22 > T(1) || f.r22 <= T(0), T(0),
                      min(T(1), T(limit) * gap * gap / max(T(shear) * abs(f.r12), T(1e-30))));
      f.r12 *= keep;
      f.r22 = min(f.r22, T(1));
      s.d[0] = f.q1 * f.r12 + f.q2 * f.r22;
    }
    const T gap = max(T(1) - f.r22, T(0)), slope = T(push) * gap * gap;
    G.t[0] = f.q1 * (T(stretch) * (f.r11 - T(1))) + f.q2 * ((T(shear) * f.r22 - slope) * f.r12 / f.r11);
    G.d[0] = f.q1 * (T(shear) * f.r12) + f.q2 * slope;
    return {T(stretch), max(T(twice) * (gap + T(0.1)), T(shear)) * norm2(s.d[0])};
  }

 private:
  template <class T>
  struct Frame {
    Vec3<T> q1, q2;
    T r11, r12, r22;
    WEFT_HD explicit Frame(const ThinStrain<1, 1, T>& s) {
      r11 = max(sqrt(norm2(s.t[0])), T(1e-6));
      q1 = s.t[0] * (T(1) / r11);
      q2 = {{-q1[2], T(0), q1[0]}};  // a quarter turn from x towards z
      r12 = dot(q1, s.d[0]), r22 = dot(q2, s.d[0]);
    }
  };
};

struct Edge : ThinMaterial<Edge> {
  static constexpr const char* name = "cloth";
  static constexpr int tangents = 1, normals = 1;
  template <class T>
  using Strain = ThinStrain<1, 1, T>;
  double stretch = 6e4, contact = 1e5, shear = 0, friction = 0;

  Edge() = default;
  explicit Edge(const Cloth& c) {
    density = c.density;
    stretch = c.young, contact = c.contact, shear = c.shear, friction = c.friction;
  }
  template <class S>
  EdgeOf<S> as() const {
    return {S(stretch),     S(0.5 * stretch), S(contact / 3), S(-contact),          S(2 * contact),
            S(0.5 * shear), S(shear),         S(friction),    S(friction * contact)};
  }
};

}  // namespace weft
