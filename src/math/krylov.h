/// Conjugate gradients for  A x = b,  A symmetric and positive definite, in whatever space the vectors live
/// (Hestenes and Stiefel 1952). P is the preconditioner, y and z are what A and P^-1 make of p and r:
///   start    x = 0,  r = b,  z = P^-1 r,  p = z
///   step     s = r.z / p.Ap,   x += s p,   r -= s A p,   z = P^-1 r,   p <- z + (r.z / r.z before) p
/// A space knows how vectors are kept and which of them may move:
///   void zero(Vector& x)                                       x = 0
///   void apply(const Vector& p, Vector& y)                     y = A p
///   void precondition(const Vector& r, Vector& z)              z = P^-1 r
///   double inner(const Vector& a, const Vector& b)
///   void advance(Gradients<Vector>& g, double s)               x += s p,  r -= s y
///   void turn(Vector& p, double t, const Vector& z)            p = z + t p
#pragma once

namespace weft {

/// The vectors of one solve; it can be left and gone on with. `r` is b when it starts.
template <class Vector>
struct Gradients {
  Vector &x, &r, &z, &p, &y;
  double rz = 0;  ///< r . z
};

struct GradientsReport {
  int iterations = 0;     ///< whole ones
  bool negative = false;  ///< met a direction without positive curvature, and stopped before it
};

template <class Space, class Vector>
void start_gradients(Space& space, Gradients<Vector>& g) {
  space.zero(g.x);
  space.precondition(g.r, g.z);
  g.p = g.z;
  g.rz = space.inner(g.r, g.z);
}

/// Until done(), asked before every step, or `most` steps are made.
template <class Space, class Vector, class Done>
GradientsReport follow_gradients(Space& space, Gradients<Vector>& g, int most, Done&& done) {
  GradientsReport report;
  for (; report.iterations < most && !done(); ++report.iterations) {
    space.apply(g.p, g.y);
    const double curvature = space.inner(g.p, g.y);
    if (!(curvature > 0)) {
      report.negative = true;
      break;
    }
    space.advance(g, g.rz / curvature);
    space.precondition(g.r, g.z);
    const double next = space.inner(g.r, g.z);
    space.turn(g.p, next / g.rz, g.z);
    g.rz = next;
  }
  return report;
}

}  // namespace weft
