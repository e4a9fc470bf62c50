/// Obstacles inside the implicit step of a rod: a vertex in front of one may come no nearer than its gap, and
/// rubs. Which of them touch, and how hard, is guessed and revised as for solids (bodies/implicit_contacts.h).
///
/// For the solve each vertex that is held gets axes of its own, u = Q y. Along some of them y is known; there the
/// row of the matrix gets a stiffness h far above its own and the solution says what the obstacle must push with:
///   (K y)_k + h y_k = -g_k,   push_k = -h y_k
/// Friction is a force  A u - b  across the normal. What sticks creeps; what slides feels mu c_n against the way it
/// slides, and its change as that way turns; where the solution turns it back, it sticks in the next try. c_n is
/// that of the try before, by secants: a foot that is dragged may be pressed harder by what drags it.
#pragma once
#include <span>
#include <vector>

#include "bodies/hair/rod.h"
#include "bodies/implicit_contacts.h"

namespace weft {

/// A vertex that an obstacle holds or rubs, in all lanes of a pack.
template <class T>
struct RodHold {
  std::size_t vertex;
  Mat3<T> axes;     ///< columns
  Vec3<T> fixed;    ///< along each: 1 where y is known
  Vec3<T> target;   ///< that y [m]
  Mat3<T> drag;     ///< A [N/m]
  Vec3<T> carried;  ///< b [N]
  // Of the last solve:
  Vec3<T> stiff;  ///< h
  Vec3<T> move;   ///< along each axis: how far the step must go [m]
  Vec3<T> push;   ///< of the obstacle along each axis; known where nothing had to move [N]
};

template <class T>
class RodObstacles {
 public:
  /// Barriers of points `vertex * lanes + lane`, of vertices that are free.
  RodObstacles(const Rod<T>& rod, std::span<const Barrier> barriers, double dt, double gravity);

  /// Who touches if every vertex went where it would by itself, u.
  void begin(const Array<Vec3<T>>& u);
  /// New guesses after a solve; true when something changed that matters. `settle`: nobody lets go any more.
  bool revise(const Array<Vec3<T>>& u, bool settle);
  /// What each obstacle received, one per barrier [N s].
  void give(std::span<Vec3d> given) const { contacts_.give(v_, residual_, given); }

  bool empty() const { return points_.empty(); }
  /// How far vertices that are held must still go, from u. What is nearer than rounding is there.
  void aim(const Rod<T>& rod, const Array<Vec3<T>>& u);
  /// The stiffness that a row got.
  void stiffen(std::size_t vertex, int k, const T& h) { holds_[hold_of_[vertex] - 1].stiff[k] = h; }
  /// From a solution along the holds' axes to a step, and what obstacles push with.
  void unfold(Array<Vec3<T>>& step);
  /// 1 in lanes where something had to go somewhere in the last solve.
  T moving() const;
  /// Null when nothing holds or rubs the vertex.
  const RodHold<T>* at(std::size_t vertex) const {
    return vertex < hold_of_.size() && hold_of_[vertex] ? &holds_[hold_of_[vertex] - 1] : nullptr;
  }
  /// The potential of friction in each lane, as it was made linear.
  T drag_energy(const Array<Vec3<T>>& u) const;

 private:
  /// How a contact rubs.
  struct Rub {
    bool begun = false, slides = false;
    Vec3d way{{0, 0, 0}};        ///< unit, where it slides
    double pressed = 0;          ///< c_n that friction goes by [N s]
    double before = 0, off = 0;  ///< of the try before: that, and by how much it was too little
  };
  void read(const Array<Vec3<T>>& u);
  void hold_back();
  bool turn();
  bool press(Rub& r, double pressed) const;
  void hold();
  void hold_places();
  void hold_rubs();
  RodHold<T>& hold_at(std::size_t vertex);

  std::size_t vertices_;
  double dt_, least_;
  ImplicitContacts contacts_;
  std::vector<std::uint32_t> points_;   ///< in front of obstacles
  Vectors v_, before_, residual_;       ///< velocities: as solved last, when the step began
  std::vector<Rub> rubs_;               ///< contacts
  std::vector<std::uint32_t> hold_of_;  ///< vertices: one more than their place among the holds, 0: none
  std::vector<RodHold<T>> holds_;
};

}  // namespace weft
