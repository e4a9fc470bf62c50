#include "bodies/solid/implicit_contacts.h"

#include <algorithm>
#include <cmath>

namespace weft {
namespace {

constexpr double kParallel = 1e-6;       // sine of the angle below which normals say the same
constexpr double kFrictionError = 1e-2;  // relative, of the push that friction goes by

/// Calls f(range of contacts) for each vertex.
template <class List, class F>
void by_vertex(List& list, F&& f) {
  for (std::size_t i = 0; i < list.size();) {
    std::size_t end = i;
    while (end < list.size() && list[end].vertex == list[i].vertex) ++end;
    f(std::span(&list[i], end - i));
    i = end;
  }
}

}  // namespace

SolidContacts::SolidContacts(std::span<const Barrier> barriers, std::span<const std::uint32_t> vertex_of,
                             double dt, std::vector<Led> pinned)
    : pinned_(std::move(pinned)) {
  std::sort(pinned_.begin(), pinned_.end(), [](const Led& a, const Led& b) { return a.vertex < b.vertex; });
  const auto is_pinned = [&](std::uint32_t v) {
    const auto at = std::lower_bound(pinned_.begin(), pinned_.end(), v,
                                     [](const Led& a, std::uint32_t b) { return a.vertex < b; });
    return at != pinned_.end() && at->vertex == v;
  };
  for (std::uint32_t k = 0; k < barriers.size(); ++k) {
    const Barrier& b = barriers[k];
    const std::uint32_t v = vertex_of[b.point];
    if (is_pinned(v)) continue;
    contacts_.push_back({v, k, b.n, b.v_co, std::max(b.gap, 0.0) / dt, b.friction, b.boundary, State::open,
                         Vec3d::zero(), 0});
  }
  std::stable_sort(contacts_.begin(), contacts_.end(),
                   [](const Contact& a, const Contact& b) { return a.vertex < b.vertex; });
}

/// Coulomb's law as an explicit step would apply it.
void SolidContacts::guess(Contact& c, const Vec3d& v) const {
  const Vec3d slip = v - c.v_co;
  const double inward = -dot(slip, c.n) - c.approach;
  const Vec3d t = slip - c.n * dot(slip, c.n);
  const double speed = norm(t);
  c.along = speed > 0 ? t * (1 / speed) : Vec3d::zero();
  if (c.may_leave() && inward <= 0) c.state = State::open;
  else if (c.boundary == Boundary::sticky) c.state = State::sticks;
  else c.state = c.friction > 0 && speed <= c.friction * inward ? State::sticks : State::slides;
}

void SolidContacts::start(Vectors& v) {
  for (Contact& c : contacts_) guess(c, v[c.vertex]);
  hold();
  obey(v);
}

bool SolidContacts::close(Vectors& v) {
  bool any = false;
  for (Contact& c : contacts_)
    if (c.state == State::open && dot(c.n, v[c.vertex]) < c.bound()) {
      guess(c, v[c.vertex]);
      any |= c.state != State::open;
    }
  if (!any) return false;
  hold();
  obey(v);
  return true;
}

/// Directions one after the other, each without those before it.
SolidContacts::Held SolidContacts::held_by(std::span<const Contact> at) const {
  Held h{at[0].vertex, Mat3d::zero(), Vec3d::zero()};
  for (const Contact& c : at)
    if (c.state == State::sticks) return {c.vertex, Mat3d::identity(), c.v_co - c.n * c.approach};
  for (const Contact& c : at) {
    if (c.state != State::slides) continue;
    Vec3d e = c.n - h.P * c.n;
    if (norm(e) < kParallel) continue;
    e = normalized(e);
    h.v += e * ((c.bound() - dot(c.n, h.v)) / dot(c.n, e));
    h.P += outer(e, e);
  }
  return h;
}

void SolidContacts::hold() {
  held_.clear();
  for (const Led& p : pinned_) held_.push_back({p.vertex, Mat3d::identity(), p.v});
  by_vertex(contacts_, [&](std::span<Contact> at) {
    if (std::any_of(at.begin(), at.end(), [](const Contact& c) { return c.state != State::open; }))
      held_.push_back(held_by(at));
  });
}

void SolidContacts::obey(Vectors& v) const {
  for (const Held& h : held_) v[h.vertex] += h.v - h.P * v[h.vertex];
}

void SolidContacts::project(Vectors& x) const {
  for (const Held& h : held_) x[h.vertex] -= h.P * x[h.vertex];
}

void SolidContacts::reduce(Vectors& residual) const {
  for (const Contact& c : contacts_)
    if (c.state == State::slides) residual[c.vertex] += c.along * (c.friction * c.pressed);
  project(residual);
}

double SolidContacts::friction_energy(const Vectors& v) const {
  double sum = 0;
  for (const Contact& c : contacts_)
    if (c.state == State::slides) sum += c.friction * c.pressed * dot(c.along, v[c.vertex] - c.v_co);
  return sum;
}

void SolidContacts::give(const Vectors& residual, std::span<Vec3d> given) const {
  std::vector<double> push;
  for (std::size_t i = 0; i < contacts_.size();) {
    std::size_t end = i;
    while (end < contacts_.size() && contacts_[end].vertex == contacts_[i].vertex) ++end;
    const std::span<const Contact> at(&contacts_[i], end - i);
    push.assign(at.size(), 0);
    const Vec3d impulse = residual[at[0].vertex];
    pushes(at, impulse, push);
    Vec3d rest = impulse;
    for (std::size_t k = 0; k < at.size(); ++k) rest -= at[k].n * push[k];
    bool rubbed = false;  // what is left across the normals is friction, of the first that can hold it
    for (std::size_t k = 0; k < at.size(); ++k) {
      if (at[k].state == State::open) continue;
      Vec3d total = at[k].n * push[k];
      if (at[k].state == State::slides) total -= at[k].along * (at[k].friction * at[k].pressed);
      else if (!rubbed) total += rest, rubbed = true;
      given[at[k].barrier] = -total;
    }
    i = end;
  }
}

/// impulse = sum_k c_k n_k in the least squares' sense, over those that act.
void SolidContacts::pushes(std::span<const Contact> at, const Vec3d& impulse, std::span<double> out) {
  // Gauss-Seidel on the normal equations: one obstacle needs one round, a corner a few.
  constexpr int kRounds = 50;
  std::fill(out.begin(), out.end(), 0.0);
  for (int round = 0; round < (at.size() > 1 ? kRounds : 1); ++round)
    for (std::size_t k = 0; k < at.size(); ++k) {
      if (at[k].state == State::open) continue;
      Vec3d rest = impulse;
      for (std::size_t j = 0; j < at.size(); ++j)
        if (j != k) rest -= at[j].n * out[j];
      out[k] = dot(rest, at[k].n);
    }
}

bool SolidContacts::revise(Contact& c, const Vec3d& v, const Vec3d& impulse, double push,
                           double least) const {
  const State before = c.state;
  const Vec3d slip = v - c.v_co, t = slip - c.n * dot(slip, c.n), rub = impulse - c.n * dot(impulse, c.n);
  const double speed = norm(t), force = norm(rub), pressed = std::max(push, 0.0);
  const bool off = std::fabs(pressed - c.pressed) > kFrictionError * pressed + least;
  c.pressed = pressed;
  if (before == State::open) {
    if (dot(c.n, v) < c.bound()) guess(c, v);
    return c.state != before;
  }
  if (c.may_leave() && push < -least) c.state = State::open;
  else if (before == State::slides && c.friction > 0 && speed > 0 && dot(t, c.along) <= 0)
    c.state = State::sticks;  // friction has stopped it
  else if (before == State::sticks && c.boundary != Boundary::sticky &&
           force > c.friction * pressed * (1 + 1e-3) + least) {
    c.state = State::slides;
    c.along = rub * (-1 / force);
    return true;
  }
  bool turned = false;
  if (c.state == State::slides && speed > 0) {
    turned = c.friction * pressed > least && norm(c.along - t * (1 / speed)) > kFrictionError;
    c.along = t * (1 / speed);
  }
  return c.state != before || (c.state == State::slides && c.friction > 0 && (off || turned));
}

bool SolidContacts::update(const Vectors& residual, Vectors& v, double least_impulse) {
  bool changed = false;
  std::vector<double> push;
  by_vertex(contacts_, [&](std::span<Contact> at) {
    push.resize(at.size());
    const Vec3d& impulse = residual[at[0].vertex];
    pushes(at, impulse, push);
    for (std::size_t k = 0; k < at.size(); ++k)
      changed |= revise(at[k], v[at[0].vertex], impulse, push[k], least_impulse);
  });
  if (!changed) return false;
  hold();
  obey(v);
  return true;
}

}  // namespace weft
