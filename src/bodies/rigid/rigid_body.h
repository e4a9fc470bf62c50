/// A rigid body as the world sees it: points of its surface on the grid, six numbers or one behind them.
#pragma once
#include "bodies/contact_surface.h"
#include "bodies/rigid/rigid_state.h"
#include "geometry/surface_points.h"

namespace weft {

class RigidBody final : public Body, public Parcels, OwnMotion, SeparateField {
 public:
  explicit RigidBody(RigidOptions options);

  void add_sets(std::vector<Parcels*>& sets) override { sets.push_back(this); }
  double friction() const override { return options_.friction; }
  double restitution() const override { return options_.restitution; }

  void accelerate(const Step& step, const Vec3d& gravity, std::span<const Barrier>) override;
  void end_step(const Step& step) override;
  double trial_speed() const override;

  // Parcels: points of the surface. What the grid changes comes through RigidMotion::push.
  std::size_t size() const override { return points_.size(); }
  void positions(Range r, Real* x, Real* y, Real* z) const override;
  void reorder(std::span<const std::uint32_t> order) override;
  void load(Range r, const Step& step, ParcelBatch& out) const override;
  void unload(Range, const Step&, const AnswerBatch&) override {}
  void normals(Range r, Real* nx, Real* ny, Real* nz, Real* area) const override;

  double mass() const override { return state_.mass(); }
  Limits limits() const override;
  Totals totals() const override;
  std::size_t memory_bytes() const override;
  std::size_t first_bad() const override;
  /// Besides the common quantities: spin, spin_x spin_y spin_z in world axes,
  /// body_spin_x .. in its own [rad/s], angle about the fixed axis [rad],
  /// kinetic [J], the same for all points.
  std::vector<double> quantity(const std::string& what) const override;
  FrameObject frame(const std::vector<std::string>& quantities) const override;
  void archive(Archive& a) override;
  void spoil(std::size_t, const Vec3d& velocity) override { state_.spoil(velocity); }

  // From outside, between two steps: a force through the centre of mass and a torque, until they change.
  struct Wrench {
    Vec3d force{{0, 0, 0}};   ///< [N]
    Vec3d torque{{0, 0, 0}};  ///< [N m]
  };
  const Wrench& wrench() const { return wrench_; }
  void set_wrench(const Wrench& w) { wrench_ = w; }
  /// What others gave it (contacts, joints), summed over steps until somebody clears it.
  const RigidState::Momenta& felt() const { return felt_; }
  void clear_felt() { felt_ = {}; }

  const RigidOptions& options() const { return options_; }
  RigidState& state() { return state_; }
  const RigidState& state() const { return state_; }
  Pose pose() const;                                 ///< of the shape's own origin
  const Pose& first_pose() const { return first_; }  ///< of centre and body axes at time 0

 private:
  /// Its triangles as other surfaces meet them.
  struct Surface final : ContactSurface {
    explicit Surface(const RigidBody& owner) : body(owner) {}
    const ContactMesh& mesh() const override { return triangles; }
    double friction() const override { return body.friction(); }
    bool meets_itself() const override { return false; }
    bool meets_obstacles() const override { return false; }
    void read_motion(double dt, std::span<VertexMotion> out) const override;
    void write_motion(double, std::span<const VertexMotion>) override {}
    const RigidBody& body;
    ContactMesh triangles;  ///< `rest` in body axes, from the centre of mass
  };
  /// A point of the surface in body axes, from the centre of mass.
  struct Point {
    Vec3d at, n;
    double area;
    std::uint64_t id;  ///< whole words: no padding is saved
  };
  static RigidStart start_of(const RigidOptions& options);
  void place_points();
  Vec3d place(const Vec3d& at) const { return state_.centre() + state_.rotation().rotate(at); }
  /// `what` at places given in body axes; empty when it is not known.
  template <class At>
  std::vector<double> measure(const std::string& what, std::size_t count, At&& at) const;

  RigidOptions options_;
  RigidState state_;
  std::vector<Point> points_;
  Surface surface_{*this};
  Pose first_;        ///< of the body axes at time 0: displacements are from there
  double reach_ = 0;  ///< of the farthest vertex from the centre, or from the axis [m]
  Wrench wrench_;
  RigidState::Momenta alone_, felt_;  ///< of the step if nobody touched it; what others gave
};

}  // namespace weft
