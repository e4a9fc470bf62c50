/// What the two layers of a face say at one place of it: stress, energy, denting. A trivially copyable value
/// of the law's numbers in the scalar S and of views; its functions take packs of faces or single ones.
///
///   f = [g_1 g_2] A,   r += V P A^T of both layers,   A <- A Y where the law dents
///   for the length of a step, omega^2 rho of the stiffest waves:
///     modulus dense (kMembrane + kBending t^2/12 dense),  dense = 1/h^2 of the denser direction
///
/// Damping, of shells that move by themselves (Kelvin and Voigt). With e = (m, d, o)' the rates of C = f^T f of both
/// layers (materials/lamina.h), s = (e_+ + e_-)/2 their stretching, b = (e_+ - e_-)/2 their bending, H = d^2 psi/d(m,d,o)^2 at
/// rest and V the mean of their volumes,
///   P_+- += f H (tau_s s +- tau_b b),   power  -2 V (tau_s s.H s + tau_b b.H b) <= 0
/// Rates of C are zero in rigid motion and the stress is symmetric: momenta are kept to rounding.
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

/// tau of stretching and of bending [s].
struct LayerDamping {
  double stretch = 0, bend = 0;
};

/// How fast layers vibrate, and how fast tau = 1 would damp them, times the density [Pa/m^2].
template <class T>
struct LayerPace {
  T omega2 = T(0);                ///< of membrane and bending together
  T stretch = T(0), bend = T(0);  ///< of the stiffness at rest, which is what damps
};

/// (m, d, o)' of C = f^T f.
template <class T>
WEFT_HD Vec3<T> metric_rate(const Columns<T>& f, const Columns<T>& df) {
  const T d1 = dot(f.c1, df.c1), d2 = dot(f.c2, df.c2);
  return {{d1 + d2, d1 - d2, dot(f.c1, df.c2) + dot(f.c2, df.c1)}};
}

/// `slot` is that of the first face, `place` which of its places of bending.
template <class Law, class S>
struct LayerKernel {
  LawIn<Law, S> law;
  FieldView A, volume;
  S offset, bending, cell;

  LayerKernel(const LawIn<Law, S>& prepared, const LayerView& v)
      : law(prepared),
        A(v.A),
        volume(v.volume),
        offset(S(v.offset)),
        bending(S(v.bending)),
        cell(S(v.cell)) {}

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
      // The grid carries no waves much shorter than a cell.
      T dense = density_of_lines(axes);
      const T alone = select(dense < T(0.7) * T(cell), T(kAlone), T(1));
      dense = min(dense, T(4) * T(cell));
      fastest = max(fastest, alone * modulus * dense * (T(kMembrane) + T(bending) * dense));
    }
    return fastest;
  }
  /// The same for shells that move by themselves, and damping when the surface changes by `by` per second.
  template <class T>
  WEFT_HD LayerPace<T> respond(const KirchhoffLove<T>& surface, const KirchhoffLoveChange<T>& by,
                               const LayerDamping& tau, std::size_t slot, int place, Resultants<T>& r) const {
    LayerPace<T> pace;
    Mat2<T> axes[2];
    Columns<T> f[2];
    Vec3<T> rate[2];
    const Columns<S> unit{{{S(1), S(0), S(0)}}, {{S(0), S(1), S(0)}}};
    const S stiff = law.modulus(LaminaMetric<S>(unit));
    for (int layer = 0; layer < 2; ++layer) {
      const int point = place * 2 + layer;
      const T xi = height<T>(layer);
      axes[layer] = axes_at<T>(A, slot, point);
      f[layer] = surface.lamina(xi) * axes[layer];
      if constexpr (Law::dents) {
        if (law.may_dent()) {
          axes[layer] = axes[layer] * law.yield(f[layer]);
          store_axes(axes[layer], slot, point);
        }
      }
      Columns<T> stress;
      const T modulus = law.respond(f[layer], stress);
      r.add(load_points<T>(volume.group(slot, point)), xi, stress, axes[layer]);
      rate[layer] = metric_rate(f[layer], by.lamina(xi) * axes[layer]);
      const T dense = T(kWhole) * density_of_lines(axes[layer]),
              waves = T(bending) * density_of_lines(axes[layer]);
      pace.omega2 = max(pace.omega2, modulus * dense * (T(kMembrane) + waves));
      const T damps = T(stiff) * max(T(1), LaminaMetric<T>(f[layer]).largest()) * dense;
      pace.stretch = max(pace.stretch, damps * T(kMembrane));
      pace.bend = max(pace.bend, damps * waves);
    }
    const Mat3<S> H = law.curvature(LaminaMetric<S>(unit), true);
    const T V = T(0.5) * (load_points<T>(volume.group(slot, place * 2)) +
                          load_points<T>(volume.group(slot, place * 2 + 1)));
    for (int layer = 0; layer < 2; ++layer) {
      const Vec3<T> e = (rate[1] + rate[0]) * T(0.5 * tau.stretch) +
                        (rate[1] - rate[0]) * T((layer ? 0.5 : -0.5) * tau.bend);
      Vec3<T> stress = Vec3<T>::zero();
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) stress[i] += T(H(i, j)) * e[j];
      r.add(V, height<T>(layer), law.stress_under(f[layer], stress), axes[layer]);
    }
    return pace;
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
  /// 1/h^2 of the denser direction.
  template <class T>
  WEFT_HD static T density_of_lines(const Mat2<T>& axes) {
    return max(axes(0, 0) * axes(0, 0) + axes(0, 1) * axes(0, 1),
               axes(1, 0) * axes(1, 0) + axes(1, 1) * axes(1, 1));
  }
  template <class T>
  WEFT_HD void store_axes(const Mat2<T>& axes, std::size_t slot, int point) const {
    for (int i = 0; i < 4; ++i) A.store(slot, point * 4 + i, axes(i / 2, i % 2));
  }
};

}  // namespace weft
