/// A face, or as many neighbouring faces as T has lanes, as kernels see it: control points, forces on them and
/// the weights that make the limit surface of them.
///   x = sum N x_p,   a_1 = sum N_,1 x_p,  ...        force of a gradient h by the jet:  f_p -= N_,1 h_1 + ...
#pragma once
#include "bodies/shell/kirchhoff_love.h"
#include "bodies/shell/lanes.h"
#include "materials/sheet_contact.h"

namespace weft {

/// Weights of sixteen faces: one for all, or one per face.
template <class T>
struct SharedWeights {
  const Real* at;
  WEFT_HD T operator[](std::size_t i) const { return T(at[i]); }
};
template <class T>
struct OwnWeights {
  const Real* at;
  WEFT_HD T operator[](std::size_t i) const { return load_points<T>(at + i * 16); }
};

/// Place and tangents of the surface.
template <class T>
struct Tangents {
  Vec3<T> x, a1, a2;
};

template <class T, class W>
struct FaceView {
  using S = Scalar<T>;
  const S* x;            ///< control points: [point][axis][face]
  S* f;                  ///< forces on them
  W w;                   ///< N N_1 N_2 N_11 N_12 N_22 of [bend][point], then N N_1 N_2 of [touch][point]
  std::uint32_t points;  ///< of each face
  std::uint32_t bends;   ///< places of bending

  WEFT_HD std::size_t at_bend(int place, std::uint32_t k) const {
    return (std::size_t(place) * points + k) * 6;
  }
  WEFT_HD std::size_t at_touch(int place, std::uint32_t k) const {
    return std::size_t(bends) * points * 6 + (std::size_t(place) * points + k) * 3;
  }
  WEFT_HD Vec3<T> point(std::uint32_t k) const {
    const S* p = x + std::size_t(k) * 3 * points_in<T>;
    return {{load_scalars<T>(p), load_scalars<T>(p + points_in<T>), load_scalars<T>(p + 2 * points_in<T>)}};
  }
  WEFT_HD void add_force(std::uint32_t k, const Vec3<T>& by) const {
    constexpr int n = points_in<T>;
    S* to = f + std::size_t(k) * 3 * n;
    store_scalars<T>(load_scalars<T>(to) + by[0], to);
    store_scalars<T>(load_scalars<T>(to + n) + by[1], to + n);
    store_scalars<T>(load_scalars<T>(to + 2 * n) + by[2], to + 2 * n);
  }
  /// First and second derivatives of the surface at a place of bending.
  WEFT_HD Jet<T> jet(int place) const {
    Jet<T> jet = Jet<T>::zero();
    for (std::uint32_t k = 0; k < points; ++k) {
      const std::size_t at = at_bend(place, k);
      jet.add(w[at + 1], w[at + 2], w[at + 3], w[at + 4], w[at + 5], point(k));
    }
    return jet;
  }
  /// The gradient h of an energy by the jet pushes the control points by -h.
  WEFT_HD void add_forces(int place, const Jet<T>& h) const {
    for (std::uint32_t k = 0; k < points; ++k) {
      const std::size_t at = at_bend(place, k);
      add_force(k, -h.gather(w[at + 1], w[at + 2], w[at + 3], w[at + 4], w[at + 5]));
    }
  }
  WEFT_HD Tangents<T> tangents(int place) const {
    Tangents<T> t{Vec3<T>::zero(), Vec3<T>::zero(), Vec3<T>::zero()};
    for (std::uint32_t k = 0; k < points; ++k) {
      const std::size_t at = at_touch(place, k);
      const Vec3<T> p = point(k);
      t.x += p * w[at], t.a1 += p * w[at + 1], t.a2 += p * w[at + 2];
    }
    return t;
  }
  /// V dchi by the tangents pushes the control points; g has V in it.
  WEFT_HD void add_touch(int place, const ContactGradient<T>& g) const {
    if (!any(norm2(g.t[0]) + norm2(g.t[1]) > T(0))) return;
    for (std::uint32_t k = 0; k < points; ++k) {
      const std::size_t at = at_touch(place, k);
      add_force(k, -(g.t[0] * w[at + 1] + g.t[1] * w[at + 2]));
    }
  }
};

}  // namespace weft
