/// ImplicitSolve: energy, forces and their changes at velocities of the nodes; the preconditioner.
#include <cmath>
#include <memory>

#include "world/implicit/implicit.h"
#include "world/implicit/solve_sets.h"

namespace weft {
namespace {

constexpr std::size_t kChunk = std::size_t(1) << 12;
constexpr int kSlow = 30;  // products after which a mesh's own system is looked at again

/// The inverse of m I + K, K symmetric (xx xy xz yy yz zz), in the same layout.
void invert(double m, const Real* K, Real* out) {
  const double a = m + double(K[0]), b = double(K[1]), c = double(K[2]), d = m + double(K[3]),
               e = double(K[4]), f = m + double(K[5]);
  const double A = d * f - e * e, B = c * e - b * f, C = b * e - c * d, det = a * A + b * B + c * C;
  if (!(det > 1e-12 * a * d * f) || !(a > 0)) {  // rounding or an exact, indefinite H: the diagonal must do
    const double safe[3] = {std::max(a, m), std::max(d, m), std::max(f, m)};
    for (int i = 0; i < 6; ++i) out[i] = 0;
    out[0] = Real(1 / safe[0]), out[3] = Real(1 / safe[1]), out[5] = Real(1 / safe[2]);
    return;
  }
  const double s = 1 / det;
  out[0] = Real(A * s), out[1] = Real(B * s), out[2] = Real(C * s);
  out[3] = Real((a * f - c * c) * s), out[4] = Real((b * c - a * e) * s), out[5] = Real((a * d - b * b) * s);
}

}  // namespace

void ImplicitSolve::transfer(const NodeVector& in, Solve what, NodeVector& out, double& energy) {
  std::vector<Asked> asked;
  asked.reserve(sets_.size());
  std::vector<Parcels*> sets;
  for (Parcels* s : sets_) sets.push_back(&asked.emplace_back(*s, what));
  space_.put(in);
  grid_.g2p(sets, step_, ticks_);
  energy = 0;
  for (const auto& body : bodies_)
    if (ImplicitSet* set = body->roles().implicit) energy += set->try_elements(step_, what);
  grid_.p2g(sets, step_, ticks_);
  space_.take_folded(out);
}

double ImplicitSolve::evaluate(const NodeVector& v, NodeVector& residual) {
  double elastic = 0;
  transfer(v, Solve::force, residual, elastic);
  const Array<Real>& mass = space_.mass();
  const double inertia = reduce_chunks(
      space_.size(), kChunk, 0.0,
      [&](Range r) {
        double sum = 0;
        for (std::size_t i = r.begin; i < r.end; ++i)
          for (std::size_t a = 3 * i; a < 3 * i + 3; ++a) {
            const Real change = v[a] - guess_[a];
            residual[a] = mass[i] * change - residual[a];
            sum += 0.5 * double(mass[i]) * double(change) * double(change);
          }
        return sum;
      },
      [](double a, double b) { return a + b; });
  scale_ = std::max(inertia, std::fabs(elastic));
  return inertia + elastic;
}

void ImplicitSolve::apply(const NodeVector& x, NodeVector& Ax) {
  double none = 0;
  transfer(x, Solve::change, Ax, none);
  const Array<Real>& mass = space_.mass();
  parallel_chunks(space_.size(), kChunk, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i)
      for (std::size_t a = 3 * i; a < 3 * i + 3; ++a) Ax[a] = mass[i] * x[a] - Ax[a];
  });
  contacts_.project(Ax);
}

void ImplicitSolve::linearise() {
  for (const auto& body : bodies_)
    if (ImplicitSet* set = body->roles().implicit) set->linearise(step_, !options_.exact);
  if (!diagonal_.empty()) {
    // One preconditioner serves all Newton steps, unless meshes fold too fast for that.
    if (options_.coarse && last_krylov_ > kSlow) meshes_.assemble(step_), meshes_.factorise(hold_);
    return;
  }
  grid_.stiffness(sets_, step_, diagonal_);
  if (options_.coarse) meshes_.lay_out(space_, grid_, sets_, bodies_), meshes_.assemble(step_);
  coarse_.emplace(space_, sets_, step_, grid_.shape().degree, options_.coarse && !meshes_.whole());
  inverse_.resize(6 * space_.size());
  parallel_chunks(space_.size(), kChunk, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i)
      invert(double(space_.mass()[i]), &diagonal_[6 * space_.node(i)], &inverse_[6 * i]);
  });
}

/// Blocks, and where nothing holds the bodies along an axis their common motion is
/// known already: the momentum.
void ImplicitSolve::precondition(const NodeVector& r, NodeVector& z) {
  const Array<Real>& mass = space_.mass();
  z.resize(r.size());
  const auto blocks = [&](Range range) {
    for (std::size_t i = range.begin; i < range.end; ++i) {
      const Real *b = &inverse_[6 * i], *in = &r[3 * i];
      Real* out = &z[3 * i];
      out[0] = b[0] * in[0] + b[1] * in[1] + b[2] * in[2];
      out[1] = b[1] * in[0] + b[3] * in[1] + b[4] * in[2];
      out[2] = b[2] * in[0] + b[4] * in[1] + b[5] * in[2];
    }
  };
  parallel_chunks(space_.size(), kChunk, blocks);
  if (coarse_) coarse_->add_correction(r, z);
  if (options_.coarse) meshes_.add_correction(r, z);
  const auto part = [&](Range range) {
    Vec3d momentum = Vec3d::zero();
    for (std::size_t i = range.begin; i < range.end; ++i) {
      if (step_.plane) z[3 * i + 1] = 0;
      momentum += at(z, i) * double(mass[i]);
    }
    return momentum;
  };
  const Vec3d momentum = reduce_chunks(space_.size(), kChunk, Vec3d::zero(), part,
                                       [](Vec3d a, const Vec3d& b) { return a + b; });
  if (free_axis_[0] || free_axis_[1] || free_axis_[2]) {
    Real shift[3];
    for (int a = 0; a < 3; ++a)
      shift[a] = free_axis_[std::size_t(a)] ? Real(momentum[a] / total_mass_) : Real(0);
    parallel_chunks(space_.size(), kChunk, [&](Range range) {
      for (std::size_t i = range.begin; i < range.end; ++i)
        for (std::size_t a = 0; a < 3; ++a) z[3 * i + a] -= shift[a];
    });
  }
  contacts_.project(z);
}

/// What depends on who touches: the axes along which nothing is held, and the coarse level.
void ImplicitSolve::follow_contact() {
  bool held = false;
  for (const auto& body : bodies_) held |= body->held();
  for (int a = 0; a < 3; ++a) free_axis_[std::size_t(a)] = !held && contacts_.frees(a);
  if (!coarse_) return;
  hold_.clear();
  contacts_.each_held([&](std::size_t i, const Mat3d& P) {
    const Real* K = &diagonal_[6 * space_.node(i)];
    hold_.push_back({i, P * (1e3 * (double(space_.mass()[i]) + double(K[0] + K[3] + K[5])))});
  });
  coarse_->factorise(hold_);
  if (options_.coarse) meshes_.factorise(hold_);
}

}  // namespace weft
