/// What the two layers of a face say at one place of it: stress, energy, denting. A trivially copyable value
/// of the law's numbers in the scalar S and of views; its functions take packs of faces or single ones.
///
///   f = [g_1 g_2] A,   r += V P A^T of both layers,   A <- A Y where the law dents
///   for the length of a step, omega^2 rho of the stiffest waves:
///     modulus dense (kMembrane + kBending t^2/12 dense),  dense = 1/h^2 of the denser direction
#pragma once
#include <limits>

#include "bodies/shell/kirchhoff_love.h"
#include "bodies/shell/lanes.h"
#include "materials/lamina.h"

namespace weft {

/// The layers of all faces.
struct LayerView {
  FieldView A;         ///< of each slot: [place][layer] 2x2, B F_p^-1
  FieldView volume;    ///< of each slot: [place][layer] [m^3]
  double offset = 0;   ///< of the two layers from the middle [m]
  double bending = 0;  ///< kBending t^2/12 [m^2]
  double cell = 1e30;  ///< 1/dx^2 where the grid carries the waves [1/m^2]
  bool whole = false;  ///< control points have all the mass
};

// omega h/c of the stiffest membrane and omega h^2/c_b of the stiffest bending wave of a uniform mesh with
// 2x2 points of Gauss (Bloch waves), squared. Half the mass is on contact points and control points at
// corners are light: a factor of two where faces are not larger than a cell, of three where they are, of one
// and a half where control points have all the mass. Measured with faces of 0.4 to 2 cells and thickness of
// 0.02 to 1 faces: steps of 2/omega were always stable, 1.2 times as long not always.
constexpr double kMembrane = 2 * 1.043 * 1.043, kBending = 2 * 2.309 * 2.309;
constexpr double kAlone = 1.5, kWhole = 0.75;

/// A of the layers numbered `point` of the faces from `slot` on.
template <class T>
WEFT_HD Mat2<T> axes_at(const FieldView& A, std::size_t slot, int point) {
  const auto entry = [&](int c) { return load_points<T>(A.group(slot, point * 4 + c)); };
  return {{{entry(0), entry(1)}, {entry(2), entry(3)}}};
}

/// D df of a lamina.
template <class T>
WEFT_HD Columns<T> change_of_stress(const Mat<6, T>& D, const Columns<T>& df) {
  Columns<T> dP;
  for (int i = 0; i < 6; ++i) {
    T sum = D(i, 0) * df.c1[0];
    for (int j = 1; j < 6; ++j) sum += D(i, j) * (j < 3 ? df.c1[j] : df.c2[j - 3]);
    (i < 3 ? dP.c1[i] : dP.c2[i - 3]) = sum;
  }
  return dP;
}

/// Resultants and how they change.
template <class T>
struct ResultantsChange {
  Resultants<T> r = Resultants<T>::zero(), dr = Resultants<T>::zero();
};

/// `slot` is that of the first face, `place` which of its places of bending.
template <class Law, class S>
struct LayerKernel {
  LawIn<Law, S> law;
  FieldView A, volume;
  S offset, bending, cell;
  bool whole;

  LayerKernel(const LawIn<Law, S>& prepared, const LayerView& v)
      : law(prepared),
        A(v.A),
        volume(v.volume),
        offset(S(v.offset)),
        bending(S(v.bending)),
        cell(S(v.cell)),
        whole(v.whole) {}

