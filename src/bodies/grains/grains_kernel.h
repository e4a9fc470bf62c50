/// The physics of one grain, or of a pack of them: values that a kernel carries, with nothing that only a host
/// can do. T is a number or a pack whose scalar is S; every constant is prepared in S once per launch.
///
///   load     p = m v      Q = m (skew C + (1 - nu) sym C) - dt D^-1 V tau         (JGT17 eq. 2, MLS stress)
///   unload   x += dt v    F <- (I + dt G) F
///   constitute            F = U diag(s) V^T,   s yields,   tau = U diag(tau_i(s)) U^T
///
/// Stress is evaluated once, where the singular values are at hand, and waits in `tau` for the next load.
#pragma once
#include <type_traits>

#include "bodies/field_view.h"
#include "materials/isotropic.h"

namespace weft {

/// Where the component ab of a symmetric matrix lies: xx xy xz yy yz zz.
WEFT_HD constexpr int symmetric_at(int a, int b) {
  return a < b ? (a == 0 ? b : a + b + 1) : (b == 0 ? a : a + b + 1);
}

/// What a body keeps per grain.
struct GrainViews {
  FieldView x, v, C, F, tau, state;  ///< F: nine components, or J alone where the law is volumetric
};

/// Parcels of grains, whatever their law.
template <class S>
struct GrainLoad {
  GrainViews at;
  S mass, direct, mirrored;  ///< m, m (1 - nu/2), -m nu/2:  skew C + (1 - nu) sym C = (1 - nu/2) C - nu/2 C^T
  S stress;                  ///< -dt D^-1 V, or -dt V in the weight-gradient form; 0 in implicit steps
  bool weight_gradient;

  template <class T>
  WEFT_HD void load(std::size_t i, ParcelOf<T>& out) const {
    out.m = T(mass);
    for (int a = 0; a < 3; ++a) {
      out.x[a] = at.x.load<T>(i, a);
      out.p[a] = at.v.load<T>(i, a) * T(mass);
      for (int b = 0; b < 3; ++b) {
        const T affine = at.C.load<T>(i, 3 * a + b) * T(direct) + at.C.load<T>(i, 3 * b + a) * T(mirrored);
        const T tau = rounded(at.tau.load<T>(i, symmetric_at(a, b)) * T(stress));
        out.Q(a, b) = weight_gradient ? affine : affine + tau;
        if (weight_gradient) out.S(a, b) = tau;
      }
    }
  }
};

/// What limits the next step, of one grain.
template <class T>
struct GrainLimits {
  T speed2, gradient2, modulus;
};

/// Grains of one law taking the grid's answers.
template <class Law, class S>
struct GrainsKernel {
  static constexpr int n_state = Law::n_state;

  typename Law::template Formulas<S> law;
  GrainViews at;
  S dt, viscosity;

  /// A grain on its way through the law.
  template <class T>
  struct Update {
    Mat3<T> F;
    T J;  ///< volumetric laws: instead of F
    Mat3<T> tau;
    T state[n_state > 0 ? n_state : 1];
    T modulus;
  };

