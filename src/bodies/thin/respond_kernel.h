/// Everything that follows from where the vertices are, element by element.
///   t = [x_1 - x_0 ..] B_m;  the contact point moves to its place in the element;  the law yields;  G
///   corner forces  [f_1 ..] = -V G_t B_m^T,  f_0 = -sum;   stress  V sum G F^T over what the grid strains
#pragma once
#include "bodies/thin/element_kernel.h"

namespace weft {

/// omega^2 rho of the mesh [Pa/m^2]; rho c^2 of pressed contact points [Pa].
template <class T>
struct ThinStiffness {
  T mesh = T(0), contact = T(0);
};

template <class Law, class T>
struct RespondKernel : ElementKernel<Law::tangents, Law::normals, T> {
  using Base = ElementKernel<Law::tangents, Law::normals, T>;
  using Base::body, Base::kCorners, Base::kTangents, Base::kNormals;
  using typename Base::Strain;
  using Constants = decltype(std::declval<Law>().template as<Scalar<T>>());

  Constants law;

  RespondKernel(const ThinView& view, const Law& of) : Base{view}, law(of.template as<Scalar<T>>()) {}

  /// omega^2 rho of one element by itself over the modulus, from 1/h_a^2 over the corners' heights. The grid does
  /// not carry waves shorter than a cell: elements below a cell vibrate no faster than elements of a cell.
  [[gnu::always_inline]] WEFT_HD static T heights(const T (&B)[3], Real finest) {
    T sum = T(Real(0));
    if constexpr (kTangents == 2) {
      sum += T(Real(2)) * B[0] * B[0];  // one product per sum: only one way to contract
      sum += B[1] * B[1];
      sum += B[2] * B[2];
      sum += (B[1] + B[2]) * (B[1] + B[2]);
      return T(Real(4)) * min(sum, T(Real(4) * finest));
    } else return T(Real(6)) * min(B[0] * B[0], T(finest));
  }
  WEFT_HD ThinStiffness<T> respond(std::size_t i) const {
    const ThinRules& rules = body.rules;
    Vec3<T> X[kCorners], place{};
    this->gather(body.x, i, X);
    for (int a = 0; a < kCorners; ++a)
      for (int k = 0; k < 3; ++k) {
        const T w = body.place.n ? load_points<T>(body.place.group(i, a)) : T(Real(1.0 / kCorners));
        place[k] += w * X[a][k];
      }
    const T V = load_points<T>(body.volume.group(i, 0));
    const RestShape<T> rest = this->rest(i);
    Strain s, G;
    if (rules.from_mesh) {
      this->tangents(X, rest, s);
    } else {
      for (int a = 0; a < kTangents; ++a)
        for (int k = 0; k < 3; ++k) s.t[a][k] = load_points<T>(body.t.group(i, 3 * a + k));
    }
    this->normals(body.d, i, s);
    const ThinModulus<T> modulus = law.respond(s, rest.warp, rules.plastic || !rules.touches, G);

    Mat3<T> stress{};
    for (int b = 0; b < kNormals; ++b)
      for (int p = 0; p < 3; ++p) {
        store_points(s.d[b][p], body.d.group(i, 3 * b + p));
        for (int q = 0; q < 3; ++q) stress(p, q) += G.d[b][p] * s.d[b][q];
      }
    if (!rules.from_mesh)
      for (int a = 0; a < kTangents; ++a)
        for (int p = 0; p < 3; ++p)
          for (int q = 0; q < 3; ++q) stress(p, q) += G.t[a][p] * s.t[a][q];
    for (int p = 0; p < 3; ++p) {
      store_points(place[p], body.at.group(i, p));
      for (int q = 0; q < 3; ++q)
        store_points(stress(p, q) * (rules.touches ? V : T(Real(0))), body.stress.group(i, 3 * p + q));
    }
    this->store_forces(i, G, rest, rules.from_mesh ? V : T(Real(0)), body.force);
    if constexpr (kTangents == 1) {  // what is stretched too far holds no longer
      if (rules.tear2 > 0)
        store_points(select(norm2(s.t[0]) > T(rules.tear2), T(Real(0)), V), body.volume.group(i, 0));
    }
    const T heights = this->heights(rest.B, rules.finest);
    if (rules.from_mesh) return {modulus.tangent * heights, modulus.normal};
    return {T(Real(0)), max(modulus.tangent * norm2(s.t[0]), modulus.normal)};
  }
};

}  // namespace weft
