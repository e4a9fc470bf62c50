/// Resistance to bending, as energies of a few vertices.
///
///   hinge   edge x0 x1, wings x2 x3:  the angle theta; hinges bend together (hinges.h),
///           c (theta - theta_rest)^2 is one of them by itself
///   rod     x0 x1 x2:  kappa = 2 tan(phi/2),  psi = B / (L_- + L_+) (kappa - kappa_rest)^2
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "math/dual.h"
#include "math/host_device.h"
#include "math/vec.h"

namespace weft {

struct Bend {
  std::array<std::uint32_t, 4> vertex;  ///< a rod has three: vertex[3] is unused
  double stiffness;                     ///< c, which tells how fast a hinge vibrates; or B / (L_- + L_+)
  double rest;                          ///< theta or kappa without stress
};

/// Four of something: std::array, but where nvcc compiles, whose kernels cannot use that.
#ifdef __CUDACC__
template <class T>
struct Four {
  T e[4];
  WEFT_HD constexpr T& operator[](std::size_t i) { return e[i]; }
  WEFT_HD constexpr const T& operator[](std::size_t i) const { return e[i]; }
};
#else
template <class T>
using Four = std::array<T, 4>;
#endif

/// What the constants of a bend are kept in where its places are T.
WEFT_HD inline float plain(float a) { return a; }
WEFT_HD inline double plain(double a) { return a; }
WEFT_HD inline double plain(const Dual<double>& a) { return a.v; }
template <class T>
using Plain = decltype(plain(T()));

/// T: double, a dual number where the implicit step wants the change of the forces, or float in kernels.
template <class T>
struct BendAnswer {
  T energy = 0;
  T derivative = 0;              ///< d psi / d theta or d kappa
  Four<Vec3<T>> angle_gradient;  ///< of theta or kappa by vertex
};

template <class T>
WEFT_HD BendAnswer<T> bend_hinge(const Four<Vec3<T>>& x, Plain<T> stiffness, Plain<T> rest);
/// x[3] is not looked at.
template <class T>
WEFT_HD BendAnswer<T> bend_rod(const Four<Vec3<T>>& x, Plain<T> stiffness, Plain<T> rest);
/// The change of the forces at a bend without negative eigenvalues, sum_k g_k g_k^T over all its vertices:
///   rod     the vector b = 2 u x v / (1 + u.v) of length kappa,  n = b/kappa:  the three rows of
///           sqrt(2 c) (n n^T + sqrt(1 - rest/kappa) (I - n n^T)) grad b
///           a straight rod without rest curvature:  sqrt(2 c) grad b
using BendFactor = std::array<Vec3<Real>, 4>;
void rod_factors(const std::array<Vec3d, 4>& x, double stiffness, double rest, std::array<BendFactor, 3>& g);
/// The exact one, rows and columns vertex by vertex: minus the derivative of the forces.
using BendHessian = std::array<std::array<Real, 12>, 12>;
/// Of a hinge that bears a moment: what its turning adds, moment times the second derivative of theta.
void hinge_turning(const std::array<Vec3d, 4>& x, double moment, BendHessian& H);
void rod_hessian(const std::array<Vec3d, 4>& x, double stiffness, double rest, BendHessian& H);

double hinge_angle(const std::array<Vec3d, 4>& x);
double rod_curvature(const std::array<Vec3d, 4>& x);

/// Rods at the inner vertices of polylines with bending stiffness B.
std::vector<Bend> make_rods(std::span<const Vec3d> rest, std::span<const std::uint32_t> counts,
                            double stiffness);

}  // namespace weft
