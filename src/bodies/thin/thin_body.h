/// The body behind cloth and fibres. Vertices are its parcels, contact points a second set.
///
///   load, vertex     p = m v + dt f_q,  f_q summed from the elements around it
///   load, contact    p = m v,  Q = m C - dt D^-1 V sum_beta G_beta d_beta^T
///   unload           x += dt v at vertices;  d <- (I + dt grad v) d at contact points
///   end of step      t = [x_1 - x_0 ..] B_m;  contact points move to their place in the element;
///                    the law yields;  G;  corner forces  [f_1 ..] = -V G_t B_m^T,  f_0 = -sum
///
/// What the law does is behind ThinLaw (thin_law.h), what one point does in kernels (vertex_kernel.h,
/// respond_kernel.h, trial_kernel.h).
#pragma once
#include "bodies/contact_points.h"
#include "bodies/contact_surface.h"
#include "bodies/device_data.h"
#include "bodies/handles.h"
#include "bodies/sharpening.h"
#include "bodies/thin/bends.h"
#include "bodies/thin/thin_points.h"
#include "bodies/thin/vertex_kernel.h"

namespace weft {

class ThinBody final : public Body,
                       public Parcels,
                       ImplicitSet,
                       StiffMesh,
                       ContactOwner,
                       Traveller,
                       public Handled {
 public:
  ThinBody(const ThinOptions& options, std::unique_ptr<ThinLaw> law);

  void add_sets(std::vector<Parcels*>& sets) override;
  std::size_t size() const override { return vertices_.points.size(); }
  double mass() const override { return total_mass_; }
  bool held() const override { return pins_.holds(); }

  // The phases of a step (thin_step.cpp).
  void positions(Range r, Real* x, Real* y, Real* z) const override {
    copy_positions(vertices_.x, r, x, y, z);
  }
  void reorder(std::span<const std::uint32_t> order) override;
  void begin_step(const Step& step) override {
    pins_.begin_step(step);
    feel_.begin(pins_, step.time + step.dt);
    bends_.begin_step(step.time);
    find_loads(step.time);
    moving_ = true;
  }
  void load(Range r, const Step& step, ParcelBatch& out) const override;
  void unload(Range r, const Step& step, const AnswerBatch& in) override;
  void end_step(const Step& step) override;
  Limits limits() const override;

  // What the implicit solve asks (thin_solve.cpp).
  void begin_solve(const Step& step) override;
  void try_unload(Range r, const Step& step, const AnswerBatch& in, Solve what) override;
  double try_elements(const Step& step, Solve what) override;
  void try_load(Range r, const Step& step, ParcelBatch& out, Solve what) const override;
  void linearise(const Step& step, bool definite) override;
  void load_stiffness(Range r, const Step& step, StiffnessBatch& out) const override;
  bool begin_from_yielded(const Step& step) override;
  const Parcels& vertex_parcels() const override { return *this; }
  void mesh_vertices(MeshStiffness& out) const override;
  void mesh_stiffness(const Step& step, MeshStiffness& out) const override;

  // To a device and back (thin_travel.cpp).
  std::string stays() const override;
  DeviceData leave() override;
  void arrive(const DevicePeaksAtHome& peaks) override;

  Handles& handles() override { return grip_; }

  // Measuring, drawing, saving (thin_state.cpp).
  Totals totals() const override;
  std::size_t memory_bytes() const override;
  std::size_t first_bad() const override { return vertices_.points.first_bad(); }
  std::vector<double> quantity(const std::string& what) const override;
  FrameObject frame(const std::vector<std::string>& quantities) const override;
  void archive(Archive& a) override;
  void spoil(std::size_t i, const Vec3d& velocity) override { set_vector(vertices_.v, i, velocity); }

 private:
  void find_loads(double time);
  using P = Pack<Real>;

  /// The vertices as obstacles see them.
  struct Surface final : SurfaceOf<Surface> {
    explicit Surface(ThinBody& owner) : body(owner) {}
    std::size_t count() const override { return body.size(); }
    void places(Range r, Real* x, Real* y, Real* z) const override { body.positions(r, x, y, z); }
    void rough_places(Range r, Real* x, Real* y, Real* z) const override { places(r, x, y, z); }
    double clearance(double dx) const override { return body.clearance(dx); }
    double mass_of(std::size_t i) const { return double(body.vertices_.mass(i, 0)); }
    Vec3d velocity_of(std::size_t i) const { return vector_at(body.vertices_.v, i); }
    void put(std::size_t i, const Vec3d& by, const Vec3d& v);
    void set_gradient(std::size_t i, const Vec3d& n, const Vec3d& rate, double) {
      set_along(body.vertices_.C, i, n, rate);
    }
    ThinBody& body;
  };

  /// Its mesh as other surfaces meet it (thin_surface.cpp): vertices in the order of the scene, heavier by their
  /// share of the contact points.
  struct Geometry final : ContactSurface {
    explicit Geometry(ThinBody& owner) : body(owner) {}
    const ContactMesh& mesh() const override { return body.mesh_; }
    double friction() const override { return body.law_->friction(); }
    bool meets_itself() const override { return body.options_.self_contact.value_or(true); }
    void read_motion(double dt, std::span<VertexMotion> out) const override;
    void write_motion(double dt, std::span<const VertexMotion> in) override;
    ThinBody& body;
  };
  /// The vertices as whoever steers a run from outside sees them (thin_handles.cpp).
  struct Grip final : HandlesOf<Grip> {
    explicit Grip(ThinBody& owner) : body(owner) {}
    std::size_t count() const override { return body.size(); }
    std::uint32_t id_of(std::size_t i) const { return body.vertices_.points.id(i); }
    Vec3d place_of(std::size_t i) const { return body.vertex(i); }
    Vec3d velocity_of(std::size_t i) const { return vector_at(body.vertices_.v, i); }
    void put_place(std::size_t i, const Vec3d& x);
    void put_velocity(std::size_t i, const Vec3d& v);
    void placed(std::span<const char> changed);
    void hurried(std::span<const char> changed);
    Pins* pins() override { return body.pins_.pins().empty() ? nullptr : &body.pins_; }
    PinFeel* feel() override { return &body.feel_; }
    ThinBody& body;
  };
  /// Some corner of contact point i's element has its flag set.
  bool corner_of(std::size_t i, std::span<const char> flags) const;
  void feel_pinned(Range r, const Step& step, const AnswerBatch& in);
  void make_geometry(const ThinOptions& options);
  std::shared_ptr<const SurfaceData> surface_data() const;

  // The contact points (thin_step.cpp, thin_solve.cpp).
  void reorder_contacts(std::span<const std::uint32_t> order) override;
  void load_contacts(Range r, const Step& step, ParcelBatch& out) const override;
  void unload_contacts(Range r, const Step& step, const AnswerBatch& in) override;
  void try_unload_contacts(Range r, const Step& step, const AnswerBatch& in, Solve what) override;
  void try_load_contacts(Range r, const Step& step, ParcelBatch& out) const override;
  void load_contact_stiffness(Range r, const Step& step, StiffnessBatch& out) const override;
  void contact_places(Range r, Real* x, Real* y, Real* z) const override;
  double half_thickness() const override { return radius_; }
  void forget_press(std::size_t i) override;
  /// Where its surface meets obstacles too, both must agree.
  double clearance(double dx) const override {
    return roles_.surface ? radius_ : std::min(0.5 * radius_, 0.1 * dx);
  }

  bool from_mesh() const { return options_.discretisation != Discretisation::grid; }
  bool touches() const { return options_.discretisation != Discretisation::mesh; }
  Vec3d vertex(std::size_t i) const { return vector_at(vertices_.x, i); }
  ThinView view() const;
  TrialView trial(double dt = 0) const;
  CornerSum forces() const;

  void make_vertices(const ThinOptions& options, const std::vector<Vec3d>& now);
  void make_elements(const ThinOptions& options);
  struct NewElement;
  void add_contact(const NewElement& element, const Vec3d& place, std::size_t i);
  /// Who meets whom, after the mesh was made or read. Reordering keeps it.
  void connect();
  void respond_all();
  void lead_pinned(Range r, const Step& step);

  ElementStrain strain_of(std::size_t i) const;
  /// Mean over the contact points around each vertex of something that follows from their strain.
  template <class Of>
  std::vector<double> averaged(Of&& of) const;
  std::vector<std::uint32_t> unbroken() const;

  std::unique_ptr<ThinLaw> law_;
  ThinOptions options_;  ///< without the bulky arrays
  double total_mass_ = 0;
  double radius_ = 0;  ///< half the thickness [m]
  double dx_ = 0;      ///< grid spacing, known after the first step [m]
  ThinVertices vertices_;
  ThinContacts contacts_;
  ContactPoints contact_points_{*this,
                                {contacts_.points, contacts_.x, contacts_.v, contacts_.C, contacts_.mass}};
  Sharpening sharpening_;
  Surface surface_{*this};
  ContactMesh mesh_;
  std::vector<double> whole_mass_;  ///< by id: of each vertex with its share of the contact points [kg]
  Geometry geometry_{*this};
  bool moving_ = false;  ///< a step has begun
  Adjacency around_;
  Bends bends_;
  Pins pins_;
  BodyLoads loads_;
  std::vector<BatchMotion> limits_, contact_limits_;  ///< one per batch of unload
  ThinStiffness<Real> stiffness_;
  double bend_frequency2_ = 0;

  // The implicit solve's.
  bool started_ = false;                          ///< start_d counts
  std::vector<std::array<Real, 4>> trial_force_;  ///< as contacts_.force
  std::vector<std::array<Real, 6>> diagonal_;     ///< per corner

  Grip grip_{*this};
  PinFeel feel_;
};

}  // namespace weft
