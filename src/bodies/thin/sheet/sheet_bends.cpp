#include "bodies/thin/sheet/sheet_bends.h"

#include <cmath>
#include <numbers>

#include "exec/loops.h"

namespace weft {
namespace {

constexpr std::size_t kChunk = std::size_t(1) << 10;

std::array<Vec3d, 4> of_bend(const Bend& b, const Places& x) {
  return {vector(x[b.vertex[0]]), vector(x[b.vertex[1]]), vector(x[b.vertex[2]]), vector(x[b.vertex[3]])};
}

}  // namespace

SheetBends::SheetBends(HeldHinges hinges)
    : bends_(hinges.bends()), held_(std::move(hinges)), angle_(bends_.size()), force_(bends_.size()) {
  held_.find_pace(bends_);
  connect(held_.mass());
}

SheetBends::SheetBends(std::vector<Bend> rods, std::span<const Vec3d> x, std::span<const double> mass)
    : bends_(std::move(rods)), hinges_(false), force_(bends_.size()) {
  connect(mass);
  share_mass(x, mass);
}

void SheetBends::connect(std::span<const double> mass) {
  mass_.assign(mass.begin(), mass.end());
  around_.build(mass.size(), bends_.size(), int(vertices()),
                [&](std::size_t e, int a) { return bends_[e].vertex[std::size_t(a)]; });
}

/// As elements share the mass of their corners (sheet_elements.cpp): those that pull hardest at rest get most,
/// and none gets nothing: beside a right angle a vertex pulls only once the triangle is strained.
/// A rod of equal segments then has omega^2 <= 19 B / (m h^3), where the truth is 16.
void SheetBends::share_mass(std::span<const Vec3d> x, std::span<const double> mass) {
  share_.assign(bends_.size(), {});
  std::vector<double> pull(mass.size(), 0);
  for (std::size_t i = 0; i < bends_.size(); ++i) {
    const Bend& b = bends_[i];
    std::array<Vec3d, 4> at;
    for (std::size_t a = 0; a < 4; ++a) at[a] = x[b.vertex[a]];
    const std::array<double, 4> slope = slopes(at);
    const double least = 0.05 * (slope[0] + slope[1] + slope[2] + slope[3]);
    for (std::size_t a = 0; a < vertices(); ++a) {
      share_[i][a] = b.stiffness * (slope[a] + least);
      pull[b.vertex[a]] += share_[i][a];
    }
  }
  for (std::size_t i = 0; i < bends_.size(); ++i)
    for (std::size_t a = 0; a < vertices(); ++a)
      share_[i][a] *= mass[bends_[i].vertex[a]] / pull[bends_[i].vertex[a]];
}

/// A straight rod's gradient has no direction, but a length:  2/(1 + cos phi) (1/e, 1/e + 1/f, 1/f).
std::array<double, 4> SheetBends::slopes(const std::array<Vec3d, 4>& x) {
  const Vec3d u = x[1] - x[0], v = x[2] - x[1];
  const double e = 1 / norm(u), f = 1 / norm(v), cosine = std::max(dot(u, v) * e * f, -0.999);
  const double turn = 4 / ((1 + cosine) * (1 + cosine));
  return {turn * e * e, turn * (e + f) * (e + f), turn * f * f, 0};
}

Pace SheetBends::respond(const Places& x, const Places& v, double damping) {
  const auto part = [&](Range r) {
    return hinges_ ? turn_hinges(r, x, v, damping) : respond_rods(r, x, v, damping);
  };
  const double omega2 =
      reduce_chunks(bends_.size(), kChunk, 0.0, part, [](double a, double b) { return std::max(a, b); });
  if (hinges_)
    parallel_each(size(), kChunk, [&](std::size_t i) {
      const double push = -held_.matrix().moment(i, angle_);
      for (Place& f : force_[i]) f *= push;
    });
  return {omega2, damping * omega2};
}

double SheetBends::turn_hinges(Range r, const Places& x, const Places& v, double damping) {
  double fastest = 0;
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const Bend& b = bends_[i];
    const BendAnswer<double> a = answer(b, of_bend(b, x));
    const std::array<Vec3d, 4> u = of_bend(b, v);
    double rate = 0, own = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      rate += dot(a.angle_gradient[k], u[k]);
      own += norm2(a.angle_gradient[k]) / mass_[b.vertex[k]];
      force_[i][k] = place(a.angle_gradient[k]);
    }
    angle_[i] = a.derivative + damping * rate;
    fastest = std::max(fastest, 2 * b.stiffness * own);
  }
  return fastest;
}

