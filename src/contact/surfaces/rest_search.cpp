#include "contact/surfaces/rest_search.h"

#include <algorithm>
#include <cmath>

#include "bodies/vector_space.h"

namespace weft {

namespace {

constexpr double kGive = 0.1;          // of what a press keeps: e
constexpr double kSliding = 0.999;     // of e: what has slipped so far slides on
constexpr double kSlidingHold = 0.05;  // of the stiffness of sticking that sliding has along its way
constexpr double kFarthest = 0.5;      // of the mean edge: that a vertex goes in a step
constexpr double kRenewAt = 0.85;      // of what the list bears
constexpr double kForcing = 0.03;      // a Newton step is solved to this part of its residual
constexpr int kGradients = 1000;
constexpr int kHalvings = 40;
constexpr double kArmijo = 1e-4;

Vec3d across(const Vec3d& n, const Vec3d& v) { return v - n * dot(n, v); }

double mean_edge(const SurfaceScene& s) {
  double sum = 0;
  std::size_t n = 0;
  for (const auto& e : s.edges)
    if (s.yields(e[0])) sum += norm(s.x[e[0]] - s.x[e[1]]), ++n;
  return n ? sum / double(n) : 1;
}

}  // namespace

/// A as conjugate gradients see it.
struct RestSystem : VectorSpace {
  RestSearch& search;
  std::span<const RestSearch::Part> parts;
  template <class F>
  void each(std::vector<Vec3d>& a, std::vector<Vec3d>& b, F&& f) const {
    for (const auto& p : parts) {
      const std::size_t n = p.body->masses().size();
      f(*p.body, std::span(a).subspan(p.first, n), std::span(b).subspan(p.first, n));
    }
  }
  void apply(std::vector<Vec3d>& p, std::vector<Vec3d>& y) const {
    zero(y);
    each(p, y, [](RestingBody& b, auto in, auto out) { b.multiply(in, out); });
    search.multiply(p, y);
    each(p, y, [](RestingBody& b, auto, auto out) { b.keep_free(out); });
  }
  void precondition(std::vector<Vec3d>& r, std::vector<Vec3d>& z) const {
    zero(z);
    each(r, z, [](RestingBody& b, auto in, auto out) { b.precondition(in, out), b.keep_free(out); });
  }
};

/// Pairs and obstacles that the motion u may meet.
void RestSearch::look(const Task& task) {
  task.scene.measure();
  task.list.renew(task.scene, task.friction, kRenewAt);
  task.list.wake(task.scene);
  const double far = task.list.longest_edge();
  finder_.begin(task.scene, {task.colliders, task.time, far, task.load, task.friction_with});
  task.obstacles.begin(task.scene, task.colliders, task.time, far);
}

void RestSearch::find_rubs() {
  rubs_.clear();
  for (std::uint32_t k = 0; k < presses_.size(); ++k) {
    const Press& p = presses_[k];
    if (!(p.friction * p.push > 0)) continue;
    const auto at = std::lower_bound(slips_.begin(), slips_.end(), p.key,
                                     [](const Slip& s, const ContactKey& key) { return s.key < key; });
    Vec3d s = Vec3d::zero();
    if (at != slips_.end() && at->key == p.key) {  // the plane may have turned
      const double length = norm(at->s);
      s = across(p.n, at->s);
      if (const double now = norm(s); now > 0) s *= length / now;
    }
    rubs_.push_back({k, s, p.friction * p.push, kGive * p.keep});
  }
}

double RestSearch::friction(const std::vector<Vec3d>& u) const {
  double sum = 0;
  for (const Rub& r : rubs_) {
    const Press& p = presses_[r.press];
    const double z = norm(r.s + across(p.n, p.way(u)));
    sum += r.most * (z < r.give ? 0.5 * z * z / r.give : z - 0.5 * r.give);
  }
  return sum;
}

double RestSearch::energy(const Task& task) {
  double sum = finder_.find(task.scene, task.list, trial_) + friction(task.scene.u);
  for (const Part& p : task.parts)
    sum += p.body->try_way(std::span(task.scene.u).subspan(p.first, p.body->masses().size()));
  return sum;
}

/// The root of the mean square of r/m by mass.
double RestSearch::mean_force(const Task& task) const {
  double sum = 0, mass = 0;
  for (const Part& p : task.parts) {
    const auto m = p.body->masses();
    for (std::size_t i = 0; i < m.size(); ++i)
      if (m[i] > 0) sum += norm2(r_[p.first + i]) / m[i], mass += m[i];
  }
  return mass > 0 ? std::sqrt(sum / mass) : 0;
}

/// r at u = 0; returns the mean force per mass, with and without contact.
double RestSearch::forces(const Task& task, double& bears) {
  const auto of = [&](const Part& p) { return std::span(r_).subspan(p.first, p.body->masses().size()); };
  for (const Part& p : task.parts) p.body->forces(of(p));
  bears = mean_force(task);
  each_force([&](const Press& p, std::size_t k, const Vec3d& f) {
    if (task.scene.w[p.vertex[k]] > 0) r_[p.vertex[k]] += f;
  });
  for (const Part& p : task.parts) p.body->keep_free(of(p));
  return mean_force(task);
}

bool RestSearch::linearise(const Task& task) {
  couplings_.clear();
  for (std::uint32_t k = 0; k < presses_.size(); ++k) {
    const Press& p = presses_[k];
    couplings_.push_back({k, outer(p.n, p.n) * p.stiffness});
  }
  for (const Rub& b : rubs_) {
    const Vec3d& n = presses_[b.press].n;
    const double z = norm(b.s);
    Mat3d T = (Mat3d::identity() - outer(n, n)) * (b.most / b.give);
    if (z > kSliding * b.give) T -= outer(b.s, b.s) * ((1 - kSlidingHold) * b.most / (b.give * z * z));
    couplings_[b.press].block += T;
  }
  std::vector<std::array<double, 6>> own(task.scene.size());
  for (const Coupling& c : couplings_) {
    const Press& p = presses_[c.press];
    const Mat3d& B = c.block;
    const std::array<double, 6> six{B(0, 0), B(0, 1), B(0, 2), B(1, 1), B(1, 2), B(2, 2)};
    for (std::size_t k = 0; k < 4 && p.vertex[k] != kNone; ++k)
      for (std::size_t a = 0; a < 6; ++a) own[p.vertex[k]][a] += p.w[k] * p.w[k] * six[a];
  }
  bool good = true;
  for (const Part& p : task.parts)
    good &= p.body->linearise(std::span(own).subspan(p.first, p.body->masses().size()));
  return good;
}

/// Adds what presses couple between different vertices; of each by itself bodies know.
void RestSearch::multiply(const std::vector<Vec3d>& d, std::vector<Vec3d>& out) const {
  for (const Coupling& c : couplings_) {
    const Press& p = presses_[c.press];
    if (p.vertex[1] == kNone) continue;
    const Vec3d all = c.block * p.way(d);
    for (std::size_t k = 0; k < 4 && p.vertex[k] != kNone; ++k)
      out[p.vertex[k]] += (all - c.block * d[p.vertex[k]] * p.w[k]) * p.w[k];
  }
}

/// Where something begins inside an obstacle that has come to it, what is beside it need not keep out: its distance has a sign and
/// brings it out again.
bool RestSearch::proven(const Task& task) {
  const bool inside = std::any_of(presses_.begin(), presses_.end(), [](const Press& p) { return p.d <= 0; });
  return cutter_.failing(task.scene, task.list).empty() &&
         (inside || task.obstacles.failing(task.scene).empty());
}

void RestSearch::keep_slips(const SurfaceScene& scene) {
  slips_.clear();
  for (const Rub& r : rubs_) {
    const Press& p = presses_[r.press];
    Vec3d s = r.s + across(p.n, p.way(scene.u));
    if (const double z = norm(s); z > r.give) s *= r.give / z;
    slips_.push_back({p.key, s});
  }
  std::sort(slips_.begin(), slips_.end(), [](const Slip& a, const Slip& b) { return a.key < b.key; });
}

/// d with A d = q; returns the iterations it took.
int RestSearch::descend(const Task& task, const Vectors& q) {
  RestSystem system{{}, *this, task.parts};
  q_ = q;
  Gradients<Vectors> g{d_, q_, z_, p_, y_};
  start_gradients(system, g);
  const double enough = kForcing * length(q);
  return follow_gradients(system, g, kGradients, [&] { return !(length(q_) > enough); }).iterations;
}

RestReport RestSearch::step(const Task& task) {
  SurfaceScene& s = task.scene;
  const std::size_t n = s.size();
  for (std::vector<Vec3d>* v : {&r_, &d_, &q_, &z_, &p_, &y_}) v->assign(n, Vec3d::zero());
  s.u.assign(n, Vec3d::zero());
  cutter_.begin(n);
  look(task);
  finder_.find(s, task.list, presses_);
  find_rubs();
  RestReport report;
  report.presses = presses_.size();
  for (const Press& p : presses_) report.nearest = std::min(report.nearest, p.d / p.keep);
  const double before = energy(task);
  report.left = forces(task, report.bears);
  double leads = 0;
  for (const Part& p : task.parts)
    for (const Vec3d& l : p.body->lead()) leads = std::max(leads, norm(l));
  if (report.left <= task.rest && leads == 0) return report;

  secants_.learn(r_);
  if (linearise(task)) {
    const auto solve = [&](const Vectors& q, Vectors&) { report.gradients += descend(task, q); };
    secants_.direction(r_, d_, solve);
    if (!secants_.empty() && !(inner(r_, d_) > 0)) {
      secants_.forget();
      solve(r_, d_);
    }
  } else {
    d_ = r_;
  }
  const double step = kFarthest * mean_edge(s);
  if (leads > 0) {  // what is prescribed goes first, in steps of its own length
    std::fill(d_.begin(), d_.end(), Vec3d::zero());
    for (const Part& p : task.parts) {
      const auto lead = p.body->lead();
      std::copy(lead.begin(), lead.end(), d_.begin() + std::ptrdiff_t(p.first));
    }
  }
  double farthest = 0;
  for (const Vec3d& d : d_) farthest = std::max(farthest, norm(d));
  double a = farthest > step ? step / farthest : 1;
  const double slope = -inner(r_, d_), noise = 1e-13 * std::fabs(before);
  const auto go = [&](double share) { each_of(n, [&](std::size_t i) { s.u[i] = d_[i] * share; }); };
  go(a);
  look(task);
  int halving = 0;
  for (; halving < kHalvings; ++halving, a *= 0.5) {
    go(a);
    if (!proven(task)) continue;
    if (leads > 0 || energy(task) <= before + kArmijo * a * slope + noise) break;
  }
  if (halving == kHalvings) go(a = 0);
  report.share = a;
  if (a < 1 || leads > 0) secants_.forget();
  else secants_.went(s.u);
  task.list.wake(s);
  keep_slips(s);
  return report;
}

}  // namespace weft
