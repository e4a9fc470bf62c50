/// Resistance to bending, as energies of a few vertices.
///
///   hinge   edge x0 x1, wings x2 x3:  psi = c (theta - theta_rest)^2,  c = 3 k_b L^2 / A,  k_b = D/6
///   rod     x0 x1 x2:  kappa = 2 tan(phi/2),  psi = B / (L_- + L_+) (kappa - kappa_rest)^2
#pragma once
#include <array>
#include <span>

#include "bodies/thin/adjacency.h"
#include "math/vec.h"

namespace weft {

struct Bend {
  std::array<std::uint32_t, 4> vertex;  ///< a rod has three: vertex[3] is unused
  double stiffness;                     ///< c, or B / (L_- + L_+)
  double rest;                          ///< theta or kappa without stress
};

struct BendAnswer {
  double energy = 0;
  double derivative = 0;                ///< d psi / d theta or d kappa
  std::array<Vec3d, 4> angle_gradient;  ///< of theta or kappa by vertex
};

BendAnswer bend_hinge(const std::array<Vec3d, 4>& x, double stiffness, double rest);
BendAnswer bend_rod(const std::array<Vec3d, 3>& x, double stiffness, double rest);
double hinge_angle(const std::array<Vec3d, 4>& x);
double rod_curvature(const std::array<Vec3d, 3>& x);

/// Hinges of a triangle mesh's inner edges with flexural rigidity D.
std::vector<Bend> make_hinges(std::span<const Vec3d> rest,
                              std::span<const std::array<std::uint32_t, 3>> triangles, double rigidity);
/// Rods at the inner vertices of polylines with bending stiffness B.
std::vector<Bend> make_rods(std::span<const Vec3d> rest, std::span<const std::uint32_t> counts,
                            double stiffness);

}  // namespace weft
