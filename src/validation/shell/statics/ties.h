/// Linear relations between displacements of control points: how a shell is held.
///   u_i = sum_j w_ij u_j + s c_i     s: the load factor
/// Resolved to u = T y + s c with free unknowns y. A component is 3 v + k for component k of vertex v.
#pragma once
#include <Eigen/Sparse>
#include <cstdint>
#include <vector>

namespace weft {

using Component = std::size_t;

struct Term {
  Component of;
  double weight;
};

/// u = T y + s c.
struct Reduction {
  Eigen::SparseMatrix<double, Eigen::RowMajor> T;
  Eigen::VectorXd c;
  Eigen::Index unknowns() const { return T.cols(); }
};

class Ties {
 public:
  explicit Ties(std::size_t vertices) : ties_(3 * vertices) {}

  bool is_tied(Component i) const { return ties_[i].tied; }
  /// u_i = sum of terms + s c. The first tie of a component counts: where two edges meet both say the same of
  /// the corner, in different words.
  void tie(Component i, std::vector<Term> terms, double c = 0);
  void fix(Component i, double c = 0) { tie(i, {}, c); }

  /// Throws Error E0522 when ties go round in a circle.
  Reduction resolve() const;

 private:
  struct Tie {
    bool tied = false;
    std::vector<Term> terms;
    double c = 0;
  };
  std::vector<Tie> ties_;
};

}  // namespace weft
