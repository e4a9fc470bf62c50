/// A body on its own grid, asked as the implicit solve asks it.
#pragma once
#include <gtest/gtest.h>

#include <memory>
#include <random>

#include "bodies/body.h"
#include "grid/grid.h"
#include "grid/settled.h"

namespace weft {

constexpr bool kFloat = sizeof(Real) == 4;
constexpr double kDx = 0.05;

class Laboratory {
 public:
  explicit Laboratory(std::unique_ptr<Body> body, bool plane = false, bool gradient = false)
      : body_(std::move(body)), grid_(GridShape{kDx, 2, plane}), plane_(plane) {
    body_->add_sets(sets_);
    step_.dt = 0.01;
    step_.dx = kDx;
    step_.affine_inverse = 4 / (kDx * kDx);
    step_.weight_gradient = gradient;
    step_.plane = plane;
    step_.implicit = true;
    grid_.bin(sets_);
    body_->begin_step(step_);
    body_->roles().implicit->begin_solve(step_);
  }
  using Field = std::vector<Vec3d>;
  Field draw(double size) {
    Field f(grid_.block_count() * kBlockNodes);
    std::uniform_real_distribution<double> u(-size, size);
    for (Vec3d& v : f) v = {{u(random_), plane_ ? 0 : u(random_), u(random_)}};
    return f;
  }
  /// dt f or its change; `energy` gets Phi.
  Field ask(const Field& in, Solve what, double* energy = nullptr) {
    struct Asked final : Parcels {
      Asked(Parcels& s, Solve w) : set(s), what(w) {}
      std::size_t size() const override { return set.size(); }
      void positions(Range r, Real* x, Real* y, Real* z) const override { set.positions(r, x, y, z); }
      void reorder(std::span<const std::uint32_t>) override {}
      void load(Range r, const Step& s, ParcelBatch& out) const override { set.try_load(r, s, out, what); }
      void unload(Range r, const Step& s, const AnswerBatch& a) override { set.try_unload(r, s, a, what); }
      Parcels& set;
      Solve what;
    };
    std::size_t k = 0;
    for (Node& n : grid_.nodes()) {
      for (int a = 0; a < 3; ++a) n.v[a] = Real(in[k][a]);
      ++k;
    }
    std::vector<Asked> asked;
    for (Parcels* s : sets_) asked.emplace_back(*s, what);
    std::vector<Parcels*> sets;
    for (Asked& a : asked) sets.push_back(&a);
    grid_.g2p(sets, step_, ticks_);
    const double phi = body_->roles().implicit->try_elements(step_, what);
    if (energy) *energy = phi;
    grid_.p2g(sets, step_, ticks_);
    Field out;
    for (const Node& n : grid_.nodes()) out.push_back({{n.v[0], n.v[1], n.v[2]}});
    return out;
  }
  /// sum x_i x a_i over the nodes.
  Vec3d moment(const Field& a) const {
    Vec3d sum = Vec3d::zero();
    for (std::size_t b = 0, k = 0; b < grid_.block_count(); ++b)
      for (int n = 0; n < kBlockNodes; ++n, ++k) sum += cross(grid_.position(b, n), a[k]);
    return sum;
  }
  /// Velocities of a turn about the origin.
  Field turn(const Vec3d& spin) const {
    Field v;
    for (std::size_t b = 0; b < grid_.block_count(); ++b)
      for (int n = 0; n < kBlockNodes; ++n) v.push_back(cross(spin, grid_.position(b, n)));
    return v;
  }
  Body& body() { return *body_; }
  Grid& grid() { return grid_; }
  std::vector<Parcels*>& sets() { return sets_; }
  const Step& step() const { return step_; }

 private:
  std::unique_ptr<Body> body_;
  Grid grid_;
  std::vector<Parcels*> sets_;
  Step step_;
  bool plane_;
  TransferTicks ticks_;
  std::mt19937 random_{7};
};

inline double inner(const Laboratory::Field& a, const Laboratory::Field& b) {
  double s = 0;
  for (std::size_t i = 0; i < a.size(); ++i) s += dot(a[i], b[i]);
  return s;
}
inline Laboratory::Field sum(const Laboratory::Field& a, double s, const Laboratory::Field& b) {
  Laboratory::Field r = a;
  for (std::size_t i = 0; i < a.size(); ++i) r[i] += b[i] * s;
  return r;
}
inline double size_of(const Laboratory::Field& a) { return std::sqrt(inner(a, a)); }

/// What backward Euler slows spins with is there, and gone from what it ends with; the sum stays, and where nothing moves
/// the forces do.
inline void check_settled(Laboratory& lab) {
  const Vec3d spin = {{0, lab.step().plane ? 8.0 : 3.0, lab.step().plane ? 0 : 7.0}};
  const Laboratory::Field v = sum(lab.turn(spin), 1, lab.draw(0.1)), still(v.size(), Vec3d::zero());
  const Laboratory::Field force = lab.ask(v, Solve::force), settled = lab.ask(v, kSettled);
  const auto total = [](const Laboratory::Field& f) {
    Vec3d s = Vec3d::zero();
    for (const Vec3d& a : f) s += a;
    return s;
  };
  const double scale = size_of(force) * kDx;
  EXPECT_GT(norm(lab.moment(force)), 1e-3 * scale);
  EXPECT_LT(norm(lab.moment(settled)), (kFloat ? 2e-5 : 1e-9) * scale);
  EXPECT_LT(norm(total(settled)), (kFloat ? 2e-5 : 1e-10) * size_of(force));
  EXPECT_LT(size_of(sum(settled, -1, force)), 0.3 * size_of(force));
  const Laboratory::Field at_rest = lab.ask(still, Solve::force), same = lab.ask(still, kSettled);
  EXPECT_LT(size_of(sum(same, -1, at_rest)), (kFloat ? 1e-5 : 1e-10) * size_of(at_rest));
}

}  // namespace weft
