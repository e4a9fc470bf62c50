/// Bending of a triangle mesh by the angles at its inner edges, right for any triangulation.
///
/// Morley's element (1968) sees a triangle's curvature in how far the slope at the middle of each edge turns from
/// the triangle's own plane, and bends
///   II = 1/A sum_k l_k s_k n_k n_k^T,   psi = A D/2 ((1 - nu) |II|^2 + nu (tr II)^2),   n_k across edge k
/// The triangles beside an edge e share its angle,  s = theta_e/2 + phi_e  and  theta_e/2 - phi_e.  phi_e is not an
/// unknown here, but the combination of the angles of both triangles' edges that is right for every constant
/// curvature (the one with the least coefficients). So
///   any constant curvature costs what it should, and its moments balance at every inner vertex (patch test);
///   the energy is never below Morley's own: nothing bends for nothing;
///   psi = 1/2 o^T P o with P constant: rigid motion, however far, changes nothing (bend_matrix.h).
/// With phi_e = 0, or hinges that know nothing of each other, the rigidity depends on how the mesh is cut.
///
/// Free edges carry no moment: s there is what costs least. A triangle whose vertices are all pinned is a clamp: it
/// does not bend, and its neighbours bend away from its plane, s = theta_e.
#pragma once
#include "bodies/thin/bend_matrix.h"
#include "bodies/thin/bending.h"

namespace weft {

class HingeMesh {
 public:
  using Triangle = std::array<std::uint32_t, 3>;
  /// rigidity: D [N m]; poisson: nu.
  HingeMesh(std::span<const Vec3d> rest, std::span<const Triangle> triangles, double rigidity,
            double poisson);
  /// The inner edges; their stiffness is not known yet.
  const std::vector<Bend>& bends() const { return bends_; }
  /// P; held: vertices that are pinned, or nothing.
  BendMatrix matrix(std::span<const char> held) const;
  /// Sets each hinge's stiffness c to share P_ee / 2, so that the largest of  2 c sum_a |grad_a theta|^2 / m_a  is
  /// omega^2 of the fastest vibration at rest, found by power iteration.
  void find_pace(const BendMatrix& P, std::span<const double> inverse_mass, std::vector<Bend>& bends) const;

 private:
  struct Side {
    std::int32_t triangle = -1, edge = 0;  ///< its edge runs from corner `edge` to the next
  };
  struct Hinge {
    Side side[2];
    double turn = 1;  ///< -1: the second triangle is the other way round
  };
  struct Part {
    std::uint32_t hinge;
    double weight;
  };
  using Turn = std::array<Part, 5>;  ///< phi of an edge, unused parts have weight 0
  struct Layout;

  void find_edges();
  Vec3d place(std::uint32_t v) const { return rest_[v]; }
  bool clamped(std::int32_t triangle, std::span<const char> held) const;
  Turn turn_of(std::size_t hinge, std::span<const char> held) const;
  void add_row(std::size_t hinge, std::int32_t triangle, std::span<const char> held,
               const std::vector<Turn>& turns, std::vector<Part>& row) const;

  std::vector<Vec3d> rest_;
  std::vector<Triangle> triangles_;
  double rigidity_, poisson_;
  std::vector<Bend> bends_;
  std::vector<Hinge> hinges_;
  std::vector<std::array<std::int32_t, 3>> hinge_of_;  ///< of each triangle's edges, -1: free
};

}  // namespace weft
