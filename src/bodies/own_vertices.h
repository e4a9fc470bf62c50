/// What bodies share that step the velocities of their own vertices and meet others at the grid's nodes only:
/// solids and putty, whose vertices are its points.
///   x, v         at the start of the step
///   w            velocities at its end, as far as they are known
///   fall         w = v + kick (g + f/m);  kick = dt where steps are implicit (Step::kick)
///   prescribed   pinned vertices:  w = (x_T - x) / dt,  whatever acts on them
///   two_stages   implicit steps of a body that nobody touches end with w + beyond  (two_stages.h)
///   skin         obstacles change w, and may shift vertices when the step ends
/// State keeps x, v, w as vectors of three numbers or more, and rest, where vertices were at time 0.
#pragma once
#include <bit>
#include <memory>

#include "bodies/body_force.h"
#include "bodies/handles.h"
#include "bodies/implicit_contacts.h"
#include "bodies/loads.h"
#include "bodies/measures.h"
#include "bodies/pins.h"
#include "bodies/two_stages.h"

namespace weft {

template <class State>
class OwnVertices : public Body, public OwnMotion, public SeparateField, public Handled {
 public:
  OwnVertices(const std::string& name, std::shared_ptr<const BodyForce> force, double clearance)
      : Body(name), force_(std::move(force)), skin_(*this, clearance) {
    roles_.motion = this;
    roles_.field = this;
  }

  Handles& handles() final { return grip_; }
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
      body.w_[vertices[i]] = kept(body.led(vertices[i], plain(body.w_[vertices[i]]), v));
      shift[i] += body.free_part(vertices[i], by);
    }

    OwnVertices& body;
    std::vector<std::uint32_t> vertices;  ///< of the body
    std::vector<Vec3d> shift;             ///< to be made at the end of the step [m]

