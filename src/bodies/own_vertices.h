/// What bodies share that step the velocities of their own vertices and meet others at the grid's nodes only:
/// solids and putty, whose vertices are its points.
///   x, v         at the start of the step
///   w            velocities at its end, as far as they are known
///   fall         w = v + dt (g + f/m)
///   prescribed   pinned vertices:  w = (x_T - x) / dt,  whatever acts on them
///   skin         obstacles change w, and may shift vertices when the step ends
/// State keeps x, v, w as vectors of three numbers or more, and rest, where vertices were at time 0.
#pragma once
#include <memory>

#include "bodies/body_force.h"
#include "bodies/implicit_contacts.h"
#include "bodies/measures.h"
#include "bodies/pins.h"

namespace weft {

template <class State>
class OwnVertices : public Body, public OwnMotion, public SeparateField {
 public:
  OwnVertices(const std::string& name, std::shared_ptr<const BodyForce> force, double clearance)
      : Body(name), force_(std::move(force)), skin_(*this, clearance) {
    roles_.motion = this;
    roles_.field = this;
  }

  SurfacePoints* skin() override { return &skin_; }
  bool held() const override { return pins_.holds(); }
  void begin_step(const Step& step) override { pins_.begin_step(step); }
  std::span<const Vec3d> given() const override { return given_; }

  double trial_speed() const override { return trial_speed_of(w_); }

  std::size_t size() const override { return x_.size(); }  ///< vertices; the grid sees points of the surface
  std::vector<double> quantity(const std::string& what) const override {
    std::vector<double> motion = motion_quantity(what, size(), Measured{*this});
    return motion.empty() ? material_quantity(what) : motion;
  }
  void spoil(std::size_t i, const Vec3d& velocity) override { v_[i] = kept(velocity); }

 protected:
  using List = std::remove_reference_t<decltype(State::x)>;
  using Kept = typename List::value_type;
  static Vec3d plain(const Kept& a) { return {{a[0], a[1], a[2]}}; }
  static Kept kept(const Vec3d& a) {
    Kept k{};
    for (int c = 0; c < 3; ++c) k[c] = a[c];
    return k;
  }

  /// Vertices as obstacles see them.
  struct Skin final : SurfaceOf<Skin> {
    Skin(OwnVertices& owner, double distance) : body(owner), distance_(distance) {}
    void set_vertices(std::vector<std::uint32_t> list) {
      vertices = std::move(list);
      shift.assign(vertices.size(), Vec3d::zero());
    }
    void begin() { std::fill(shift.begin(), shift.end(), Vec3d::zero()); }
    std::size_t count() const override { return vertices.size(); }
    void places(Range r, Real* x, Real* y, Real* z) const override {
      for (std::size_t i = r.begin; i < r.end; ++i) {
        const Kept& at = body.x_[vertices[i]];
        x[i - r.begin] = Real(at[0]), y[i - r.begin] = Real(at[1]), z[i - r.begin] = Real(at[2]);
      }
    }
    void rough_places(Range r, Real* x, Real* y, Real* z) const override { places(r, x, y, z); }
    double clearance(double) const override { return distance_; }
    Vec3d place_of(std::size_t i) const { return plain(body.x_[vertices[i]]); }
    double mass_of(std::size_t i) const { return body.vertex_mass(vertices[i]); }
    Vec3d velocity_of(std::size_t i) const { return plain(body.w_[vertices[i]]); }
    void put(std::size_t i, const Vec3d& by, const Vec3d& v) {
      if (body.prescribed(vertices[i])) return;
      body.w_[vertices[i]] = kept(v);
      shift[i] += by;
    }

    OwnVertices& body;
    std::vector<std::uint32_t> vertices;  ///< of the body
    std::vector<Vec3d> shift;             ///< to be made at the end of the step [m]

   private:
    double distance_;  ///< from obstacles [m]
  };

  virtual double vertex_mass(std::size_t i) const = 0;
  virtual std::uint32_t vertex_id(std::size_t i) const = 0;
  /// What the law knows: strain, stress ...
  virtual std::vector<double> material_quantity(const std::string& what) const = 0;

  bool prescribed(std::size_t i) const {
    const int held = pins_.held(i);
    return held >= 0 && pins_.active(held);
  }
  /// Where pin and vertex will be at the end of the step.
  Vec3d target(std::size_t i) const { return pins_.target(pins_.held(i)); }
  Vec3d prescribed_velocity(std::size_t i, double dt) const { return (target(i) - plain(x_[i])) * (1 / dt); }
  std::vector<ImplicitContacts::Prescribed> all_prescribed(double dt) const {
    std::vector<ImplicitContacts::Prescribed> all;
    if (pins_.empty()) return all;
    for (std::size_t i = 0; i < size(); ++i)
      if (prescribed(i)) all.push_back({std::uint32_t(i), prescribed_velocity(i, dt)});
    return all;
  }
  void prescribe(double dt) {
    if (pins_.empty()) return;
    for (std::size_t i = 0; i < size(); ++i)
      if (prescribed(i)) w_[i] = kept(prescribed_velocity(i, dt));
  }
  /// w = v + dt (g + f/m), the scene's own forces in g; accelerate(i, a) adds f/m to a.
  template <class Accelerate>
  void fall(const Step& step, const Vec3d& gravity, Accelerate&& accelerate) {
    parallel_each(size(), 1024, [&](std::size_t i) {
      Vec3d a = gravity;
      accelerate(i, a);
      if (force_) a += force_->at(rest_[i], plain(x_[i]), step.time);
      w_[i] = kept(plain(v_[i]) + a * step.dt);
    });
  }
  void measure_speed() { speed_ = greatest_speed(v_); }

  State state_;
  List &x_ = state_.x, &v_ = state_.v, &w_ = state_.w;
  std::vector<Vec3d>& rest_ = state_.rest;
  std::shared_ptr<const BodyForce> force_;
  Skin skin_;
  Pins pins_;
  std::vector<Vec3d> given_;  ///< to obstacles by the implicit solve, one per barrier [N s]
  double speed_ = 0;          ///< the greatest at the start of the step [m/s]

 private:
  struct Measured {
    const OwnVertices& body;
    Vec3d place(std::size_t i) const { return plain(body.x_[i]); }
    Vec3d velocity(std::size_t i) const { return plain(body.v_[i]); }
    const Vec3d& rest(std::size_t i) const { return body.rest_[i]; }
    std::uint32_t id(std::size_t i) const { return body.vertex_id(i); }
    double mass(std::size_t i) const { return body.vertex_mass(i); }
  };
};

}  // namespace weft
