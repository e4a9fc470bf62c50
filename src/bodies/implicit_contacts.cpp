#include "bodies/implicit_contacts.h"

#include <algorithm>
#include <cmath>

namespace weft {
namespace {

constexpr double kParallel = 1e-6;  // sine of the angle below which normals say the same

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

ImplicitContacts::ImplicitContacts(std::span<const Barrier> barriers,
                                   std::span<const std::uint32_t> vertex_of, double dt,
                                   std::vector<Prescribed> pinned)
    : pinned_(std::move(pinned)) {
  std::sort(pinned_.begin(), pinned_.end(),
            [](const Prescribed& a, const Prescribed& b) { return a.vertex < b.vertex; });
  for (std::uint32_t k = 0; k < barriers.size(); ++k) {
    const Barrier& b = barriers[k];
    const std::uint32_t v = vertex_of[b.point];
    const std::size_t pin = pin_of(v);
    if (pin < pinned_.size() && pinned_[pin].axes == 7) continue;
    contacts_.push_back(
        {v, k, b.n, b.v_co, std::max(b.gap, 0.0) / dt, b.friction, b.boundary, State::open, 0});
  }
  std::stable_sort(contacts_.begin(), contacts_.end(),
                   [](const Contact& a, const Contact& b) { return a.vertex < b.vertex; });
}

void ImplicitContacts::start(Vectors& v, std::span<const double> pressed) {
  for (Contact& c : contacts_) {
    const bool free = c.may_leave() && dot(c.n, v[c.vertex]) >= c.bound();
    c.state = free ? State::open : c.boundary == Boundary::sticky ? State::sticks : State::touches;
    c.pressed = free || pressed.empty() ? 0 : pressed[c.vertex];
  }
  hold();
  obey(v);
}

bool ImplicitContacts::close(Vectors& v) {
  bool any = false;
  for (Contact& c : contacts_)
    if (c.state == State::open && dot(c.n, v[c.vertex]) < c.bound()) {
      c.state = c.boundary == Boundary::sticky ? State::sticks : State::touches;
      any = true;
    }
  if (!any) return false;
  hold();
  obey(v);
  return true;
}

std::size_t ImplicitContacts::pin_of(std::uint32_t v) const {
  const auto at = std::lower_bound(pinned_.begin(), pinned_.end(), v,
                                   [](const Prescribed& a, std::uint32_t b) { return a.vertex < b; });
  return at != pinned_.end() && at->vertex == v ? std::size_t(at - pinned_.begin()) : pinned_.size();
}

ImplicitContacts::Held ImplicitContacts::held_by(const Prescribed& p) {
  Held h{p.vertex, Mat3d::zero(), Vec3d::zero()};
  for (int a = 0; a < 3; ++a)
    if (p.axes >> a & 1) h.P(a, a) = 1, h.v[a] = p.v[a];
  return h;
}

/// Directions one after the other, each without those before it; those of a pin first.
ImplicitContacts::Held ImplicitContacts::held_by(std::span<const Contact> at) const {
  Held h{at[0].vertex, Mat3d::zero(), Vec3d::zero()};
  if (const std::size_t pin = pin_of(h.vertex); pin < pinned_.size()) h = held_by(pinned_[pin]);
  for (const Contact& c : at)
    if (c.state == State::sticks) return {c.vertex, Mat3d::identity(), c.v_co - c.n * c.approach};
  for (const Contact& c : at) {
    if (c.state != State::touches) continue;
    Vec3d e = c.n - h.P * c.n;
    if (norm(e) < kParallel) continue;
    e = normalized(e);
    h.v += e * ((c.bound() - dot(c.n, h.v)) / dot(c.n, e));
    h.P += outer(e, e);
  }
  return h;
}

void ImplicitContacts::hold() {
  held_.clear();
  for (const Prescribed& p : pinned_) held_.push_back(held_by(p));
  by_vertex(contacts_, [&](std::span<Contact> at) {
    if (std::none_of(at.begin(), at.end(), [](const Contact& c) { return c.state != State::open; })) return;
    if (const std::size_t pin = pin_of(at[0].vertex); pin < pinned_.size()) held_[pin] = held_by(at);
    else held_.push_back(held_by(at));
  });
}

void ImplicitContacts::obey(Vectors& v) const {
  for (const Held& h : held_) v[h.vertex] += h.v - h.P * v[h.vertex];
}

void ImplicitContacts::project(Vectors& x) const {
  for (const Held& h : held_) x[h.vertex] -= h.P * x[h.vertex];
}

/// dD/dv.
Vec3d ImplicitContacts::friction(const Contact& c, const Vec3d& v) const {
  const Vec3d t = c.slip(v);
  return t * friction_of(c).factor(norm(t));
}

void ImplicitContacts::reduce(const Vectors& v, Vectors& residual) const {
  for (const Contact& c : contacts_)
    if (c.rubs()) residual[c.vertex] += friction(c, v[c.vertex]);
  project(residual);
}

double ImplicitContacts::friction_energy(const Vectors& v) const {
  double sum = 0;
  for (const Contact& c : contacts_)
    if (c.rubs()) sum += friction_of(c).energy(norm(c.slip(v[c.vertex])));
  return sum;
}

void ImplicitContacts::give(const Vectors& v, const Vectors& residual, std::span<Vec3d> given) const {
  std::vector<double> push;
  by_vertex(contacts_, [&](std::span<const Contact> at) {
    push.assign(at.size(), 0);
    const std::uint32_t i = at[0].vertex;
    pushes(at, residual[i], push);
    Vec3d rest = residual[i];
    for (std::size_t k = 0; k < at.size(); ++k) rest -= at[k].n * push[k];
    for (std::size_t k = 0; k < at.size(); ++k) {
      const Contact& c = at[k];
      if (c.state == State::open) continue;
      Vec3d total = c.n * push[k];
      if (c.rubs()) total -= friction(c, v[i]);
      if (c.state == State::sticks) total += rest, rest = Vec3d::zero();  // the first that sticks holds all
      given[c.barrier] = -total;
    }
  });
}

/// impulse = sum_k c_k n_k in the least squares' sense, over those that act.
void ImplicitContacts::pushes(std::span<const Contact> at, const Vec3d& impulse, std::span<double> out) {
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

bool ImplicitContacts::revise(Contact& c, const Vec3d& v, double push, double least, double friction_error) {
  const State before = c.state;
  if (before == State::open) {
    if (dot(c.n, v) < c.bound() - 1e-12 * norm(v))
      c.state = c.boundary == Boundary::sticky ? State::sticks : State::touches;
  } else if (c.may_leave() && push < -least) {
    c.state = State::open;
  }
  const double pressed = c.state == State::open ? 0 : std::max(push, 0.0);
  const bool off = std::fabs(pressed - c.pressed) > friction_error * pressed + least;
  c.pressed = pressed;
  return c.state != before || (c.state == State::touches && c.friction > 0 && off);
}

bool ImplicitContacts::update(const Vectors& residual, Vectors& v, double least_impulse,
                              double friction_error) {
  bool changed = false;
  std::vector<double> push;
  by_vertex(contacts_, [&](std::span<Contact> at) {
    push.assign(at.size(), 0);
    pushes(at, residual[at[0].vertex], push);
    for (std::size_t k = 0; k < at.size(); ++k)
      changed |= revise(at[k], v[at[0].vertex], push[k], least_impulse, friction_error);
  });
  if (!changed) return false;
  hold();
  obey(v);
  return true;
}

}  // namespace weft
