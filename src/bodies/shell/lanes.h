/// Numbers of neighbouring points that are kept in the scalar of T, besides what bodies/kernel.h reads of fields.
#pragma once
#include "bodies/kernel.h"

namespace weft {

/// Side by side; for packs at a cache line.
template <class T>
WEFT_HD inline T load_scalars(const Scalar<T>* p) {
  if constexpr (points_in<T> == 1) return *p;
  else return T::load_aligned(p);
}
template <class T>
WEFT_HD inline void store_scalars(const T& a, Scalar<T>* p) {
  if constexpr (points_in<T> == 1) *p = a;
  else a.store_aligned(p);
}
/// Point l of a T.
template <class T>
WEFT_HD inline Scalar<T> point_of(const T& a, int l) {
  if constexpr (points_in<T> == 1) return a;
  else return a[l];
}
/// A vector of each point of a batch.
template <class T>
WEFT_HD inline Vec3<T> load_batch(const Real (&f)[3][kBatch], std::size_t at) {
  return {{load_points<T>(&f[0][at]), load_points<T>(&f[1][at]), load_points<T>(&f[2][at])}};
}

}  // namespace weft
