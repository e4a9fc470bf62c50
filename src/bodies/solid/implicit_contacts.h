/// Obstacles and pins inside the implicit solve of a solid. With a gap g in front of an obstacle, a vertex
/// must keep  (v - v_co) . n >= -max(g, 0)/dt.  It is
///   open     free to leave
///   slides   the bound holds as an equality; the obstacle pushes with c_n >= 0 and rubs with -mu c_n t, t
///   the
///            direction it slides in
///   sticks   v = v_co besides, as long as |c_t| <= mu c_n
/// c is the impulse the obstacle gives: the solve's residual M (v - v~) - dt f there. Which of the three it
/// is follows from c and v whenever Newton's method has converged. A vertex at several obstacles obeys all of
/// them. A pinned vertex goes where it is told.
#pragma once
#include <span>

#include "bodies/body.h"
#include "bodies/solid/implicit_matrix.h"

namespace weft {

class SolidContacts {
 public:
  struct Led {
    std::uint32_t vertex;
    Vec3d v;
  };
  /// `vertex_of`: of each point of the skin.
  SolidContacts(std::span<const Barrier> barriers, std::span<const std::uint32_t> vertex_of, double dt,
                std::vector<Led> pinned);
  /// Who touches, sticks and slides if velocities without elasticity were all; v obeys it afterwards.
  void start(Vectors& v);
  /// Open obstacles that v enters close; v obeys. True when there were any.
  bool close(Vectors& v);
  /// New guesses from the residual at v; true when something changed that matters.
  bool update(const Vectors& residual, Vectors& v, double least_impulse);
  void obey(Vectors& v) const;
  /// Directions that are not free become zero.
  void project(Vectors& x) const;
  /// Adds the friction of sliding vertices and takes away what obstacles and pins bear.
  void reduce(Vectors& residual) const;
  /// The potential of friction: sum of mu c_n t . (v - v_co) over sliding vertices.
  double friction_energy(const Vectors& v) const;
  /// What obstacles take at the residual of the solution: given[barrier] = impulse on that obstacle [N s].
  void give(const Vectors& residual, std::span<Vec3d> given) const;
  /// Calls f(vertex, P) with the projection P onto what is not free.
  template <class F>
  void each_held(F&& f) const {
    for (const Held& h : held_) f(h.vertex, h.P);
  }

 private:
  enum class State { open, slides, sticks };
  struct Contact {
    std::uint32_t vertex, barrier;
    Vec3d n, v_co;
    double approach;  ///< max(gap, 0)/dt [m/s]
    double friction;
    Boundary boundary;
    State state;
    Vec3d along;     ///< t
    double pressed;  ///< c_n of the last update [kg m/s]
    bool may_leave() const { return boundary == Boundary::separate || approach > 0; }
    bool rough() const { return boundary == Boundary::sticky || friction > 0; }
    double bound() const { return dot(n, v_co) - approach; }  ///< of v . n
  };
  /// What a vertex may not do: P v = v_held.
  struct Held {
    std::uint32_t vertex;
    Mat3d P;
    Vec3d v;
  };
  void hold();
  Held held_by(std::span<const Contact> at) const;
  void guess(Contact& c, const Vec3d& v) const;
  bool revise(Contact& c, const Vec3d& v, const Vec3d& impulse, double push, double least) const;
  /// The impulses along the normals of the obstacles that act on one vertex.
  static void pushes(std::span<const Contact> at, const Vec3d& impulse, std::span<double> out);

  std::vector<Contact> contacts_;  ///< those of a vertex side by side
  std::vector<Led> pinned_;
  std::vector<Held> held_;
};

}  // namespace weft
