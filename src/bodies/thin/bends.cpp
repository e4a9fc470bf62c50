#include "bodies/thin/bends.h"

#include <algorithm>

#include "bodies/torque.h"
#include "exec/loops.h"

namespace weft {
namespace {

constexpr std::size_t kChunk = std::size_t(1) << 11;

std::array<Vec3d, 4> bent(const Bend& b, const PointField& x) {
  return {vector_at(x, b.vertex[0]), vector_at(x, b.vertex[1]), vector_at(x, b.vertex[2]),
          vector_at(x, b.vertex[3])};
}

std::array<Vec3d, 4> bent(const Bend& b, const PointField& x, const PointField& u) {
  std::array<Vec3d, 4> at = bent(b, x);
  const std::array<Vec3d, 4> by = bent(b, u);
  for (std::size_t a = 0; a < 4; ++a) at[a] += by[a];
  return at;
}

}  // namespace

Bends::Bends(HeldHinges hinges) : bends_(hinges.bends()), held_(std::move(hinges)) {
  held_.find_pace(bends_);
  force_.resize(bends_.size());
  angle_.resize(bends_.size());
}

Bends::Bends(std::vector<Bend> rods) : bends_(std::move(rods)), hinges_(false) {
  force_.resize(bends_.size());
}

void Bends::connect(std::size_t points) {
  if (empty()) return;
  around_.build(points, bends_.size(), int(vertices()),
                [&](std::size_t e, int a) { return bends_[e].vertex[std::size_t(a)]; });
}

void Bends::reorder_vertices(std::span<const std::uint32_t> order, std::span<const std::uint32_t> now) {
  parallel_chunks(bends_.size(), std::size_t(1) << 14, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i)
      for (std::uint32_t& v : bends_[i].vertex) v = now[v];
  });
  around_.reorder_vertices(order);
}

double Bends::turn_hinges(Range r, const PointField& x, const PointField& mass) {
  double fastest = 0;
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const Bend& b = bends_[i];
    const BendAnswer<double> a = bend_hinge(bent(b, x), 0.5, b.rest);
    angle_[i] = a.derivative;
    double rate = 0;
#pragma GCC unroll 4
    for (std::size_t k = 0; k < 4; ++k) {
      force_[i][k] = a.angle_gradient[k].as<Real>();
      rate += norm2(a.angle_gradient[k]) / double(mass(b.vertex[k], 0));
    }
    fastest = std::max(fastest, 2 * b.stiffness * rate);
  }
  return fastest;
}

void Bends::bear_moments(std::vector<Forces>& force) const {
  const BendMatrix& P = matrix();
  parallel_each(bends_.size(), kChunk, [&](std::size_t i) {
    const Real tau = Real(-P.moment(i, angle_));
    for (Vec3<Real>& f : force[i]) f *= tau;
  });
}

double Bends::respond_rods(Range r, const PointField& x, const PointField& mass) {
  double fastest = 0;
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const Bend& b = bends_[i];
    const BendAnswer<double> a = bend_rod(bent(b, x), b.stiffness, b.rest);
    double rate = 0;
#pragma GCC unroll 3
    for (std::size_t k = 0; k < 3; ++k) {
      force_[i][k] = (a.angle_gradient[k] * -a.derivative).as<Real>();
      rate += norm2(a.angle_gradient[k]) / double(mass(b.vertex[k], 0));
    }
    fastest = std::max(fastest, 2 * b.stiffness * rate);
  }
  return fastest;
}

double Bends::respond(const PointField& x, const PointField& mass) {
  const auto part = [&](Range r) { return hinges_ ? turn_hinges(r, x, mass) : respond_rods(r, x, mass); };
  const double fastest = reduce_chunks(bends_.size(), std::size_t(1) << 12, 0.0, part,
                                       [](double a, double b) { return std::max(a, b); });
  if (hinges_) bear_moments(force_);
  return fastest;
}

