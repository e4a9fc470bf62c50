#include "validation/shell/statics/modes.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "exec/error.h"
#include "geometry/random.h"

namespace weft {
namespace {

using Matrix = FaceAssembly::Matrix;

/// Makes the columns of W orthonormal to those of V and to each other,
/// in the product of K; drops what vanishes.
Eigen::MatrixXd orthonormal(const Matrix& K, const Eigen::MatrixXd& V, const Eigen::MatrixXd& KV,
                            Eigen::MatrixXd W) {
  const auto symmetric = K.selfadjointView<Eigen::Lower>();
  Eigen::MatrixXd out(W.rows(), 0);
  for (Eigen::Index j = 0; j < W.cols(); ++j) {
    Eigen::VectorXd w = W.col(j);
    const double before = std::sqrt(w.dot(symmetric * w));
    for (int pass = 0; pass < 2; ++pass) {
      if (V.cols() > 0) w -= V * (KV.transpose() * w);
      if (out.cols() > 0) w -= out * (out.transpose() * (symmetric * w));
    }
    const double after = std::sqrt(w.dot(symmetric * w));
    if (!(after > 1e-10 * before)) continue;
    out.conservativeResize(Eigen::NoChange, out.cols() + 1);
    out.col(out.cols() - 1) = w / after;
  }
  return out;
}

void append(Eigen::MatrixXd& V, const Eigen::MatrixXd& W) {
  V.conservativeResize(W.rows(), V.cols() + W.cols());
  V.rightCols(W.cols()) = W;
}

}  // namespace

Modes lowest_modes(const Matrix& K, const Matrix& M, int count) {
  constexpr int kBlock = 4, kMost = 60;
  constexpr double kTolerance = 1e-9;
  Eigen::SimplicialLDLT<Matrix> ldlt(K);
  if (ldlt.info() != Eigen::Success || (ldlt.vectorD().array() <= 0).any())
    throw Error("E0523", "the stiffness of a shell is not positive definite", {},
                "hold it so that it cannot move freely, and start from a stable state", Exit::simulation);
  const auto mass = M.selfadjointView<Eigen::Lower>();
  const auto stiff = K.selfadjointView<Eigen::Lower>();
  const Eigen::Index n = K.rows();
  Eigen::MatrixXd W(n, kBlock), V(n, 0), KV(n, 0), MV(n, 0);
  const Random random{7};
  for (Eigen::Index i = 0; i < W.size(); ++i) W.data()[i] = random.uniform(std::uint64_t(i)) - 0.5;
  Modes modes;
  for (int k = 0; k < kMost; ++k) {
    W = orthonormal(K, V, KV, W);
    if (W.cols() == 0) break;
    const Eigen::MatrixXd MW = mass * W;
    append(V, W), append(KV, stiff * W), append(MV, MW);
    W = ldlt.solve(MW);
    if (V.cols() < 3 * count && k + 1 < kMost) continue;
    // V^T M V z = mu z,  lambda = 1/mu, largest mu first
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> small(V.transpose() * MV);
    std::vector<double> values;
    for (Eigen::Index i = small.eigenvalues().size() - 1; i >= 0 && int(values.size()) < count; --i)
      if (small.eigenvalues()[i] > 0) values.push_back(1 / small.eigenvalues()[i]);
    bool same = values.size() == modes.values.size() && int(values.size()) == count;
    for (std::size_t i = 0; same && i < values.size(); ++i)
      same = std::abs(values[i] - modes.values[i]) <= kTolerance * std::abs(values[i]);
    modes.values = values;
    modes.shapes = V * small.eigenvectors().rowwise().reverse().leftCols(Eigen::Index(values.size()));
    if (same) break;
  }
  return modes;
}

Matrix mass_matrix(const StaticSolver& solver, double density) {
  const ShellModel& m = solver.model();
  return solver.assemble([&](std::size_t face, Eigen::MatrixXd& K) {
    m.each_place_of(face, [&](const Stencil& s, double weight) {
      Jet<double> rest = Jet<double>::zero();
      for (std::size_t k = 0; k < s.vertices.size(); ++k)
        rest.add(s.weights[k][1], s.weights[k][2], s.weights[k][3], s.weights[k][4], s.weights[k][5],
                 m.rest()[s.vertices[k]]);
      const double mass = density * m.thickness() * weight * norm(cross(rest.a1, rest.a2));
      for (std::size_t p = 0; p < s.vertices.size(); ++p)
        for (std::size_t q = 0; q < s.vertices.size(); ++q)
          for (int c = 0; c < 3; ++c)
            K(Eigen::Index(3 * p) + c, Eigen::Index(3 * q) + c) += mass * s.weights[p][0] * s.weights[q][0];
    });
  });
}

Modes buckling_modes(StaticSolver& solver, int count) {
  // dK/ds along the linear solution u by a central difference; strains of 1e-5 keep it exact to 1e-10.
  const Points u = solver.linear();
  const Points& X = solver.positions();
  double largest = 0;
  for (const Vec3d& d : u) largest = std::max(largest, norm(d));
  const double e = 1e-5 * solver.model().size() / largest, s = solver.factor();
  Points ahead(X), back(X);
  for (std::size_t i = 0; i < X.size(); ++i) ahead[i] += u[i] * e, back[i] -= u[i] * e;
  const Matrix K = solver.stiffness(X, s);
  Matrix change = solver.stiffness(ahead, s + e);
  change -= solver.stiffness(back, s - e);
  change *= -1 / (2 * e);
  return lowest_modes(K, change, count);
}

Modes vibration_modes(const StaticSolver& solver, double density, int count) {
  return lowest_modes(solver.stiffness(solver.positions(), solver.factor()), mass_matrix(solver, density),
                      count);
}

}  // namespace weft
