/// The body behind putty. It steps its own velocities and meets others at the grid's nodes only.
///
///   renew          neighbourhoods and surface of where the points are; now and then they are sorted by place
///   begin_step     pins know where they will be
///   accelerate     w from x, v and F: explicit  w = v + dt (f/m + g),  or implicit (putty_solve.h)
///   load, unload   points of the surface with their velocities w; changes of those
///   end_exchange   w takes the changes, which in implicit steps pass through the body first
///   skin           obstacles change w at any point, and may shift it
///   end_step       x += dt w,  v = w;  F follows the motion, then flows
#pragma once
#include <optional>

#include "bodies/own_vertices.h"
#include "bodies/putty/putty.h"
#include "bodies/putty/putty_points.h"
#include "bodies/putty/putty_solve.h"
#include "bodies/putty/putty_surface.h"

namespace weft {

constexpr std::size_t kPuttyChunk = 1024;  ///< points that loops over all of them share out
constexpr double kNeverYields = 1e29;      ///< yield stresses beyond it mean never [Pa]

class PuttyBody final : public OwnVertices<PuttyPoints>, Renewal {
 public:
  explicit PuttyBody(const PuttyOptions& options);

  void add_sets(std::vector<Parcels*>& sets) override { sets.push_back(&surface_); }
  double friction() const override { return options_.friction; }
  double restitution() const override { return options_.restitution; }

  bool renew(double) override { return look_around(); }
  void accelerate(const Step& step, const Vec3d& gravity, std::span<const Barrier> barriers) override;
  void end_exchange(const Step& step) override;
  void end_step(const Step& step) override;

  double mass() const override { return mass_ * double(size()); }
  Limits limits() const override;
  Totals totals() const override;
  std::size_t memory_bytes() const override;
  std::size_t first_bad() const override;
  FrameObject frame(const std::vector<std::string>& quantities) const override;
  void archive(Archive& a) override;
  /// Of all steps so far, for benches and tests.
  const PuttySolveReport& work() const { return work_; }

 private:
  /// What a point's F says.
  struct Response {
    Mat3d tau;      ///< Kirchhoff stress [Pa]
    double energy;  ///< [J/m^3]
  };
  double vertex_mass(std::size_t) const override { return mass_; }
  std::uint32_t vertex_id(std::size_t i) const override { return state_.points.id(i); }
  std::vector<double> material_quantity(const std::string& what) const override;

  double reach() const { return options_.radius * options_.spacing; }
  /// Sorts points that have drifted far, and finds neighbours; true when parcels changed their order or number.
  bool look_around();
  void sort_points();
  /// Neighbourhoods of where the points are; true when the surface changed.
  bool find_neighbours();
  void find_gradients();
  void begin_again();
  void push(const Step& step);
  void settle() override { prepared_ = tried_ = false; }
  PuttySolve<Real>::Task task(const Step& step, const Vectors& before);
  void solve(const Step& step, std::span<const Barrier> barriers);
  void solve_stages(const Step& step);
  void note(const PuttySolveReport& done);
  void remember(const Vectors& w, double dt);
  void pass_on(const Step& step);
  void strain_and_flow(double dt);
  void strain_flat(std::size_t i, double flow);
  Response respond(std::size_t i) const;

  PuttyOptions options_;  ///< without the bulky arrays
  double volume_, mass_;  ///< of a point
  std::vector<Mat3d>& F_ = state_.F;
  std::vector<double>& hardened_ = state_.hardened;
  std::vector<Real>& stretch_ = state_.stretch;
  Vectors &elastic_ = state_.elastic, &free_ = state_.free;
  std::vector<Mat3r>& A_ = state_.A;
  /// The guesses of the next solve and the heft as the last step left them:
  /// a step that is thrown away leaves no trace.
  struct Guesses {
    Vectors elastic;
    std::vector<double> pressed;
    double heft = 1;
  } start_;
  bool tried_ = false;  ///< this step was begun once already
  Neighbourhoods<Real> near_;
  Elasticity<Real> response_;
  PuttySolve<Real> implicit_;
  std::optional<ImplicitContacts> contacts_;  ///< of the step's solve
  PuttySurface surface_;
  Quads<Real> u_, kept_;
  bool prepared_ = false, linked_ = false;  ///< neighbours of where points are; neighbours at rest, if kept
  double drift_ = 0;                        ///< since points were sorted by place [m]
  PuttySolveReport work_;
};

}  // namespace weft
