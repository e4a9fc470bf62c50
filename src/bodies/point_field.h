/// N numbers per point, sixteen points side by side: value c of point i is at((i / 16) * N + c) * 16 + i % 16.
///
///   group 0: | c=0: p0 p1 ... p15 | c=1: p0 ... p15 | ...   group 1: ...
#pragma once
#include <span>

#include "bodies/field_view.h"
#include "exec/archive.h"
#include "exec/array.h"
#include "math/pack.h"

namespace weft {

/// Points a pack of doubles holds, and those points widened from and narrowed to how fields keep them.
using Wide = Pack<double>;
inline Wide widen(const Real* p) {
#ifdef WEFT_DOUBLE
  return Wide::load(p);
#else
  typedef float Half __attribute__((vector_size(kPackBytes / 2), aligned(4), may_alias));
  return Wide(__builtin_convertvector(*reinterpret_cast<const Half*>(p), Wide::Value));
#endif
}
inline void narrow(const Wide& a, Real* p) {
#ifdef WEFT_DOUBLE
  a.store(p);
#else
  typedef float Half __attribute__((vector_size(kPackBytes / 2)));
  typedef float Loose __attribute__((vector_size(kPackBytes / 2), aligned(4), may_alias));
  *reinterpret_cast<Loose*>(p) = __builtin_convertvector(a.v, Half);
#endif
}

/// Either pack from how fields keep points.
template <class T>
T load_as(const Real* p) {
  if constexpr (std::is_same_v<T, Pack<Real>>) return T::load(p);
  else return widen(p);
}

/// Lanes of kernels (field_view.h) that are packs.
inline void load_lanes(const Real* p, Pack<Real>& a) { a = Pack<Real>::load(p); }
inline void store_lanes(const Pack<Real>& a, Real* p) { a.store(p); }
#ifndef WEFT_DOUBLE
inline void load_lanes(const Real* p, Wide& a) { a = widen(p); }
inline void store_lanes(const Wide& a, Real* p) { narrow(a, p); }
#endif

class PointField {
 public:
  explicit PointField(int components = 0) : n_(components) {}
  int components() const { return n_; }
  void resize(std::size_t points) { at_.resize((points + kGroup - 1) / kGroup * kGroup * n_); }
  Real& operator()(std::size_t i, int c) { return at_[(i / kGroup * n_ + c) * kGroup + i % kGroup]; }
  Real operator()(std::size_t i, int c) const { return at_[(i / kGroup * n_ + c) * kGroup + i % kGroup]; }
  /// Sixteen values of component c from point i on, i a multiple of the pack width.
  Real* group(std::size_t i, int c) { return &at_[(i / kGroup * n_ + c) * kGroup + i % kGroup]; }
  const Real* group(std::size_t i, int c) const { return &at_[(i / kGroup * n_ + c) * kGroup + i % kGroup]; }
  FieldView view() { return {at_.data(), n_}; }
  std::size_t bytes() const { return bytes_of(at_); }

  /// Point i becomes the old point order[i]. `scratch` keeps its memory for the next field.
  void reorder(std::span<const std::uint32_t> order, Array<Real>& scratch);

  void archive(Archive& a, std::string_view name) { a.array(name, at_); }

 private:
  int n_;
  Array<Real> at_;
};

}  // namespace weft