  /// Membrane, bending and denting; returns the largest omega^2 rho.
  template <class T>
  WEFT_HD T bend(const KirchhoffLove<T>& surface, std::size_t slot, int place, Resultants<T>& r) const {
    T fastest(0);
    for (int layer = 0; layer < 2; ++layer) {
      const int point = place * 2 + layer;
      const T xi = height<T>(layer), V = load_points<T>(volume.group(slot, point));
      Mat2<T> axes = axes_at<T>(A, slot, point);
      Columns<T> f = surface.lamina(xi) * axes, stress;
      if constexpr (Law::dents) {
        if (law.may_dent()) {
          axes = axes * law.yield(f);
          store_axes(axes, slot, point);
        }
      }
      const T modulus = law.respond(f, stress);
      r.add(V, xi, stress, axes);
      // 1/h^2 of the denser direction; the grid carries no waves much shorter than a cell.
      T dense = max(axes(0, 0) * axes(0, 0) + axes(0, 1) * axes(0, 1),
                    axes(1, 0) * axes(1, 0) + axes(1, 1) * axes(1, 1));
      const T alone = whole ? T(kWhole) : select(dense < T(0.7) * T(cell), T(kAlone), T(1));
      dense = min(dense, T(4) * T(cell));
      fastest = max(fastest, alone * modulus * dense * (T(kMembrane) + T(bending) * dense));
    }
    return fastest;
  }
  /// V psi of both layers, infinite where one is turned inside out, and the same resultants without denting.
  template <class T>
  WEFT_HD T energy(const KirchhoffLove<T>& surface, std::size_t slot, int place, Resultants<T>& r,
                   T sum) const {
    for (int layer = 0; layer < 2; ++layer) {
      const int point = place * 2 + layer;
      const T xi = height<T>(layer), V = load_points<T>(volume.group(slot, point));
      const Mat2<T> axes = axes_at<T>(A, slot, point);
      Columns<T> stress;
      sum += V * law.energy_and_stress(surface.lamina(xi) * axes, stress);
      sum = select(is_flipped(surface, xi), T(std::numeric_limits<S>::infinity()), sum);
      r.add(V, xi, stress, axes);
    }
    return sum;
  }
  /// Definite: the stress changes and what it acts through does not (Gauss and Newton), so that the resultants
  /// themselves are not needed.
  template <class T>
  WEFT_HD void change(const KirchhoffLove<T>& surface, const KirchhoffLoveChange<T>& by, std::size_t slot,
                      int place, bool definite, ResultantsChange<T>& out) const {
    for (int layer = 0; layer < 2; ++layer) {
      const int point = place * 2 + layer;
      const T xi = height<T>(layer), V = load_points<T>(volume.group(slot, point));
      const Mat2<T> axes = axes_at<T>(A, slot, point);
      const Columns<T> f = surface.lamina(xi) * axes;
      out.dr.add(V, xi, change_of_stress(law.stiffness(f, definite), by.lamina(xi) * axes), axes);
      if (!definite) out.r.add(V, xi, law.stress(f), axes);
    }
  }
  /// V times the modulus of a layer.
  template <class T>
  WEFT_HD T stiffness(const KirchhoffLove<T>& surface, std::size_t slot, int place, int layer) const {
    const int point = place * 2 + layer;
    Columns<T> stress;
    return load_points<T>(volume.group(slot, point)) *
           law.respond(surface.lamina(height<T>(layer)) * axes_at<T>(A, slot, point), stress);
  }
  /// A <- A Y; returns the largest of |Y - 1|.
  template <class T>
  WEFT_HD T dent(const KirchhoffLove<T>& surface, std::size_t slot, int place) const {
    T most(0);
    for (int layer = 0; layer < 2; ++layer) {
      const int point = place * 2 + layer;
      const Mat2<T> axes = axes_at<T>(A, slot, point);
      Columns<T> f = surface.lamina(height<T>(layer)) * axes;
      const Mat2<T> Y = law.yield(f);
      most = max(most, max(abs(Y(0, 0) - T(1)), max(abs(Y(1, 1) - T(1)), abs(Y(0, 1)))));
      store_axes(axes * Y, slot, point);
    }
    return most;
  }

 private:
  template <class T>
  WEFT_HD T height(int layer) const {
    return T(layer ? offset : -offset);
  }
  template <class T>
  WEFT_HD void store_axes(const Mat2<T>& axes, std::size_t slot, int point) const {
    for (int i = 0; i < 4; ++i) store_points(axes(i / 2, i % 2), A.group(slot, point * 4 + i));
  }
};

}  // namespace weft
