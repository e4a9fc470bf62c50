/// What a law says about all tetrahedra of a body at once.
///   F = U diag(s) V^T,   P = U diag(psi_i) V^T,   corner forces  [f_1 f_2 f_3] = -V P D_m^-T,   f_0 = -sum
///   stiffness  K_ab = -df_a/dx_b = V U k_ab U^T   with  h_a = V^T g_a,  and in principal axes
///     k_ab(p, p) = H_pp h_a[p] h_b[p] + sum_{j != p} S_pj h_a[j] h_b[j]
///     k_ab(p, q) = H_pq h_a[p] h_b[q] + D_pq h_a[q] h_b[p]
///   H_pq = psi_pq,   S = (a + b)/2,   D = (a - b)/2,   a = (psi_p - psi_q)/(s_p - s_q),
///   b = (psi_p + psi_q)/(s_p + s_q);   definite: H without negative eigenvalues, a and b no less than zero
/// Forces of explicit steps are computed in Real, everything else in double: a stiff material turns the last
/// bits of F into forces larger than gravity, and Newton's method needs forces that change smoothly.
#pragma once
#include <memory>

#include "bodies/solid/tets.h"
#include "materials/material.h"

namespace weft {

/// K_ab of one tetrahedron, a <= b: 00 01 02 03 11 12 13 22 23 33, each row by row [N/m].
using TetStiffness = std::array<std::array<double, 9>, 10>;
constexpr int kCornerPair[4][4] = {{0, 1, 2, 3}, {1, 4, 5, 6}, {2, 5, 7, 8}, {3, 6, 8, 9}};

/// What one element has to tell.
struct TetStrain {
  Mat3d F, tau;
  double energy;  ///< psi [J/m^3]
};

class TetResponse {
 public:
  explicit TetResponse(Tets tets) : tets_(std::move(tets)) {}
  virtual ~TetResponse() = default;
  const Tets& tets() const { return tets_; }
  virtual std::string law() const = 0;
  virtual double density() const = 0;  ///< at rest [kg/m^3]
  /// Corner forces at x; returns the largest omega^2 of an element by itself [rad^2/s^2].
  virtual double forces(const Places& x, std::vector<CornerForces<Real>>& out) const = 0;
  /// The same in double; returns the energy [J], infinity where the law has none (inverted elements).
  virtual double exact_forces(const Places& x, std::vector<CornerForces<double>>& out) const = 0;
  virtual double energy(const Places& x) const = 0;
  /// Without negative eigenvalues where `definite`.
  virtual void stiffness(const Places& x, bool definite, std::vector<TetStiffness>& out) const = 0;
  virtual TetStrain strain(const Places& x, std::size_t e) const = 0;

 private:
  Tets tets_;
};

/// The sum of the forces on vertex i.
template <class S>
Vec3d force_on(const Adjacency& around, std::size_t i, const std::vector<CornerForces<S>>& corners) {
  Place f = Place::zero();
  for (const std::uint32_t at : around.corners(i)) {
    const auto& c = corners[at / 4][at % 4];
    for (std::size_t k = 0; k < 4; ++k) f[int(k)] += double(c[k]);
  }
  return vector(f);
}

/// Throws E0306 when solids cannot be made of it.
std::unique_ptr<TetResponse> make_tet_response(const TetMesh& mesh, const Material& material);

template <class Law>
std::unique_ptr<TetResponse> make_tet_response_of(const TetMesh& mesh, const Law& law);

}  // namespace weft
