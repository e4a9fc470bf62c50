/// What laws of sheets and threads share: a strain whose tangents come from the mesh and whose normals live
/// on the grid, and Coulomb friction between things that press on each other (JGT17 section 4).
///   F = [t_1 .. t_zeta  d_(zeta+1) .. d_3]   in an orthonormal frame of the rest element: a rotation at rest
///   G = dpsi/dF, column by column
///
/// A law has two forms. The one that scenes describe keeps its parameters in double. law.as<S>() is what
/// kernels carry: a trivially copyable value with every constant rounded once to the scalar S it computes
/// with, and the two functions
///   energy(s, warp)                 psi [J/m^3]
///   respond(s, warp, plastic, G)    yields where `plastic`, then G of what is left
/// for any T made of S: S itself, a pack, a dual number.
#pragma once
#include "materials/law.h"
#include "math/host_device.h"

namespace weft {

template <int Tangents, int Normals, class T>
struct ThinStrain {
  Vec3<T> t[Tangents];
  Vec3<T> d[Normals];
  /// Entry c of F, column by column.
  WEFT_HD T& entry(int c) { return c < 3 * Tangents ? t[c / 3][c % 3] : d[c / 3 - Tangents][c % 3]; }
  WEFT_HD const T& entry(int c) const {
    return c < 3 * Tangents ? t[c / 3][c % 3] : d[c / 3 - Tangents][c % 3];
  }
};

/// How stiff an element is now, for the length of a step [Pa].
template <class T>
struct ThinModulus {
  T tangent, normal;
};

/// Base of every law of thin things; Law names tangents and normals and has as<S>().
template <class Law>
struct ThinMaterial {
  static constexpr bool thin = true;
  static constexpr int n_state = 0;
  static constexpr bool plastic = true;
  double density = 300;  ///< [kg/m^3]

  // For a single strain. Kernels call as<S>() once and then ask its answer.
  template <int Tangents, int Normals, class T>
  T energy(const ThinStrain<Tangents, Normals, T>& s, const Vec2<T>& warp) const {
    return in<T>().energy(s, warp);
  }
  template <int Tangents, int Normals, class T>
  ThinModulus<T> respond(ThinStrain<Tangents, Normals, T>& s, const Vec2<T>& warp, bool plastic_too,
                         ThinStrain<Tangents, Normals, T>& G) const {
    return in<T>().respond(s, warp, plastic_too, G);
  }

 private:
  template <class T>
  auto in() const {
    return static_cast<const Law&>(*this).template as<Scalar<T>>();
  }
};

/// Laws that grains are made of have no such member.
template <class Law>
concept IsThin = requires {
  Law::thin;
};

}  // namespace weft
