#include "bodies/putty/putty_solve.h"

#include <cmath>

namespace weft {
namespace {

constexpr int kGuesses = 12;     // of contact, per round
constexpr double kRough = 0.05;  // of the residual: while it is not known who touches
constexpr int kRubbings = 2;     // guesses in which the push that friction goes by may matter
constexpr double kFrictionError = 0.02, kNever = 1e30;  // relative, of that push
constexpr double kPassed = 0.1;  // of the residual: of what others gave after the solve
constexpr double kCreep = 1e-3;  // of the velocities a step brings: what friction holds is slower
template <class S>
constexpr double kDigits = sizeof(S) == 4 ? 1e-7 : 1e-15;

template <class S>
double dot3(const Quad<S>& a, const Quad<S>& b) {
  return double(a.e[0] * b.e[0] + a.e[1] * b.e[1] + a.e[2] * b.e[2]);
}

bool holds(const ImplicitContacts& contacts) {
  bool any = false;
  contacts.each_held([&](std::size_t, const Mat3d&) { any = true; });
  return any;
}

}  // namespace

template <class S>
void PuttySolve<S>::resize(std::size_t n) {
  for (Quads<S>* q : {&u_, &y_}) q->resize(n, Quad<S>{});
  raw_.resize(n);
  reduced_.resize(n);
  A_.resize(n);
}

template <class S>
void PuttySolve<S>::displace(const Task& task, const Vectors& w) {
  each_of(w.size(), [&](std::size_t i) {
    Vec3d u = (w[i] - drift_) * task.dt;
    if (task.moved) u += (*task.moved)[i] - carried_;
    u_[i] = quad(u.template as<S>());
  });
}

template <class S>
void PuttySolve<S>::freeze_at(const Task& task, const Vectors& w) {
  displace(task, w);
  elastic_.gradients(u_, A_);
  elastic_.freeze(A_);
}

template <class S>
void PuttySolve<S>::find_residual(const Task& task, const Vectors& w) {
  displace(task, w);
  elastic_.apply(u_, true, y_);
  each_of(w.size(), [&](std::size_t i) {
    Vec3d push = y_[i].vector().template as<double>();
    if (task.kept) push += (*task.kept)[i].vector().template as<double>();
    raw_[i] = (w[i] - task.free[i]) * m_ + push * task.dt;
  });
}

template <class S>
void PuttySolve<S>::guess(const Task& task, Vectors& w) {
  const std::size_t n = w.size();
  w = task.free;
  if (task.moved) freeze_at(task, w);
  else elastic_.freeze({});
  find_residual(task, w);
  each_of(n, [&](std::size_t i) { u_[i] = quad((task.last[i] * task.dt).template as<S>()); });
  elastic_.apply(u_, false, y_);
  const double along =
      sum_over(n, [&](std::size_t i) { return dot(raw_[i], u_[i].vector().template as<double>()); });
  const double curvature = sum_over(
      n, [&](std::size_t i) { return m_ * dot3(u_[i], u_[i]) + task.dt * task.dt * dot3(u_[i], y_[i]); });
  const double alpha = curvature > 0 ? std::clamp(-along / curvature, 0.0, 1.0) : 0;
  if (alpha > 0) each_of(n, [&](std::size_t i) { w[i] += task.last[i] * (alpha * task.dt); });
}

template <class S>
Vec3d PuttySolve<S>::mean(const Vectors& a) {
  const auto part = [&](Range r) {
    Vec3d s = Vec3d::zero();
    for (std::size_t i = r.begin; i < r.end; ++i) s += a[i];
    return s;
  };
  const auto add = [](const Vec3d& x, const Vec3d& y) { return x + y; };
  return reduce_chunks(a.size(), kVectorChunk, Vec3d::zero(), part, add) * (1 / double(a.size()));
}

/// Where nobody touches it, elasticity moves the middle of the body nowhere: what the tolerance left goes.
template <class S>
void PuttySolve<S>::keep_momentum(const Task& task, Vectors& w) const {
  const Vec3d off = mean(task.free) - mean(w);
  each_of(w.size(), [&](std::size_t i) { w[i] += off; });
}

/// False when guesses ran out. Roughly solved is enough to see who touches; where nothing changes then, the
/// same gradients go on.
template <class S>
bool PuttySolve<S>::solve_round(const Task& task, ImplicitContacts& contacts, const Ends& ends, Vectors& w,
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
        matrix_.take_contacts(contacts, w);
        each_of(n, [&](std::size_t i) { matrix_.rest()[i] = quad(reduced_[i].template as<S>()); });
        matrix_.start(contacts);
        from_ = w;
      }
    }
    const double goal = running || contacts.empty() ? 0 : kRough * left;
    if (left > ends.tolerance) {
      report.gradients += matrix_.follow(std::max(goal, ends.tolerance));
      each_of(n,
              [&](std::size_t i) { w[i] = from_[i] - matrix_.solution()[i].vector().template as<double>(); });
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
  if (task.moved) carried_ = mean(*task.moved);
  matrix_.begin_step(task.x, task.spacing, task.dt);
  guess(task, w);
  const double brought =
      std::sqrt(sum_over(n, [&](std::size_t i) { return norm2(task.free[i] - task.before[i]); }));
  double reference = length(raw_) + m_ * brought;
  contacts.set_creep(std::max(kCreep * reference / (m_ * std::sqrt(double(n))), 1e-9));
  before_ = w;
  contacts.start(w, task.pressed);
  reference += m_ * std::sqrt(sum_over(n, [&](std::size_t i) { return norm2(w[i] - before_[i]); }));
  // Velocities beneath the last digits of what moves do not count.
  const double tolerance = std::max(task.tolerance * reference, kDigits<S> * m_ * length(task.free));
  const double least = tolerance / std::sqrt(double(n));

  PuttySolveReport report;
  for (int round = 0; round < std::max(task.rounds, 1); ++round) {
    freeze_at(task, w);
    matrix_.take_rotations();
    find_residual(task, w);
    if (!solve_round(task, contacts, {tolerance, least}, w, report)) report.converged = false;
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
  Quads<S>& r = matrix_.rest();
  const Quads<S>& d = matrix_.solution();
  if (!matrix_.knows_contacts()) matrix_.take_contacts(contacts, task.free);
  each_of(n, [&](std::size_t i) { r[i] = quad((change[i] * m_).template as<S>()); });
  matrix_.project(contacts, r);
  matrix_.start(contacts);
  const int iterations = matrix_.follow(kPassed * std::sqrt(matrix_.inner(r, r)));
  before_ = change;
  each_of(n, [&](std::size_t i) { change[i] = d[i].vector().template as<double>(); });
  if (!holds(contacts)) {
    const Vec3d off = mean(before_) - mean(change);  // what the tolerance left
    each_of(n, [&](std::size_t i) { change[i] += off; });
    return iterations;
  }
  elastic_.apply(d, false, y_);
  each_of(n, [&](std::size_t i) {
    raw_[i] += (change[i] - before_[i]) * m_ + y_[i].vector().template as<double>() * (task.dt * task.dt);
  });
  return iterations;
}

template <class S>
std::size_t PuttySolve<S>::bytes() const {
  return 2 * bytes_of(u_) + bytes_of(raw_) + bytes_of(reduced_) + bytes_of(before_) + bytes_of(from_) +
         bytes_of(A_) + matrix_.bytes();
}

template class PuttySolve<float>;
template class PuttySolve<double>;

}  // namespace weft
