#include "bodies/solid/implicit_matrix.h"

#include <algorithm>
#include <limits>

#include "exec/error.h"

namespace weft {
namespace {
constexpr std::size_t kChunk = 1024;
}

StepMatrix::StepMatrix(const Tets& tets) : tets_(tets) {
  const std::size_t n = tets.vertices();
  begin_.assign(n + 1, 0);
  first_.assign(n + 1, 0);
  diagonal_.resize(n);
  std::vector<std::uint32_t> row;
  for (std::size_t i = 0; i < n; ++i) {
    row.clear();
    const auto corners = tets.around().corners(i);
    for (const std::uint32_t at : corners)
      for (const std::uint32_t v : tets.corner(at / 4)) row.push_back(v);
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
    if (row.size() > std::numeric_limits<std::uint16_t>::max())
      throw Error("E0524", "a vertex of a solid has more than 65535 neighbours", {}, "make another mesh");
    const auto find = [&](std::uint32_t v) {
      return std::uint32_t(std::lower_bound(row.begin(), row.end(), v) - row.begin());
    };
    diagonal_[i] = find(std::uint32_t(i));
    for (const std::uint32_t at : corners) {
      std::array<std::uint16_t, 4> slot;
      for (std::size_t b = 0; b < 4; ++b) slot[b] = std::uint16_t(find(tets.corner(at / 4)[b]));
      slot_.push_back(slot);
    }
    column_.insert(column_.end(), row.begin(), row.end());
    begin_[i + 1] = column_.size();
    first_[i + 1] = slot_.size();
  }
  block_.resize(column_.size());
}

void StepMatrix::assemble(const std::vector<TetStiffness>& elements, double dt) {
  parallel_chunks(tets_.vertices(), kChunk, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      std::array<double, 9>* row = &block_[begin_[i]];
      std::fill(row, row + (begin_[i + 1] - begin_[i]), std::array<double, 9>{});
      const auto corners = tets_.around().corners(i);
      for (std::size_t k = 0; k < corners.size(); ++k) {
        const TetStiffness& e = elements[corners[k] / 4];
        const int a = int(corners[k] % 4);
        for (int b = 0; b < 4; ++b) {
          const auto& K = e[std::size_t(kCornerPair[a][b])];
          auto& out = row[slot_[first_[i] + k][std::size_t(b)]];
          // Kept for a <= b; K_ba = K_ab^T.
          for (std::size_t c = 0; c < 9; ++c) out[c] += dt * dt * (a <= b ? K[c] : K[c % 3 * 3 + c / 3]);
        }
      }
      for (std::size_t c = 0; c < 9; c += 4) row[diagonal_[i]][c] += tets_.mass()[i];
    }
  });
}

void StepMatrix::multiply(const Vectors& x, Vectors& y) const {
  parallel_chunks(tets_.vertices(), kChunk, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      double s[3] = {0, 0, 0};
      for (std::size_t k = begin_[i]; k < begin_[i + 1]; ++k) {
        const auto& K = block_[k];
        const Vec3d& v = x[column_[k]];
        for (std::size_t a = 0; a < 3; ++a)
          s[a] += K[3 * a] * v[0] + K[3 * a + 1] * v[1] + K[3 * a + 2] * v[2];
      }
      y[i] = {{s[0], s[1], s[2]}};
    }
  });
}

Mat3d StepMatrix::diagonal(std::size_t i) const {
  const auto& K = block_[begin_[i] + diagonal_[i]];
  Mat3d D;
  for (int c = 0; c < 9; ++c) D(c / 3, c % 3) = K[std::size_t(c)];
  return D;
}

void StepMatrix::add_diagonal(std::size_t i, const Mat3d& A) {
  auto& K = block_[begin_[i] + diagonal_[i]];
  for (int c = 0; c < 9; ++c) K[std::size_t(c)] += A(c / 3, c % 3);
}

std::size_t StepMatrix::bytes() const {
  return bytes_of(begin_) + bytes_of(column_) + bytes_of(diagonal_) + bytes_of(first_) + bytes_of(slot_) +
         bytes_of(block_);
}

}  // namespace weft
