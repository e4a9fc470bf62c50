#include "bodies/putty/putty_matrix.h"

namespace weft {
namespace {

constexpr int kGradients = 2000;  // iterations per guess of contact

template <class S>
double dot3(const Quad<S>& a, const Quad<S>& b) {
  return double(a.e[0] * b.e[0] + a.e[1] * b.e[1] + a.e[2] * b.e[2]);
}

template <class S>
Quad<S> times(const Mat3<S>& A, const Quad<S>& a) {
  return quad(A * a.vector());
}

}  // namespace

template <class S>
void PuttyMatrix<S>::begin_step(std::span<const Vec3d> x, double spacing, double dt) {
  const std::size_t n = x.size();
  dt_ = dt;
  for (Quads<S>* q : {&d_, &r_, &z_, &p_, &y_}) q->resize(n, Quad<S>{});
  inverse_.resize(n);
  diagonal_.resize(n);
  coarse_.find(x, spacing);
  weighed_ = false;
}

template <class S>
void PuttyMatrix<S>::take_contacts(const ImplicitContacts& contacts, const Vectors& w) {
  const std::size_t n = w.size();
  each_of(n, [&](std::size_t i) { inverse_[i] = diagonal_[i] * S(dt_ * dt_) + Mat3<S>::identity() * S(m_); });
  rubs_.clear();
  held_.assign(n, Mat3<S>::zero());
  contacts.each_friction_bound(w, [&](std::uint32_t i, const Mat3d& A) {
    rubs_.push_back({i, A.as<S>()});
    const double D = trace(inverse_[i]), f = trace(A);
    held_[i] += (A * (D / (D + f))).template as<S>();  // in series with its neighbours
    inverse_[i] += A.as<S>();
  });
  contacts.each_held([&](std::size_t i, const Mat3d& P) {
    const Mat3d D = inverse_[i].template as<double>(), free = Mat3d::identity() - P;
    held_[i] += (P * (trace(D) / 3)).template as<S>();
    inverse_[i] = (free * D * free + P * (trace(D) / 3)).as<S>();
  });
  if (!weighed_) coarse_.weigh({m_, dt_, elastic_.moduli(), held_});
  weighed_ = true;
  each_of(n, [&](std::size_t i) {
    // Friction that holds is stiff beyond what the digits of S invert.
    inverse_[i] = inverse(inverse_[i].template as<double>()).template as<S>();
  });
}

template <class S>
void PuttyMatrix<S>::project(const ImplicitContacts& contacts, Quads<S>& a) const {
  contacts.each_held([&](std::size_t i, const Mat3d& P) {
    const Vec3d v = a[i].vector().template as<double>();
    a[i] = quad((v - P * v).as<S>());
  });
}

template <class S>
void PuttyMatrix<S>::start(const ImplicitContacts& contacts) {
  contacts_ = &contacts;
  start_gradients(*this, gradients_);
}

template <class S>
int PuttyMatrix<S>::follow(double tolerance) {
  const auto done = [&] { return inner(r_, r_) <= tolerance * tolerance; };
  return follow_gradients(*this, gradients_, kGradients, done).iterations;
}

template <class S>
void PuttyMatrix<S>::zero(Quads<S>& x) const {
  std::fill(x.begin(), x.end(), Quad<S>{});
}

template <class S>
void PuttyMatrix<S>::apply(const Quads<S>& p, Quads<S>& y) {
  const S m = S(m_), dt2 = S(dt_ * dt_);
  elastic_.apply(p, false, y);
  each_of(p.size(), [&](std::size_t i) {
    for (int a = 0; a < 3; ++a) y[i].e[a] = m * p[i].e[a] + dt2 * y[i].e[a];
  });
  for (const Rub& f : rubs_) {
    const Quad<S> t = times(f.A, p[f.point]);
    for (int a = 0; a < 3; ++a) y[f.point].e[a] += t.e[a];
  }
  project(*contacts_, y);
}

template <class S>
void PuttyMatrix<S>::precondition(const Quads<S>& r, Quads<S>& z) {
  each_of(r.size(), [&](std::size_t i) { z[i] = times(inverse_[i], r[i]); });
  coarse_.add(r, z);
  project(*contacts_, z);
}

template <class S>
double PuttyMatrix<S>::inner(const Quads<S>& a, const Quads<S>& b) const {
  return sum_over(a.size(), [&](std::size_t i) { return dot3(a[i], b[i]); });
}

template <class S>
void PuttyMatrix<S>::advance(Gradients<Quads<S>>& g, double s) const {
  const S step = S(s);
  each_of(g.x.size(), [&](std::size_t i) {
    for (int a = 0; a < 3; ++a) {
      g.x[i].e[a] += step * g.p[i].e[a];
      g.r[i].e[a] -= step * g.y[i].e[a];
    }
  });
}

template <class S>
void PuttyMatrix<S>::turn(Quads<S>& p, double t, const Quads<S>& z) const {
  const S turn = S(t);
  each_of(p.size(), [&](std::size_t i) {
    for (int a = 0; a < 3; ++a) p[i].e[a] = z[i].e[a] + turn * p[i].e[a];
  });
}

template <class S>
std::size_t PuttyMatrix<S>::bytes() const {
  return 5 * bytes_of(d_) + bytes_of(diagonal_) + bytes_of(inverse_) + bytes_of(held_) + bytes_of(rubs_) +
         coarse_.bytes();
}

template class PuttyMatrix<float>;
template class PuttyMatrix<double>;

}  // namespace weft
