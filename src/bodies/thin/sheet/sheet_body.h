/// The body behind cloth and fibres with coupling = "mesh". It steps its own velocities.
///
///   begin_step     pins know where they will be
///   accelerate     explicit: w = (v + dt (f(x, v)/m + g)) / (1 + dt k/(rho h)),  k the drag of the air
///                  implicit: sheet_solve.h, with what contact gave in the step before as a guess of what it will give;
///                  in two stages where it gave nothing
///   load           points of the surface with its velocity w
///   unload         changes of that velocity, where grains or fluids are near
///   end_exchange   w takes the changes
///   surface        other surfaces and obstacles change w, and may shift vertices (contact/surfaces/);
///                  implicit: what they give enters the solve
///   end_step       x += dt w + shift,  v = w;  forces at the new places, and how long the next step may be
///
///   f(x, v)        stretch (sheet_elements.h) and bending (sheet_bends.h), each with its own damping
#pragma once
#include "bodies/collision_points.h"
#include "bodies/contact_surface.h"
#include "bodies/own_vertices.h"
#include "bodies/resting.h"
#include "bodies/thin/sheet/sheet.h"
#include "bodies/thin/sheet/sheet_rest.h"
#include "bodies/thin/sheet/sheet_solve.h"

namespace weft {

/// What a sheet keeps per vertex, in the order of the scene for life.
struct SheetVertices {
  Places x, v, w;
  std::vector<Vec3d> rest;
};

class SheetBody final : public OwnVertices<SheetVertices>, public RestingBody, ContactSurface {
 public:
  SheetBody(const ThinOptions& options, std::unique_ptr<ThinLaw> law);

  void add_sets(std::vector<Parcels*>& sets) override { sets.push_back(&points_); }
  double friction() const override { return law_->friction(); }
  double restitution() const override { return 0; }
  SurfacePoints* skin() override { return nullptr; }  // its surface meets obstacles as it meets others

  void begin_step(const Step& step) override {
    OwnVertices::begin_step(step);
    bends_.begin_step(step.time);
  }
  void accelerate(const Step& step, const Vec3d& gravity, std::span<const Barrier> barriers) override;
  void end_exchange(const Step& step) override;
  void end_step(const Step& step) override;

  // Other surfaces.
  const ContactMesh& mesh() const override { return mesh_; }
  bool meets_itself() const override { return options_.self_contact.value_or(true); }
  void read_motion(double dt, std::span<VertexMotion> out) const override;
  void write_motion(double dt, std::span<const VertexMotion> in) override;
  bool answers() const override { return implicit_; }
  void answer(std::span<const Vec3d> impulses, std::span<Vec3d> v) override;
  std::span<const Vec3d> guessed() const override { return given_now_; }
  AnswerReport answered() const override { return solve_ ? solve_->report() : AnswerReport{}; }

  // Statics.
  void seek_rest(bool together) override { resting_ = together; }
  std::span<const double> masses() const override { return elements_.mass(); }
  std::span<const Vec3d> lead() const override { return lead_; }
  double try_way(std::span<const Vec3d> u) override { return search_->try_way(u); }
  void forces(std::span<Vec3d> out) const override { search_->forces(out); }
  void keep_free(std::span<Vec3d> of) const override { search_->keep_free(of); }
  bool linearise(std::span<const std::array<double, 6>> more) override { return search_->linearise(more); }
  void multiply(std::span<const Vec3d> d, std::span<Vec3d> out) override { search_->multiply(d, out); }
  void precondition(std::span<const Vec3d> r, std::span<Vec3d> out) override {
    search_->precondition(r, out);
  }

  double mass() const override { return total_mass_; }
  Limits limits() const override;
  Totals totals() const override;
  std::size_t memory_bytes() const override;
  std::size_t first_bad() const override;
  FrameObject frame(const std::vector<std::string>& quantities) const override;
  void archive(Archive& a) override;

 private:
  double vertex_mass(std::size_t i) const override { return elements_.mass()[i]; }
  std::uint32_t vertex_id(std::size_t i) const override { return std::uint32_t(i); }
  std::vector<double> material_quantity(const std::string& what) const override;
  /// What follows from where the vertices are and how they move.
  void respond();
  void settle() override { respond(); }
  Vec3d force_on(std::size_t i) const;
  void choose_damping();
  SheetSolve::Task task() const { return {x_, dt_, stretch_damping_, bend_damping_, drag_}; }
  void begin_rest(const Step& step, const Vec3d& gravity);
  bool arrived(std::size_t i) const;
  void begin_solve(const Step& step, const Vec3d& gravity);
  std::vector<char> held_flags() const;
  void solve_guessed(std::span<const char> held);
  bool solve_stages(std::span<const char> held);
  double elastic_energy(const Places& x) const { return elements_.energy(x) + bends_.energy(x); }
  /// w with these impulses on the vertices; w_ is the guess.
  void solve(std::span<const Vec3d> impulses);
  void remember(double dt, std::span<const VertexMotion> in);
  SampledSurface sampled(const ThinOptions& options) const;
  static ContactMesh contact_mesh(const ThinOptions& options, const SheetElements& elements, double radius);
  /// Mean over the elements around each vertex of something that follows from their strain, by volume.
  template <class Of>
  std::vector<double> averaged(Of&& of) const;
  std::vector<std::uint32_t> unbroken() const;

  std::unique_ptr<ThinLaw> law_;
  ThinOptions options_;  ///< without the bulky arrays
  double radius_;        ///< half the thickness [m]
  SheetElements elements_;
  SheetBends bends_;
  ContactMesh mesh_;
  CollisionPoints points_;
  Pace pace_;
  double stretch_damping_ = 0, bend_damping_ = 0;  ///< tau [s]
  double drag_ = 0;                                ///< k/(rho h) [1/s]
  double total_mass_ = 0;

  // Statics.
  std::unique_ptr<SheetRest> search_;
  bool resting_ = false;  ///< steps lead to rest together with contact
  Vectors lead_;          ///< how far what is prescribed still has to go [m]

  // Implicit steps.
  std::unique_ptr<SheetSolve> solve_;
  bool implicit_ = false;  ///< this step is
  double dt_ = 0, scale_ = 0;
  Vectors free_, given_now_;           ///< v + dt g and what the grid added; impulses last answered
  Vectors given_before_, given_next_;  ///< what contact gave in the last step; the guess for the next [N s]
  Vectors own_, own_next_;  ///< what its own forces did when the last step ended; when this one does [m/s^2]
  double given_dt_ = 0;     ///< of the step that they are from
};

}  // namespace weft
