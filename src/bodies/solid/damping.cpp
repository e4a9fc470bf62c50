#include "bodies/solid/damping.h"

#include <cmath>

#include "exec/loops.h"

namespace weft {
namespace {

constexpr std::size_t kChunk = 4096;

}  // namespace

Damping::Damping(double weight, int rounds, const Tets& tets)
    : weight_(std::min(std::max(weight, 0.0), 1.0)), rounds_(rounds), tets_(tets) {
  if (!acts()) return;
  const std::size_t n = tets.vertices();
  place_.resize(n);
  u_.resize(n);
  change_.resize(n);
  spin_.assign(n, Vec3<Real>::zero());
  next_spin_ = spin_;
}

/// Sums over vertices: m, m X, m w, X x m w, m X_a X_b (xx xy xz yy yz zz).
struct Damping::Sums {
  double m = 0;
  Vec3d x = Vec3d::zero(), p = Vec3d::zero(), L = Vec3d::zero();
  double xx[6] = {};
};

Damping::Motion Damping::rigid_part(const Places& x, const Places& w) const {
  const std::vector<double>& mass = tets_.mass();
  // About the first vertex, so that a body far from the origin loses no digits.
  const Vec3d origin = vector(x[0]);
  const auto part = [&](Range r) {
    Sums s;
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const Vec3d X = vector(x[i]) - origin, p = vector(w[i]) * mass[i];
      s.m += mass[i];
      s.x += X * mass[i];
      s.p += p;
      s.L += cross(X, p);
      for (int a = 0, k = 0; a < 3; ++a)
        for (int b = a; b < 3; ++b) s.xx[k++] += mass[i] * X[a] * X[b];
    }
    return s;
  };
  const Sums s = reduce_chunks(x.size(), kChunk, Sums{}, part, [](Sums a, const Sums& b) {
    a.m += b.m, a.x += b.x, a.p += b.p, a.L += b.L;
    for (int k = 0; k < 6; ++k) a.xx[k] += b.xx[k];
    return a;
  });
  return motion_of(s, origin);
}

Damping::Motion Damping::motion_of(const Sums& s, const Vec3d& origin) {
  const Vec3d c = s.x * (1 / s.m);
  Mat3d J;  // sum m (r^2 I - r r^T) about the centre
  for (int a = 0, k = 0; a < 3; ++a)
    for (int b = a; b < 3; ++b) J(a, b) = J(b, a) = -(s.xx[k++] - s.m * c[a] * c[b]);
  const double all = -trace(J);
  for (int a = 0; a < 3; ++a) J(a, a) += all * (1 + 1e-12);
  const Vec3d L = s.L - cross(c, s.p);
  const double scale = all > 0 ? all : 1;
  const double size = determinant(J * (1 / scale));
  return {c + origin, s.p * (1 / s.m), size > 1e-30 ? inverse(J) * L : Vec3d::zero()};
}

void Damping::apply(const Places& x, double dt, Places& w) {
  const double theta = weight_ < 1 ? -std::expm1(dt / kDampingTime * std::log1p(-weight_)) : 1;
  const Motion whole = rigid_part(x, w);
  parallel_chunks(x.size(), kChunk, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const Vec3d X = vector(x[i]);
      u_[i] = place(vector(w[i]) - whole.at(X));
      place_[i] = (X - whole.centre).as<Real>();
    }
  });
  next_spin_ = spin_;
  for (int round = 0; round < rounds_; ++round) {
    transfer();
    blend(x, theta);
  }
  parallel_chunks(x.size(), kChunk, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) w[i] = place(vector(u_[i]) + whole.at(vector(x[i])));
  });
}

/// change <- u' - u, C <- that of the grid.
void Damping::transfer() {
  vertices_.begin(place_.size());
  Grid grid(GridShape{tets_.mean_edge(), 2, false});
  Step step;
  step.dx = tets_.mean_edge();
  step.affine_inverse = grid.affine_inverse();
  Parcels* sets[] = {&vertices_};
  smooth(grid, sets, step);
}

/// u <- u + s (theta change without its rigid part).
void Damping::blend(const Places& x, double theta) {
  const std::vector<double>& mass = tets_.mass();
  const Motion lost = rigid_part(x, change_);
  parallel_chunks(x.size(), kChunk, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i)
      change_[i] = place((vector(change_[i]) - lost.at(vector(x[i]))) * theta);
  });
  const double along =
      sum_of(x.size(), kChunk, [&](std::size_t i) { return mass[i] * dot(u_[i], change_[i]); });
  const double square = sum_of(x.size(), kChunk, [&](std::size_t i) { return mass[i] * norm2(change_[i]); });
  const double s = square > 0 ? std::min(1.0, std::max(0.0, -along / square)) : 0;
  parallel_chunks(x.size(), kChunk, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) u_[i] += change_[i] * s;
  });
}

void Damping::keep() { std::swap(spin_, next_spin_); }

void Damping::Vertices::positions(Range r, Real* x, Real* y, Real* z) const {
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const Vec3<Real>& at = damping.place_[point(i)];
    x[i - r.begin] = at[0], y[i - r.begin] = at[1], z[i - r.begin] = at[2];
  }
}

void Damping::Vertices::load(Range r, const Step&, ParcelBatch& out) const {
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const std::size_t at = i - r.begin, v = point(i);
    const Real m = Real(damping.tets_.mass()[v]);
    const Vec3<Real>& w = damping.next_spin_[v];
    out.m[at] = m;
    for (int a = 0; a < 3; ++a) {
      const int b = (a + 1) % 3, c = (a + 2) % 3;
      out.x[a][at] = damping.place_[v][a];
      out.p[a][at] = m * Real(damping.u_[v][a]);
      out.Q[a][a][at] = 0;
      out.Q[b][a][at] = -m * w[c];  // [w]x: row a, column b is -w_c
      out.Q[c][a][at] = m * w[b];
    }
  }
}

void Damping::Vertices::unload(Range r, const Step&, const AnswerBatch& in) {
  for (std::size_t i = r.begin; i < r.end; ++i) {
    const std::size_t at = i - r.begin, v = point(i);
    for (int a = 0; a < 3; ++a) {
      const int b = (a + 1) % 3, c = (a + 2) % 3;
      damping.change_[v][a] = double(in.v[a][at]) - damping.u_[v][a];
      damping.next_spin_[v][a] = Real(0.5) * (in.C[b][c][at] - in.C[c][b][at]);
    }
    damping.change_[v][3] = 0;
  }
}

std::size_t Damping::bytes() const {
  return bytes_of(place_) + bytes_of(u_) + bytes_of(change_) + bytes_of(spin_) + bytes_of(next_spin_) +
         vertices_.bytes();
}

void Damping::archive(Archive& a, const std::string& name) {
  if (acts()) a.array(name, spin_);
}

}  // namespace weft
