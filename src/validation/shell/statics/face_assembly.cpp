#include "validation/shell/statics/face_assembly.h"

#include <algorithm>

namespace weft {

FaceAssembly::FaceAssembly(const ShellModel& model, const Reduction& reduction) {
  const Eigen::Index n = reduction.unknowns();
  std::vector<std::vector<Eigen::Index>> columns(static_cast<std::size_t>(n));
  for (std::size_t f = 0; f < model.faces(); ++f) {
    const auto vertices = model.vertices(f);
    const Eigen::Index size = Eigen::Index(3 * vertices.size());
    using Row = Eigen::SparseMatrix<double, Eigen::RowMajor>::InnerIterator;
    Map map;
    bool plain = true;
    for (Eigen::Index i = 0; i < size; ++i) {
      const Eigen::Index component = Eigen::Index(3 * vertices[std::size_t(i / 3)]) + i % 3;
      int terms = 0;
      for (Row t(reduction.T, component); t; ++t, ++terms) {
        plain = plain && t.value() == 1;
        map.unknowns.push_back(t.col());
      }
      plain = plain && terms == 1;
    }
    if (!plain) {
      std::sort(map.unknowns.begin(), map.unknowns.end());
      map.unknowns.erase(std::unique(map.unknowns.begin(), map.unknowns.end()), map.unknowns.end());
      map.T.setZero(size, Eigen::Index(map.unknowns.size()));
      for (Eigen::Index i = 0; i < size; ++i) {
        const Eigen::Index component = Eigen::Index(3 * vertices[std::size_t(i / 3)]) + i % 3;
        for (Row t(reduction.T, component); t; ++t)
          map.T(i, std::lower_bound(map.unknowns.begin(), map.unknowns.end(), t.col()) -
                       map.unknowns.begin()) = t.value();
      }
    }
    for (Eigen::Index a : map.unknowns)
      for (Eigen::Index b : map.unknowns)
        if (a >= b) columns[std::size_t(b)].push_back(a);
    maps_.push_back(std::move(map));
    size_.push_back(size);
  }
  std::vector<Eigen::Index> start{0};
  for (auto& c : columns) {
    std::sort(c.begin(), c.end());
    c.erase(std::unique(c.begin(), c.end()), c.end());
    start.push_back(start.back() + Eigen::Index(c.size()));
  }
  pattern_.resize(n, n);
  pattern_.resizeNonZeros(start.back());
  std::copy(start.begin(), start.end(), pattern_.outerIndexPtr());
  for (std::size_t j = 0; j < columns.size(); ++j)
    std::copy(columns[j].begin(), columns[j].end(), pattern_.innerIndexPtr() + start[j]);
  std::fill(pattern_.valuePtr(), pattern_.valuePtr() + start.back(), 0.0);
  for (Map& map : maps_) {
    map.first_slot = slots_.size();
    for (Eigen::Index b : map.unknowns)
      for (Eigen::Index a : map.unknowns) {
        if (a < b) continue;
        const auto& c = columns[std::size_t(b)];
        slots_.push_back(
            std::uint32_t(start[std::size_t(b)] + (std::lower_bound(c.begin(), c.end(), a) - c.begin())));
      }
  }
}

void FaceAssembly::add(std::size_t face, const Eigen::MatrixXd& K, Matrix& A) const {
  const Map& map = maps_[face];
  Eigen::MatrixXd reduced;
  if (map.T.size() > 0) reduced.noalias() = map.T.transpose() * K * map.T;
  const Eigen::MatrixXd& R = map.T.size() > 0 ? reduced : K;
  const std::uint32_t* slot = slots_.data() + map.first_slot;
  for (Eigen::Index b = 0; b < R.cols(); ++b)
    for (Eigen::Index a = 0; a < R.rows(); ++a)
      if (map.unknowns[std::size_t(a)] >= map.unknowns[std::size_t(b)]) A.valuePtr()[*slot++] += R(a, b);
}

}  // namespace weft
