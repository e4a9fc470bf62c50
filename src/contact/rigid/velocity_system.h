/// Constraints on the velocities of rigid bodies, and Newton's method for their augmented Lagrangian
/// (contact/rigid/impulses.h).
#pragma once
#include <array>
#include <vector>

#include "bodies/rigid/rigid_state.h"
#include "contact/rigid/block_cholesky.h"

namespace weft {

/// A scalar constraint  J_a . u_a + J_b . u_b = w.
struct VelocityRow {
  Vec6 J_a, J_b;
  double w = 0;    ///< wanted
  double rho = 0;  ///< 0: nothing can move it
  double p = 0;    ///< impulse
};

/// Rows that belong together: a contact has three (normal first), a joint's rows stand alone.
struct VelocityGroup {
  enum class Kind { contact, equal, clamp };
  Kind kind = Kind::equal;
  int a = 0, b = -1;    ///< bodies
  int first = 0;        ///< of its rows
  double friction = 0;  ///< contact
  double most = 0;      ///< clamp
  int count() const { return kind == Kind::contact ? 3 : 1; }
};

struct SystemReport {
  int rounds = 0, newton = 0;
  double violation = 0;
};

class VelocitySystem {
 public:
  explicit VelocitySystem(const std::vector<RigidTrial>& bodies);
  void add_contact(int a, int b, const std::array<VelocityRow, 3>& rows, double friction);
  void add_row(int a, int b, const VelocityRow& row, VelocityGroup::Kind kind, double most = 0);
  /// J M^-1 J^T: the change of the row's velocity that a unit impulse brings [1/kg].
  double response(int a, int b, const VelocityRow& row) const;

  /// Changes u from u_0 to the velocities that the constraints leave, and the rows' impulses.
  SystemReport solve(std::vector<Vec6>& u, double tolerance);
  std::vector<VelocityRow> rows;

 private:
  struct State;
  /// J u of every row.
  void measure(const std::vector<Vec6>& u, std::vector<double>& out) const;
  /// pi of s.y.
  void project(State& s) const;
  /// How pi changes with y, and how far it is from p.
  void compare(State& s) const;
  /// All of the state at u.
  void look(const std::vector<Vec6>& u, const std::vector<Vec6>& u_0, State& s) const;
  void connect();
  void assemble(const State& s);
  /// One step towards velocities that fit the impulses, along which the potential falls.
  void newton(std::vector<Vec6>& u, const std::vector<Vec6>& u_0, State& s);

  std::vector<Mat6> mass_, inverse_mass_;
  std::vector<Mat6> free_;  ///< what of a velocity the body can change
  std::vector<VelocityGroup> groups_;
  std::vector<std::array<int, 2>> couples_;  ///< pairs of bodies with common groups, ascending
  std::vector<int> couple_of_;               ///< of each group, or -1
  std::vector<Mat6> diagonal_, coupling_;
  BlockCholesky factor_;
  bool analysed_ = false;
};

}  // namespace weft
