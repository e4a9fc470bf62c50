/// The tests of a [transfer] table; notation as in docs/notation.md.
#include "validation/transfer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "exec/error.h"
#include "geometry/random.h"
#include "grid/kernel.h"
#include "validation/transfer_points.h"

namespace weft {
namespace {

using Values = std::vector<std::pair<std::string, double>>;

Step plain_step(const TransferCase& c, const Grid& grid) {
  Step s;
  s.dt = 1;
  s.dx = grid.shape().dx;
  s.degree = grid.shape().degree;
  s.affine_inverse = grid.affine_inverse();
  s.weight_gradient = c.weight_gradient;
  s.plane = grid.shape().plane;
  return s;
}

/// Random numbers one after the other.
class Draws {
 public:
  explicit Draws(std::uint64_t seed) : random_{seed} {}
  /// A number in [a, b).
  Real between(double a, double b) { return Real(a + (b - a) * random_.uniform(next_++)); }

 private:
  Random random_;
  std::uint64_t next_ = 0;
};

template <int degree>
Values identities(const TransferCase& c) {
  using K = Kernel<degree>;
  const double D = degree == 3 ? 1. / 3 : 0.25;
  Draws draws(c.seed);
  double sum = 0, first = 0, second = 0, gradient = 0, gradient_first = 0;
  for (int n = 0; n < c.count; ++n) {
    const Real f = K::shift + draws.between(0, 1);  // offset from the base node
    Real w[4], d[4];
    K::weights(f, w);
    K::derivatives(f, d);
    double s = -1, m1 = 0, m2 = -D, g = 0, g1 = -1;
    for (int i = 0; i < K::nodes; ++i) {
      const double r = double(i) - double(f);
      s += double(w[i]), m1 += double(w[i]) * r, m2 += double(w[i]) * r * r, g += double(d[i]),
          g1 += double(d[i]) * r;
    }
    if (degree == 1) m2 = 0;  // not constant for a linear kernel
    sum = std::max(sum, std::abs(s));
    first = std::max(first, std::abs(m1));
    second = std::max(second, std::abs(m2));
    gradient = std::max(gradient, std::abs(g));
    gradient_first = std::max(gradient_first, std::abs(g1));
  }
  return {{"sum", sum},
          {"first", first},
          {"second", second},
          {"gradient", gradient},
          {"gradient_first", gradient_first}};
}

/// Random points in a box of 8 cells per side about the origin.
TransferPoints random_points(const TransferCase& c, double dx) {
  Draws draws(c.seed);
  TransferPoints set;
  set.scheme = c.scheme;
  for (int n = 0; n < c.count; ++n) {
    TransferPoints::Point p{};
    p.m = draws.between(0.5, 1.5);
    for (int k = 0; k < 3; ++k) {
      p.x[k] = draws.between(-4 * dx, 4 * dx);
      p.v[k] = draws.between(-1, 1);
      for (int j = 0; j < 3; ++j) p.C(k, j) = draws.between(-1, 1) / Real(dx);
    }
    p.C = set.carried(p.C);
    set.points.push_back(p);
  }
  return set;
}

/// Mass, momentum, angular momentum with the affine part: L = sum m (x cross v + D axial(C - C^T)).
struct Sums {
  double mass = 0, size = 0, turning = 0;  ///< sizes: what errors are relative to
  Vec3d momentum{{0, 0, 0}}, angular{{0, 0, 0}};
  void add(double m, const Vec3d& x, const Vec3d& p) {
    mass += m;
    momentum += p;
    angular += cross(x, p);
    size += norm(p);
    turning += norm(x) * norm(p);
  }
};

Sums sums_of(const TransferPoints& set, double D) {
  Sums s;
  for (const auto& p : set.points) {
    const double m = p.m;
    s.add(m, p.x.as<double>(), m * p.v.as<double>());
    const Mat3d C = set.carried(p.C).as<double>();
    s.angular += m * D * Vec3d{{C(2, 1) - C(1, 2), C(0, 2) - C(2, 0), C(1, 0) - C(0, 1)}};
  }
  return s;
}

Sums sums_of(Grid& grid) {
  Sums s;
  for (std::size_t b = 0; b < grid.block_count(); ++b)
    for (int n = 0; n < kBlockNodes; ++n) {
      const Node& node = grid.block(b)[std::size_t(n)];
      s.add(node.m, grid.position(b, n), Vec3d{{node.v[0], node.v[1], node.v[2]}});
    }
  return s;
}

Values conservation(const TransferCase& c) {
  const double dx = 0.125;
  Grid grid({dx, c.degree, false});
  TransferPoints set = random_points(c, dx);
  const double D = 1 / grid.affine_inverse();
  const Step step = plain_step(c, grid);
  const Sums before = sums_of(set, D);
  scatter(grid, set, step, false);
  const Sums nodes = sums_of(grid);
  round_trip(grid, set, step);
  const Sums after = sums_of(set, D);
  double mass = std::abs(nodes.mass / before.mass - 1), momentum = 0, angular = 0;
  for (const Sums* s : {&nodes, &after}) {
    momentum = std::max(momentum, norm(s->momentum - before.momentum) / before.size);
    angular = std::max(angular, norm(s->angular - before.angular) / before.turning);
  }
  return {{"mass", mass}, {"momentum", momentum}, {"angular", angular}};
}

Values affine(const TransferCase& c) {
  const double dx = 0.125;
  Grid grid({dx, c.degree, false});
  TransferPoints set = random_points(c, dx);
  Draws draws(c.seed + 1);
  Mat3r A;
  for (int k = 0; k < 3; ++k)
    for (int j = 0; j < 3; ++j) A(k, j) = draws.between(-1, 1);
  if (c.scheme == "rpic") A = skew_part(A);
  const Vec3r a{{1, 2, 3}};
  for (auto& p : set.points) p.v = a + A * p.x, p.C = A;
  round_trip(grid, set, plain_step(c, grid));
  double velocity = 0, gradient = 0;
  for (const auto& p : set.points) {
    velocity = std::max(velocity, double(norm(p.v - a - A * p.x) / norm(a)));
    gradient = std::max(gradient, double(norm(p.C - A) / norm(A)));
  }
  return {{"velocity", velocity}, {"gradient", gradient}};
}

/// The amplitude of sin(2 pi mode x / cells) among the points of the middle period.
double amplitude(const TransferPoints& set, int mode, int cells) {
  double a = 0, b = 0;
  for (const auto& p : set.points) {
    if (p.x[0] < 0 || p.x[0] > Real(cells)) continue;
    const double s = std::sin(2 * std::numbers::pi * mode * double(p.x[0]) / cells);
    a += s * double(p.v[0]);
    b += s * s;
  }
  return a / b;
}

/// A period of the wave with half a period of its continuation on either side, two points per cell: far from
/// the ends the transfer cannot tell it from an endless one.
Values spectrum(const TransferCase& c) {
  Values out;
  for (int mode : c.modes) {
    Grid grid({1, c.degree, true});
    const Step step = plain_step(c, grid);
    TransferPoints set;
    set.scheme = c.scheme;
    for (int i = -c.cells; i < 4 * c.cells; ++i) {
      TransferPoints::Point p{};
      p.m = 1;
      p.x = {{Real(0.25 + 0.5 * i), 0, Real(0.25)}};
      p.v[0] = Real(std::sin(2 * std::numbers::pi * mode * (0.25 + 0.5 * i) / c.cells));
      set.points.push_back(p);
    }
    for (int k = 0; k < c.warm_up; ++k) round_trip(grid, set, step);
    const double before = amplitude(set, mode, c.cells);
    round_trip(grid, set, step);
    out.emplace_back(fmt::format("factor_{}", mode), amplitude(set, mode, c.cells) / before);
  }
  return out;
}

Values rotation(const TransferCase& c) {
  Grid grid({1, c.degree, true});
  TransferPoints set;
  set.scheme = c.scheme;
  const int n = int(std::ceil(2 * c.radius));
  for (int i = -n; i < n; ++i)
    for (int k = -n; k < n; ++k) {
      TransferPoints::Point p{};
      p.m = 1;
      p.x = {{Real(0.25 + 0.5 * i), 0, Real(0.25 + 0.5 * k)}};
      if (norm(p.x) >= Real(c.radius)) continue;
      p.v = {{p.x[2], 0, -p.x[0]}};
      p.C(0, 2) = 1, p.C(2, 0) = -1;
      set.points.push_back(p);
    }
  const double D = 1 / grid.affine_inverse();
  // PIC knows no affine part; its ratio is of sum m x cross v alone.
  const double before = sums_of(set, D).angular[1];
  round_trip(grid, set, plain_step(c, grid));
  return {{"ratio", sums_of(set, D).angular[1] / before}};
}

/// A block of 12^3 cells under one stress: nodes two cells inside feel nothing.
Values patch(const TransferCase& c) {
  const int cells = 12;
  const double dx = 0.25;
  Grid grid({dx, c.degree, false});
  TransferPoints set;
  Draws draws(c.seed);
  for (int k = 0; k < 3; ++k)
    for (int j = 0; j <= k; ++j) set.stress(k, j) = set.stress(j, k) = draws.between(-1, 1);
  const int side = 2 * cells;
  for (int i = 0; i < side * side * side; ++i) {
    TransferPoints::Point p{};
    p.m = 1;
    const int at[3] = {i / (side * side), i / side % side, i % side};
    for (int k = 0; k < 3; ++k)
      p.x[k] = Real(dx) * (c.random ? draws.between(0, cells) : Real(0.25 + 0.5 * at[k]));
    set.points.push_back(p);
  }
  scatter(grid, set, plain_step(c, grid), false);
  double inside = 0, all = 0;
  for (std::size_t b = 0; b < grid.block_count(); ++b)
    for (int n = 0; n < kBlockNodes; ++n) {
      const Node& node = grid.block(b)[std::size_t(n)];
      const Vec3d x = grid.position(b, n), f{{node.v[0], node.v[1], node.v[2]}};
      const double low = std::min({x[0], x[1], x[2]}), high = std::max({x[0], x[1], x[2]});
      all = std::max(all, norm(f));
      if (low > 2.5 * dx && high < (cells - 2.5) * dx) inside = std::max(inside, norm(f));
    }
  return {{"residual", inside / all}};
}

Values results(const TransferCase& c) {
  if (c.test == "conservation") return conservation(c);
  if (c.test == "affine") return affine(c);
  if (c.test == "spectrum") return spectrum(c);
  if (c.test == "rotation") return rotation(c);
  if (c.test == "patch") return patch(c);
  return c.degree == 1 ? identities<1>(c) : c.degree == 2 ? identities<2>(c) : identities<3>(c);
}

}  // namespace

Series run_transfer(const TransferCase& c) {
  Series s{{"time", {0}}};
  for (const auto& [name, value] : results(c)) s[name] = {value};
  return s;
}

}  // namespace weft
