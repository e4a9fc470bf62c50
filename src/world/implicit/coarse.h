/// The second level of the preconditioner: the same system on a grid so coarse that it can be solved
/// outright. Motions that a Krylov method on the fine grid would carry along one cell per product, such as
/// the turning and bending of a stiff body, arrive at once.
///   z = D^-1 r + R A_c^-1 R^T r,   R trilinear interpolation from the coarse nodes
///   A_c = R^T M R
///       + sum over parcels of their stiffness, coarse functions seen through the fine kernel
///       + R^T (what obstacles hold) R
#pragma once
#include <memory>

#include "world/implicit/node_space.h"

namespace weft {

class CoarseLevel {
 public:
  /// Chooses a spacing that leaves few enough coarse nodes, and assembles what does not depend on contact,
  /// unless `solves` is false.
  CoarseLevel(const NodeSpace& space, std::span<Parcels* const> sets, const Step& step, int degree,
              bool solves);
  ~CoarseLevel();
  /// Adds what is held, given as symmetric matrices at nodes, and factorises.
  void factorise(std::span<const std::pair<std::size_t, Mat3d>> held);
  /// |R^T r| in units of the coarse nodes' own masses, squared: what is left of a residual when each
  /// neighbourhood adds up what it pushes to and fro.
  double momentum2(const NodeVector& r);
  /// z += R A_c^-1 R^T r.
  void add_correction(const NodeVector& r, NodeVector& z);

 private:
  struct Place {
    std::array<std::uint32_t, 8> node;
    std::array<Real, 8> weight;
  };
  void gather_up(const NodeVector& r);
  void lay_out(const NodeSpace& space, const Step& step);
  void add_parcels(std::span<Parcels* const> sets, const Step& step, int degree);
  template <class Axes, class Parcel, class Matrix>
  void add_parcel(const Axes& axis, const Parcel& parcel, Matrix& sum) const;
  std::size_t coarse_node(const std::array<int, 3>& at) const;

  int cells_ = 0;  ///< fine cells between coarse nodes
  bool plane_ = false;
  std::array<int, 3> low_{}, count_{};  ///< the box of coarse nodes
  std::vector<std::int32_t> of_box_;    ///< number of each node of the box, or -1
  std::size_t nodes_ = 0;
  std::vector<Place> place_;  ///< of each fine node
  struct Dense;               ///< A_c and its factor
  std::unique_ptr<Dense> dense_;
};

}  // namespace weft
