/// Obstacles inside the implicit solve. A node in an obstacle is
///   open     free to leave (boundary "separate" only)
///   slides   v.n = v_co.n; the obstacle pushes with c_n >= 0 and rubs with -mu c_n t, t the direction it slides in
///   sticks   v = v_co, as long as |c_t| <= mu c_n
///   edge     in several obstacles at once: free along the line where two smooth ones meet, else prescribed by
///            their corner
/// c is the impulse the obstacle gives, which is the solve's residual M (v - v~) - dt f there. Which of the
/// three it is follows from c and v whenever Newton's method has converged, so that friction acts on the
/// whole body and not on its lowest nodes alone.
#pragma once
#include <span>

#include "contact/resolve.h"
#include "world/implicit/node_space.h"

namespace weft {

class NodeContacts {
 public:
  NodeContacts(const NodeSpace& space, std::span<const Collider> colliders, bool plane);
  /// True when some node is in an obstacle.
  bool touch() const { return !nodes_.empty(); }
  /// A first guess of who sticks and who slides from the velocities without elasticity;
  /// v obeys it afterwards.
  void start(NodeVector& v);
  void obey_all(NodeVector& v) const {
    for (const Contact& c : nodes_) obey(c, v);
  }
  /// New guesses from the residual at v; true when some v had to change to obey them.
  bool update(const NodeVector& residual, NodeVector& v, double least_impulse);
  /// Adds the friction of sliding nodes and takes away what obstacles bear.
  void reduce(NodeVector& residual) const;
  /// Directions that are not free become zero.
  void project(NodeVector& x) const;
  /// Calls f(node, P) with the projection P onto what is not free.
  template <class F>
  void each_held(F&& f) const {
    for (const Contact& c : nodes_) {
      if (c.state == State::open) continue;
      Mat3d P = c.state == State::slides ? Mat3d::zero() : Mat3d::identity();
      const Vec3d u = c.state == State::slides ? c.n : c.along;
      const double sign = c.state == State::slides ? 1 : c.state == State::edge ? -1 : 0;
      for (int a = 0; a < 9; ++a) P(a / 3, a % 3) += sign * u[a / 3] * u[a % 3];
      f(c.node, P);
    }
  }
  /// The potential of friction: sum of mu c_n t . (v - v_co) over sliding nodes.
  double friction_energy(const NodeVector& v) const;
  /// Calls add(collider, where, impulse on it) for every node that touches.
  template <class Add>
  void impulses(const NodeVector& residual, Add&& add) const {
    for (const Contact& c : nodes_) {
      if (c.state == State::open) continue;
      const Vec3d r = at(residual, c.node);
      Vec3d given = r;
      if (c.state == State::edge) given -= c.along * dot(c.along, r);
      if (c.state == State::slides) given = c.n * dot(c.n, r) - c.along * (c.friction * c.pressed);
      add(c.collider, c.x, -given);
    }
  }
  /// True when no obstacle hinders motion along the axis.
  bool frees(int axis) const;

 private:
  enum class State { open, slides, sticks, edge };
  struct Contact {
    std::size_t node, collider;
    Vec3d x, n, v_co;
    double friction;
    Boundary boundary;
    bool cornered;  ///< in several obstacles
    bool settled;   ///< their corner prescribes v, whatever the residual says
    State state;
    Vec3d along;     ///< t, or the edge
    double pressed;  ///< c_n of the last update
  };
  void obey(const Contact& c, NodeVector& v) const;
  void corner(Contact& c, const Vec3d& v) const;
  static void begin(Contact& c, const Vec3d& v);

  std::vector<Contact> nodes_;
  std::span<const Collider> colliders_;
  bool plane_;
};

}  // namespace weft
