#include "bodies/thin/sheet/sheet_matrix.h"

#include <algorithm>

namespace weft {
namespace {

constexpr std::size_t kChunk = 1024;
constexpr double kLeft = 1e-2;        // of a pivot's determinant: with less, factors would grow without bound
constexpr double kMostShift = 1e3;    // beyond it entries are no numbers
constexpr double kFirstShift = 5e-3;  // of blocks on the diagonal

constexpr std::array<std::size_t, 9> kSymmetric = {0, 1, 2, 1, 3, 4, 2, 4, 5};

using Block = std::array<double, 9>;

Mat3d matrix(const Block& b) {
  Mat3d m;
  for (int c = 0; c < 9; ++c) m(c / 3, c % 3) = b[std::size_t(c)];
  return m;
}
Block block(const Mat3d& m) {
  Block b;
  for (int c = 0; c < 9; ++c) b[std::size_t(c)] = m(c / 3, c % 3);
  return b;
}
Vec3d times(const Block& K, const Vec3d& v) {
  return {{K[0] * v[0] + K[1] * v[1] + K[2] * v[2], K[3] * v[0] + K[4] * v[1] + K[5] * v[2],
           K[6] * v[0] + K[7] * v[1] + K[8] * v[2]}};
}
Vec3d times_transposed(const Block& K, const Vec3d& v) {
  return {{K[0] * v[0] + K[3] * v[1] + K[6] * v[2], K[1] * v[0] + K[4] * v[1] + K[7] * v[2],
           K[2] * v[0] + K[5] * v[1] + K[8] * v[2]}};
}
/// All leading minors are what they should be.
bool definite(const Mat3d& m, double least) {
  return m(0, 0) > 0 && m(0, 0) * m(1, 1) - m(0, 1) * m(1, 0) > 0 && determinant(m) > least;
}

}  // namespace

SheetMatrix::SheetMatrix(const SheetElements& elements, const SheetBends& bends)
    : elements_(elements), bends_(bends), corners_(std::size_t(elements.corners())) {
  find_places();
}

void SheetMatrix::find_places() {
  const std::size_t n = elements_.mass().size();
  begin_.assign(n + 1, 0), first_.assign(n + 1, 0), first_bend_.assign(n + 1, 0);
  diagonal_.resize(n);
  std::vector<std::uint32_t> columns;
  for (std::size_t i = 0; i < n; ++i) {
    columns.clear();
    const auto corners = elements_.around().corners(i);
    std::span<const std::uint32_t> bends;
    if (!bends_.empty()) bends = bends_.around().corners(i);
    for (const std::uint32_t at : corners)
      for (std::size_t b = 0; b < corners_; ++b) columns.push_back(elements_.corner(at / 4)[b]);
    for (const std::uint32_t at : bends)
      for (std::size_t b = 0; b < bends_.vertices(); ++b) columns.push_back(bends_.vertex(at / 4)[b]);
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    const auto find = [&](std::uint32_t v) {
      return begin_[i] + std::uint32_t(std::lower_bound(columns.begin(), columns.end(), v) - columns.begin());
    };
    diagonal_[i] = find(std::uint32_t(i));
    for (const std::uint32_t at : corners) {
      auto& place = place_.emplace_back();
      for (std::size_t b = 0; b < corners_; ++b) place[b] = find(elements_.corner(at / 4)[b]);
    }
    for (const std::uint32_t at : bends) {
      auto& place = bend_place_.emplace_back();
      for (std::size_t b = 0; b < bends_.vertices(); ++b) place[b] = find(bends_.vertex(at / 4)[b]);
    }
    column_.insert(column_.end(), columns.begin(), columns.end());
    begin_[i + 1] = std::uint32_t(column_.size());
    first_[i + 1] = std::uint32_t(place_.size());
    first_bend_[i + 1] = std::uint32_t(bend_place_.size());
  }
  block_.resize(column_.size());
  lower_.resize(column_.size());
  pivot_.resize(n);
}

void SheetMatrix::assemble(const std::vector<StretchStiffness>& stretch, std::span<const double> diagonal,
                           std::span<const char> held, double dt,
                           std::span<const std::array<double, 6>> more) {
  const double dt2 = dt2_ = dt * dt;
  held_.assign(held.begin(), held.end());
  parallel_each(diagonal_.size(), kChunk, [&](std::size_t i) {
    for (std::size_t k = begin_[i]; k < begin_[i + 1]; ++k) block_[k].fill(0);
    if (held[i] != kWhole) {
      const auto corners = elements_.around().corners(i);
      for (std::size_t k = 0; k < corners.size(); ++k) {
        const std::size_t a = corners[k] % 4;
        for (std::size_t b = 0; b < corners_; ++b) {
          if (held[elements_.corner(corners[k] / 4)[b]] == kWhole) continue;
          const auto& K = stretch[corners[k] / 4][std::size_t(kStretchPair[a][b])];
          Block& out = block_[place_[first_[i] + k][b]];
          for (std::size_t c = 0; c < 9; ++c) out[c] += dt2 * (a <= b ? K[c] : K[c % 3 * 3 + c / 3]);
        }
      }
      for (std::size_t k = first_bend_[i]; k < first_bend_[i + 1]; ++k) {
        const std::uint32_t at = bends_.around().corners(i)[k - first_bend_[i]];
        bends_.each_factor(at / 4, [&](const std::array<Vec3d, 4>& g, double stiff) {
          const Vec3d mine = g[at % 4] * (dt2 * stiff);
          for (std::size_t b = 0; b < bends_.vertices(); ++b) {
            if (held[bends_.vertex(at / 4)[b]] == kWhole) continue;
            Block& out = block_[bend_place_[k][b]];
            for (std::size_t c = 0; c < 9; ++c) out[c] += mine[int(c / 3)] * g[b][int(c % 3)];
          }
        });
      }
      for (std::size_t c = 0; !more.empty() && c < 9; ++c) block_[diagonal_[i]][c] += more[i][kSymmetric[c]];
    }
    for (std::size_t k = begin_[i]; k < begin_[i + 1]; ++k) {
      const int mine = held[i] % kWhole, other = held[column_[k]] % kWhole;
      for (std::size_t c = 0; (mine || other) && c < 9; ++c)
        if ((mine >> c / 3 & 1) || (other >> c % 3 & 1)) block_[k][c] = 0;
    }
    for (std::size_t c = 0; c < 9; c += 4) block_[diagonal_[i]][c] += diagonal[i];
  });
}

void SheetMatrix::multiply(const Vectors& x, Vectors& y) const {
  parallel_each(x.size(), kChunk, [&](std::size_t i) {
    Vec3d s = Vec3d::zero();
    for (std::size_t k = begin_[i]; k < begin_[i + 1]; ++k) s += times(block_[k], x[column_[k]]);
    y[i] = s;
  });
  bends_.add_together(x, dt2_, held_, y);
}

bool SheetMatrix::factorise() {
  while (!factorise(shift_)) {
    shift_ = std::max(2 * shift_, kFirstShift);
    if (shift_ > kMostShift) return false;
  }
  return true;
}

/// False when a pivot is nearly lost.
bool SheetMatrix::factorise(double more) {
  std::vector<Mat3d> row;  // of this one, before it is divided by the pivots
  for (std::size_t i = 0; i < diagonal_.size(); ++i) {
    Mat3d D = matrix(block_[diagonal_[i]]) * (1 + more);
    const double whole = determinant(D);
    row.clear();
    for (std::size_t k = begin_[i]; k < diagonal_[i]; ++k) {
      const std::uint32_t other = column_[k];
      Mat3d L = matrix(block_[k]);
      // Columns before `other` that both rows have.
      for (std::size_t p = begin_[i], q = begin_[other]; p < k && q < diagonal_[other];) {
        if (column_[p] < column_[q]) ++p;
        else if (column_[p] > column_[q]) ++q;
        else L -= row[p++ - begin_[i]] * transpose(matrix(lower_[q++]));
      }
      const Mat3d N = L * matrix(pivot_[other]);
      D -= L * transpose(N);
      lower_[k] = block(N);
      row.push_back(L);
    }
    if (!definite(D, kLeft * whole)) return false;
    pivot_[i] = block(inverse(D));
  }
  return true;
}

void SheetMatrix::solve_factors(const Vectors& r, Vectors& z) const {
  const std::size_t n = r.size();
  for (std::size_t i = 0; i < n; ++i) {
    Vec3d s = r[i];
    for (std::size_t k = begin_[i]; k < diagonal_[i]; ++k) s -= times(lower_[k], z[column_[k]]);
    z[i] = s;
  }
  for (std::size_t i = 0; i < n; ++i) z[i] = times(pivot_[i], z[i]);
  for (std::size_t i = n; i-- > 0;)
    for (std::size_t k = begin_[i]; k < diagonal_[i]; ++k) z[column_[k]] -= times_transposed(lower_[k], z[i]);
}

std::size_t SheetMatrix::bytes() const {
  return bytes_of(begin_) + bytes_of(column_) + bytes_of(diagonal_) + bytes_of(first_) +
         bytes_of(first_bend_) + bytes_of(place_) + bytes_of(bend_place_) + bytes_of(block_) +
         bytes_of(lower_) + bytes_of(pivot_);
}

}  // namespace weft