  /// F or J, state -> the same after yielding, tau, modulus.
  template <class T>
  [[gnu::always_inline]] WEFT_HD void constitute(Update<T>& u, const Mat3<T>& G) const {
    Vec3<T> s;
    if constexpr (Law::volumetric) {
      const T side = exp(log(u.J) * T(1. / 3));  // the law wants stretches; a fluid's are all alike
      s = Vec3<T>::filled(side);
      law.template yield<3>(s, u.state, T(dt));
      u.J = s[0] * s[1] * s[2];
      u.tau = Mat3<T>::diagonal(law.template elastic<T>(u.state).kirchhoff(s));
    } else {
      Mat3<T> U, V;
      svd(u.F, U, s, V);
      if constexpr (Law::plastic) {
        const Vec3<T> trial = s;
        law.template yield<3>(s, u.state, T(dt));
        // F + U diag(s - trial) V^T rather than U diag(s) V^T: a point that does not yield keeps F to the last
        // bit, instead of losing volume to rounding step after step.
        Mat3<T> change = U;
        for (int i = 0; i < 3; ++i)
          for (int j = 0; j < 3; ++j) change(i, j) *= s[j] - trial[j];
        u.F += change * transpose(V);
      }
      const Vec3<T> t = law.template elastic<T>(u.state).kirchhoff(s);
      for (int i = 0; i < 3; ++i)
        for (int j = i; j < 3; ++j)
          u.tau(i, j) = u.tau(j, i) =
              U(i, 0) * t[0] * U(j, 0) + U(i, 1) * t[1] * U(j, 1) + U(i, 2) * t[2] * U(j, 2);
      u.J = s[0] * s[1] * s[2];
    }
    if (has_viscosity<Law> && viscosity > 0) {  // tau += J mu (grad v + grad v^T)
      const T mu = u.J * T(viscosity);
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) u.tau(i, j) += mu * (G(i, j) + G(j, i));
    }
    u.modulus = law.template elastic<T>(u.state).modulus(s);
  }

  /// The trial strain: F or J after the step's deformation.
  template <class T>
  WEFT_HD void strain(Update<T>& u, const Mat3<T>& G) const {
    if constexpr (Law::volumetric) u.J = u.J * (T(1) + T(dt) * trace(G));
    else u.F = u.F + (G * u.F) * T(dt);
  }
  /// The same as `constitute` for one point, without V, which a kernel of a card has no registers for:
  ///   F <- F + U diag(s'/s - 1) U^T F where s yields to s'
  template <class T>
  WEFT_HD void constitute_left(Update<T>& u, const T* C) const {
    if constexpr (Law::volumetric) {
      Vec3<T> s = Vec3<T>::filled(exp(log(u.J) * T(1. / 3)));
      law.template yield<3>(s, u.state, T(dt));
      u.J = s[0] * s[1] * s[2];
      set_stress(u, s, Mat3<T>::identity(), C);
    } else {
      Mat3<T> U;
      Vec3<T> s;
      left_stretch(u.F, U, s);
      if constexpr (Law::plastic) {
        const Vec3<T> trial = s;
        law.template yield<3>(s, u.state, T(dt));
        Mat3<T> change;  // U diag(s'/s - 1) U^T
        Vec3<T> by;
        for (int i = 0; i < 3; ++i)
          by[i] = (s[i] - trial[i]) / (abs(trial[i]) > T(1e-12) ? trial[i] : T(1e-12));  // a point has collapsed
        for (int i = 0; i < 3; ++i)
          for (int j = i; j < 3; ++j)
            change(i, j) = change(j, i) =
                U(i, 0) * by[0] * U(j, 0) + U(i, 1) * by[1] * U(j, 1) + U(i, 2) * by[2] * U(j, 2);
        u.F += change * u.F;
      }
      u.J = s[0] * s[1] * s[2];
      set_stress(u, s, U, C);
    }
  }
  /// tau and modulus of a state as it is: nothing yields. C: the velocity gradient, row by row.
  template <class T>
  WEFT_HD void stress_of(Update<T>& u, const T* C) const {
    if constexpr (Law::volumetric) {
      set_stress(u, Vec3<T>::filled(exp(log(u.J) * T(1. / 3))), Mat3<T>::identity(), C);
    } else {
      Mat3<T> U;
      Vec3<T> s;
      left_stretch(u.F, U, s);
      u.J = s[0] * s[1] * s[2];
      set_stress(u, s, U, C);
    }
  }
  template <class T>
  WEFT_HD void set_stress(Update<T>& u, const Vec3<T>& s, const Mat3<T>& U, const T* C) const {
    const auto elastic = law.template elastic<T>(u.state);
    const Vec3<T> t = elastic.kirchhoff(s);
    if constexpr (Law::volumetric) {
      u.tau = Mat3<T>::diagonal(t);
    } else {
      for (int i = 0; i < 3; ++i)
        for (int j = i; j < 3; ++j)
          u.tau(i, j) = u.tau(j, i) =
              U(i, 0) * t[0] * U(j, 0) + U(i, 1) * t[1] * U(j, 1) + U(i, 2) * t[2] * U(j, 2);
    }
    if constexpr (has_viscosity<Law>)
      if (viscosity > 0)
        for (int i = 0; i < 3; ++i)
          for (int j = 0; j < 3; ++j) u.tau(i, j) += u.J * T(viscosity) * (C[3 * i + j] + C[3 * j + i]);
    u.modulus = elastic.modulus(s);
  }