   private:
    double distance_;  ///< from obstacles [m]
  };

  /// Vertices as whoever steers a run from outside sees them.
  struct Grip final : HandlesOf<Grip> {
    explicit Grip(OwnVertices& owner) : body(owner) {}
    std::size_t count() const override { return body.size(); }
    std::uint32_t id_of(std::size_t i) const { return body.vertex_id(i); }
    Vec3d place_of(std::size_t i) const { return plain(body.x_[i]); }
    Vec3d velocity_of(std::size_t i) const { return plain(body.v_[i]); }
    void put_place(std::size_t i, const Vec3d& x) { body.x_[i] = kept(x); }
    void put_velocity(std::size_t i, const Vec3d& v) { body.v_[i] = body.w_[i] = kept(v); }
    void placed(std::span<const char>) {
      body.touched_ = 1;  // what its own forces did is no guide any more
      body.settle();
    }
    void hurried(std::span<const char>) {
      body.touched_ = 1;
      body.settle();
      body.measure_speed();
    }
    Pins* pins() override { return body.pins_.pins().empty() ? nullptr : &body.pins_; }
    PinFeel* feel() override { return &body.feel_; }
    std::uint32_t pinned_id(std::uint32_t v) const override { return body.pinned_id(v); }
    OwnVertices& body;
  };

  /// Finds what follows from places and velocities, which somebody changed between two steps.
  virtual void settle() = 0;
  virtual std::uint32_t pinned_id(std::uint32_t vertex) const { return vertex; }
  virtual double vertex_mass(std::size_t i) const = 0;
  virtual std::uint32_t vertex_id(std::size_t i) const = 0;
  /// What the law knows: strain, stress ...
  virtual std::vector<double> material_quantity(const std::string& what) const = 0;

  /// In all coordinates.
  bool prescribed(std::size_t i) const { return pins_.fixes(i); }
  /// `to` in the coordinates that pins hold, `own` in the others.
  Vec3d led(std::size_t i, const Vec3d& to, const Vec3d& own) const { return pins_.led(i, to, own); }
  /// Without the coordinates that pins hold.
  Vec3d free_part(std::size_t i, const Vec3d& a) const { return pins_.led(i, Vec3d::zero(), a); }
  /// In the coordinates that are held exactly where they must be, not where rounding puts them.
  void put_held(std::size_t i) {
    if (pins_.leads(i)) x_[i] = kept(led(i, target(i), plain(x_[i])));
  }
  /// Where pin and vertex will be at the end of the step.
  Vec3d target(std::size_t i) const { return pins_.target(pins_.held(i)); }
  Vec3d prescribed_velocity(std::size_t i, double dt) const { return (target(i) - plain(x_[i])) * (1 / dt); }
  std::vector<ImplicitContacts::Prescribed> all_prescribed(double dt) const {
    std::vector<ImplicitContacts::Prescribed> all;
    if (pins_.empty()) return all;
    for (std::size_t i = 0; i < size(); ++i)
      if (pins_.leads(i)) all.push_back({std::uint32_t(i), pins_.axes_of(i), prescribed_velocity(i, dt)});
    return all;
  }
  void prescribe(double dt) {
    if (pins_.empty()) return;
    for (std::size_t i = 0; i < size(); ++i)
      if (pins_.leads(i)) w_[i] = kept(led(i, prescribed_velocity(i, dt), plain(w_[i])));
  }
  void find_loads(double time) {
    if (loads_.empty()) return;
    std::vector<Vec3d> x(loads_.follow() ? size() : 0);
    for (std::size_t i = 0; i < x.size(); ++i) x[vertex_id(i)] = plain(x_[i]);
    loads_.find(time, x);
  }
  /// w = v + kick (g + f/m), the scene's own forces in g; accelerate(i, a) adds f/m to a.
  template <class Accelerate>
  void fall(const Step& step, double kick, const Vec3d& gravity, Accelerate&& accelerate) {
    find_loads(step.time);
    fall_.resize(pins_.empty() ? 0 : size());
    parallel_each(size(), 1024, [&](std::size_t i) {
      Vec3d a = gravity;
      if (!loads_.empty() && vertex_mass(i) > 0) a += loads_.on(vertex_id(i)) * (1 / vertex_mass(i));
      accelerate(i, a);
      if (force_) a += force_->at(rest_[i], plain(x_[i]), step.time + (step.implicit ? step.dt : 0));
      w_[i] = kept(plain(v_[i]) + a * kick);
      if (!fall_.empty()) fall_[i] = plain(w_[i]);
    });
  }
  /// When the step has ended: what held vertices did otherwise than they would have fallen, their pins felt.
  /// push(i): the change of velocity by own forces that `fall` did not know [m/s].
  template <class Push>
  void tell_pins(const Step& step, Push&& push) {
    if (fall_.empty()) return;
    feel_.begin(pins_, step.time + step.dt);
    for (std::size_t i = 0; i < fall_.size(); ++i)
      if (pins_.leads(i))
        feel_.feel(pins_, pins_.held(i), plain(x_[i]), (fall_[i] + push(i) - plain(w_[i])) * vertex_mass(i));
  }
  void measure_speed() { speed_ = greatest_speed(v_); }

  /// Contact is found between velocities at the end of a step, and stops what moves with them in that step: only backward
  /// Euler has one velocity for both. So a body with an obstacle near its skin, or that was touched, flowed or was held
  /// otherwise in the step before, takes that, as does a body that begins. The first touch meets what moves it; what is beyond goes on
  /// into the next step.
  bool two_stages(Integrator by, std::span<const Barrier> barriers) const {
    return by == Integrator::tr_bdf2 && barriers.empty() && !touched_ && held_count() == held_before_;
  }
  /// Before anything of a step is known.
  void begin_touch() {
    touching_ = 0;
    beyond_.clear();
  }
  void touch() { touching_ = 1; }
  /// Velocities when the step begins; pins told theirs before.
  Vectors starts(double dt) const {
    Vectors v(size());
    each_of(size(), [&](std::size_t i) {
      v[i] = pins_.leads(i) ? led(i, prescribed_velocity(i, dt), plain(v_[i])) : plain(v_[i]);
    });
    return v;
  }
  /// dt times what own forces did when the last solve ended: what they do where this step begins, without what
  /// rounding makes of places in stiff material.
  Vectors pushed(const Vectors& own, double dt) const {
    Vectors push(size());
    each_of(size(), [&](std::size_t i) { push[i] = free_part(i, own[i] * dt); });
    return push;
  }
  /// Backward Euler's v loses what it has taken from the momenta of `free`, where no pin holds.
  void keep_momenta(const Vectors& free, Vectors& v) const {
    if (pins_.holds()) return;
    const Vec3d origin = plain(x_[0]);
    const RigidPart off = rigid_part(size(), origin, [&](std::size_t i) {
      const Vec3d X = plain(x_[i]) - origin, q = (v[i] - free[i]) * vertex_mass(i);
      return PointMomenta{vertex_mass(i), X, q, cross(X, q)};
    });
    each_of(size(), [&](std::size_t i) { v[i] -= off.at(plain(x_[i])); });
  }
  /// w and what is beyond.
  void take_stages(const TwoStages& stages) {
    beyond_.resize(size());
    each_of(size(), [&](std::size_t i) {
      w_[i] = kept(stages.w[i]);
      beyond_[i] = free_part(i, stages.v2[i] - stages.w[i]);
    });
  }
  /// v at the end of the step.
  void take_velocities() {
    v_ = w_;
    if (!beyond_.empty()) each_of(size(), [&](std::size_t i) { v_[i] += kept(beyond_[i]); });
    touched_ = touching_;
    held_before_ = held_count();
  }
  void archive_touch(Archive& a, const std::string& prefix) {
    a.value(prefix + "touched", touched_);
    a.value(prefix + "held", held_before_);
  }

  State state_;
  List &x_ = state_.x, &v_ = state_.v, &w_ = state_.w;
  std::vector<Vec3d>& rest_ = state_.rest;
  std::shared_ptr<const BodyForce> force_;
  Skin skin_;
  Grip grip_{*this};
  PinFeel feel_;
  Pins pins_;
  BodyLoads loads_;
  std::vector<Vec3d> given_;  ///< to obstacles by the implicit solve, one per barrier [N s]
  double speed_ = 0;          ///< the greatest at the start of the step [m/s]
  Vectors fall_;              ///< where something is pinned: velocities that `fall` found [m/s]
  Vectors beyond_;            ///< velocities at the end of the step - w, or empty: they are the same [m/s]
  char touched_ = 1, touching_ = 0;  ///< somebody did in the step before; in this one

  std::uint32_t held_before_ = 0;  ///< coordinates that pins held in the step before

 private:
  std::uint32_t held_count() const {
    std::uint32_t n = 0;
    if (pins_.holds())
      for (std::size_t i = 0; i < size(); ++i) n += std::uint32_t(std::popcount(pins_.axes_of(i)));
    return n;
  }
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
