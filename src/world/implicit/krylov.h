/// Krylov solvers for symmetric systems A x = b that are known by their products alone.
///   conjugate gradients   A positive definite (math/krylov.h)
///   MINRES                A indefinite (Paige and Saunders 1975)
/// Both with a positive definite preconditioner P; residuals are measured as sqrt(r . P^-1 r).
#pragma once
#include "world/implicit/node_space.h"

namespace weft {

/// A system as the solvers see it.
class Linear {
 public:
  virtual ~Linear() = default;
  virtual void apply(const NodeVector& x, NodeVector& Ax) = 0;
  virtual void precondition(const NodeVector& r, NodeVector& z) = 0;
};

struct KrylovReport {
  int iterations = 0;
  double residual = 1;    ///< relative to that of x = 0
  bool negative = false;  ///< conjugate gradients stopped before a direction without positive curvature
};

/// x from zero to a residual of `tolerance` times that of b, in at most `most` products.
KrylovReport conjugate_gradients(Linear& A, const NodeVector& b, double tolerance, int most, NodeVector& x);
KrylovReport minres(Linear& A, const NodeVector& b, double tolerance, int most, NodeVector& x);

}  // namespace weft
