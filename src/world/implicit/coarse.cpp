#include "world/implicit/coarse.h"

#include <Eigen/Cholesky>
#include <cmath>

#include "grid/kernel.h"

namespace weft {
namespace {

constexpr std::size_t kMostNodes = 70;  // a dense factor of three times as many rows takes a few milliseconds
constexpr std::size_t kParts = 16;      // partial sums, whatever the number of threads
constexpr std::size_t kSamples = 8;     // parcels per coarse node that are looked at: one stands for several
constexpr int kFinest = 3;              // cells

/// Floor of a / b.
int down(int a, int b) { return a >= 0 ? a / b : -((b - 1 - a) / b); }

/// A coarse function seen through the fine kernel, along one axis: value and slope at a parcel for the (up to
/// three) coarse nodes that the kernel's nodes lie between. Anything less, such as the slope of the hat
/// itself, would make nodes beyond the last parcel soft.
struct Axis {
  int base = 0, count = 1;
  double value[3] = {1, 0, 0}, slope[3] = {0, 0, 0};

  template <int degree>
  void see(double x, double dx, int cells, bool gradient) {
    using K = Kernel<degree>;
    const double u = x / dx;
    const int first = int(std::floor(u - double(K::shift)));
    const double f = u - first;
    double w[K::nodes], d[K::nodes];
    K::weights(f, w);
    K::derivatives(f, d);
    base = down(first, cells);
    count = down(first + K::nodes - 2, cells) - base + 2;
    for (int k = 0; k < 3; ++k) value[k] = slope[k] = 0;
    for (int i = 0; i < K::nodes; ++i) {
      const int cell = std::min(down(first + i, cells), base + count - 2) - base;
      const double up = double(first + i) / cells - (base + cell);
      const double tilt = gradient ? d[i] / dx : double(K::affine) / dx * w[i] * (i - f);
      value[cell] += w[i] * (1 - up), value[cell + 1] += w[i] * up;
      slope[cell] += tilt * (1 - up), slope[cell + 1] += tilt * up;
    }
  }
};

}  // namespace

struct CoarseLevel::Dense {
  Eigen::MatrixXd stiffness;
  Eigen::LLT<Eigen::MatrixXd> factor;
  Eigen::VectorXd sum, mass;
  bool solves = false;
};

CoarseLevel::~CoarseLevel() = default;

CoarseLevel::CoarseLevel(const NodeSpace& space, std::span<Parcels* const> sets, const Step& step, int degree,
                         bool solves)
    : plane_(step.plane), dense_(std::make_unique<Dense>()) {
  lay_out(space, step);
  dense_->mass = Eigen::VectorXd::Zero(Eigen::Index(nodes_));
  for (std::size_t i = 0; i < space.size(); ++i)
    for (std::size_t k = 0; k < 8; ++k)
      dense_->mass[Eigen::Index(place_[i].node[k])] += double(space.mass()[i]) * double(place_[i].weight[k]);
  dense_->solves = solves;
  if (!solves) return;
  dense_->stiffness = Eigen::MatrixXd::Zero(Eigen::Index(3 * nodes_), Eigen::Index(3 * nodes_));
  for (std::size_t i = 0; i < space.size(); ++i) {
    const Place& p = place_[i];
    const double m = double(space.mass()[i]);
    for (int a = 0; a < 8; ++a)
      for (int b = 0; b < 8; ++b) {
        const double mass = m * double(p.weight[std::size_t(a)]) * double(p.weight[std::size_t(b)]);
        if (mass == 0) continue;
        const auto row = Eigen::Index(3 * p.node[std::size_t(a)]),
                   column = Eigen::Index(3 * p.node[std::size_t(b)]);
        for (int k = 0; k < 3; ++k) dense_->stiffness(row + k, column + k) += mass;
      }
  }
  add_parcels(sets, step, degree);
}

std::size_t CoarseLevel::coarse_node(const std::array<int, 3>& at) const {
  return std::size_t(((at[0] - low_[0]) * count_[1] + (at[1] - low_[1])) * count_[2] + (at[2] - low_[2]));
}

void CoarseLevel::lay_out(const NodeSpace& space, const Step& step) {
  place_.resize(space.size());
  std::vector<std::array<int, 3>> at(space.size());
  for (std::size_t i = 0; i < at.size(); ++i) {
    const Vec3d x = space.position(i);
    for (std::size_t a = 0; a < 3; ++a)
      at[i][a] = plane_ && a == 1 ? 0 : int(std::lround(x[int(a)] / step.dx));
  }
  for (cells_ = kFinest;; cells_ += 1 + cells_ / 4) {
    std::array<int, 3> low{1 << 30, 1 << 30, 1 << 30}, high{-(1 << 30), -(1 << 30), -(1 << 30)};
    for (const auto& n : at)
      for (std::size_t a = 0; a < 3; ++a) {
        low[a] = std::min(low[a], down(n[a], cells_));
        high[a] = std::max(high[a], down(n[a], cells_) + 1);
      }
    low_ = low;
    std::size_t box = 1;
    for (std::size_t a = 0; a < 3; ++a) count_[a] = high[a] - low[a] + 1, box *= std::size_t(count_[a]);
    if (box > 40 * kMostNodes && cells_ < 1 << 20) continue;
    of_box_.assign(box, -1);
    nodes_ = 0;
    for (std::size_t i = 0; i < at.size(); ++i)
      for (std::size_t k = 0; k < 8; ++k) {
        double w = 1;
        std::array<int, 3> c;
        for (std::size_t a = 0; a < 3; ++a) {
          const int base = down(at[i][a], cells_), up = int(k >> (2 - a) & 1);
          const double f = double(at[i][a]) / cells_ - base;
          c[a] = base + up;
          w *= up ? f : 1 - f;
        }
        const std::size_t node = coarse_node(c);
        if (w > 0 && of_box_[node] < 0) of_box_[node] = std::int32_t(nodes_++);
        place_[i].node[k] = std::uint32_t(node);
        place_[i].weight[k] = Real(w);
      }
    if (nodes_ <= kMostNodes) break;
  }
  for (Place& p : place_)
    for (std::size_t k = 0; k < 8; ++k) p.node[k] = p.weight[k] > 0 ? std::uint32_t(of_box_[p.node[k]]) : 0;
}

namespace {

/// The coupling B_ab of a parcel as nine numbers, for all a and b.
struct Couplings {
  double T[3][3][9], A[9];
  Couplings(const StiffnessBatch& s, std::size_t i, double times) {
    constexpr int kAt[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
    for (int k = 0; k < 9; ++k) A[k] = times * double(s.A[kAt[k / 3][k % 3]][i]);
    for (int p = 0; p < 3; ++p)
      for (int q = p; q < 3; ++q) {
        for (int k = 0; k < 9; ++k)
          T[p][q][k] = (p == q ? 1.0 : 0.5) * times * double(s.T[kAt[p][q]][kAt[k / 3][k % 3]][i]);
        if (p == q) continue;
        const auto& w = s.W[p + q - 1];
        const double x = times * double(w[0][i]), y = times * double(w[1][i]), z = times * double(w[2][i]);
        T[p][q][1] -= z, T[p][q][2] += y, T[p][q][5] -= x;
        T[p][q][3] += z, T[p][q][6] -= y, T[p][q][7] += x;
        for (int k = 0; k < 9; ++k) T[q][p][(k % 3) * 3 + k / 3] = T[p][q][k];
      }
  }
};

}  // namespace

void CoarseLevel::add_parcels(std::span<Parcels* const> sets, const Step& step, int degree) {
  for (Parcels* set : sets) {
    const std::size_t every =
        std::clamp<std::size_t>(set->size() / (kSamples * std::max<std::size_t>(nodes_, 1)), 1, 16);
    const std::size_t batches = chunk_count(set->size(), kBatch),
                      a_part = std::max<std::size_t>(chunk_count(batches, kParts), 1);
    std::vector<Eigen::MatrixXd> parts(chunk_count(batches, a_part));  // added in their order
    parallel_for(parts.size(), [&](std::size_t part) {
      Eigen::MatrixXd& sum = parts[part];
      sum = Eigen::MatrixXd::Zero(dense_->stiffness.rows(), dense_->stiffness.cols());
      StiffnessBatch s;
      alignas(64) Real x[3][kBatch];
      for (std::size_t batch = part * a_part; batch < std::min(batches, (part + 1) * a_part); ++batch) {
        const Range r{batch * kBatch, std::min((batch + 1) * kBatch, set->size())};
        set->positions(r, x[0], x[1], x[2]);
        set->load_stiffness(r, step, s);
        for (std::size_t i = batch % every; i < r.size(); i += every) {
          Axis axis[3];
          for (int a = 0; a < 3; ++a) {
            if (plane_ && a == 1) continue;
            const double at = double(x[a][i]);
            degree == 1   ? axis[a].see<1>(at, step.dx, cells_, true)
            : degree == 2 ? axis[a].see<2>(at, step.dx, cells_, step.weight_gradient)
                          : axis[a].see<3>(at, step.dx, cells_, step.weight_gradient);
          }
          add_parcel(axis, Couplings(s, i, double(every)), sum);
        }
      }
    });
    for (const Eigen::MatrixXd& sum : parts) dense_->stiffness += sum;
  }
  dense_->stiffness.triangularView<Eigen::StrictlyLower>() = dense_->stiffness.transpose();
}

template <class Axes, class Parcel, class Matrix>
void CoarseLevel::add_parcel(const Axes& axis, const Parcel& parcel, Matrix& sum) const {
  struct Corner {
    Eigen::Index row;
    double w, g[3];
  };
  std::array<Corner, 27> corner;
  std::size_t n = 0;
  for (int i = 0; i < axis[0].count; ++i)
    for (int j = 0; j < axis[1].count; ++j)
      for (int k = 0; k < axis[2].count; ++k) {
        const std::array<int, 3> at{axis[0].base + i, axis[1].base + j, axis[2].base + k};
        bool inside = true;
        for (std::size_t a = 0; a < 3; ++a) inside &= at[a] >= low_[a] && at[a] < low_[a] + count_[a];
        const std::int32_t node = inside ? of_box_[coarse_node(at)] : -1;
        if (node < 0) continue;
        const double x = axis[0].value[i], y = axis[1].value[j], z = axis[2].value[k];
        corner[n++] = {Eigen::Index(3 * node),
                       x * y * z,
                       {axis[0].slope[i] * y * z, x * axis[1].slope[j] * z, x * y * axis[2].slope[k]}};
      }
  for (std::size_t a = 0; a < n; ++a) {
    double C[3][9] = {};
    for (int p = 0; p < 3; ++p)
      for (int q = 0; q < 3; ++q)
        for (int k = 0; k < 9; ++k) C[q][k] += corner[a].g[p] * parcel.T[p][q][k];
    for (std::size_t b = 0; b < n; ++b) {
      if (corner[b].row < corner[a].row) continue;  // the upper half is enough
      double* to = &sum(corner[a].row, corner[b].row);
      const Eigen::Index stride = sum.rows();
      const double* g = corner[b].g;
      const double w = corner[a].w * corner[b].w;
      for (int k = 0; k < 9; ++k)
        to[k / 3 + (k % 3) * stride] += g[0] * C[0][k] + g[1] * C[1][k] + g[2] * C[2][k] + w * parcel.A[k];
    }
  }
}

void CoarseLevel::factorise(std::span<const std::pair<std::size_t, Mat3d>> held) {
  if (!dense_->solves) return;
  Eigen::MatrixXd A = dense_->stiffness;
  for (const auto& [i, K] : held) {
    const Place& p = place_[i];
    for (std::size_t a = 0; a < 8; ++a)
      for (std::size_t b = 0; b < 8; ++b) {
        const double w = double(p.weight[a]) * double(p.weight[b]);
        if (w == 0) continue;
        for (int k = 0; k < 9; ++k)
          A(Eigen::Index(3 * p.node[a]) + k / 3, Eigen::Index(3 * p.node[b]) + k % 3) += w * K(k / 3, k % 3);
      }
  }
  // Nodes that only a corner of the body touches weigh almost nothing:
  // a little of the mean keeps the factor sound.
  const double least = 1e-9 * A.trace() / double(A.rows());
  for (Eigen::Index k = 0; k < A.rows(); ++k) A(k, k) = A(k, k) * (1 + 1e-9) + least;
  dense_->factor.compute(A);
}

void CoarseLevel::gather_up(const NodeVector& r) {
  dense_->sum.setZero(Eigen::Index(3 * nodes_));
  for (std::size_t i = 0; i < place_.size(); ++i) {
    const Place& p = place_[i];
    for (std::size_t k = 0; k < 8; ++k)
      for (std::size_t a = 0; a < 3; ++a)
        dense_->sum[Eigen::Index(3 * p.node[k] + a)] += double(p.weight[k]) * double(r[3 * i + a]);
  }
}

double CoarseLevel::momentum2(const NodeVector& r) {
  gather_up(r);
  double sum = 0;
  for (Eigen::Index c = 0; c < dense_->mass.size(); ++c)
    if (dense_->mass[c] > 0) sum += dense_->sum.segment<3>(3 * c).squaredNorm() / dense_->mass[c];
  return sum;
}

void CoarseLevel::add_correction(const NodeVector& r, NodeVector& z) {
  if (!dense_->solves || dense_->factor.info() != Eigen::Success) return;
  gather_up(r);
  const Eigen::VectorXd x = dense_->factor.solve(dense_->sum);
  parallel_chunks(place_.size(), 2048, [&](Range range) {
    for (std::size_t i = range.begin; i < range.end; ++i) {
      const Place& p = place_[i];
      for (std::size_t k = 0; k < 8; ++k)
        for (std::size_t a = 0; a < 3; ++a)
          z[3 * i + a] += p.weight[k] * Real(x[Eigen::Index(3 * p.node[k] + a)]);
    }
  });
}

}  // namespace weft
