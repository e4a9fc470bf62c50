#include "bodies/putty/hat_lattices.h"

#include <cmath>

#include "bodies/putty/cell_order.h"

namespace weft {
namespace {

constexpr double kFinest = 3;          // spacings per cell
constexpr int kBits = 10;              // of a cell's number along an axis; they wrap round
constexpr std::size_t kFewNodes = 12;  // coarser lattices bring nothing
constexpr double kWeight = 0.15;       // c: blocks of points answer a smooth r too strongly
constexpr std::size_t kCells = 64, kNodes = 512, kPoints = 1024;  // a chunk

std::uint32_t spread(std::uint32_t c) {
  std::uint32_t key = 0;
  for (int b = 0; b < kBits; ++b) key |= (c >> b & 1u) << (3 * b);
  return key;
}
std::uint32_t gathered(std::uint32_t key, int axis) {
  std::uint32_t c = 0;
  for (int b = 0; b < kBits; ++b) c |= (key >> (3 * b + axis) & 1u) << b;
  return c;
}

template <class S>
S hat(const S* at, int corner) {
  S n = 1;
  for (int a = 0; a < 3; ++a) n *= corner >> a & 1 ? at[a] : 1 - at[a];
  return n;
}

}  // namespace

template <class S>
void HatLattices<S>::find(std::span<const Vec3d> x, double spacing) {
  inverse_side_ = 1 / (kFinest * spacing);
  order_ = compact_order(x, kFinest * spacing);
  place_.resize(x.size());
  Level level;
  level.items.resize(x.size());
  parallel_chunks(x.size(), kPoints, [&](Range r) {
    for (std::size_t k = r.begin; k < r.end; ++k) {
      place_[k] = x[order_[k].index] * inverse_side_;
      Item& item = level.items[k];
      item.index = order_[k].index;
      for (int a = 0; a < 3; ++a) item.at[a] = S(place_[k][a] - std::floor(place_[k][a]));
    }
  });
  find_cells(level, order_);
  levels_.clear();
  for (;;) {
    find_nodes(level, kBits - int(levels_.size()));
    const std::size_t nodes = level.node_key.size();
    levels_.push_back(std::move(level));
    if (nodes <= kFewNodes || levels_.size() + 1 > std::size_t(kBits)) break;
    const Level& fine = levels_.back();
    level = {};
    level.items.resize(nodes);
    std::vector<KeyIndex> order(nodes);
    for (std::size_t k = 0; k < nodes; ++k) {
      order[k] = {fine.node_key[k] >> 3, std::uint32_t(k)};
      level.items[k].index = std::uint32_t(k);
      for (int a = 0; a < 3; ++a) level.items[k].at[a] = S(0.5) * S(fine.node_key[k] >> a & 1);
    }
    find_cells(level, order);
  }
}

template <class S>
void HatLattices<S>::find_cells(Level& level, std::span<const KeyIndex> order) const {
  for (std::size_t k = 0; k < order.size(); ++k)
    if (k == 0 || order[k].key != order[k - 1].key) {
      level.cell.push_back(order[k].key);
      level.begin.push_back(std::uint32_t(k));
    }
  level.begin.push_back(std::uint32_t(order.size()));
}

template <class S>
void HatLattices<S>::find_nodes(Level& level, int bits) {
  const std::size_t cells = level.cell.size();
  std::vector<KeyIndex> met(8 * cells), scratch;
  for (std::size_t c = 0; c < cells; ++c) {
    std::uint32_t axis[3][2];
    for (int a = 0; a < 3; ++a) {
      const std::uint32_t at = gathered(level.cell[c], a);
      axis[a][0] = spread(at) << a;
      axis[a][1] = spread((at + 1) & ((1u << bits) - 1)) << a;
    }
    for (std::uint32_t k = 0; k < 8; ++k)
      met[8 * c + k] = {axis[0][k & 1] | axis[1][k >> 1 & 1] | axis[2][k >> 2 & 1], std::uint32_t(8 * c + k)};
  }
  radix_sort(met, scratch, 3 * kBits);
  level.corner.resize(met.size());
  level.met.resize(met.size());
  for (std::size_t k = 0; k < met.size(); ++k) {
    if (k == 0 || met[k].key != met[k - 1].key) {
      level.node_key.push_back(met[k].key);
      level.first.push_back(std::uint32_t(k));
    }
    level.corner[met[k].index] = std::uint32_t(level.node_key.size() - 1);
    level.met[k] = met[k].index;
  }
  level.first.push_back(std::uint32_t(met.size()));
  level.corners.resize(met.size());
  level.value.resize(level.node_key.size());
}

template <class S>
void HatLattices<S>::weigh(const Weights& weights) {
  for (std::size_t l = 0; l < levels_.size(); ++l) weigh_level(levels_[l], int(l), weights);
}

template <class S>
void HatLattices<S>::weigh_level(Level& level, int shift, const Weights& w) {
  const double scale = std::ldexp(1.0, -shift);
  const S side_inverse = S(inverse_side_ * scale), m = S(w.mass);
  const S stiff = S(w.dt * w.dt * w.moduli.volume) * side_inverse * side_inverse;
  const S mu = S(w.moduli.mu) * stiff, both = S(w.moduli.lambda + w.moduli.mu) * stiff;
  std::vector<Mat3<S>> sums(level.corner.size(), Mat3<S>::zero());
  parallel_chunks(level.cell.size(), kCells, [&](Range r) {
    for (std::size_t c = r.begin; c < r.end; ++c) {
      const auto before = [&](const KeyIndex& a, std::uint32_t key) { return a.key >> (3 * shift) < key; };
      std::size_t k =
          std::size_t(std::lower_bound(order_.begin(), order_.end(), level.cell[c], before) - order_.begin());
      for (; k < order_.size() && order_[k].key >> (3 * shift) == level.cell[c]; ++k) {
        S at[3];
        for (int a = 0; a < 3; ++a) at[a] = S(place_[k][a] * scale - std::floor(place_[k][a] * scale));
        for (int n = 0; n < 8; ++n) {
          S one[3], slope[3];
          for (int a = 0; a < 3; ++a) {
            one[a] = n >> a & 1 ? at[a] : 1 - at[a];
            slope[a] = n >> a & 1 ? S(1) : S(-1);
          }
          const Vec3<S> g{
              {slope[0] * one[1] * one[2], one[0] * slope[1] * one[2], one[0] * one[1] * slope[2]}};
          const S N = one[0] * one[1] * one[2], same = m * N * N + mu * norm2(g);
          Mat3<S>& D = sums[8 * c + std::size_t(n)];
          D += outer(g, g) * both;
          for (int a = 0; a < 3; ++a) D(a, a) += same;
          if (!w.held.empty()) D += w.held[order_[k].index] * (N * N);
        }
      }
    }
  });
  level.inverse.resize(level.node_key.size());
  parallel_chunks(level.inverse.size(), kNodes, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      Mat3d D = Mat3d::zero();
      for (std::uint32_t k = level.first[i]; k < level.first[i + 1]; ++k)
        D += sums[level.met[k]].template as<double>();
      const double t = trace(D);
      level.inverse[i] = t > 0 ? (inverse(D) * kWeight).template as<S>() : Mat3<S>::zero();
    }
  });
}