void Bends::add_energy(const PointField& x, double& sum) const {
  if (!hinges_) {
    for (const Bend& b : bends_) sum += bend_rod(bent(b, x), b.stiffness, b.rest).energy;
    return;
  }
  std::vector<double> o(bends_.size());
  for (std::size_t i = 0; i < o.size(); ++i)
    o[i] = bend_hinge(bent(bends_[i], x), 0.5, bends_[i].rest).derivative;
  for (std::size_t i = 0; i < o.size(); ++i) sum += 0.5 * o[i] * matrix().moment(i, o);
}

double Bends::try_force(const PointField& x, const PointField& u) {
  if (hinges_) return try_hinges(x, u);
  const auto part = [&](Range r) { return try_rods(r, x, u); };
  return reduce_chunks(bends_.size(), kChunk, 0.0, part, [](double a, double b) { return a + b; });
}

void Bends::settle(const PointField& x) {
  parallel_each(bends_.size(), kChunk, [&](std::size_t i) {
    const std::array<Vec3d, 4> at = bent(bends_[i], x);
    std::array<Vec3d, 4> force;
    for (std::size_t k = 0; k < 4; ++k) force[k] = tried_[i][k].as<double>();
    take_torque({at.data(), vertices()}, Vec3d::zero(), {force.data(), vertices()});
    for (std::size_t k = 0; k < vertices(); ++k) tried_[i][k] = force[k].as<Real>();
  });
}

double Bends::try_hinges(const PointField& x, const PointField& u) {
  parallel_each(bends_.size(), kChunk, [&](std::size_t i) {
    const BendAnswer<double> a = bend_hinge(bent(bends_[i], x, u), 0.5, bends_[i].rest);
    angle_[i] = a.derivative;
    for (std::size_t k = 0; k < 4; ++k) tried_[i][k] = a.angle_gradient[k].as<Real>();
  });
  bear_moments(tried_);
  return sum_of(bends_.size(), kChunk,
                [&](std::size_t i) { return 0.5 * angle_[i] * matrix().moment(i, angle_); });
}

double Bends::try_rods(Range r, const PointField& x, const PointField& u) {
  double energy = 0;
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const Bend& b = bends_[i];
    const BendAnswer<double> a = bend_rod(bent(b, x, u), b.stiffness, b.rest);
    energy += a.energy;
    for (std::size_t k = 0; k < 4; ++k) tried_[i][k] = (a.angle_gradient[k] * -a.derivative).as<Real>();
  }
  return energy;
}

void Bends::try_change(const PointField& u) {
  if (hinges_) return change_hinges(u);
  parallel_chunks(bends_.size(), kChunk, [&](Range r) { change_rods(r, u); });
}

void Bends::change_hinges(const PointField& u) {
  parallel_each(bends_.size(), kChunk, [&](std::size_t i) {
    const BendFactor& g = factors_[i];
    Real along = 0;
    for (int c = 0; c < 12; ++c)
      along += g[std::size_t(c / 3)][c % 3] * u(bends_[i].vertex[std::size_t(c / 3)], c % 3);
    angle_[i] = double(along);
  });
  parallel_each(bends_.size(), kChunk, [&](std::size_t i) {
    Forces& out = tried_[i];
    const Real tau = Real(matrix().moment(i, angle_));
    for (std::size_t a = 0; a < 4; ++a) out[a] = factors_[i][a] * -tau;
    if (hessians_.empty()) return;
    for (std::size_t q = 0; q < 12; ++q) {
      const Real by = u(bends_[i].vertex[q / 3], int(q % 3));
      for (std::size_t p = 0; p < 12; ++p) out[p / 3][int(p % 3)] -= hessians_[i][p][q] * by;
    }
  });
}

void Bends::change_rods(Range r, const PointField& u) {
  for (std::size_t i = r.begin; i < r.end; ++i) {
    Forces& out = tried_[i];
    Real in[9];
    for (std::size_t c = 0; c < 9; ++c) in[c] = u(bends_[i].vertex[c / 3], int(c % 3));
    for (std::size_t a = 0; a < 4; ++a) out[a] = Vec3<Real>::zero();
    if (!hessians_.empty()) {
      for (int p = 0; p < 9; ++p)
        for (int q = 0; q < 9; ++q)
          out[std::size_t(p / 3)][p % 3] -= hessians_[i][std::size_t(p)][std::size_t(q)] * in[q];
      continue;
    }
    for (std::size_t k = 0; k < 3; ++k) {
      const BendFactor& g = factors_[i * 3 + k];
      Real along = 0;
      for (int c = 0; c < 9; ++c) along += g[std::size_t(c / 3)][c % 3] * in[c];
      for (std::size_t a = 0; a < 3; ++a) out[a] -= g[a] * along;
    }
  }
}

