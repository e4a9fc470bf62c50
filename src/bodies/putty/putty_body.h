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

#include "bodies/putty/putty.h"
#include "bodies/putty/putty_solve.h"
#include "bodies/putty/putty_surface.h"

namespace weft {

class PuttyBody final : public Body, OwnMotion, SeparateField, Renewal {
 public:
  explicit PuttyBody(const PuttyOptions& options);

  void add_sets(std::vector<Parcels*>& sets) override { sets.push_back(&surface_); }
  double friction() const override { return options_.friction; }
  double restitution() const override { return options_.restitution; }
  SurfacePoints* skin() override { return &skin_; }
  bool held() const override { return pins_.holds(); }

  bool renew(double time) override;
  void begin_step(const Step& step) override { pins_.begin_step(step); }
  void accelerate(const Step& step, const Vec3d& gravity, std::span<const Barrier> barriers) override;
  std::span<const Vec3d> given() const override { return given_; }
  void end_exchange(const Step& step) override;
  void end_step(const Step& step) override;

  double trial_speed() const override;

  std::size_t size() const override { return x_.size(); }  ///< points; the grid sees the surface
  double mass() const override { return mass_ * double(size()); }
  Limits limits() const override;
  Totals totals() const override;
  std::size_t memory_bytes() const override;
  std::size_t first_bad() const override;
  std::vector<double> quantity(const std::string& what) const override;
  FrameObject frame(const std::vector<std::string>& quantities) const override;
  void archive(Archive& a) override;
  void spoil(std::size_t i, const Vec3d& velocity) override { v_[i] = velocity; }
  /// Of all steps so far, for benches and tests.
  const PuttySolveReport& work() const { return work_; }

 private:
  /// The points as obstacles see them.
  struct Skin final : SurfaceOf<Skin> {
    explicit Skin(PuttyBody& owner) : body(owner) {}
    std::size_t count() const override { return body.size(); }
    void places(Range r, Real* x, Real* y, Real* z) const override;
    void rough_places(Range r, Real* x, Real* y, Real* z) const override { places(r, x, y, z); }
    double clearance(double) const override { return 0.5 * body.options_.spacing; }
    Vec3d place_of(std::size_t i) const { return body.x_[i]; }
    double mass_of(std::size_t) const { return body.mass_; }
    Vec3d velocity_of(std::size_t i) const { return body.w_[i]; }
    void put(std::size_t i, const Vec3d& by, const Vec3d& v);
    PuttyBody& body;
  };
  /// What a point's F says.
  struct Response {
    Mat3d tau;      ///< Kirchhoff stress [Pa]
    double energy;  ///< [J/m^3]
  };
  double reach() const { return options_.radius * options_.spacing; }
  bool led(std::size_t i) const {
    const int held = pins_.held(i);
    return held >= 0 && pins_.active(held);
  }
  Vec3d led_velocity(std::size_t i, double dt) const {
    return (pins_.target(pins_.held(i)) - x_[i]) * (1 / dt);
  }
  /// Neighbourhoods of where the points are; true when the surface changed.
  bool prepare();
  void find_gradients();
  void sort_points();
  void begin_again();
  void fall(const Step& step, const Vec3d& gravity);
  void push(const Step& step);
  PuttySolve<Real>::Task task(const Step& step);
  void solve(const Step& step, std::span<const Barrier> barriers);
  void pass_on(const Step& step);
  void lead(const Step& step);
  void strain_and_flow(double dt);
  void strain_flat(std::size_t i, double flow);
  void measure_speed();
  Response respond(std::size_t i) const;
  std::vector<double> material_quantity(const std::string& what) const;

  PuttyOptions options_;  ///< without the bulky arrays
  double volume_, mass_;  ///< of a point
  std::vector<std::uint32_t> ids_;
  Vectors x_, v_, w_, shift_, rest_;
  Vectors free_;                 ///< velocities without elasticity, of the implicit step
  Vectors elastic_;              ///< what elasticity did to the velocity in the last step, a second [m/s^2]
  std::vector<double> pressed_;  ///< by obstacles in the last step, along their normals [kg m/s]
  /// The guesses above and the heft as the last step left them: a step that is thrown away leaves no trace.
  struct Guesses {
    Vectors elastic;
    std::vector<double> pressed;
    double heft = 1;
  } start_;
  bool tried_ = false;  ///< this step was begun once already
  std::vector<Mat3d> F_;
  std::vector<double> hardened_;  ///< plastic strain
  std::vector<Real> stretch_;     ///< the largest of F
  Neighbourhoods<Real> near_;
  Elasticity<Real> response_;
  PuttySolve<Real> implicit_;
  std::optional<ImplicitContacts> contacts_;  ///< of the step's solve
  PuttySurface surface_;
  Skin skin_;
  Pins pins_;
  Quads<Real> u_, kept_;
  std::vector<Mat3r> A_;
  std::vector<Vec3d> given_;  ///< to obstacles by the implicit solve, one a barrier
  bool prepared_ = false, linked_ = false;
  double speed_ = 0, drift_ = 0;  ///< drift: since points were sorted by place [m]
  PuttySolveReport work_;
};

}  // namespace weft
