/// B-spline kernels of degree 1, 2, 3 on a grid of spacing h.
///   u = (x - x_i)/h, w_ip = product of N(u_k);  base = first node touched, f = x/h - base
///   sum w = 1, sum w (x_i - x) = 0, sum w (x_i - x)^2 = h^2/4 (quadratic), h^2/3 (cubic)
#pragma once
#include "math/real.h"

namespace weft {

template <int degree>
struct Kernel {
  static constexpr int nodes = degree + 1;  ///< per axis
  /// What is subtracted from x/h before rounding down gives the base node.
  static constexpr Real shift = degree == 1 ? Real(0) : degree == 2 ? Real(0.5) : Real(1);
  /// D^-1 h^2: 4 for quadratic, 3 for cubic. A linear kernel has no constant D; its C uses weight gradients.
  static constexpr Real affine = degree == 3 ? Real(3) : Real(4);

  /// Weights of nodes base .. base + degree for the offset f from the base node.
  template <class T>
  static void weights(const T& f, T* w) {
    if constexpr (degree == 1) {
      w[0] = Real(1) - f;
      w[1] = f;
    } else if constexpr (degree == 2) {
      const T a = Real(1.5) - f, b = f - Real(1), c = f - Real(0.5);
      w[0] = Real(0.5) * a * a;
      w[1] = Real(0.75) - b * b;
      w[2] = Real(0.5) * c * c;
    } else {
      const T a = Real(2) - f, b = f - Real(1);  // 1 <= f < 2
      w[0] = Real(1. / 6) * a * a * a;
      w[1] = (Real(0.5) * b - Real(1)) * b * b + Real(2. / 3);
      w[2] = (Real(0.5) * a - Real(1)) * a * a + Real(2. / 3);
      w[3] = Real(1. / 6) * b * b * b;
    }
  }

  /// h dw/dx of the same nodes.
  template <class T>
  static void derivatives(const T& f, T* d) {
    if constexpr (degree == 1) {
      d[0] = f * Real(0) - Real(1);
      d[1] = f * Real(0) + Real(1);
    } else if constexpr (degree == 2) {
      d[0] = f - Real(1.5);
      d[1] = Real(2) - Real(2) * f;
      d[2] = f - Real(0.5);
    } else {
      const T a = Real(2) - f, b = f - Real(1);
      d[0] = Real(-0.5) * a * a;
      d[1] = (Real(1.5) * b - Real(2)) * b;
      d[2] = (Real(2) - Real(1.5) * a) * a;
      d[3] = Real(0.5) * b * b;
    }
  }
};

}  // namespace weft
