/// A level of the preconditioner for bodies whose stiffness acts between the vertices of a mesh: their own systems,
/// solved outright, as the nodes see them.
///   z += R (diag(m) + dt^2 K)^-1 R^T r,   R_ip = s_i w_ip m_p / sum_q w_iq m_q
/// R: a node moves with the mean of the vertices that see it; s_i: the part of its mass that is theirs. A motion of
/// the mesh that a Krylov method on the nodes would find one element per product arrives at once.
#pragma once
#include <memory>
#include <span>

#include "bodies/body.h"
#include "world/implicit/mesh_factor.h"
#include "world/implicit/node_space.h"

namespace weft {

class MeshLevel {
 public:
  using Held = std::pair<std::size_t, Mat3d>;  ///< a node and what holds it
  /// Who is where.
  void lay_out(const NodeSpace& space, const Grid& grid, std::span<Parcels* const> sets,
               std::span<const std::unique_ptr<Body>> bodies);
  /// Around the velocities where the bodies were linearised.
  void assemble(const Step& step);
  void factorise(std::span<const Held> held);
  /// Every body that has forces on the grid is here, and none is too large for a factor.
  bool whole() const { return whole_; }
  void add_correction(const NodeVector& r, NodeVector& z);

 private:
  struct Weight {
    std::uint32_t at;  ///< a vertex's number, or a node
    Real weight;
  };
  struct Mesh {
    const StiffMesh* body = nullptr;
    MeshStiffness stiffness;
    MeshFactor factor;
    std::vector<std::uint32_t> vertex_begin,
        node_begin;                ///< of vertices by number and of nodes in the lists below
    std::vector<Weight> nodes;     ///< that a vertex sees
    std::vector<Weight> vertices;  ///< that see a node: the same weights
    std::vector<Vec3d> x;
    std::vector<Mat3d> extra;
  };
  void find_weights(const NodeSpace& space, const Grid& grid, std::size_t set, Mesh& mesh) const;
  void weigh_by_mass(const NodeSpace& space);

  std::vector<Mesh> meshes_;
  bool whole_ = true;
};

}  // namespace weft