  template <class T>
  WEFT_HD void store(std::size_t i, const Update<T>& u) const {
    for (int k = 0; k < n_state; ++k) at.state.store(i, k, u.state[k]);
    if constexpr (Law::volumetric) at.F.store(i, 0, u.J);
    else at.F.store_matrix(i, u.F);
    for (int a = 0; a < 3; ++a)
      for (int b = a; b < 3; ++b) at.tau.store(i, symmetric_at(a, b), u.tau(a, b));
  }

  /// Moves grains, strains them, lets them yield. `in` is an AnswerOf<T>, or reads as one: where answers wait
  /// in memory, each number is fetched when it is needed,
  /// since packs of all of them are more than registers hold.
  template <class T, class Answer>
  [[gnu::always_inline]] WEFT_HD GrainLimits<T> unload(std::size_t i, const Answer& in) const {
    T v2(0), c2(0);
    Mat3<T> G;
    for (int a = 0; a < 3; ++a) {
      const T v = in.v(a);
      v2 += v * v;
      at.v.store(i, a, v);
      at.x.store(i, a, at.x.load<T>(i, a) + T(dt) * v);
      for (int b = 0; b < 3; ++b) {
        const T c = in.C(a, b);
        c2 += c * c;
        at.C.store(i, 3 * a + b, c);
        G(a, b) = in.G(a, b);
      }
    }
    Update<T> u;
    for (int k = 0; k < n_state; ++k) u.state[k] = at.state.load<T>(i, k);
    if constexpr (Law::volumetric) {
      u.J = at.F.load<T>(i, 0) * (T(1) + T(dt) * trace(G));
    } else {
      const Mat3<T> F = at.F.matrix<T>(i);
      u.F = F + (G * F) * T(dt);
    }
    constitute(u, G);
    store(i, u);
    return {v2, c2, u.modulus};
  }

  /// Stress and limits of grains that have not been through a step yet; dt is zero.
  template <class T>
  WEFT_HD GrainLimits<T> begin(std::size_t i) const {
    T v2(0), c2(0);
    Update<T> u;
    for (int k = 0; k < n_state; ++k) u.state[k] = at.state.load<T>(i, k);
    if constexpr (Law::volumetric) u.J = at.F.load<T>(i, 0);
    else u.F = at.F.matrix<T>(i);
    for (int a = 0; a < 3; ++a) v2 += at.v.load<T>(i, a) * at.v.load<T>(i, a);
    const Mat3<T> C = at.C.matrix<T>(i);
    for (int c = 0; c < 9; ++c) c2 += C(c / 3, c % 3) * C(c / 3, c % 3);
    constitute(u, C);
    store(i, u);
    return {v2, c2, u.modulus};
  }
};

/// The kernel of a law as a scene has it.
template <class S, class Law>
GrainsKernel<Law, S> grains_kernel(const Law& law, const GrainViews& at, double dt) {
  using Kernel = GrainsKernel<Law, S>;
  static_assert(std::is_trivially_copyable_v<Kernel>);
  return {law.template as<S>(), at, S(dt), S(law.viscosity())};
}

}  // namespace weft
