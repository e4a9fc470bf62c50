/// What an element with so many tangents and normals does, whatever the law: triangles (2, 1), segments of
/// fibres (1, 2), segments of sheets in the plane (1, 1). T: see bodies/kernel.h.
///   t = [x_1 - x_0 ..] B_m,   corner forces  [f_1 ..] = -V G_t B_m^T,  f_0 = -sum
#pragma once
#include "bodies/thin/thin_view.h"
#include "materials/thin.h"

namespace weft {

/// B_m in the element's frame: b11 b12 b22, or 1/L; and the warp there.
template <class T>
struct RestShape {
  T B[3];
  Vec2<T> warp;
};

template <int Tangents, int Normals, class T>
struct ElementKernel {
  static constexpr int kTangents = Tangents, kNormals = Normals, kCorners = Tangents + 1;
  static constexpr int kEntries = 3 * (Tangents + Normals);  ///< of F
  static constexpr int kWidth = points_in<T>;
  using Strain = ThinStrain<Tangents, Normals, T>;

  ThinView body;

  /// What the vertices of the elements from i on have in x. Elements are sorted by place, so these are near.
  WEFT_HD void gather(const FieldView& x, std::size_t i, Vec3<T> (&X)[kCorners]) const {
    alignas(64) Real lane[kCorners][3][kWidth];
    for (int l = 0; l < kWidth; ++l) {
      const std::size_t e = i + std::size_t(l) < body.contacts ? i + std::size_t(l) : body.contacts - 1;
      const std::uint32_t* c = body.corner + e * kCorners;
      for (int a = 0; a < kCorners; ++a)
        for (int k = 0; k < 3; ++k) lane[a][k][l] = x(c[a], k);
    }
    for (int a = 0; a < kCorners; ++a)
      for (int k = 0; k < 3; ++k) X[a][k] = load_points<T>(lane[a][k]);
  }
  /// Not inlined: sums of what it gives must not be contracted with its products, so that a tangent has the
  /// same bits wherever it is asked for.
  WEFT_APART WEFT_HD static void tangents(const Vec3<T> (&X)[kCorners], const RestShape<T>& rest,
                                                 Strain& s) {
    s.t[0] = (X[1] - X[0]) * rest.B[0];
    if constexpr (Tangents == 2) s.t[1] = (X[1] - X[0]) * rest.B[1] + (X[2] - X[0]) * rest.B[2];
  }
  WEFT_HD RestShape<T> rest(std::size_t i) const {
    RestShape<T> r;
    for (int k = 0; k < (Tangents == 2 ? 3 : 1); ++k) r.B[k] = load_points<T>(body.shape.group(i, k));
    r.warp = {{T(1), T(0)}};
    if (body.warp.n)
      for (int k = 0; k < 2; ++k) r.warp[k] = load_points<T>(body.warp.group(i, k));
    return r;
  }
  WEFT_HD void normals(const FieldView& d, std::size_t i, Strain& s) const {
    for (int b = 0; b < Normals; ++b)
      for (int k = 0; k < 3; ++k) s.d[b][k] = load_points<T>(d.group(i, 3 * b + k));
  }
  /// Points of the elements that exist among those a T holds.
  WEFT_HD std::size_t lanes(std::size_t i) const {
    return std::size_t(kWidth) < body.contacts - i ? std::size_t(kWidth) : body.contacts - i;
  }
  /// Of all corners along p.
  [[gnu::always_inline]] WEFT_HD static void corner_forces(const Strain& G, const T (&B)[3], const T& volume, int p,
                                                           T (&f)[kCorners]) {
    if constexpr (Tangents == 2) {
      f[1] = -volume * (G.t[0][p] * B[0] + G.t[1][p] * B[1]);
      f[2] = -volume * G.t[1][p] * B[2];
      f[0] = -(f[1] + f[2]);
    } else {
      f[1] = -volume * G.t[0][p] * B[0];
      f[0] = -f[1];
    }
  }
  WEFT_HD void store_forces(std::size_t i, const Strain& G, const RestShape<T>& rest, const T& volume,
                            Real* out) const {
    alignas(64) Real lane[kCorners][3][kWidth];
    for (int p = 0; p < 3; ++p) {
      T f[kCorners];
      corner_forces(G, rest.B, volume, p, f);
      for (int a = 0; a < kCorners; ++a) store_points(f[a], lane[a][p]);
    }
    const std::size_t n = lanes(i);
    for (std::size_t l = 0; l < n; ++l)
      for (int a = 0; a < kCorners; ++a)
        for (int p = 0; p < 3; ++p)
          out[((i + l) * kCorners + std::size_t(a)) * 4 + std::size_t(p)] = lane[a][p][l];
  }
};

}  // namespace weft
