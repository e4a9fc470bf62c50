#include "bodies/thin/bends.h"

#include <algorithm>

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

Bends::Bends(std::vector<Bend> bends, bool hinges) : bends_(std::move(bends)), hinges_(hinges) {
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

template <std::size_t n>
double Bends::respond_range(Range r, const PointField& x, const PointField& mass) {
  double fastest = 0;
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const Bend& b = bends_[i];
    const std::array<Vec3d, 4> at = bent(b, x);
    const BendAnswer<double> a =
        n == 4 ? bend_hinge(at, b.stiffness, b.rest) : bend_rod(at, b.stiffness, b.rest);
    double rate = 0;
#pragma GCC unroll 4
    for (std::size_t k = 0; k < n; ++k) {
      force_[i][k] = (a.angle_gradient[k] * -a.derivative).as<Real>();
      rate += norm2(a.angle_gradient[k]) / double(mass(b.vertex[k], 0));
    }
    fastest = std::max(fastest, 2 * b.stiffness * rate);
  }
  return fastest;
}

double Bends::respond(const PointField& x, const PointField& mass) {
  const auto part = [&](Range r) {
    return hinges_ ? respond_range<4>(r, x, mass) : respond_range<3>(r, x, mass);
  };
  return reduce_chunks(bends_.size(), std::size_t(1) << 12, 0.0, part,
                       [](double a, double b) { return std::max(a, b); });
}

void Bends::add_energy(const PointField& x, double& sum) const {
  for (const Bend& b : bends_) sum += answer(b, bent(b, x)).energy;
}

double Bends::try_force(const PointField& x, const PointField& u) {
  const auto part = [&](Range r) { return try_force(r, x, u); };
  return reduce_chunks(bends_.size(), kChunk, 0.0, part, [](double a, double b) { return a + b; });
}

double Bends::try_force(Range r, const PointField& x, const PointField& u) {
  double energy = 0;
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const Bend& b = bends_[i];
    const BendAnswer<double> a = answer(b, bent(b, x, u));
    energy += a.energy;
    for (std::size_t k = 0; k < 4; ++k) tried_[i][k] = (a.angle_gradient[k] * -a.derivative).as<Real>();
  }
  return energy;
}

void Bends::try_change(const PointField& u) {
  parallel_chunks(bends_.size(), kChunk, [&](Range r) {
    if (hinges_) try_change<1>(r, u);
    else try_change<3>(r, u);
  });
}

template <std::size_t n>
void Bends::try_change(Range r, const PointField& u) {
  for (std::size_t i = r.begin; i < r.end; ++i) {
    Forces& out = tried_[i];
    Real in[12];
    for (std::size_t c = 0; c < 12; ++c)
      in[c] = c < (n == 1 ? 12 : 9) ? u(bends_[i].vertex[c / 3], int(c % 3)) : Real(0);
    for (std::size_t a = 0; a < 4; ++a) out[a] = Vec3<Real>::zero();
    if (!hessians_.empty()) {
      for (int p = 0; p < 12; ++p)
        for (int q = 0; q < 12; ++q)
          out[std::size_t(p / 3)][p % 3] -= hessians_[i][std::size_t(p)][std::size_t(q)] * in[q];
      continue;
    }
    for (std::size_t k = 0; k < n; ++k) {
      const BendFactor& g = factors_[i * n + k];
      Real along = 0;
      for (int c = 0; c < 12; ++c) along += g[std::size_t(c / 3)][c % 3] * in[c];
      for (std::size_t a = 0; a < 4; ++a) out[a] -= g[a] * along;
    }
  }
}

void Bends::linearise(const PointField& x, const PointField& u, bool definite) {
  factors_.resize(bends_.size() * factors());
  hessians_.resize(definite ? 0 : bends_.size());
  parallel_chunks(bends_.size(), kChunk, [&](Range r) { linearise(r, x, u, definite); });
}

void Bends::linearise(Range r, const PointField& x, const PointField& u, bool definite) {
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const Bend& b = bends_[i];
    const std::array<Vec3d, 4> at = bent(b, x, u);
    if (hinges_) {
      hinge_factor(at, b.stiffness, b.rest, factors_[i]);
      if (!definite) hinge_hessian(at, b.stiffness, b.rest, hessians_[i]);
    } else {
      std::array<BendFactor, 3> g;
      rod_factors(at, b.stiffness, b.rest, g);
      std::copy(g.begin(), g.end(), &factors_[3 * i]);
      if (!definite) rod_hessian(at, b.stiffness, b.rest, hessians_[i]);
    }
  }
}

void Bends::add_stiffness(std::size_t i, Real dt2, Real (&A)[6]) const {
  if (empty()) return;
  if (hinges_) add_stiffness_of<1>(i, dt2, A);
  else add_stiffness_of<3>(i, dt2, A);
}

template <std::size_t n>
void Bends::add_stiffness_of(std::size_t i, Real dt2, Real (&A)[6]) const {
  for (const std::uint32_t at : around_.corners(i))
    for (std::size_t k = 0; k < n; ++k) {
      const Vec3<Real>& g = factors_[at / 4 * n + k][at % 4];
      for (int p = 0, c = 0; p < 3; ++p)
        for (int q = p; q < 3; ++q, ++c) A[c] += dt2 * g[p] * g[q];
    }
}

void Bends::archive(Archive& a, const std::string& prefix) {
  a.array(prefix + "bends", bends_);
  a.array(prefix + "bend_force", force_);
}

std::size_t Bends::bytes() const {
  return bytes_of(bends_) + bytes_of(force_) + bytes_of(tried_) + bytes_of(factors_) + bytes_of(hessians_) +
         around_.bytes();
}

}  // namespace weft
