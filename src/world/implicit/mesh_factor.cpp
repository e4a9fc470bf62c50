#include "world/implicit/mesh_factor.h"

#include <Eigen/OrderingMethods>
#include <algorithm>

namespace weft {
namespace {

constexpr std::size_t kMostBlocks = 2'000'000;  // of L
constexpr double kMostWork = 10000;  // products of blocks per vertex: about a hundred products with H

using Lane = MeshFactor::Lane;
using Block = MeshFactor::Block;

Lane lane(double a, double b, double c) { return Lane{a, b, c, 0}; }

/// Row by row.
Block block_of(const std::array<double, 9>& a) {
  return {lane(a[0], a[1], a[2]), lane(a[3], a[4], a[5]), lane(a[6], a[7], a[8])};
}
Block transposed(const Block& b) {
  return {lane(b[0][0], b[1][0], b[2][0]), lane(b[0][1], b[1][1], b[2][1]), lane(b[0][2], b[1][2], b[2][2])};
}
/// Rows of a b, b by rows.
Block times(const Block& a, const Block& b) {
  Block c;
  for (std::size_t r = 0; r < 3; ++r) c[r] = a[r][0] * b[0] + a[r][1] * b[1] + a[r][2] * b[2];
  return c;
}

/// False when it is not positive.
bool invert(const Block& m, Block& out) {
  const double a = m[0][0], b = m[1][0], c = m[2][0], d = m[1][1], e = m[2][1], f = m[2][2];
  const double A = d * f - e * e, B = c * e - b * f, C = b * e - c * d, det = a * A + b * B + c * C;
  if (!(a > 0 && a * d - b * b > 0 && det > 0)) return false;
  const double s = 1 / det;
  out = {lane(A * s, B * s, C * s), lane(B * s, (a * f - c * c) * s, (b * c - a * e) * s),
         lane(C * s, (b * c - a * e) * s, (a * d - b * b) * s)};
  return true;
}

}  // namespace

bool MeshFactor::analyse(const MeshStiffness& mesh) {
  if (same_pattern(mesh)) return small_;
  find_order(mesh);
  return small_ = find_places();
}

bool MeshFactor::factorise(const MeshStiffness& mesh, std::span<const Mat3d> extra) {
  sound_ = analyse(mesh);
  if (!sound_) return false;
  gather(mesh, extra);
  return sound_ = decompose();
}

bool MeshFactor::same_pattern(const MeshStiffness& mesh) const {
  const std::size_t n = mesh.entries.size();
  bool same = n == pattern_.size() && rank_.size() == mesh.mass.size() && mesh.held == held_;
  for (std::size_t k = 0; same && k < n; ++k)
    same = pattern_[k] == Place{mesh.entries[k].row, mesh.entries[k].column};
  return same;
}

/// The order, the rows of A in it, and where each entry goes.
void MeshFactor::find_order(const MeshStiffness& mesh) {
  const std::size_t n = mesh.mass.size();
  const bool reordered = rank_.size() != n || mesh.held != held_;
  held_ = mesh.held;
  pattern_.clear();
  for (const auto& e : mesh.entries) pattern_.push_back({e.row, e.column});
  std::vector<Place> places;
  for (const Place& p : pattern_)
    if (p.row != p.column && !held_[p.row] && !held_[p.column]) places.push_back(p);
  const auto sort_places = [&] {
    std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
      return a.row != b.row ? a.row < b.row : a.column < b.column;
    });
    places.erase(std::unique(places.begin(), places.end()), places.end());
  };
  sort_places();
  if (reordered) {  // entries that come in another order do not change what connects
    Eigen::SparseMatrix<double> graph{Eigen::Index(n), Eigen::Index(n)};
    std::vector<Eigen::Triplet<double>> links;
    for (const Place& p : places) {
      links.emplace_back(int(p.row), int(p.column), 1);
      links.emplace_back(int(p.column), int(p.row), 1);
    }
    for (std::size_t i = 0; i < n; ++i) links.emplace_back(int(i), int(i), 1);
    graph.setFromTriplets(links.begin(), links.end());
    Eigen::AMDOrdering<int>::PermutationType order;
    Eigen::AMDOrdering<int>()(graph.selfadjointView<Eigen::Lower>(), order);
    rank_.resize(n), vertex_.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
      vertex_[i] = std::uint32_t(order.indices()[Eigen::Index(i)]);
      rank_[vertex_[i]] = std::uint32_t(i);
    }
  }
  for (Place& p : places) {
    p = {rank_[p.row], rank_[p.column]};
    if (p.row < p.column) std::swap(p.row, p.column);
  }
  sort_places();
  begin_.assign(n + 1, 0), column_.clear();
  for (const Place& p : places) ++begin_[p.row + 1], column_.push_back(p.column);
  for (std::size_t i = 0; i < n; ++i) begin_[i + 1] += begin_[i];
  slot_.clear();
  for (const Place& p : pattern_) {
    std::uint32_t r = rank_[p.row], c = rank_[p.column];
    if (r < c) std::swap(r, c);
    const auto row = column_.begin() + begin_[r];
    slot_.push_back(
        r == c ? std::uint32_t(column_.size()) + r
               : std::uint32_t(std::lower_bound(row, column_.begin() + begin_[r + 1], c) - column_.begin()));
  }
}

