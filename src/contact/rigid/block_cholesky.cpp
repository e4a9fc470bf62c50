#include "contact/rigid/block_cholesky.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace weft {
namespace {

/// L^-1 of A = L L^T. Written out, since six is little enough for the compiler to unroll.
void invert_factor(Mat6& A) {
  Mat6 L;
  for (int j = 0; j < 6; ++j) {
    double d = A(j, j);
    for (int k = 0; k < j; ++k) d -= L(j, k) * L(j, k);
    const double inverse = 1 / std::sqrt(d);
    L(j, j) = inverse;
    for (int i = j + 1; i < 6; ++i) {
      double sum = A(i, j);
      for (int k = 0; k < j; ++k) sum -= L(i, k) * L(j, k);
      L(i, j) = sum * inverse;
    }
  }
  A.setZero();
  for (int j = 0; j < 6; ++j) {
    A(j, j) = L(j, j);
    for (int i = j + 1; i < 6; ++i) {
      double sum = 0;
      for (int k = j; k < i; ++k) sum += L(i, k) * A(k, j);
      A(i, j) = -sum * L(i, i);
    }
  }
}

}  // namespace

void BlockCholesky::analyse(std::size_t bodies, std::span<const std::array<int, 2>> couples) {
  columns_.clear();
  below_.clear();
  updates_.clear();
  first_.clear();
  std::vector<std::set<int>> near(bodies);
  for (const auto& [a, b] : couples) near[std::size_t(a)].insert(b), near[std::size_t(b)].insert(a);
  // The fewest neighbours first; who has as many, by number.
  std::set<std::pair<std::size_t, int>> waiting;
  for (std::size_t i = 0; i < bodies; ++i) waiting.insert({near[i].size(), int(i)});
  std::vector<int> place(bodies);
  while (!waiting.empty()) {
    const int body = waiting.begin()->second;
    waiting.erase(waiting.begin());
    const std::set<int>& left = near[std::size_t(body)];
    place[std::size_t(body)] = int(columns_.size());
    columns_.push_back({body, std::uint32_t(below_.size()), std::uint32_t(below_.size() + left.size())});
    below_.insert(below_.end(), left.begin(), left.end());
    for (const int i : left) {
      waiting.erase({near[std::size_t(i)].size(), i});
      near[std::size_t(i)].erase(body);
      for (const int j : left)
        if (j != i) near[std::size_t(i)].insert(j);
      waiting.insert({near[std::size_t(i)].size(), i});
    }
  }
  const auto block = [&](int row, int column) {
    const Column& c = columns_[std::size_t(place[std::size_t(column)])];
    const auto end = below_.begin() + c.end;
    return std::uint32_t(std::lower_bound(below_.begin() + c.begin, end, row) - below_.begin());
  };
  for (const Column& c : columns_) {
    first_.push_back(std::uint32_t(updates_.size()));
    for (std::uint32_t i = c.begin; i < c.end; ++i) {
      updates_.push_back({i, i, std::uint32_t(below_[i]), true});
      for (std::uint32_t j = c.begin; j < c.end; ++j)
        if (place[std::size_t(below_[j])] < place[std::size_t(below_[i])])
          updates_.push_back({i, j, block(below_[i], below_[j]), false});
    }
  }
  first_.push_back(std::uint32_t(updates_.size()));
  starts_.clear();
  for (const auto& [a, b] : couples) {
    const bool transposed = place[std::size_t(b)] < place[std::size_t(a)];
    starts_.push_back({transposed ? block(a, b) : block(b, a), transposed});
  }
}

void BlockCholesky::factorize(std::span<const Mat6> diagonal, std::span<const Mat6> coupling) {
  pivot_.assign(diagonal.begin(), diagonal.end());
  L_.assign(below_.size(), Mat6::Zero());
  for (std::size_t k = 0; k < coupling.size(); ++k) {
    const Start& s = starts_[k];
    if (s.transposed) L_[s.block] = coupling[k].transpose();
    else L_[s.block] = coupling[k];
  }
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    const Column& c = columns_[k];
    Mat6& pivot = pivot_[std::size_t(c.body)];
    invert_factor(pivot);
    for (std::uint32_t i = c.begin; i < c.end; ++i) {
      const Mat6 A = L_[i];
      L_[i].noalias() = A * pivot.transpose();
    }
    for (std::uint32_t u = first_[k]; u < first_[k + 1]; ++u) {
      const Update& t = updates_[u];
      Mat6& to = t.diagonal ? pivot_[t.to] : L_[t.to];
      to.noalias() -= L_[t.i] * L_[t.j].transpose();
    }
  }
}

void BlockCholesky::solve(std::span<Vec6> x) const {
  for (const Column& c : columns_) {
    Vec6& own = x[std::size_t(c.body)];
    own = (pivot_[std::size_t(c.body)] * own).eval();
    for (std::uint32_t i = c.begin; i < c.end; ++i) x[std::size_t(below_[i])].noalias() -= L_[i] * own;
  }
  for (std::size_t k = columns_.size(); k-- > 0;) {
    const Column& c = columns_[k];
    Vec6 own = x[std::size_t(c.body)];
    for (std::uint32_t i = c.begin; i < c.end; ++i)
      own.noalias() -= L_[i].transpose() * x[std::size_t(below_[i])];
    x[std::size_t(c.body)].noalias() = pivot_[std::size_t(c.body)].transpose() * own;
  }
}

}  // namespace weft
