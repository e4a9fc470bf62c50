/// What kernels compute with. A kernel is a trivially copyable value: views of fields, constants, and
/// functions of the index i of a point, templated on T.
///   T = Pack<Real>   the points i .. i + width - 1 at once, i a multiple of the width: the CPU
///   T = Pack<double> the same in double, as many as fit
///   T = Real         point i alone: one lane of a GPU
#pragma once
#include <type_traits>

#include "bodies/field_view.h"
#include "math/functions.h"

namespace weft {

// Of packs and what loads them only the names (point_field.h): this is read by nvcc too.
template <class S>
struct Pack;
template <class T>
T load_as(const Real* p);

/// Points that a T holds.
template <class T>
constexpr int points_in = 1;
template <class S>
constexpr int points_in<Pack<S>> = Pack<S>::width;

template <class T>
WEFT_HD inline T load_points(const Real* p) {
  if constexpr (std::is_arithmetic_v<T>) return T(*p);
  else return load_as<T>(p);
}
template <class T>
WEFT_HD inline void store_points(const T& a, Real* p) {
  if constexpr (std::is_arithmetic_v<T>) *p = Real(a);
  else a.store(p);
}
/// Components first .. first + 2.
template <class T>
WEFT_HD inline Vec3<T> load_vector(const FieldView& f, std::size_t i, int first = 0) {
  return {{load_points<T>(f.group(i, first)), load_points<T>(f.group(i, first + 1)),
           load_points<T>(f.group(i, first + 2))}};
}
template <class T>
WEFT_HD inline void store_vector(const Vec3<T>& v, const FieldView& f, std::size_t i, int first = 0) {
  for (int a = 0; a < 3; ++a) store_points(v[a], f.group(i, first + a));
}
/// The largest of the points that a T holds.
template <class T>
WEFT_HD inline Scalar<T> largest(const T& a) {
  if constexpr (std::is_arithmetic_v<T>) return a;
  else return horizontal_max(a);
}

}  // namespace weft
