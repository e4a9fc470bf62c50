/// The body behind every law of grains. Per point: x v C F tau, the law's state, an id.
///
///   grains_kernel.h   the physics of a step, per point      grain_law.h    the law, asked about ranges
///   grains_trial.h    the implicit solve's, per point       grains_*.cpp   everything that knows no law
#pragma once
#include "bodies/device_data.h"
#include "bodies/grains/grain_law.h"
#include "bodies/grains/grains.h"
#include "bodies/handles.h"
#include "bodies/point_motion.h"
#include "bodies/points.h"
#include "bodies/sharpening.h"

namespace weft {

class GrainsBody final : public Body, public Parcels, ImplicitSet, Renewal, Traveller, public Handled {
 public:
  explicit GrainsBody(const GrainsOptions& options);

  void add_sets(std::vector<Parcels*>& sets) override { sets.push_back(this); }
  std::size_t size() const override { return points_.size(); }
  void positions(Range r, Real* x, Real* y, Real* z) const override;
  void reorder(std::span<const std::uint32_t> order) override { points_.reorder(order); }
  void load(Range r, const Step& step, ParcelBatch& out) const override;
  void unload(Range r, const Step& step, const AnswerBatch& in) override;
  void begin_solve(const Step& step) override;
  void try_unload(Range r, const Step& step, const AnswerBatch& in, Solve what) override;
  double try_elements(const Step& step, Solve what) override;
  void try_load(Range r, const Step& step, ParcelBatch& out, Solve what) const override;
  void linearise(const Step& step, bool definite) override;
  void load_stiffness(Range r, const Step& step, StiffnessBatch& out) const override;
  bool begin_from_yielded(const Step& step) override;
  bool renew(double time) override;
  double due() const override;
  std::string stays() const override;
  DeviceData leave() override;
  void arrive(const DevicePeaksAtHome& peaks) override;
  double mass() const override { return mass_ * double(size()); }
  Limits limits() const override;
  Totals totals() const override;
  std::size_t memory_bytes() const override;
  std::size_t first_bad() const override { return points_.first_bad(); }
  std::vector<double> quantity(const std::string& what) const override;
  FrameObject frame(const std::vector<std::string>& quantities) const override;
  void archive(Archive& a) override;
  void spoil(std::size_t i, const Vec3d& velocity) override;
  Handles& handles() override { return grip_; }

 private:
  /// The points as whoever steers a run from outside sees them. They keep their strain.
  struct Grip final : HandlesOf<Grip> {
    explicit Grip(GrainsBody& owner) : body(owner) {}
    std::size_t count() const override { return body.size(); }
    std::uint32_t id_of(std::size_t i) const { return body.points_.id(i); }
    Vec3d place_of(std::size_t i) const { return vector_at(body.x_, i); }
    Vec3d velocity_of(std::size_t i) const { return vector_at(body.v_, i); }
    void put_place(std::size_t i, const Vec3d& x) { set_vector(body.x_, i, x); }
    void put_velocity(std::size_t i, const Vec3d& v);
    void placed(std::span<const char>) {}
    void hurried(std::span<const char> changed);
    GrainsBody& body;
  };
  void see_points();
  TrialViews trial_views() const;
  void lay_stream();
  double due(std::uint64_t k) const;  ///< when the source lets go its k-th point [s]
  void resize(std::size_t n);
  void refresh_stress(Range r);
  bool has_rest() const { return rest_.components() > 0; }
  Mat3d deformation(std::size_t i) const;
  double determinant_of(std::size_t i) const;
  Mat3d kirchhoff(std::size_t i) const;
  std::vector<double> motion_quantity_of(const std::string& what) const;
  std::vector<double> component_of(const std::string& what) const;

  GrainsOptions options_;  ///< without the bulky arrays
  std::unique_ptr<GrainLaw> law_;
  double mass_, volume_;  ///< of a point [kg], [m^3]
  Points points_;
  PointField &x_, &v_, &C_, &F_, &tau_, &state_, &rest_;
  GrainViews views_;                 ///< of these, as long as their number does not change
  std::vector<BatchLimits> limits_;  ///< one per batch of unload
  Sharpening sharpening_;
  struct Drop {
    double delay;  ///< after the stream's period begins [s]
    Vec3d mouth;   ///< where it comes to life [m]
  };
  std::vector<Drop> stream_;   ///< the source's pattern in the order it leaves
  std::uint64_t emitted_ = 0;  ///< points the source has let go

  // The implicit solve's; without components as long as every step is explicit.
  PointField& start_;     ///< the strain it starts from, where that is not F
  PointField& trial_;     ///< the strain at the velocities last tried
  PointField& response_;  ///< S or its change
  PointField& tangent_;
  bool started_ = false;              ///< start_ counts
  std::vector<double> trial_energy_;  ///< one per batch [J]

  Grip grip_{*this};
};

}  // namespace weft
