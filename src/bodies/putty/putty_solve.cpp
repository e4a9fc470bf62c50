#include "bodies/putty/putty_solve.h"

#include <cmath>

#include "exec/loops.h"

namespace weft {
namespace {

constexpr std::size_t kChunk = 2048;
constexpr int kGuesses = 12;     // of contact, a round
constexpr double kRough = 0.05;  // of the residual: while it is not known who touches
constexpr int kRubbings = 2;     // guesses in which the push that friction goes by may matter
constexpr double kFrictionError = 0.02, kNever = 1e30;  // relative, of that push
constexpr double kPassed = 0.1;   // of the residual: of what others gave after the solve
constexpr int kGradients = 2000;  // iterations a guess
constexpr double kCreep = 1e-3;   // of the velocities a step brings: what friction holds is slower
template <class S>
constexpr double kDigits = sizeof(S) == 4 ? 1e-7 : 1e-15;

template <class F>
void each(std::size_t n, F&& f) {
  parallel_each(n, kChunk, f);
}
template <class F>
double sum(std::size_t n, F&& f) {
  return sum_of(n, kChunk, f);
}

double length(const Vectors& a) {
  return std::sqrt(sum(a.size(), [&](std::size_t i) { return norm2(a[i]); }));
}

template <class S>
double dot3(const Quad<S>& a, const Quad<S>& b) {
  return double(a.e[0] * b.e[0] + a.e[1] * b.e[1] + a.e[2] * b.e[2]);
}

bool holds(const ImplicitContacts& contacts) {
  bool any = false;
  contacts.each_held([&](std::size_t, const Mat3d&) { any = true; });
  return any;
}

template <class S>
Quad<S> times(const Mat3<S>& A, const Quad<S>& a) {
  return quad(A * a.vector());
}

}  // namespace

template <class S>
void PuttySolve<S>::resize(std::size_t n) {
  for (Quads<S>* q : {&u_, &y_, &d_, &r_, &z_, &p_}) q->resize(n, Quad<S>{});
  raw_.resize(n);
  reduced_.resize(n);
  A_.resize(n);
  inverse_.resize(n);
  diagonal_.resize(n);
}

template <class S>
void PuttySolve<S>::freeze_at(const Task& task, const Vectors& w) {
  each(w.size(), [&](std::size_t i) { u_[i] = quad(((w[i] - drift_) * task.dt).template as<S>()); });
  elastic_.gradients(u_, A_);
  elastic_.freeze(A_);
}

template <class S>
void PuttySolve<S>::find_residual(const Task& task, const Vectors& w) {
  each(w.size(), [&](std::size_t i) { u_[i] = quad(((w[i] - drift_) * task.dt).template as<S>()); });
  elastic_.apply(u_, true, y_);
  each(w.size(), [&](std::size_t i) {
    Vec3d push = y_[i].vector().template as<double>();
    if (task.kept) push += (*task.kept)[i].vector().template as<double>();
    raw_[i] = (w[i] - task.free[i]) * m_ + push * task.dt;
  });
}

template <class S>
void PuttySolve<S>::find_blocks(const Task& task, const ImplicitContacts& contacts, const Vectors& w) {
  const std::size_t n = w.size();
  each(n, [&](std::size_t i) {
    inverse_[i] = diagonal_[i] * S(task.dt * task.dt) + Mat3<S>::identity() * S(m_);
  });
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
  if (!weighed_) coarse_.weigh({m_, task.dt, elastic_.moduli(), held_});
  weighed_ = true;
  each(n, [&](std::size_t i) {
    // Friction that holds is stiff beyond what the digits of S invert.
    inverse_[i] = inverse(inverse_[i].template as<double>()).template as<S>();
  });
}

template <class S>
void PuttySolve<S>::project(const ImplicitContacts& contacts, Quads<S>& a) const {
  contacts.each_held([&](std::size_t i, const Mat3d& P) {
    const Vec3d v = a[i].vector().template as<double>();
    a[i] = quad((v - P * v).as<S>());
  });
}

template <class S>
void PuttySolve<S>::precondition(const ImplicitContacts& contacts) {
  each(r_.size(), [&](std::size_t i) { z_[i] = times(inverse_[i], r_[i]); });
  coarse_.add(r_, z_);
  project(contacts, z_);
}

/// (m + dt^2 K + friction) d = r_ in what is free, from d = 0.
template <class S>
void PuttySolve<S>::start_gradients(const ImplicitContacts& contacts) {
  std::fill(d_.begin(), d_.end(), Quad<S>{});
  precondition(contacts);
  std::copy(z_.begin(), z_.end(), p_.begin());
  rz_ = sum(r_.size(), [&](std::size_t i) { return dot3(r_[i], z_[i]); });
}

template <class S>
void PuttySolve<S>::multiply(const Task& task, const ImplicitContacts& contacts) {
  const S m = S(m_), dt2 = S(task.dt * task.dt);
  elastic_.apply(p_, false, y_);
  each(p_.size(), [&](std::size_t i) {
    for (int a = 0; a < 3; ++a) y_[i].e[a] = m * p_[i].e[a] + dt2 * y_[i].e[a];
  });
  for (const Rub& f : rubs_) {
    const Quad<S> t = times(f.A, p_[f.point]);
    for (int a = 0; a < 3; ++a) y_[f.point].e[a] += t.e[a];
  }
  project(contacts, y_);
}

/// Goes on until |r| <= tolerance; returns the iterations.
template <class S>
int PuttySolve<S>::advance(const Task& task, const ImplicitContacts& contacts, double tolerance) {
  const std::size_t n = r_.size();
  for (int k = 0;; ++k) {
    const double r2 = sum(n, [&](std::size_t i) { return dot3(r_[i], r_[i]); });
    if (k == kGradients || r2 <= tolerance * tolerance) return k;
    multiply(task, contacts);
    const double curvature = sum(n, [&](std::size_t i) { return dot3(p_[i], y_[i]); });
    if (!(curvature > 0)) return k;
    const S step = S(rz_ / curvature);
    each(n, [&](std::size_t i) {
      for (int a = 0; a < 3; ++a) {
        d_[i].e[a] += step * p_[i].e[a];
        r_[i].e[a] -= step * y_[i].e[a];
      }
    });
    precondition(contacts);
    const double next = sum(n, [&](std::size_t i) { return dot3(r_[i], z_[i]); });
    const S turn = S(next / rz_);
    rz_ = next;
    each(n, [&](std::size_t i) {
      for (int a = 0; a < 3; ++a) p_[i].e[a] = z_[i].e[a] + turn * p_[i].e[a];
    });
  }
}

template <class S>
void PuttySolve<S>::guess(const Task& task, Vectors& w) {
  const std::size_t n = w.size();
  elastic_.freeze({});
  w = task.free;
  find_residual(task, w);
  each(n, [&](std::size_t i) { p_[i] = quad((task.last[i] * task.dt).template as<S>()); });
  elastic_.apply(p_, false, y_);
  const double along =
      sum(n, [&](std::size_t i) { return dot(raw_[i], p_[i].vector().template as<double>()); });
  const double curvature =
      sum(n, [&](std::size_t i) { return m_ * dot3(p_[i], p_[i]) + task.dt * task.dt * dot3(p_[i], y_[i]); });
  const double alpha = curvature > 0 ? std::clamp(-along / curvature, 0.0, 1.0) : 0;
  if (alpha > 0) each(n, [&](std::size_t i) { w[i] += task.last[i] * (alpha * task.dt); });
}

template <class S>
Vec3d PuttySolve<S>::mean(const Vectors& a) {
  const auto part = [&](Range r) {
    Vec3d s = Vec3d::zero();
    for (std::size_t i = r.begin; i < r.end; ++i) s += a[i];
    return s;
  };
  const auto add = [](const Vec3d& x, const Vec3d& y) { return x + y; };
  return reduce_chunks(a.size(), kChunk, Vec3d::zero(), part, add) * (1 / double(a.size()));
}

/// Where nobody touches it, elasticity moves the middle of the body nowhere: what the tolerance left goes.
template <class S>
void PuttySolve<S>::keep_momentum(const Task& task, Vectors& w) const {
  const Vec3d off = mean(task.free) - mean(w);
  each(w.size(), [&](std::size_t i) { w[i] += off; });
}

/// One round: who touches, and w to the tolerance; false when guesses ran out. Roughly solved is enough to
/// see who touches; where nothing changes then, the same gradients go on.
template <class S>
bool PuttySolve<S>::settle(const Task& task, ImplicitContacts& contacts, const Ends& ends, Vectors& w,
                           PuttySolveReport& report) {
  const std::size_t n = w.size();
  bool running = false, closed = false;
  double left = 0;
  for (int guess = 0; guess <= kGuesses; ++guess) {
    if (!running) {
      reduced_ = raw_;
      contacts.reduce(w, reduced_);
      left = length(reduced_);
      if (left > ends.tolerance) {
        find_blocks(task, contacts, w);
        each(n, [&](std::size_t i) { r_[i] = quad(reduced_[i].template as<S>()); });
        start_gradients(contacts);
        from_ = w;
      }
    }
    const double goal = running || contacts.empty() ? 0 : kRough * left;
    if (left > ends.tolerance) {
      report.gradients += advance(task, contacts, std::max(goal, ends.tolerance));
      each(n, [&](std::size_t i) { w[i] = from_[i] - d_[i].vector().template as<double>(); });
      closed = contacts.close(w);
      find_residual(task, w);
    }
    before_ = w;
    const bool changed =
        contacts.update(raw_, w, ends.least, guess < kRubbings ? kFrictionError : kNever) || closed;
    if (!changed && (running || goal <= ends.tolerance)) return true;
    running = !changed;
    if (!changed) continue;
    ++report.guesses;
    if (w != before_) find_residual(task, w);
  }
  return false;
}

template <class S>
PuttySolveReport PuttySolve<S>::solve(const Task& task, ImplicitContacts& contacts, Vectors& w,
                                      std::span<Vec3d> given) {
  const std::size_t n = task.free.size();
  resize(n);
  w.resize(n);
  drift_ = mean(task.free);
  coarse_.find(task.x, task.spacing);
  weighed_ = false;
  guess(task, w);
  const double brought =
      std::sqrt(sum(n, [&](std::size_t i) { return norm2(task.free[i] - task.before[i]); }));
  double reference = length(raw_) + m_ * brought;
  contacts.set_creep(std::max(kCreep * reference / (m_ * std::sqrt(double(n))), 1e-9));
  before_ = w;
  contacts.start(w, task.pressed);
  reference += m_ * std::sqrt(sum(n, [&](std::size_t i) { return norm2(w[i] - before_[i]); }));
  // Velocities beneath the last digits of what moves do not count.
  const double tolerance = std::max(task.tolerance * reference, kDigits<S> * m_ * length(task.free));
  const double least = tolerance / std::sqrt(double(n));

  PuttySolveReport report;
  for (int round = 0; round < std::max(task.rounds, 1); ++round) {
    freeze_at(task, w);
    elastic_.diagonal(diagonal_);
    find_residual(task, w);
    if (!settle(task, contacts, {tolerance, least}, w, report)) report.converged = false;
  }
  if (!holds(contacts)) keep_momentum(task, w);
  if (!given.empty()) contacts.give(w, raw_, given);
  task.pressed.assign(n, 0);
  contacts.each_push([&](std::uint32_t i, double push) { task.pressed[i] += push; });
  return report;
}

template <class S>
int PuttySolve<S>::pass_on(const Task& task, const ImplicitContacts& contacts, Vectors& change) {
  const std::size_t n = change.size();
  if (!weighed_) find_blocks(task, contacts, task.free);
  each(n, [&](std::size_t i) { r_[i] = quad((change[i] * m_).template as<S>()); });
  project(contacts, r_);
  start_gradients(contacts);
  const double left = std::sqrt(sum(n, [&](std::size_t i) { return dot3(r_[i], r_[i]); }));
  const int iterations = advance(task, contacts, kPassed * left);
  before_ = change;
  each(n, [&](std::size_t i) { change[i] = d_[i].vector().template as<double>(); });
  if (!holds(contacts)) {
    const Vec3d off = mean(before_) - mean(change);  // what the tolerance left
    each(n, [&](std::size_t i) { change[i] += off; });
    return iterations;
  }
  elastic_.apply(d_, false, y_);
  each(n, [&](std::size_t i) {
    raw_[i] += (change[i] - before_[i]) * m_ + y_[i].vector().template as<double>() * (task.dt * task.dt);
  });
  return iterations;
}

template <class S>
std::size_t PuttySolve<S>::bytes() const {
  return 6 * bytes_of(u_) + bytes_of(raw_) + bytes_of(reduced_) + bytes_of(A_) + bytes_of(inverse_) +
         bytes_of(diagonal_) + bytes_of(before_) + bytes_of(from_) + bytes_of(held_) + coarse_.bytes();
}

template class PuttySolve<float>;
template class PuttySolve<double>;

}  // namespace weft