/// Of hinges the angles are those that forces were asked for last.
void Bends::linearise(const PointField& x, const PointField& u, bool definite) {
  factors_.resize(bends_.size() * factors());
  hessians_.resize(definite ? 0 : bends_.size());
  if (hinges_)
    parallel_each(bends_.size(), kChunk, [&](std::size_t i) {
      const BendAnswer<double> a = bend_hinge(bent(bends_[i], x, u), 0.5, bends_[i].rest);
      angle_[i] = a.derivative;
      for (std::size_t k = 0; k < 4; ++k) factors_[i][k] = a.angle_gradient[k].as<Real>();
    });
  if (hinges_ && definite) return;
  parallel_chunks(bends_.size(), kChunk, [&](Range r) { linearise(r, x, u, definite); });
}

void Bends::linearise(Range r, const PointField& x, const PointField& u, bool definite) {
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const Bend& b = bends_[i];
    const std::array<Vec3d, 4> at = bent(b, x, u);
    if (hinges_) {
      hinge_turning(at, matrix().moment(i, angle_), hessians_[i]);
      continue;
    }
    std::array<BendFactor, 3> g;
    rod_factors(at, b.stiffness, b.rest, g);
    std::copy(g.begin(), g.end(), &factors_[3 * i]);
    if (!definite) rod_hessian(at, b.stiffness, b.rest, hessians_[i]);
  }
}

/// Each hinge by itself: a preconditioner need not know how they act together.
void Bends::add_stiffness(std::size_t i, Real dt2, Real (&A)[6]) const {
  if (empty()) return;
  const auto add = [&](const Vec3<Real>& g, Real scale) {
    for (int p = 0, c = 0; p < 3; ++p)
      for (int q = p; q < 3; ++q, ++c) A[c] += scale * g[p] * g[q];
  };
  for (const std::uint32_t at : around_.corners(i)) {
    if (hinges_) add(factors_[at / 4][at % 4], dt2 * Real(matrix().diagonal(at / 4)));
    else
      for (std::size_t k = 0; k < 3; ++k) add(factors_[at / 4 * 3 + k][at % 4], dt2);
  }
}

/// Of hinges what each resists by itself: P couples neighbours no more strongly than that.
void Bends::mesh_stiffness(double dt, std::size_t first, MeshStiffness& out) const {
  const Real dt2 = Real(dt * dt);
  const std::size_t n = factors();
  parallel_chunks(bends_.size(), kChunk, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      std::size_t at = first + i * pairs();
      const Real scale = hinges_ ? dt2 * Real(matrix().diagonal(i)) : dt2;
      const auto& vertex = bends_[i].vertex;
      for (std::size_t a = 0; a < vertices(); ++a)
        for (std::size_t b = 0; b <= a; ++b)
          out.put(at++, {out.number[vertex[a]], out.number[vertex[b]]}, [&](int p, int q) {
            Real sum = 0;
            for (std::size_t k = 0; k < n; ++k) sum += factors_[i * n + k][a][p] * factors_[i * n + k][b][q];
            return scale * sum;
          });
    }
  });
}

void Bends::archive(Archive& a, const std::string& prefix) {
  a.array(prefix + "bends", bends_);
  a.array(prefix + "bend_force", force_);
  if (hinges_ && !empty()) held_.archive(a, prefix);
}

std::size_t Bends::bytes() const {
  return bytes_of(bends_) + bytes_of(force_) + bytes_of(tried_) + bytes_of(factors_) + bytes_of(hessians_) +
         bytes_of(angle_) + held_.bytes() + around_.bytes();
}

}  // namespace weft
