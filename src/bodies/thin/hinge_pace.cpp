/// How fast hinges vibrate, found once on the mesh at rest.
#include <cmath>

#include "bodies/adjacency.h"
#include "bodies/thin/hinges.h"
#include "exec/loops.h"

namespace weft {
namespace {

constexpr std::size_t kChunk = 1024;
constexpr int kRounds = 30;
constexpr double kMargin = 1.15;  // of omega^2: what the rounds have not found yet

/// A start that has every vibration in it, the same on any machine.
Vec3d scattered(std::size_t i) {
  Vec3d v;
  std::uint64_t s = 0x9e3779b97f4a7c15ull * (i + 1);
  for (int k = 0; k < 3; ++k) {
    s ^= s >> 29, s *= 0xbf58476d1ce4e5b9ull, s ^= s >> 32;
    v[k] = double(s >> 11) * 0x1p-53 - 0.5;
  }
  return v;
}

}  // namespace

void HingeMesh::find_pace(const BendMatrix& P, std::span<const double> inverse_mass,
                          std::vector<Bend>& bends) const {
  const std::size_t n = rest_.size(), m = bends_.size();
  std::vector<std::array<Vec3d, 4>> gradient(m);
  parallel_each(m, kChunk, [&](std::size_t e) {
    const Bend& b = bends_[e];
    std::array<Vec3d, 4> x;
    for (std::size_t k = 0; k < 4; ++k) x[k] = place(b.vertex[k]);
    gradient[e] = bend_hinge(x, 0, b.rest).angle_gradient;
  });
  // What the hinges say one by one.
  const auto larger = [](double a, double b) { return std::max(a, b); };
  const double single = reduce_chunks(
      m, kChunk, 0.0,
      [&](Range r) {
        double most = 0;
        for (std::size_t e = r.begin; e < r.end; ++e) {
          double rate = 0;
          for (std::size_t k = 0; k < 4; ++k)
            rate += norm2(gradient[e][k]) * inverse_mass[bends_[e].vertex[k]];
          most = std::max(most, P.diagonal(e) * rate);
        }
        return most;
      },
      larger);
  Adjacency around;
  around.build(n, m, 4, [&](std::size_t e, int a) { return bends_[e].vertex[std::size_t(a)]; });
  std::vector<Vec3d> v(n);
  std::vector<double> angle(m), moment(m);
  parallel_each(n, kChunk, [&](std::size_t i) { v[i] = inverse_mass[i] > 0 ? scattered(i) : Vec3d::zero(); });
  double omega2 = 0;
  for (int round = 0; round < kRounds; ++round) {
    const double before = sum_of(
        n, kChunk, [&](std::size_t i) { return inverse_mass[i] > 0 ? norm2(v[i]) / inverse_mass[i] : 0; });
    if (!(before > 0)) break;
    const double unit = 1 / std::sqrt(before);
    parallel_each(m, kChunk, [&](std::size_t e) {
      angle[e] = 0;
      for (std::size_t k = 0; k < 4; ++k) angle[e] += dot(gradient[e][k], v[bends_[e].vertex[k]]) * unit;
    });
    parallel_each(m, kChunk, [&](std::size_t e) { moment[e] = P.moment(e, angle); });
    parallel_each(n, kChunk, [&](std::size_t i) {
      Vec3d f = Vec3d::zero();
      for (const std::uint32_t c : around.corners(i)) f += gradient[c / 4][c % 4] * moment[c / 4];
      v[i] = f * inverse_mass[i];
    });
    omega2 = std::sqrt(sum_of(
        n, kChunk, [&](std::size_t i) { return inverse_mass[i] > 0 ? norm2(v[i]) / inverse_mass[i] : 0; }));
  }
  const double scale = single > 0 ? kMargin * omega2 / single : 1;
  parallel_each(m, kChunk, [&](std::size_t e) { bends[e].stiffness = 0.5 * scale * P.diagonal(e); });
}

}  // namespace weft
