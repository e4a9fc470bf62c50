#include "world/implicit/node_contacts.h"

#include <cmath>

namespace weft {

NodeContacts::NodeContacts(const NodeSpace& space, std::span<const Collider> colliders, bool plane)
    : colliders_(colliders), plane_(plane) {
  if (colliders.empty()) return;
  constexpr std::size_t kChunk = 2048;
  const auto part = [&](Range r) {
    std::vector<Contact> found;
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const Vec3d x = space.position(i);
      int touching = 0;
      for (std::size_t k = 0; k < colliders.size(); ++k) {
        if (!colliders[k].may_touch(x)) continue;
        const ColliderPoint at = colliders[k].sample(x);
        if (at.phi > 0) continue;
        if (++touching > 1) {
          found.back().cornered = true;
          break;
        }
        found.push_back({i, k, x, at.n, at.v, colliders[k].friction, colliders[k].boundary, false, false,
                         State::open, Vec3d::zero(), 0});
      }
    }
    return found;
  };
  nodes_ = reduce_chunks(space.size(), kChunk, std::vector<Contact>{}, part,
                         [](std::vector<Contact> a, const std::vector<Contact>& b) {
                           a.insert(a.end(), b.begin(), b.end());
                           return a;
                         });
}

/// Velocities in the directions that are not free.
void NodeContacts::obey(const Contact& c, NodeVector& v) const {
  const Vec3d now = at(v, c.node);
  if (c.state == State::sticks) set(v, c.node, c.v_co);
  if (c.state == State::slides) set(v, c.node, now + c.n * dot(c.v_co - now, c.n));
  if (c.state == State::edge) set(v, c.node, c.v_co + c.along * dot(c.along, now - c.v_co));
}

/// One obstacle: Coulomb's law as an explicit step would apply it says which it is.
void NodeContacts::begin(Contact& c, const Vec3d& v) {
  const Vec3d slip = v - c.v_co;
  const double inward = -dot(slip, c.n);
  const Vec3d t = slip + c.n * inward;
  const double speed = norm(t);
  if (c.boundary == Boundary::sticky) c.state = State::sticks;
  else if (c.boundary == Boundary::separate && inward <= 0) c.state = State::open;
  else
    c.state =
        c.friction > 0 && FrictionCone{c.friction * inward}.holds(speed) ? State::sticks : State::slides;
  c.along = speed > 0 ? t * (1 / speed) : Vec3d::zero();
}

/// Several obstacles: those that act decide.
void NodeContacts::corner(Contact& c, const Vec3d& v) const {
  std::vector<Touch> touches, acting;
  const Vec3d led = resolve(v, c.x, colliders_, touches);
  bool rough = false;
  for (const Touch& t : touches) {
    const Collider& k = colliders_[t.collider];
    if (k.boundary == Boundary::separate && norm2(t.dv) == 0) continue;
    acting.push_back(t);
    rough |= k.friction > 0 || k.boundary == Boundary::sticky;
  }
  c.settled = acting.size() != 1;
  c.state = State::open;
  if (acting.empty()) return;
  const Touch& first = acting.front();
  c.collider = first.collider, c.n = first.n, c.v_co = first.v_co;
  c.friction = colliders_[first.collider].friction, c.boundary = colliders_[first.collider].boundary;
  if (acting.size() == 1) return begin(c, v);
  c.v_co = led;
  if (plane_) c.v_co[1] = 0;
  c.state = State::sticks;
  if (rough) return;
  // All smooth: what no normal points along is free.
  Vec3d edge = Vec3d::zero();
  for (const Touch& t : acting)
    if (const Vec3d e = cross(first.n, t.n); norm2(e) > norm2(edge)) edge = e;
  if (norm(edge) < 1e-6) {  // parallel walls
    c.state = State::slides;
    return;
  }
  edge = normalized(edge);
  for (const Touch& t : acting)
    if (std::fabs(dot(edge, t.n)) > 1e-6) return;  // a corner of three
  c.state = State::edge;
  c.along = edge;
}

void NodeContacts::start(NodeVector& v) {
  for (Contact& c : nodes_) {
    if (c.cornered) corner(c, at(v, c.node));
    else begin(c, at(v, c.node));
    obey(c, v);
  }
}

bool NodeContacts::update(const NodeVector& residual, NodeVector& v, double least_impulse) {
  bool moved = false;
  for (Contact& c : nodes_) {
    if (c.settled || c.boundary == Boundary::sticky) continue;
    const State before = c.state;
    const Vec3d impulse = at(residual, c.node), slip = at(v, c.node) - c.v_co;
    const double push = dot(impulse, c.n), apart = dot(slip, c.n);
    c.pressed = std::max(push, 0.0);
    const Vec3d t = slip - c.n * apart, rub = impulse - c.n * push;
    const double speed = norm(t), force = norm(rub);
    switch (before) {
      case State::open:
        if (apart < 0) c.state = c.friction > 0 && speed == 0 ? State::sticks : State::slides;
        break;
      case State::slides:
        if (c.boundary == Boundary::separate && push < -least_impulse) c.state = State::open;
        else if (c.friction > 0 && dot(t, c.along) <= 0) c.state = State::sticks;  // friction has stopped it
        break;
      case State::sticks:
        if (c.boundary == Boundary::separate && push < -least_impulse) c.state = State::open;
        else if (!FrictionCone{c.friction * c.pressed * (1 + 1e-3) + least_impulse}.holds(force)) {
          c.state = State::slides;
          c.along = force > 0 ? rub * (-1 / force) : Vec3d::zero();
        }
        break;
      case State::edge:
        break;
    }
    if (c.state == State::slides && before != State::sticks && speed > 0) c.along = t * (1 / speed);
    if (c.state == before) continue;
    if (c.state != State::open && before != State::sticks) {
      obey(c, v);
      moved = true;
    }
  }
  return moved;
}

void NodeContacts::reduce(NodeVector& residual) const {
  for (const Contact& c : nodes_)
    if (c.state == State::slides && c.friction > 0)
      set(residual, c.node, at(residual, c.node) + c.along * (c.friction * c.pressed));
  project(residual);
}

void NodeContacts::project(NodeVector& x) const {
  for (const Contact& c : nodes_) {
    const Vec3d a = at(x, c.node);
    if (c.state == State::sticks) set(x, c.node, Vec3d::zero());
    if (c.state == State::slides) set(x, c.node, a - c.n * dot(a, c.n));
    if (c.state == State::edge) set(x, c.node, c.along * dot(c.along, a));
  }
}

double NodeContacts::friction_energy(const NodeVector& v) const {
  double sum = 0;
  for (const Contact& c : nodes_)
    if (c.state == State::slides) sum += c.friction * c.pressed * dot(c.along, at(v, c.node) - c.v_co);
  return sum;
}

bool NodeContacts::frees(int axis) const {
  for (const Contact& c : nodes_)
    if (c.state == State::sticks || (c.state == State::edge && std::fabs(c.along[axis]) < 1) ||
        (c.state == State::slides && (std::fabs(c.n[axis]) > 0 || c.friction > 0)))
      return false;
  return true;
}

}  // namespace weft
