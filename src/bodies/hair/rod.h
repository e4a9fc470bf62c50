/// A discrete elastic rod: what it is made of, its shape at rest, where it is. With T = double it is one
/// strand, with T = Pack<Real> it is sixteen strands of equal numbers of vertices side by side, one per lane.
///
///   vertices  x_0 ---- x_1 ---- x_2 ---- ...        edge j joins vertices j and j + 1,
///   edges         e^0      e^1      e^2              vertex i (not the ends) joins edges i - 1 and i
///
///   E = sum_j k_j/2 (l_j - L_j)^2                                       k_j = EA / L_j
///     + sum_i 1/2 (kappa_i - kappa0_i)^T B_i (kappa_i - kappa0_i)       B_i = EI / ell_i
///     + sum_i beta_i/2 (m_i - m0_i)^2                                   beta_i = GJ / ell_i
/// ell_i = (L_{i-1} + L_i)/2. Stiffnesses are stored divided by lengths, as here.
#pragma once
#include <span>

#include "exec/array.h"
#include "math/vec.h"

namespace weft {

/// Bending and twist at a vertex.
template <class T>
struct RodJoint {
  T B11, B12, B22;   ///< bending stiffness over ell_i [N m]
  T beta;            ///< twist stiffness over ell_i [N m]
  T kappa1, kappa2;  ///< natural curvature, integrated over ell_i [1]
  T twist;           ///< natural twist, integrated [rad]
};

/// Stretching and inertia about the axis of an edge.
template <class T>
struct RodEdge {
  T length;   ///< at rest [m]
  T stretch;  ///< EA over length [N/m]
  T inertia;  ///< about its axis [kg m^2]; 0: twist is always in equilibrium
};

/// Where a rod is, with frames that belong to that place.
template <class T>
struct RodPose {
  Array<Vec3<T>> x;  ///< vertices [m]
  Array<T> theta;    ///< edges: material director from the reference director [rad]
  Array<Vec3<T>> t;  ///< edges: unit tangent
  Array<Vec3<T>> d;  ///< edges: reference director d_1
  Array<T> m_ref;    ///< vertices: reference twist [rad]

  std::size_t vertices() const { return x.size(); }
  std::size_t edges() const { return t.size(); }
  void resize(std::size_t n);
};

template <class T>
struct Rod {
  Array<RodEdge<T>> edges;
  Array<RodJoint<T>> joints;  ///< vertices; the first and last are not used
  Array<T> mass;              ///< vertices [kg]
  Array<T> free_x;            ///< vertices: 1 free, 0 prescribed
  Array<T> free_theta;        ///< edges: the same
  RodPose<T> pose;
  Array<Vec3<T>> v;    ///< vertices [m/s]
  Array<T> theta_dot;  ///< edges [rad/s]

  std::size_t vertices() const { return pose.vertices(); }
  void resize(std::size_t n);
};

/// What an elliptic rod is made of. `a` is the half axis along m_1, `b` that along m_2.
///   EA = E pi a b,  B11 = EA a^2/4,  B22 = EA b^2/4,  C = G pi a^3 b^3/(a^2 + b^2) (Saint-Venant, warping free)
///   inertia about the axis per length = rho pi a b (a^2 + b^2)/4
struct RodMaterial {
  double young = 4e9, poisson = 0.3, density = 1300;  ///< [Pa], [1], [kg/m^3]
  double a = 4e-5, b = 4e-5;                          ///< [m]
};

/// Stiffnesses: all of a material that a rod needs.
struct RodStiffness {
  double EA = 0, B11 = 0, B22 = 0, C = 0;  ///< stretch [N], bending of kappa_1 and kappa_2, twist [N m^2]
  double line_density = 0;                 ///< [kg/m]
  double axial_inertia = 0;                ///< per length, of dynamic twist [kg m]; 0: quasi-static
};
RodStiffness stiffness_of(const RodMaterial& m, bool dynamic_twist = false);

/// One strand in lane `lane` (0 for T = double) of a rod of as many vertices: material, rest shape, frames
/// space-parallel from `director` (any, when zero), everything free and at rest. The rest shape is natural.
template <class T>
void set_strand(Rod<T>& rod, int lane, std::span<const Vec3d> rest, const RodStiffness& s,
                Vec3d director = {});

/// Puts one strand elsewhere, frames carried along and twist as it is.
template <class T>
void place_strand(Rod<T>& rod, int lane, std::span<const Vec3d> x);

/// One strand by itself.
Rod<double> make_rod(std::span<const Vec3d> rest, const RodStiffness& s, Vec3d director = {});

/// Every strand is naturally straight and untwisted.
template <class T>
void straighten(Rod<T>& rod);

}  // namespace weft