/// The elimination tree says which columns each row of L has.
bool MeshFactor::find_places() {
  constexpr std::uint32_t kNone = ~std::uint32_t(0);
  const std::size_t n = rank_.size();
  std::vector<std::uint32_t> parent(n, kNone), seen(n, kNone), count(n, 0);
  reach_begin_.assign(1, 0), reach_.clear();
  for (std::uint32_t i = 0; i < n; ++i) {
    seen[i] = i;
    const std::size_t start = reach_.size();
    for (std::size_t k = begin_[i]; k < begin_[i + 1]; ++k)
      for (std::uint32_t j = column_[k]; seen[j] != i; j = parent[j]) {
        if (parent[j] == kNone) parent[j] = i;
        seen[j] = i;
        reach_.push_back(j);
        ++count[j];
      }
    std::sort(reach_.begin() + std::ptrdiff_t(start), reach_.end());
    reach_begin_.push_back(std::uint32_t(reach_.size()));
    if (reach_.size() > kMostBlocks) return false;
  }
  double work = 0;
  for (const std::uint32_t c : count) work += double(c) * double(c);
  if (work > kMostWork * double(n)) return false;
  first_.assign(n + 1, 0);
  for (std::size_t i = 0; i < n; ++i) first_[i + 1] = first_[i] + count[i];
  row_.resize(reach_.size()), L_.resize(reach_.size());
  pivot_.resize(n), y_.resize(n);
  return true;
}

void MeshFactor::gather(const MeshStiffness& mesh, std::span<const Mat3d> extra) {
  const std::size_t below = column_.size(), n = rank_.size();
  A_.assign(below + n, {});
  for (std::size_t k = 0; k < slot_.size(); ++k) {
    const MeshStiffness::Entry& e = mesh.entries[k];
    if (held_[e.row] || held_[e.column]) {
      if (e.row != e.column) continue;
    }
    std::array<double, 9>& to = A_[slot_[k]];
    const bool turned = rank_[e.row] < rank_[e.column];
    for (std::size_t c = 0; c < 9; ++c) to[c] += double(e.block[turned ? c % 3 * 3 + c / 3 : c]);
  }
  for (std::size_t i = 0; i < n; ++i) {
    std::array<double, 9>& to = A_[below + rank_[i]];
    for (std::size_t c = 0; c < 9; c += 4) to[c] = to[c] * (1 + 1e-6) + mesh.mass[i];
    if (!extra.empty())
      for (std::size_t c = 0; c < 9; ++c) to[c] += extra[i](int(c / 3), int(c % 3));
  }
}

bool MeshFactor::decompose() {
  const std::size_t n = rank_.size(), below = column_.size();
  std::vector<Block> row(n, Block{});  // G_ij of the row at hand
  std::vector<std::uint32_t> filled(first_.begin(), first_.end() - 1);
  for (std::uint32_t i = 0; i < n; ++i) {
    Block D = block_of(A_[below + i]);
    for (std::size_t k = begin_[i]; k < begin_[i + 1]; ++k) row[column_[k]] = block_of(A_[k]);
    for (std::size_t q = reach_begin_[i]; q < reach_begin_[i + 1]; ++q) {
      const std::uint32_t j = reach_[q];
      const Block G = row[j];
      row[j] = Block{};
      for (std::size_t p = first_[j]; p < filled[j]; ++p) {
        Block& to = row[row_[p]];
        const Block& L = L_[p];  // its columns are the rows of L^T
        for (std::size_t r = 0; r < 3; ++r) to[r] -= G[r][0] * L[0] + G[r][1] * L[1] + G[r][2] * L[2];
      }
      const Block L = times(G, pivot_[j]), GT = transposed(G);
      for (std::size_t r = 0; r < 3; ++r) D[r] -= L[r][0] * GT[0] + L[r][1] * GT[1] + L[r][2] * GT[2];
      row_[filled[j]] = i;
      L_[filled[j]++] = transposed(L);
    }
    if (!invert(D, pivot_[i])) return false;
  }
  return true;
}

void MeshFactor::solve(std::span<Vec3d> x) const {
  const std::size_t n = rank_.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Vec3d& from = x[vertex_[i]];
    y_[i] = lane(from[0], from[1], from[2]);
  }
  for (std::size_t j = 0; j < n; ++j) {
    const Lane y = y_[j];
    for (std::size_t p = first_[j]; p < first_[j + 1]; ++p)
      y_[row_[p]] -= y[0] * L_[p][0] + y[1] * L_[p][1] + y[2] * L_[p][2];
  }
  for (std::size_t j = n; j-- > 0;) {
    const Lane y = y_[j];
    Lane sum = y[0] * pivot_[j][0] + y[1] * pivot_[j][1] + y[2] * pivot_[j][2];
    Lane a{}, b{}, c{};
    for (std::size_t p = first_[j]; p < first_[j + 1]; ++p) {
      const Lane z = y_[row_[p]];
      a += L_[p][0] * z, b += L_[p][1] * z, c += L_[p][2] * z;
    }
    y_[j] = sum - lane(a[0] + a[1] + a[2], b[0] + b[1] + b[2], c[0] + c[1] + c[2]);
  }
  for (std::size_t i = 0; i < n; ++i) {
    const bool held = held_[vertex_[i]];
    for (int a = 0; a < 3; ++a) x[vertex_[i]][a] = held ? 0 : y_[i][a];
  }
}

}  // namespace weft
