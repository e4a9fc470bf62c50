/// A field of points as kernels see it: no ownership, no memory of how many points there are.
///   value c of point i lies at ((i / 16) n + c) 16 + i % 16
/// Kernels read and write lanes of any scalar: one number, or a pack of neighbours (point_field.h).
#pragma once
#include <concepts>

#include "grid/parcels.h"
#include "math/host_device.h"

namespace weft {

template <std::floating_point S>
WEFT_HD void load_lanes(const Real* p, S& a) {
  a = S(*p);
}
template <std::floating_point S>
WEFT_HD void store_lanes(const S& a, Real* p) {
  *p = Real(a);
}

struct FieldView {
  Real* at = nullptr;
  int n = 0;
  /// Component c of the points from i on; for packs, i is a multiple of their width.
  WEFT_HD Real* group(std::size_t i, int c) const {
    return at + (i / kGroup * std::size_t(n) + std::size_t(c)) * kGroup + i % kGroup;
  }
  WEFT_HD Real& operator()(std::size_t i, int c) const { return *group(i, c); }
  template <class T>
  WEFT_HD T load(std::size_t i, int c) const {
    T a;
    load_lanes(group(i, c), a);
    return a;
  }
  template <class T>
  WEFT_HD void store(std::size_t i, int c, const T& a) const {
    store_lanes(a, group(i, c));
  }
  /// Nine components, row by row.
  template <class T>
  WEFT_HD Mat3<T> matrix(std::size_t i) const {
    Mat3<T> A;
    for (int c = 0; c < 9; ++c) A(c / 3, c % 3) = load<T>(i, c);
    return A;
  }
  template <class T>
  WEFT_HD void store_matrix(std::size_t i, const Mat3<T>& A) const {
    for (int c = 0; c < 9; ++c) store(i, c, A(c / 3, c % 3));
  }
};

/// One parcel, or a pack of them, as grid/parcels.h has it in batches.
template <class T>
struct ParcelOf {
  Vec3<T> x;  ///< [m]
  T m;        ///< [kg]
  Vec3<T> p;  ///< [kg m/s]
  Mat3<T> Q;  ///< [kg/s]
  Mat3<T> S;  ///< weight-gradient form only [kg m^2/s]
};

template <class T>
struct AnswerOf {
  Vec3<T> velocity;  ///< [m/s]
  Mat3<T> affine;    ///< [1/s]
  Mat3<T> gradient;  ///< what strains: the affine one, or that of the weight-gradient form [1/s]

  WEFT_HD const T& v(int a) const { return velocity[a]; }
  WEFT_HD const T& C(int a, int b) const { return affine(a, b); }
  WEFT_HD const T& G(int a, int b) const { return gradient(a, b); }
};

}  // namespace weft
