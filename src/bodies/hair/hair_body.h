/// The body behind hair. Strands step their own velocities, then their vertices press on each other, and on
/// everything else on the grid, as one continuum; at last segments that nearly touch meet as geometry.
///
///   begin_step   pins know where they will be
///   accelerate   v^L from the strands' own forces, gravity and obstacles (rod_step.h);  v^0 = grid -> vertices of
///                (vertices -> grid of v^L), on a grid that only it sees (grid/smooth.h)
///   load         p = m (v^L - dt g),  Q = m C - dt D^-1 V tau:  the grid adds gravity to everything it holds
///   unload       v = v^L + (v^1 - v^0) + xi (v^0 - v^L),  v^1 of the grid;   F <- (I + dt G) F yields;  tau
///   strands()    the world's impulses between segments change v
///   surfaces     obstacles change v, and may shift vertices
///   end_step     x += dt v + shift, frames carried along;  strands that nobody touches go on with what v^L is beyond
///                what moved them (grid/integrator.h)
///
/// v^0 is the smoothing that strands would suffer without anyone else, so v^1 - v^0 is what contact brings,
/// and momentum is kept whatever shares the grid. xi = 1 - flip^(dt / flip_time) damps what strands do
/// against their neighbours (HGG19 eq. 33).
///
/// Vertices have two orders: flat, strand by strand, and that of the parcels, which the grid sorts; a parcel's
/// id is its vertex.
#pragma once
#include "bodies/contact_surface.h"
#include "bodies/hair/hair.h"
#include "bodies/hair/strand_packs.h"
#include "bodies/handles.h"
#include "bodies/point_motion.h"
#include "bodies/points.h"
#include "bodies/strand_set.h"
#include "grid/smooth.h"

namespace weft {

class HairBody final : public Body, public Parcels, OwnMotion, StrandSet, public Handled {
 public:
  explicit HairBody(const HairOptions& options);

  void add_sets(std::vector<Parcels*>& sets) override { sets.push_back(this); }
  bool held() const override { return pins_.holds(); }

  void begin_step(const Step& step) override;
  void accelerate(const Step& step, const Vec3d& gravity, std::span<const Barrier> barriers) override;
  SurfacePoints* barred() override { return options_.implicit ? &surface_ : nullptr; }
  std::span<const Vec3d> given() const override { return given_; }
  Vec3d solved_velocity(std::size_t i) const override { return lagrangian_[i].as<double>(); }
  void end_step(const Step& step) override;

  std::size_t size() const override { return points_.size(); }
  void positions(Range r, Real* x, Real* y, Real* z) const override { copy_positions(x_, r, x, y, z); }
  void reorder(std::span<const std::uint32_t> order) override;
  void load(Range r, const Step& step, ParcelBatch& out) const override;
  void unload(Range r, const Step& step, const AnswerBatch& in) override;

  double mass() const override { return total_mass_; }
  Limits limits() const override;
  Totals totals() const override;
  std::size_t memory_bytes() const override;
  std::size_t first_bad() const override;
  std::vector<double> quantity(const std::string& what) const override;
  FrameObject frame(const std::vector<std::string>& quantities) const override;
  void archive(Archive& a) override;
  void spoil(std::size_t i, const Vec3d& velocity) override;
  Handles& handles() override { return grip_; }

 private:
  using P = Pack<Real>;

  // As strands that meet each other.
  std::span<const std::uint32_t> counts() const override { return options_.counts; }
  std::span<const Vec3r> places() const override { return place_; }
  std::span<Vec3r> velocities() override { return velocity_; }
  std::span<const Vec3r> shifts() const override { return shift_; }
  std::span<Vec3r> rubbed() override { return rubbed_; }
  std::span<const Real> inverse_masses() const override { return inverse_mass_; }
  double reach() const override { return options_.reach; }
  int rounds() const override { return options_.rounds; }
  double strand_friction() const override { return options_.strand_friction; }
  bool judged() const override { return options_.count_crossings; }

