/// Forces of putty for displacements u during a step, rotations frozen (ZLKW13; docs/putty.md).
///   F_i(u) = F_i + A_i,   A_i = (sum_j (u_j - u_i) (w p)_ij^T) M_i^-1,   F_i: at the start of the step
///   R_i = U V^T of F_i(u*),   e_i = sym(R_i^T F_i(u)) - I,   S_i = 2 mu e_i + lambda tr(e_i) I
///   T_i = vol R_i S_i M_i^-1 - kappa_i A_i
///   K u at i =  sum_j [T_j (w p)_ji - kappa_j w_ji (u_j - u_i)]
///             - sum_j [T_i (w p)_ij + kappa_i w_ij (u_j - u_i)]
/// kappa_i = chi vol (lambda + 2 mu) / tr M_i weighs a control term, sum_ij kappa_i w_ij/2 |u_j - u_i - A_i
/// p_ij|^2, which is zero for affine motions: it holds what no neighbourhood sees. With weights w_ij its
/// cross terms vanish, so that it costs one number per link that is there anyway. Neighbours that lie in a
/// plane or a line strain only in it: e <- Q e Q, I <- Q, with Q = M^-1 M.
#pragma once
#include "bodies/putty/neighbourhoods.h"
#include "bodies/putty/quads.h"

namespace weft {

struct PuttyModuli {
  double mu = 0, lambda = 0;  ///< [Pa]
  double volume = 0;          ///< of a point at rest [m^3]
  double control = 0;         ///< chi
};

template <class S>
using Quads = Array<Quad<S>>;

template <class S>
class Elasticity {
 public:
  Elasticity(const Neighbourhoods<S>& near, const PuttyModuli& moduli) : near_(near), c_(moduli) {}
  /// F: of each point at the start of the step.
  void begin(std::span<const Mat3d> F);
  /// A_i of all points, with the links' sums on the way.
  void gradients(const Quads<S>& u, std::span<Mat3<S>> A);
  /// Rotations from F + A.
  void freeze(std::span<const Mat3<S>> A);
  /// y = K u; `whole`: minus the force at u instead, what F_i itself pushes with included.
  void apply(const Quads<S>& u, bool whole, Quads<S>& y);
  /// The 3x3 blocks on the diagonal of K; the control term's roughly.
  void diagonal(std::span<Mat3<S>> D);
  /// Of strains at u with rotations frozen, the control term left out [J].
  double energy(const Quads<S>& u);
  /// Minus the control term's force where it remembers: the neighbours at rest are kept.
  void control_force(std::span<const Vec3d> x, Quads<S>& y);
  const PuttyModuli& moduli() const { return c_; }
  std::size_t bytes() const;

 private:
  struct Frame {
    Mat3<S> R, e0;        ///< e0: strain at u = 0
    Columns4<S> columns;  ///< of R
  };
  /// T_i in columns from the sums over links.
  Columns4<S> stress(std::size_t i, const Columns4<S>& sum, bool whole) const;
  Columns4<S> flat_stress(std::size_t i, const Columns4<S>& sum, bool whole) const;
  Mat3<S> strain(std::size_t i, const Mat3<S>& A) const;
  Mat3<S> raw(std::size_t i) const;
  S kappa(std::size_t i) const {
    const Moments<S>& m = near_.moments(i);
    return m.trace > 0 ? S(c_.control * c_.volume * (c_.lambda + 2 * c_.mu)) / m.trace : S(0);
  }
  /// Of one patch: copies of what its members do, and what they get.
  struct Local {
    Quads<S> u, y, d;
    std::vector<Mat3<S>> D;
  };
  void copy_in(std::size_t patch, const Quads<S>& u);
  static LinkList<S> links(const Patch<S>& patch, std::size_t own);
  /// Of one own point of a patch whose members were copied in.
  Columns4<S> sum_out(std::size_t patch, std::size_t own);
  /// The sum over all copies of each point.
  void gather(Quads<S>& y) const;

  const Neighbourhoods<S>& near_;
  PuttyModuli c_;
  std::span<const Mat3d> F_;
  std::vector<Frame> frame_;
  std::vector<Local> local_;
};

}  // namespace weft
