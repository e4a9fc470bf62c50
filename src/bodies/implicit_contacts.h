/// Obstacles and pins inside the implicit solve of a body that steps its own velocities. With a gap g in
/// front of an obstacle, a vertex must keep  (v - v_co) . n >= -max(g, 0)/dt.  It is
///   open      free to leave
///   touches   the bound holds as an equality; the obstacle pushes with c_n >= 0
///   sticks    v = v_co besides ("sticky" obstacles)
/// c is the impulse the obstacle gives: the solve's residual M (v - v~) - dt f there. Which it is follows
/// from c_n and v whenever Newton's method has converged. Friction has the potential D of SmoothFriction
/// (materials/coulomb.h) with the c_n found last: convex, so that Newton's method finds its minimum. Its e is a
/// speed far below all others. A vertex at several obstacles obeys all of them. The velocity of a pinned
/// vertex is prescribed, or some coordinates of it.
#pragma once
#include <span>

#include "bodies/body.h"
#include "bodies/vectors.h"

namespace weft {

class ImplicitContacts {
 public:
  struct Prescribed {
    std::uint32_t vertex;
    std::uint8_t axes;  ///< which coordinates: 1 x, 2 y, 4 z
    Vec3d v;
  };
  /// `vertex_of`: of each point of the skin.
  ImplicitContacts(std::span<const Barrier> barriers, std::span<const std::uint32_t> vertex_of, double dt,
                   std::vector<Prescribed> pinned);
  /// e of friction [m/s].
  void set_creep(double speed) { creep_ = speed; }
  /// Who touches if velocities without elasticity were all; v obeys it afterwards. `pressed`: the pushes that
  /// friction begins with, one per vertex, or empty: none.
  void start(Vectors& v, std::span<const double> pressed = {});
  /// Open obstacles that v enters close; v obeys. True when there were any.
  bool close(Vectors& v);
  bool empty() const { return contacts_.empty(); }
  /// New guesses from the residual at v; true when something changed that matters. friction_error: relative,
  /// of the push that friction goes by.
  bool update(const Vectors& residual, Vectors& v, double least_impulse, double friction_error = 1e-2);
  void obey(Vectors& v) const;
  /// Directions that are not free become zero.
  void project(Vectors& x) const;
  /// Adds friction at v and takes away what obstacles and pins bear.
  void reduce(const Vectors& v, Vectors& residual) const;
  /// Calls f(vertex, A) with the second derivatives A of D at v.
  template <class F>
  void each_friction(const Vectors& v, F&& f) const {
    for (const Contact& c : contacts_)
      if (c.rubs()) f(c.vertex, friction_of(c).change(c.slip(v[c.vertex]), c.n));
  }
  /// The same with  A = mu c_n / max(|t|, e) (I - n n^T):  a parabola through D at v that is nowhere below
  /// it, so that a whole step along its minimum never raises D.
  template <class F>
  void each_friction_bound(const Vectors& v, F&& f) const {
    for (const Contact& c : contacts_)
      if (c.rubs())
        f(c.vertex, (Mat3d::identity() - outer(c.n, c.n)) * friction_of(c).factor(norm(c.slip(v[c.vertex]))));
  }
  /// What rubs, for solvers that see to friction by themselves.
  struct Rubbing {
    std::size_t contact;
    std::uint32_t vertex;
    Vec3d n, v_co;
    double friction, pressed;  ///< mu, c_n of the last update
  };
  template <class F>
  void each_rub(F&& f) const {
    for (std::size_t k = 0; k < contacts_.size(); ++k)
      if (const Contact& c = contacts_[k]; c.rubs())
        f(Rubbing{k, c.vertex, c.n, c.v_co, c.friction, c.pressed});
  }
  std::size_t size() const { return contacts_.size(); }
  double creep() const { return creep_; }
  /// The sum of D.
  double friction_energy(const Vectors& v) const;
  /// Calls f(vertex, c_n) with the pushes found last.
  template <class F>
  void each_push(F&& f) const {
    for (const Contact& c : contacts_) f(c.vertex, c.pressed);
  }
  /// What obstacles take at the solution v and its residual: given[barrier] = impulse on that obstacle [N s].
  void give(const Vectors& v, const Vectors& residual, std::span<Vec3d> given) const;
  /// Calls f(vertex, P) with the projection P onto what is not free.
  template <class F>
  void each_held(F&& f) const {
    for (const Held& h : held_) f(h.vertex, h.P);
  }
  /// The same with what the velocity must be there: f(vertex, P, P v).
  template <class F>
  void each_hold(F&& f) const {
    for (const Held& h : held_) f(h.vertex, h.P, h.v);
  }

 private:
  enum class State { open, touches, sticks };
  struct Contact {
    std::uint32_t vertex, barrier;
    Vec3d n, v_co;
    double approach;  ///< max(gap, 0)/dt [m/s]
    double friction;
    Boundary boundary;
    State state;
    double pressed;  ///< c_n of the last update [kg m/s]
    bool may_leave() const { return boundary == Boundary::separate || approach > 0; }
    double bound() const { return dot(n, v_co) - approach; }  ///< of v . n
    bool rubs() const { return state == State::touches && friction * pressed > 0; }
    Vec3d slip(const Vec3d& v) const {
      const Vec3d s = v - v_co;
      return s - n * dot(s, n);
    }
  };
  /// What a vertex may not do: P v = v_held.
  struct Held {
    std::uint32_t vertex;
    Mat3d P;
    Vec3d v;
  };
  void hold();
  Held held_by(std::span<const Contact> at) const;
  static Held held_by(const Prescribed& pin);
  /// Which of pinned_ prescribes a vertex, or their number.
  std::size_t pin_of(std::uint32_t vertex) const;
  Vec3d friction(const Contact& c, const Vec3d& v) const;
  SmoothFriction friction_of(const Contact& c) const { return {c.friction * c.pressed, creep_}; }
  static bool revise(Contact& c, const Vec3d& v, double push, double least, double friction_error);
  /// The impulses along the normals of the obstacles that act on one vertex.
  static void pushes(std::span<const Contact> at, const Vec3d& impulse, std::span<double> out);

  std::vector<Contact> contacts_;  ///< those of a vertex side by side
  std::vector<Prescribed> pinned_;
  std::vector<Held> held_;
  double creep_ = 0;
};

}  // namespace weft