  /// The vertices as the grid of v^0 sees them.
  struct Smoothing final : SortedParcels {
    explicit Smoothing(HairBody& owner) : body(owner) {}
    void positions(Range r, Real* x, Real* y, Real* z) const override;
    void load(Range r, const Step& step, ParcelBatch& out) const override;
    void unload(Range r, const Step& step, const AnswerBatch& in) override;
    std::size_t bytes() const { return order_bytes(); }
    HairBody& body;
  };
  /// The vertices as obstacles see them: where they will be.
  struct Surface final : SurfaceOf<Surface> {
    explicit Surface(HairBody& owner) : body(owner) {}
    std::size_t count() const override { return body.size(); }
    void places(Range r, Real* x, Real* y, Real* z) const override;
    void rough_places(Range r, Real* x, Real* y, Real* z) const override;
    double clearance(double) const override { return body.radius_; }
    Vec3d place_of(std::size_t i) const { return body.place_[i].as<double>(); }  // as the step starts
    double mass_of(std::size_t i) const { return double(body.mass_[i]); }
    Vec3d velocity_of(std::size_t i) const { return body.velocity_[i].template as<double>(); }
    void put(std::size_t i, const Vec3d& by, const Vec3d& v);
    void set_gradient(std::size_t i, const Vec3d& n, const Vec3d& rate, double) {
      set_along(body.C_, body.parcel_[i], n, rate);
    }
    HairBody& body;
  };
  /// Its segments as other surfaces meet them (hair_surface.cpp).
  struct Geometry final : ContactSurface {
    explicit Geometry(HairBody& owner) : body(owner) {}
    const ContactMesh& mesh() const override { return segments; }
    double friction() const override { return body.options_.material.friction; }
    bool meets_itself() const override { return false; }  // contact/strands/
    void read_motion(double dt, std::span<VertexMotion> out) const override;
    void write_motion(double dt, std::span<const VertexMotion> in) override;
    HairBody& body;
    ContactMesh segments;
  };
  /// The vertices, in flat order, as whoever steers a run from outside sees them (hair_handles.cpp).
  struct Grip final : HandlesOf<Grip> {
    explicit Grip(HairBody& owner) : body(owner) {}
    std::size_t count() const override { return body.size(); }
    std::size_t id_of(std::size_t i) const { return i; }
    Vec3d place_of(std::size_t i) const { return body.place_[i].as<double>(); }
    Vec3d velocity_of(std::size_t i) const { return body.velocity_[i].as<double>(); }
    void put_place(std::size_t i, const Vec3d& x) { body.place_[i] = x.as<Real>(); }
    void put_velocity(std::size_t i, const Vec3d& v) { body.velocity_[i] = v.as<Real>(); }
    void placed(std::span<const char> changed);
    void hurried(std::span<const char> changed);
    Pins* pins() override { return body.pins_.pins().empty() ? nullptr : &body.pins_; }
    HairBody& body;
  };
  struct HeldVertex {
    std::uint32_t strand, vertex;  ///< within the strand
    int held;                      ///< of the pins
  };
  struct HeldEdge {
    std::uint32_t strand, edge;
    int held;
    Vec3d m1;  ///< at time 0
  };
  struct BatchLimits {
    Real speed2 = 0, gradient2 = 0, modulus = 0;
  };

  void make_strands(const HairOptions& options);
  void make_geometry();
  void find_held();
  void push(const Step& step);
  void prescribe(const Step& step);
  void smooth_velocities(const Step& step);
  void find_brought();
  void find_touched();
  void place_parcels();
  RodStepOptions rod_options(double dt, const Vec3d& gravity) const;
  std::size_t vertex_of(std::size_t parcel) const { return points_.id(parcel); }
  bool prescribed(std::size_t vertex) const { return inverse_mass_[vertex] == 0; }
  double contact_energy() const;
  Mat3d strain_of(std::size_t parcel) const;
  std::vector<double> stretches() const;

  HairOptions options_;  ///< without the bulky arrays
  double total_mass_ = 0, radius_ = 0, section_ = 0;
  StrandPacks packs_;
  Pins pins_;
  BodyLoads loads_;
  std::vector<HeldVertex> held_vertices_;
  std::vector<HeldEdge> held_edges_;

  // In flat order, always.
  std::vector<std::uint32_t> first_;  ///< strands: their first vertex
  Points vertices_;
  std::vector<Vec3r>& velocity_ = vertices_.add_records<Vec3r>("velocity");        ///< at the end of the step
  std::vector<Real>& inverse_mass_ = vertices_.add_records<Real>("inverse_mass");  ///< 0 while prescribed
  std::vector<Real>& mass_ = vertices_.add_records<Real>("mass", Keep::scratch);
  std::vector<Vec3d>& rest_ = vertices_.add_records<Vec3d>("rest", Keep::scratch);    ///< at time 0
  std::vector<Vec3r>& place_ = vertices_.add_records<Vec3r>("place", Keep::scratch);  ///< as the step starts
  std::vector<Vec3r>& lagrangian_ = vertices_.add_records<Vec3r>("v^L", Keep::scratch);
  std::vector<Vec3r>& smoothed_ = vertices_.add_records<Vec3r>("v^0", Keep::scratch);
  /// That obstacles ask for [m].
  std::vector<Vec3r>& shift_ = vertices_.add_records<Vec3r>("shift", Keep::scratch);
  /// Change of velocity by friction between strands [m/s].
  std::vector<Vec3r>& rubbed_ = vertices_.add_records<Vec3r>("rubbed", Keep::scratch);
  /// At the end of the step if nothing touched it.
  std::vector<Vec3r>& alone_ = vertices_.add_records<Vec3r>("alone", Keep::scratch);
  std::vector<std::uint32_t>& parcel_ = vertices_.add_records<std::uint32_t>("parcel", Keep::scratch);

  // In the order of the parcels.
  Points points_;
  PointField& x_ = points_.add("x", 3, Keep::scratch);  ///< where its vertex is
  PointField& C_ = points_.add("C", 9);
  PointField& F_ = points_.add("F", 9);
  PointField& tau_ = points_.add("tau", 6);
  PointField& volume_ = points_.add("volume", 1);
  std::vector<BatchLimits> limits_;  ///< one per batch of unload

  Smoothing smoothing_{*this};
  Grid smoothing_grid_;
  Surface surface_{*this};
  Geometry geometry_{*this};
  std::vector<char> touched_;  ///< strands: somebody did in the step before
  std::vector<double>
      brought_;  ///< strands: the most that their own forces changed a velocity by, squared [m^2/s^2]
  std::vector<Vec3d> given_;  ///< to obstacles in `accelerate`, one per barrier [N s]
  Vec3d kick_{{0, 0, 0}};     ///< dt g
  double dt_ = 0, speed_ = 0;

  Grip grip_{*this};
};

}  // namespace weft
