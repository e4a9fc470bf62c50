/// Sums matrices of faces to a sparse matrix over the free unknowns: A = sum_f T_f^T K_f T_f, lower triangle.
/// The pattern and the place of every entry in it are found once.
#pragma once
#include "validation/shell/statics/shell_model.h"
#include "validation/shell/statics/ties.h"

namespace weft {

class FaceAssembly {
 public:
  using Matrix = Eigen::SparseMatrix<double>;

  FaceAssembly(const ShellModel& model, const Reduction& reduction);

  /// A zero matrix with the pattern.
  const Matrix& pattern() const { return pattern_; }
  /// Sets A (a copy of the pattern) to the sum; fill(face, K) writes a face's matrix, which comes zero.
  template <class Fill>
  void assemble(Matrix& A, Fill&& fill) const {
    std::fill(A.valuePtr(), A.valuePtr() + A.nonZeros(), 0.0);
    Eigen::MatrixXd K;
    for (std::size_t f = 0; f < maps_.size(); ++f) {
      K.setZero(size_[f], size_[f]);
      fill(f, K);
      add(f, K, A);
    }
  }

 private:
  struct Map {
    std::vector<Eigen::Index> unknowns;
    Eigen::MatrixXd T;  ///< components of the face by its unknowns; empty when it is the identity
    std::size_t first_slot;
  };
  void add(std::size_t face, const Eigen::MatrixXd& K, Matrix& A) const;

  std::vector<Map> maps_;
  std::vector<Eigen::Index> size_;
  std::vector<std::uint32_t> slots_;  ///< where entries (a, b), a >= b in unknowns, lie among A's values
  Matrix pattern_;
};

}  // namespace weft
