/// Numbers of points as a kernel sees them: T is a pack, as many neighbouring points as it has lanes, or a
/// scalar, one point. The CPU runs kernels with packs, a GPU one point per thread.
#pragma once
#include "bodies/point_field.h"
#include "math/host_device.h"

namespace weft {

/// How many points a T holds.
template <class T>
constexpr int kPoints = 1;
template <class S>
constexpr int kPoints<Pack<S>> = Pack<S>::width;

/// A number per point, kept in the scalar of T and side by side; for packs at a cache line.
template <class T>
WEFT_HD inline T load_points(const Scalar<T>* p) {
  if constexpr (kPoints<T> == 1) return *p;
  else return T::load_aligned(p);
}
template <class T>
WEFT_HD inline void store_points(const T& a, Scalar<T>* p) {
  if constexpr (kPoints<T> == 1) *p = a;
  else a.store_aligned(p);
}
/// The same as fields keep them, in Real and anywhere.
template <class T>
WEFT_HD inline T load_field(const Real* p) {
  if constexpr (kPoints<T> == 1) return T(*p);
  else return load_as<T>(p);
}
template <class T>
WEFT_HD inline void store_field(const T& a, Real* p) {
  if constexpr (kPoints<T> == 1) *p = Real(a);
  else a.store(p);
}
/// Point l of a T.
template <class T>
WEFT_HD inline Scalar<T> point_of(const T& a, int l) {
  if constexpr (kPoints<T> == 1) return a;
  else return a[l];
}
/// Three components of the points from i on.
template <class T>
WEFT_HD inline Vec3<T> load_vector(const FieldView& f, std::size_t i) {
  return {{load_field<T>(f.group(i, 0)), load_field<T>(f.group(i, 1)), load_field<T>(f.group(i, 2))}};
}
template <class T>
WEFT_HD inline void store_vector(const Vec3<T>& a, const FieldView& f, std::size_t i) {
  store_field<T>(a[0], f.group(i, 0));
  store_field<T>(a[1], f.group(i, 1));
  store_field<T>(a[2], f.group(i, 2));
}
/// The same of a batch.
template <class T>
WEFT_HD inline Vec3<T> load_batch(const Real (&f)[3][kBatch], std::size_t at) {
  return {{load_field<T>(&f[0][at]), load_field<T>(&f[1][at]), load_field<T>(&f[2][at])}};
}

}  // namespace weft