template <class S>
void HatLattices<S>::restrict_to(Level& level, const Quads<S>& from) {
  parallel_chunks(level.cell.size(), kCells, [&](Range r) {
    for (std::size_t c = r.begin; c < r.end; ++c) {
      Quad<S> sum[8] = {};
      for (std::uint32_t k = level.begin[c]; k < level.begin[c + 1]; ++k) {
        const Item& item = level.items[k];
        const Quad<S>& f = from[item.index];
        for (int n = 0; n < 8; ++n) {
          const S N = hat(item.at, n);
          for (int a = 0; a < 4; ++a) sum[n].e[a] += N * f.e[a];
        }
      }
      for (std::size_t n = 0; n < 8; ++n) level.corners[8 * c + n] = sum[n];
    }
  });
  parallel_chunks(level.value.size(), kNodes, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      Quad<S> sum{};
      for (std::uint32_t k = level.first[i]; k < level.first[i + 1]; ++k)
        for (int a = 0; a < 4; ++a) sum.e[a] += level.corners[level.met[k]].e[a];
      level.value[i] = sum;
    }
  });
}

template <class S>
void HatLattices<S>::add_back(const Level& level, Quads<S>& to) {
  parallel_chunks(level.cell.size(), kCells, [&](Range r) {
    for (std::size_t c = r.begin; c < r.end; ++c) {
      Quad<S> node[8];
      for (std::size_t n = 0; n < 8; ++n) node[n] = level.value[level.corner[8 * c + n]];
      for (std::uint32_t k = level.begin[c]; k < level.begin[c + 1]; ++k) {
        const Item& item = level.items[k];
        Quad<S>& t = to[item.index];
        for (int n = 0; n < 8; ++n) {
          const S N = hat(item.at, n);
          for (int a = 0; a < 4; ++a) t.e[a] += N * node[n].e[a];
        }
      }
    }
  });
}

template <class S>
void HatLattices<S>::add(const Quads<S>& r, Quads<S>& z) {
  for (std::size_t l = 0; l < levels_.size(); ++l) restrict_to(levels_[l], l ? levels_[l - 1].value : r);
  for (std::size_t l = levels_.size(); l-- > 0;) {
    Level& level = levels_[l];
    parallel_chunks(level.value.size(), kNodes, [&](Range n) {
      for (std::size_t i = n.begin; i < n.end; ++i)
        level.value[i] = quad(level.inverse[i] * level.value[i].vector());
    });
    if (l + 1 < levels_.size()) add_back(levels_[l + 1], level.value);
  }
  if (!levels_.empty()) add_back(levels_[0], z);
}

template <class S>
std::size_t HatLattices<S>::bytes() const {
  std::size_t sum = bytes_of(order_) + bytes_of(place_);
  for (const Level& l : levels_)
    sum += bytes_of(l.cell) + bytes_of(l.begin) + bytes_of(l.items) + bytes_of(l.node_key) +
           bytes_of(l.corner) + bytes_of(l.first) + bytes_of(l.met) + bytes_of(l.corners) +
           bytes_of(l.value) + bytes_of(l.inverse);
  return sum;
}

template class HatLattices<float>;
template class HatLattices<double>;

}  // namespace weft
