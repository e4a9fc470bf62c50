#include "world/implicit/krylov.h"

#include <algorithm>
#include <cmath>

#include "math/krylov.h"

namespace weft {

namespace {

/// The nodes' velocities, as conjugate gradients see them.
struct NodeSystem {
  Linear& A;
  void zero(NodeVector& x) const { x.assign(x.size(), Real(0)); }
  void apply(const NodeVector& p, NodeVector& y) { A.apply(p, y); }
  void precondition(const NodeVector& r, NodeVector& z) { A.precondition(r, z); }
  double inner(const NodeVector& a, const NodeVector& b) const { return weft::inner(a, b); }
  void advance(Gradients<NodeVector>& g, double s) const {
    add(g.x, s, g.p);
    add(g.r, -s, g.y);
  }
  void turn(NodeVector& p, double t, const NodeVector& z) const { scale_add(p, t, z); }
};

}  // namespace

KrylovReport conjugate_gradients(Linear& A, const NodeVector& b, double tolerance, int most, NodeVector& x) {
  NodeVector r = b, z(b.size()), p, y(b.size());
  x.resize(b.size());
  NodeSystem system{A};
  Gradients<NodeVector> g{x, r, z, p, y};
  start_gradients(system, g);
  const double first = g.rz;
  const GradientsReport done =
      follow_gradients(system, g, most, [&] { return !(g.rz > tolerance * tolerance * first && g.rz > 0); });
  if (done.negative && done.iterations == 0) x = z;  // better than nothing: downhill it is
  KrylovReport report;
  report.iterations = done.iterations + done.negative;  // products
  report.negative = done.negative;
  report.residual = first > 0 ? std::sqrt(std::max(g.rz, 0.0) / first) : 0;
  return report;
}

KrylovReport minres(Linear& A, const NodeVector& b, double tolerance, int most, NodeVector& x) {
  // Lanczos in P's inner product: v are residuals before, z after preconditioning; two Givens rotations keep
  // the triangular factor, w its directions.
  KrylovReport report;
  const std::size_t n = b.size();
  NodeVector v_old(n, Real(0)), v = b, v_new, z(n), z_new(n), w_old(n, Real(0)), w(n, Real(0)), w_new(n);
  x.assign(n, Real(0));
  A.precondition(v, z);
  double gamma = std::sqrt(std::max(inner(v, z), 0.0)), gamma_old = 1;
  const double first = gamma;
  double eta = gamma, c_old = 1, c = 1, s_old = 0, s = 0;
  if (!(first > 0)) return {0, 0, false};
  while (report.iterations < most && std::fabs(eta) > tolerance * first) {
    const Real over = Real(1 / gamma);
    for (Real& a : z) a *= over;
    v_new.resize(n);
    A.apply(z, v_new);
    ++report.iterations;
    const double delta = inner(v_new, z);
    add(v_new, -delta / gamma, v);
    add(v_new, -gamma / gamma_old, v_old);
    A.precondition(v_new, z_new);
    const double gamma_new = std::sqrt(std::max(inner(v_new, z_new), 0.0));
    const double a0 = c * delta - c_old * s * gamma, a1 = std::hypot(a0, gamma_new),
                 a2 = s * delta + c_old * c * gamma, a3 = s_old * gamma;
    const double c_new = a1 > 0 ? a0 / a1 : 1, s_new = a1 > 0 ? gamma_new / a1 : 0;
    const Real inverse = Real(a1 > 0 ? 1 / a1 : 0), f2 = Real(a2), f3 = Real(a3);
    for (std::size_t i = 0; i < n; ++i) w_new[i] = (z[i] - f3 * w_old[i] - f2 * w[i]) * inverse;
    add(x, c_new * eta, w_new);
    eta = -s_new * eta;
    w_old.swap(w);
    w.swap(w_new);
    v_old.swap(v);
    v.swap(v_new);
    z.swap(z_new);
    c_old = c, c = c_new, s_old = s, s = s_new;
    gamma_old = gamma, gamma = gamma_new;
    if (!(gamma > 1e-14 * first)) break;
  }
  report.residual = std::fabs(eta) / first;
  return report;
}

}  // namespace weft
