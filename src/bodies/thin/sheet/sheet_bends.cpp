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

SheetBends::SheetBends(std::vector<Bend> bends, bool hinges, std::span<const Vec3d> x,
                       std::span<const double> mass)
    : bends_(std::move(bends)), hinges_(hinges), force_(bends_.size()) {
  around_.build(mass.size(), bends_.size(), int(vertices()),
                [&](std::size_t e, int a) { return bends_[e].vertex[std::size_t(a)]; });
  share_mass(x, mass);
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
    const std::array<double, 4> slope = slopes(answer(b, at), at);
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
std::array<double, 4> SheetBends::slopes(const BendAnswer<double>& a, const std::array<Vec3d, 4>& x) const {
  std::array<double, 4> out{};
  if (hinges_) {
    for (std::size_t k = 0; k < 4; ++k) out[k] = norm2(a.angle_gradient[k]);
    return out;
  }
  const Vec3d u = x[1] - x[0], v = x[2] - x[1];
  const double e = 1 / norm(u), f = 1 / norm(v), cosine = std::max(dot(u, v) * e * f, -0.999);
  const double turn = 4 / ((1 + cosine) * (1 + cosine));
  return {turn * e * e, turn * (e + f) * (e + f), turn * f * f, 0};
}

Pace SheetBends::respond(const Places& x, const Places& v, double damping) {
  const auto part = [&](Range r) {
    double fastest = 0;
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const Bend& b = bends_[i];
      const std::array<Vec3d, 4> at = of_bend(b, x), u = of_bend(b, v);
      const BendAnswer<double> a = answer(b, at);
      const std::array<double, 4> slope = slopes(a, at);
      double rate = 0, own = 0;
      for (std::size_t k = 0; k < vertices(); ++k) {
        rate += dot(a.angle_gradient[k], u[k]);
        own += slope[k] / share_[i][k];
      }
      const double push = -(a.derivative + damping * 2 * b.stiffness * rate);
      for (std::size_t k = 0; k < vertices(); ++k) force_[i][k] = place(a.angle_gradient[k] * push);
      fastest = std::max(fastest, 2 * b.stiffness * own);
    }
    return fastest;
  };
  const double omega2 =
      reduce_chunks(bends_.size(), kChunk, 0.0, part, [](double a, double b) { return std::max(a, b); });
  return {omega2, damping * omega2};
}

void SheetBends::begin(const Places& x) {
  start_.resize(size());
  parallel_each(size(), kChunk, [&](std::size_t i) { start_[i] = angle(of_bend(bends_[i], x)); });
}

double SheetBends::trial(const Places& x, double damping) {
  return sum_of(size(), kChunk, [&](std::size_t i) {
    const Bend& b = bends_[i];
    if (!(b.stiffness > 0)) {
      force_[i] = {};
      return 0.0;
    }
    const BendAnswer<double> a = answer(b, of_bend(b, x));
    double turned = a.derivative / (2 * b.stiffness) + b.rest - start_[i];
    if (hinges_) turned -= 2 * std::numbers::pi * std::round(turned / (2 * std::numbers::pi));
    const double held = damping * b.stiffness, push = -(a.derivative + 2 * held * turned);
    for (std::size_t k = 0; k < vertices(); ++k) force_[i][k] = place(a.angle_gradient[k] * push);
    return a.energy + held * turned * turned;
  });
}

void SheetBends::stiffness(const Places& x, double damping) {
  factor_.resize(size() * factors());
  parallel_each(size(), kChunk, [&](std::size_t i) {
    const Bend& b = bends_[i];
    const std::array<Vec3d, 4> at = of_bend(b, x);
    const double c = b.stiffness * (1 + damping);
    if (hinges_) {
      const BendAnswer<double> a = answer(b, at);
      for (std::size_t k = 0; k < 4; ++k) factor_[i][k] = a.angle_gradient[k] * std::sqrt(2 * c);
      return;
    }
    std::array<BendFactor, 3> g;
    rod_factors(at, c, (b.rest + damping * start_[i]) / (1 + damping), g);
    for (std::size_t f = 0; f < 3; ++f)
      for (std::size_t k = 0; k < 4; ++k) factor_[3 * i + f][k] = g[f][k].as<double>();
  });
}

double SheetBends::energy(const Places& x) const {
  return sum_of(bends_.size(), kChunk,
                [&](std::size_t i) { return answer(bends_[i], of_bend(bends_[i], x)).energy; });
}

}  // namespace weft
