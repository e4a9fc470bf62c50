/// What laws of sheets and threads share: a strain whose tangents come from the mesh and whose normals live
/// on the grid, and Coulomb friction between things that press on each other (JGT17 section 4).
///   F = [t_1 .. t_zeta  d_(zeta+1) .. d_3]   in an orthonormal frame of the rest element, so that F is a
///   rotation at rest
///   G = dpsi/dF, column by column
#pragma once
#include "materials/law.h"

namespace weft {

template <int Tangents, int Normals, class T>
struct ThinStrain {
  Vec3<T> t[Tangents];
  Vec3<T> d[Normals];
};

/// How stiff an element is now, for the length of a step [Pa].
template <class T>
struct ThinModulus {
  T tangent, normal;
};

/// Base of every law of thin things; Law names tangents and normals.
template <class Law>
struct ThinLaw {
  static constexpr bool thin = true;
  static constexpr int n_state = 0;
  static constexpr bool plastic = true;
  double density = 300;  ///< [kg/m^3]
};

/// Laws that grains are made of have no such member.
template <class Law>
concept IsThin = requires {
  Law::thin;
};

}  // namespace weft
