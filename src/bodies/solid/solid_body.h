/// The body behind solids. It steps its own velocities and meets others at the grid's nodes only.
///
///   begin_step     pins know where they will be
///   accelerate     w from x and v, which stay: explicit  w = v + dt (f(x)/m + g),  or implicit_step.h;
///   damping load           collision points with the velocity w of the surface unload         changes of
///   that velocity end_exchange   w takes the changes skin           obstacles change w at the surface's
///   vertices, and may shift them end_step       x += dt w,  v = w;  forces at the new places, and how long
///   the next step may be
#pragma once
#include "bodies/solid/collision_points.h"
#include "bodies/solid/damping.h"
#include "bodies/solid/implicit_step.h"
#include "bodies/solid/solid.h"

namespace weft {

class SolidBody final : public Body, OwnMotion, SeparateField {
 public:
  explicit SolidBody(const SolidOptions& options);

  void add_sets(std::vector<Parcels*>& sets) override { sets.push_back(&points_); }
  double friction() const override { return options_.friction; }
  bool self_contact() const override { return options_.self_contact; }
  double restitution() const override { return options_.restitution; }
  SurfacePoints* skin() override { return &skin_; }
  bool held() const override { return pins_.holds(); }

  void begin_step(const Step& step) override { pins_.begin_step(step); }
  void accelerate(const Step& step, const Vec3d& gravity, std::span<const Barrier> barriers) override;
  std::span<const Vec3d> given() const override { return given_; }
  void end_exchange(const Step& step) override;
  void end_step(const Step& step) override;

  double trial_speed() const override;

  std::size_t size() const override { return x_.size(); }  ///< vertices; the grid sees the collision points
  double mass() const override { return total_mass_; }
  Limits limits() const override;
  Totals totals() const override;
  std::size_t memory_bytes() const override;
  std::size_t first_bad() const override;
  std::vector<double> quantity(const std::string& what) const override;
  FrameObject frame(const std::vector<std::string>& quantities) const override;
  void archive(Archive& a) override;
  void spoil(std::size_t i, const Vec3d& velocity) override { v_[i] = place(velocity); }

 private:
  /// The surface's vertices as obstacles see them.
  struct Skin final : SurfaceOf<Skin> {
    explicit Skin(SolidBody& owner) : body(owner), shift(owner.surface_.vertices.size(), Vec3d::zero()) {}
    std::size_t vertex(std::size_t i) const { return body.surface_.vertices[i]; }
    std::size_t count() const override { return shift.size(); }
    void places(Range r, Real* x, Real* y, Real* z) const override;
    void rough_places(Range r, Real* x, Real* y, Real* z) const override { places(r, x, y, z); }
    double clearance(double) const override { return 0; }
    Vec3d place_of(std::size_t i) const { return vector(body.x_[vertex(i)]); }
    double mass_of(std::size_t i) const { return body.response_->tets().mass()[vertex(i)]; }
    Vec3d velocity_of(std::size_t i) const { return vector(body.w_[vertex(i)]); }
    void put(std::size_t i, const Vec3d& by, const Vec3d& v);
    SolidBody& body;
    std::vector<Vec3d> shift;  ///< to be made at the end of the step
  };
  bool led(std::size_t i) const {
    const int held = pins_.held(i);
    return held >= 0 && pins_.active(held);
  }
  Vec3d led_velocity(std::size_t i, double dt) const {
    return (pins_.target(pins_.held(i)) - vector(x_[i])) * (1 / dt);
  }
  void fall(const Step& step, const Vec3d& gravity, double elastic);
  void solve(const Step& step, std::span<const Barrier> barriers);
  void lead(const Step& step);
  /// What follows from where the vertices are.
  void respond();
  void measure_speed();
  /// Mean over the tetrahedra around each vertex of something each of them knows, by volume.
  template <class Of>
  std::vector<double> averaged(Of&& of) const;
  std::vector<double> element_quantity(const std::string& what) const;

  SolidOptions options_;  ///< without the bulky arrays
  std::unique_ptr<TetResponse> response_;
  SolidSurface surface_;
  Places x_, v_, w_;  ///< w: velocities at the end of the step
  std::vector<Vec3d> rest_;
  std::vector<CornerForces<Real>> force_;
  CollisionPoints points_;
  Skin skin_;
  Pins pins_;
  Damping damping_;
  std::unique_ptr<BackwardEuler> implicit_;
  std::vector<Vec3d> given_;  ///< to obstacles by the implicit solve, one a barrier
  double total_mass_ = 0, frequency2_ = 0, speed_ = 0;
};

}  // namespace weft
