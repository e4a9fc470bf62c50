/// The equilibrium of a shell as a scene describes it, at one time after another: pins where their motions
/// have taken them, pressure and accelerations of that time. No grid and no contact. Dents stay as they are.
#pragma once
#include <memory>
#include <optional>

#include "bodies/shell/shell.h"
#include "validation/shell/statics/static_solver.h"

namespace weft {

class ShellEquilibrium {
 public:
  /// `gravity` [m/s^2]. Throws Error E0521 for laws that shells have not.
  ShellEquilibrium(const ShellOptions& options, const Vec3d& gravity);
  ShellEquilibrium(const ShellEquilibrium&) = delete;  // the solver knows where the model is
  ShellEquilibrium& operator=(const ShellEquilibrium&) = delete;

  /// Equilibrium at a time [s], from where the shell is now; where it buckles it jumps to a stable one.
  /// Throws Error E0523 when there is none.
  void solve(double time);

  /// Control points, as options.rest has them.
  const Points& positions() const { return positions_; }
  double energy() const { return model_.energy(positions_); }
  int iterations() const { return iterations_; }
  const ShellModel& model() const { return model_; }

 private:
  /// Which vertices are held at a time, and where.
  struct Held {
    std::uint32_t vertex;
    Vec3d at;
  };
  std::vector<Held> held_at(double time) const;
  Loads loads_at(double time) const;
  /// Whether held vertices go from one time to another about as a straight line does.
  bool is_straight(double from, double to) const;
  /// Makes a solver for these; true when there were more of them before.
  bool hold(const std::vector<Held>& held);

  ShellOptions options_;
  Vec3d gravity_;
  ShellModel model_;
  std::vector<bool> loose_;  ///< of each vertex: no face with energy knows it
  std::vector<Pin> pins_;
  std::vector<std::uint32_t> held_now_;
  Points positions_;
  std::unique_ptr<StaticSolver> solver_;
  std::optional<double> time_;
  int iterations_ = 0;
};

}  // namespace weft