double SheetBends::respond_rods(Range r, const Places& x, const Places& v, double damping) {
  double fastest = 0;
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const Bend& b = bends_[i];
    const std::array<Vec3d, 4> at = of_bend(b, x), u = of_bend(b, v);
    const BendAnswer<double> a = answer(b, at);
    const std::array<double, 4> slope = slopes(at);
    double rate = 0, own = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      rate += dot(a.angle_gradient[k], u[k]);
      own += slope[k] / share_[i][k];
    }
    const double push = -(a.derivative + damping * 2 * b.stiffness * rate);
    for (std::size_t k = 0; k < 3; ++k) force_[i][k] = place(a.angle_gradient[k] * push);
    fastest = std::max(fastest, 2 * b.stiffness * own);
  }
  return fastest;
}

void SheetBends::begin(const Places& x) {
  start_.resize(size());
  parallel_each(size(), kChunk, [&](std::size_t i) { start_[i] = angle(bends_[i], of_bend(bends_[i], x)); });
}

double SheetBends::trial(const Places& x, double damping) {
  return hinges_ ? try_hinges(x, damping) : try_rods(x, damping);
}

/// W = 1/2 o^T P o + tau/dt 1/2 t^T P t,   t = theta - theta_s
double SheetBends::try_hinges(const Places& x, double damping) {
  turned_.resize(size());
  parallel_each(size(), kChunk, [&](std::size_t i) {
    const BendAnswer<double> a = answer(bends_[i], of_bend(bends_[i], x));
    constexpr double turn = 2 * std::numbers::pi;
    const double by = a.derivative - start_[i];
    angle_[i] = a.derivative, turned_[i] = by - turn * std::round(by / turn);
    for (std::size_t k = 0; k < 4; ++k) force_[i][k] = place(a.angle_gradient[k]);
  });
  return sum_of(size(), kChunk, [&](std::size_t i) {
    const double bent = held_.matrix().moment(i, angle_);
    const double held = damping > 0 ? damping * held_.matrix().moment(i, turned_) : 0;
    for (Place& f : force_[i]) f *= -(bent + held);
    return 0.5 * (bent * angle_[i] + held * turned_[i]);
  });
}

double SheetBends::try_rods(const Places& x, double damping) {
  return sum_of(size(), kChunk, [&](std::size_t i) {
    const Bend& b = bends_[i];
    if (!(b.stiffness > 0)) {
      force_[i] = {};
      return 0.0;
    }
    const BendAnswer<double> a = answer(b, of_bend(b, x));
    const double turned = a.derivative / (2 * b.stiffness) + b.rest - start_[i];
    const double held = damping * b.stiffness, push = -(a.derivative + 2 * held * turned);
    for (std::size_t k = 0; k < 4; ++k) force_[i][k] = place(a.angle_gradient[k] * push);
    return a.energy + held * turned * turned;
  });
}

void SheetBends::stiffness(const Places& x, double damping) {
  factor_.resize(size() * factors());
  if (hinges_) change_.resize(size()), together_.resize(size());
  damped_ = 1 + damping;
  parallel_each(size(), kChunk, [&](std::size_t i) {
    const Bend& b = bends_[i];
    const std::array<Vec3d, 4> at = of_bend(b, x);
    if (hinges_) {
      const BendAnswer<double> a = answer(b, at);
      for (std::size_t k = 0; k < 4; ++k) factor_[i][k] = a.angle_gradient[k];
      return;
    }
    std::array<BendFactor, 3> g;
    rod_factors(at, b.stiffness * damped_, (b.rest + damping * start_[i]) / damped_, g);
    for (std::size_t f = 0; f < 3; ++f)
      for (std::size_t k = 0; k < 4; ++k) factor_[3 * i + f][k] = g[f][k].as<double>();
  });
}

void SheetBends::add_together(const Vectors& x, double scale, std::span<const char> held, Vectors& y) const {
  if (!hinges_ || empty()) return;
  parallel_each(size(), kChunk, [&](std::size_t i) {
    change_[i] = 0;
    for (std::size_t k = 0; k < 4; ++k) change_[i] += dot(factor_[i][k], x[bends_[i].vertex[k]]);
  });
  parallel_each(size(), kChunk, [&](std::size_t i) {
    const BendMatrix& P = held_.matrix();
    together_[i] = (P.moment(i, change_) - P.diagonal(i) * change_[i]) * damped_ * scale;
  });
  parallel_each(y.size(), kChunk, [&](std::size_t v) {
    Vec3d sum = Vec3d::zero();
    for (const std::uint32_t c : around_.corners(v)) sum += factor_[c / 4][c % 4] * together_[c / 4];
    for (int a = 0; a < 3; ++a)
      if (!(held[v] >> a & 1)) y[v][a] += sum[a];
  });
}

double SheetBends::energy(const Places& x) const {
  if (!hinges_)
    return sum_of(size(), kChunk,
                  [&](std::size_t i) { return answer(bends_[i], of_bend(bends_[i], x)).energy; });
  std::vector<double> o(size());
  parallel_each(size(), kChunk, [&](std::size_t i) { o[i] = angle(bends_[i], of_bend(bends_[i], x)); });
  return sum_of(size(), kChunk, [&](std::size_t i) { return 0.5 * o[i] * held_.matrix().moment(i, o); });
}

}  // namespace weft
