#include "bodies/hair/rod_obstacles.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "bodies/hair/rod_lanes.h"
#include "bodies/hair/transport.h"

namespace weft {
namespace {

constexpr double kCreep = 1e-4;    // of the fastest: what friction holds is slower
constexpr double kLeast = 1e-3;    // of a vertex's momentum: pulls that count
constexpr double kThere = 1e-6;    // of an edge
constexpr double kTurned = 0.02;   // [rad]: a way of sliding that is another one
constexpr double kPressed = 1e-2;  // of a push: by which friction may go by another one
constexpr double kLeastPart = 0.05;
constexpr double kSettled = 1e300;

std::vector<std::uint32_t> each_itself(std::size_t n) {
  std::vector<std::uint32_t> all(n);
  std::iota(all.begin(), all.end(), 0u);
  return all;
}

/// Axes of which the projection P keeps the first `held`, or, two being held, lets go the first.
struct HeldAxes {
  Mat3d Q;
  Vec3d fixed;
};
HeldAxes axes_of(const Mat3d& P) {
  const int held = int(std::lround(P(0, 0) + P(1, 1) + P(2, 2)));
  if (held >= 3) return {Mat3d::identity(), {{1, 1, 1}}};
  // The only direction that is held, or the only one that is free.
  const Mat3d S = held == 1 ? P : Mat3d::identity() - P;
  int largest = 0;
  for (int k = 1; k < 3; ++k)
    if (S(k, k) > S(largest, largest)) largest = k;
  const Vec3d n = normalized(Vec3d{{S(0, largest), S(1, largest), S(2, largest)}});
  const Vec3d a = any_normal(n), b = cross(n, a);
  HeldAxes h;
  for (int r = 0; r < 3; ++r) h.Q(r, 0) = n[r], h.Q(r, 1) = a[r], h.Q(r, 2) = b[r];
  h.fixed = held == 1 ? Vec3d{{1, 0, 0}} : Vec3d{{0, 1, 1}};
  return h;
}

}  // namespace

template <class T>
RodObstacles<T>::RodObstacles(const Rod<T>& rod, std::span<const Barrier> barriers, double dt, double gravity)
    : vertices_(rod.vertices()),
      dt_(dt),
      contacts_(barriers, each_itself(vertices_ * std::size_t(kStrands<T>)), dt, {}) {
  v_.assign(vertices_ * std::size_t(kStrands<T>), Vec3d::zero());
  before_ = residual_ = v_;
  rubs_.resize(contacts_.size());
  double fastest = gravity * dt, mass = 0;
  for (const Barrier& b : barriers) {
    if (!points_.empty() && points_.back() == b.point) continue;
    points_.push_back(b.point);
    const std::size_t i = b.point / std::size_t(kStrands<T>);
    const int lane = int(b.point % std::size_t(kStrands<T>));
    before_[b.point] = take_lane(rod.v[i], lane);
    fastest = std::max({fastest, norm(before_[b.point]), norm(b.v_co)});
    mass += take_lane(rod.mass[i], lane);
  }
  contacts_.set_creep(std::max(kCreep * fastest, 1e-12));
  least_ = kLeast * fastest * mass / double(std::max<std::size_t>(points_.size(), 1));
}

template <class T>
void RodObstacles<T>::read(const Array<Vec3<T>>& u) {
  for (const std::uint32_t p : points_)
    v_[p] = take_lane(u[p / std::size_t(kStrands<T>)], int(p % std::size_t(kStrands<T>))) * (1 / dt_);
}

template <class T>
void RodObstacles<T>::aim(const Rod<T>& rod, const Array<Vec3<T>>& u) {
  constexpr double eps = std::numeric_limits<Scalar<T>>::epsilon();
  for (RodHold<T>& h : holds_) {
    const T length = rod.edges[std::min(h.vertex, rod.edges.size() - 1)].length;
    const Vec3<T> y = transpose(h.axes) * u[h.vertex];
    const T near = T(kThere) * length + T(8 * eps) * norm(y);
    for (int k = 0; k < 3; ++k) {
      const T move = h.fixed[k] * (h.target[k] - y[k]);
      h.move[k] = select(abs(move) > near, move, T(0));
    }
  }
}

template <class T>
void RodObstacles<T>::unfold(Array<Vec3<T>>& step) {
  for (RodHold<T>& h : holds_) {
    Vec3<T> y = step[h.vertex];
    for (int k = 0; k < 3; ++k) {
      h.push[k] = -h.stiff[k] * y[k];
      y[k] = select(h.fixed[k] > T(0), h.move[k], y[k]);
    }
    step[h.vertex] = h.axes * y;
  }
}

template <class T>
T RodObstacles<T>::moving() const {
  T most(0);
  for (const RodHold<T>& h : holds_) most = max(most, norm2(h.move));
  return select(most > T(0), T(1), T(0));
}

template <class T>
void RodObstacles<T>::begin(const Array<Vec3<T>>& u) {
  read(u);
  contacts_.start(v_);
  hold();
}

template <class T>
bool RodObstacles<T>::revise(const Array<Vec3<T>>& u, bool settle) {
  read(u);
  for (const std::uint32_t p : points_) residual_[p] = Vec3d::zero();
  bool moved = false;
  for (const RodHold<T>& h : holds_)
    for (int lane = 0; lane < kStrands<T>; ++lane) {
      Vec3d force = take_lane(h.carried, lane) - take_lane(h.drag, lane) * take_lane(u[h.vertex], lane);
      const Vec3d push = take_lane(h.push, lane), move = take_lane(h.move, lane);
      if (norm2(move) > 0) {  // what pushes there is not known yet
        moved = true;
        force = Vec3d::zero();
      } else {
        force += take_lane(h.axes, lane) * push;
      }
      residual_[h.vertex * std::size_t(kStrands<T>) + std::size_t(lane)] = force * dt_;
    }
  hold_back();
  // The contacts' own obeying is left out: the next solve does that.
  const bool changed = contacts_.update(residual_, v_, settle ? kSettled : least_);
  read(u);
  const bool turned = turn();
  hold();
  return changed || moved || turned;
}

/// What slid and was turned back was rubbed too hard, and what came of that says nothing about the push.
template <class T>
void RodObstacles<T>::hold_back() {
  std::uint32_t last = std::uint32_t(-1);
  contacts_.each_rub([&](const ImplicitContacts::Rubbing& c) {
    const Rub& r = rubs_[c.contact];
    if (!r.slides || dot(v_[c.vertex] - c.v_co, r.way) > 0) return;
    if (c.vertex != last) residual_[c.vertex] = Vec3d::zero();
    last = c.vertex;
    residual_[c.vertex] += c.n * c.pressed;
  });
}

/// The push that friction goes by, from the push that came of it; true when it was another one.
template <class T>
bool RodObstacles<T>::press(Rub& r, double pressed) const {
  const double off = pressed - r.pressed, done = r.pressed - r.before, slope = off - r.off;
  // Plain where nothing is known of the slope, where friction does not matter, and never farther.
  const double part = r.begun && std::fabs(done) > 0 ? std::clamp(-done / slope, kLeastPart, 1.0) : 1;
  const bool changed = !r.begun || std::fabs(off) > kPressed * pressed + least_;
  r.before = r.pressed;
  r.off = off;
  r.pressed += (part > 0 ? part : 1) * off;
  return changed;
}

/// Who slides where, after what was solved last; true when that is not what was thought.
template <class T>
bool RodObstacles<T>::turn() {
  bool changed = false;
  const double creep = contacts_.creep();
  contacts_.each_rub([&](const ImplicitContacts::Rubbing& c) {
    Rub& r = rubs_[c.contact];
    const Rub was = r;
    changed |= press(r, c.pressed);
    // Nothing has rubbed yet: as it slid when the step began.
    Vec3d t = (r.begun ? v_[c.vertex] : before_[c.vertex]) - c.v_co;
    t -= c.n * dot(c.n, t);
    const double speed = norm(t);
    r.begun = true;
    if (was.slides && dot(t, was.way) <= 0) {
      r.slides = false;
    } else if (was.slides || speed > creep) {
      r.slides = true;
      r.way = t * (1 / std::max(speed, 1e-300));
    }
    changed |= was.slides != r.slides || (r.slides && norm2(r.way - was.way) > kTurned * kTurned);
  });
  return changed;
}

template <class T>
RodHold<T>& RodObstacles<T>::hold_at(std::size_t vertex) {
  if (!hold_of_[vertex]) {
    const Vec3<T> zero = Vec3<T>::zero();
    holds_.push_back({vertex, Mat3<T>::identity(), zero, zero, Mat3<T>::zero(), zero, zero, zero, zero});
    hold_of_[vertex] = std::uint32_t(holds_.size());
  }
  return holds_[hold_of_[vertex] - 1];
}

/// The holds from what the contacts say now.
template <class T>
void RodObstacles<T>::hold() {
  holds_.clear();
  hold_of_.assign(vertices_, 0);
  hold_places();
  hold_rubs();
}

template <class T>
void RodObstacles<T>::hold_places() {
  contacts_.each_hold([&](std::uint32_t point, const Mat3d& P, const Vec3d& v) {
    const HeldAxes a = axes_of(P);
    const int lane = int(point % std::size_t(kStrands<T>));
    RodHold<T>& h = hold_at(point / std::size_t(kStrands<T>));
    put_lane(h.axes, lane, a.Q);
    put_lane(h.fixed, lane, a.fixed);
    Vec3d y = transpose(a.Q) * v * dt_;
    for (int k = 0; k < 3; ++k) y[k] *= a.fixed[k];
    put_lane(h.target, lane, y);
  });
}

/// With t the slip, L = mu c_n and e the creep:
///   sticks    L/e t
///   slides    L (way + (I - n n^T - way way^T) t / |t|)
template <class T>
void RodObstacles<T>::hold_rubs() {
  const double creep = contacts_.creep();
  contacts_.each_rub([&](const ImplicitContacts::Rubbing& c) {
    const Rub& r = rubs_[c.contact];
    const double limit = c.friction * r.pressed;
    const int lane = int(c.vertex % std::size_t(kStrands<T>));
    RodHold<T>& h = hold_at(c.vertex / std::size_t(kStrands<T>));
    Mat3d A = Mat3d::identity() - outer(c.n, c.n);
    Vec3d b = Vec3d::zero();
    if (r.slides) {
      A = (A - outer(r.way, r.way)) * (limit / std::max(dot(v_[c.vertex] - c.v_co, r.way), creep));
      b -= r.way * limit;
    } else {
      A = A * (limit / creep);
    }
    b += A * c.v_co;
    put_lane(h.drag, lane, take_lane(h.drag, lane) + A * (1 / (dt_ * dt_)));
    put_lane(h.carried, lane, take_lane(h.carried, lane) + b * (1 / dt_));
  });
}

template <class T>
T RodObstacles<T>::drag_energy(const Array<Vec3<T>>& u) const {
  T sum(0);
  for (const RodHold<T>& h : holds_) {
    const Vec3<T>& at = u[h.vertex];
    sum += T(0.5) * dot(at, h.drag * at) - dot(h.carried, at);
  }
  return sum;
}

template class RodObstacles<double>;
template class RodObstacles<Pack<Real>>;

}  // namespace weft
