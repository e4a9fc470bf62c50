/// The body behind shells. Control points are its parcels, contact points a second set.
///
///   load, control point   p = m v + dt f,  f summed from the faces around it
///   load, contact point   p = m v,  Q = m C - dt D^-1 V dchi/dd d^T
///   unload                x += dt v at control points;  d <- (I + dt grad v) d at contact points
///   end of step           faces: geometry of the limit surface, denting, forces; contact points move to
///   their place,
///                         friction yields
///
/// A control point is kept as x + low with low below the rounding of x, so that slow motions are not lost in
/// short steps and strains are as exact as differences of neighbours can be.
#pragma once
#include "bodies/point_motion.h"
#include "bodies/shell/kirchhoff_love.h"
#include "bodies/shell/patches.h"
#include "bodies/shell/shell.h"
#include "geometry/shells/vertex_limits.h"
#include "math/dual.h"

namespace weft {

template <class Law>
class ShellBody final : public Body, public Parcels, ImplicitSet {
 public:
  ShellBody(const ShellOptions& options, const Law& law);

  void add_sets(std::vector<Parcels*>& sets) override;
  std::size_t size() const override { return ids_.size(); }
  void positions(Range r, Real* x, Real* y, Real* z) const override { copy_positions(x_, r, x, y, z); }
  void reorder(std::span<const std::uint32_t> order) override;
  void load(Range r, const Step& step, ParcelBatch& out) const override;
  void unload(Range r, const Step& step, const AnswerBatch& in) override;
  void begin_step(const Step& step) override;
  void end_step(const Step& step) override;
  bool held() const override { return pins_.holds(); }
  void begin_solve(const Step& step) override;
  void try_unload(Range r, const Step& step, const AnswerBatch& in, Solve what) override;
  double try_elements(const Step& step, Solve what) override;
  void try_load(Range r, const Step& step, ParcelBatch& out, Solve what) const override;
  void linearise(const Step& step, bool definite) override;
  void load_stiffness(Range r, const Step& step, StiffnessBatch& out) const override;
  bool begin_from_yielded(const Step& step) override;
  double mass() const override { return total_mass_; }
  Limits limits() const override;
  Totals totals() const override;
  std::size_t memory_bytes() const override;
  std::size_t first_bad() const override;
  std::vector<double> quantity(const std::string& what) const override;
  FrameObject frame(const std::vector<std::string>& quantities) const override;
  void archive(Archive& a) override;
  void spoil(std::size_t i, const Vec3d& velocity) override;

 private:
  using P = Pack<Real>;

  /// The contact points as the grid and obstacles see them. Where they are is up to the control points.
  struct Contacts final : Parcels, SurfaceOf<Contacts> {
    explicit Contacts(ShellBody& owner) : body(owner) {}
    std::size_t size() const override { return body.contact_at_home_.size(); }
    void positions(Range r, Real* x, Real* y, Real* z) const override {
      copy_positions(body.contact_.x, r, x, y, z);
    }
    void reorder(std::span<const std::uint32_t> order) override { body.reorder_contacts(order); }
    void load(Range r, const Step& step, ParcelBatch& out) const override {
      body.load_contacts(r, step, out);
    }
    void unload(Range r, const Step& step, const AnswerBatch& in) override {
      body.unload_contacts(r, step, in);
    }
    void try_unload(Range r, const Step& step, const AnswerBatch& in, Solve what) override {
      body.try_unload_contacts(r, step, in, what);
    }
    void try_load(Range r, const Step& step, ParcelBatch& out, Solve) const override {
      body.try_load_contacts(r, step, out);
    }
    void load_stiffness(Range r, const Step& step, StiffnessBatch& out) const override {
      body.load_contact_stiffness(r, step, out);
    }
    double sheet() const override { return 0.5 * body.options_.thickness; }
    std::size_t count() const override { return size(); }
    void places(Range r, Real* x, Real* y, Real* z) const override { body.contact_places(r, x, y, z); }
    void rough_places(Range r, Real* x, Real* y, Real* z) const override { positions(r, x, y, z); }
    double clearance(double dx) const override { return body.clearance(dx); }
    double mass_of(std::size_t i) const { return double(body.contact_.mass(i, 0)); }
    Vec3d velocity_of(std::size_t i) const { return vector_at(body.contact_.v, i); }
    void put(std::size_t i, const Vec3d&, const Vec3d& v) { set_vector(body.contact_.v, i, v); }
    void set_gradient(std::size_t i, const Vec3d& n, const Vec3d& rate, double dt) {
      const Vec3d off = set_along(body.contact_.C, i, n, rate), d = vector_at(body.contact_.d, i);
      set_vector(body.contact_.d, i, d + off * (dt * dot(d, n)));  // (I + dt C) strained it with what C was
    }
    ShellBody& body;
  };
  /// The surface beside each control point as obstacles see it: where a sheet lies on a ball the control
  /// points keep off it by about h^2 / (3 R), and what must not sink into the ball is the surface.
  struct Controls final : SurfaceOf<Controls> {
    explicit Controls(ShellBody& owner) : body(owner) {}
    std::size_t count() const override { return body.size(); }
    void places(Range r, Real* x, Real* y, Real* z) const override {
      body.positions(r, x, y, z);
      if (body.on_mesh()) body.add_predicted(r, x, y, z);
      for (std::size_t i = r.begin; i < r.end; ++i) {
        x[i - r.begin] += body.dip_(i, 0);
        y[i - r.begin] += body.dip_(i, 1);
        z[i - r.begin] += body.dip_(i, 2);
      }
    }
    void rough_places(Range r, Real* x, Real* y, Real* z) const override { body.positions(r, x, y, z); }
    double clearance(double dx) const override { return body.clearance(dx); }
    double mass_of(std::size_t i) const { return double(body.mass_(i, 0)); }
    Vec3d velocity_of(std::size_t i) const {
      return vector_at(body.on_mesh() ? body.predicted_ : body.v_, i);
    }
    void put(std::size_t i, const Vec3d& by, const Vec3d& v) {
      if (body.is_pinned(i)) return;
      if (body.on_mesh()) return body.put_predicted(i, by, v);
      set_vector(body.v_, i, v);
      body.put_control(i, body.control(i) + by);
    }
    void set_gradient(std::size_t i, const Vec3d& n, const Vec3d& rate, double) {
      set_along(body.C_, i, n, rate);
    }
    ShellBody& body;
  };
  struct ContactFields {
    PointField x{3}, v{3}, C{9}, mass{1};
    PointField d{3};                ///< the fibre; a trial between unload and the end of the step
    PointField pull{3};             ///< V dchi/dd [J]
    PointField normal{0}, kick{0};  ///< Coupling::mesh: of the surface; the impulse the grid gave [N s]
  };
  /// What the stiffest part needs of the step.
  struct Stiffness {
    Real mesh = 0;     ///< omega^2 rho of membrane and bending [Pa/m^2]
    Real contact = 0;  ///< rho c^2 of pressed contact points [Pa]
  };
  using Forces = Array<std::array<Real, 4>>;  ///< on the members of each group [N]; the fourth is not used
  /// A group of faces at work: its members, and the control points of the pack T of faces that is looked at.
  template <class T>
  struct FacePack {
    using S = Scalar<T>;
    FacePack(std::size_t points, std::size_t members)
        : x(points * 3 * T::width), f(x.size()), member(members * 3), force(members * 3) {}
    Vec3<T> point(std::uint32_t k) const {
      return {{T::load_aligned(at(k, 0)), T::load_aligned(at(k, 1)), T::load_aligned(at(k, 2))}};
    }
    const S* at(std::uint32_t k, int axis) const {
      return &x[(std::size_t(k) * 3 + std::size_t(axis)) * T::width];
    }
    void add_force(std::uint32_t k, const Vec3<T>& by) {
      for (int a = 0; a < 3; ++a) {
        S* to = &f[(std::size_t(k) * 3 + std::size_t(a)) * T::width];
        (T::load_aligned(to) + by[a]).store_aligned(to);
      }
    }
    const Patches::Group* group = nullptr;
    std::size_t slot = 0, faces = 0;  ///< of the first lane; how many lanes are not repeated
    Vec3<S> origin;                   ///< what x and member are measured from
    Array<S> x, f;                    ///< control points and forces on them: [point][axis][lane]
    Array<S> member, force;           ///< of the group: [axis][member]
  };
  /// What the implicit solve keeps; empty as long as every step is explicit.
  struct Trial {
    PointField u{0}, d{0};    ///< how far control points move, the fibres, at the velocities last tried
    PointField u0{0}, d0{0};  ///< the same where `linearise` was called
    PointField pull{0};       ///< V dchi/dd or its change
    Forces force;             ///< forces or their change
    PointField start_A{0}, start_d{0};
    bool started = false;  ///< strains begin from start_A and start_d
    bool definite = true;
    Array<std::array<Real, 8>> diagonal;  ///< of -df/dx at the members of each group: xx xy xz yy yz zz
  };

  double clearance(double dx) const { return std::min(0.25 * options_.thickness, 0.1 * dx); }
  Vec3d control(std::size_t i) const { return vector_at(x_, i) + vector_at(low_, i); }
  void put_control(std::size_t i, const Vec3d& x) {
    set_vector(x_, i, x);
    set_vector(low_, i, x - vector_at(x_, i));
  }
  bool is_pinned(std::size_t i) const {
    const int held = pins_.held(i);
    return held >= 0 && pins_.active(held);
  }
  std::vector<PointField*> control_fields() { return {&x_, &low_, &v_, &C_, &mass_, &rest_, &dip_}; }
  std::vector<PointField*> contact_fields() {
    ContactFields& c = contact_;
    return {&c.x, &c.v, &c.C, &c.mass, &c.d, &c.pull, &c.normal, &c.kick};
  }
  void make_faces(const ShellOptions& options);
  void make_face(const ShellOptions& options, std::size_t slot);
  void make_contacts(const ShellOptions& options);
  void reorder_contacts(std::span<const std::uint32_t> order);
  void repeat_lanes();
  static double pressure_at(const Pressure& p, double time) {
    const double now[] = {time};
    return p.constant * (p.of_time ? (*p.of_time)(now) : 1.0);
  }
  void load_contacts(Range r, const Step& step, ParcelBatch& out) const;
  void unload_contacts(Range r, const Step& step, const AnswerBatch& in);
  void load_pinned(Range r, const Step& step, ParcelBatch& out) const;
  void lead_pinned(Range r, const Step& step);
  Vec3r sum_on(std::size_t i, const Forces& of) const;

  // Groups of faces (shell_faces.inl). W: weights of a group as packs T.
  void respond_all();
  void find_dips();
  Stiffness respond(Range groups);
  template <class T, class Before, class Visit, class After>
  void each_pack(Range groups, Before&& before, Visit&& visit, After&& after) const;
  template <class T>
  void gather_members(FacePack<T>& pack, const PointField* moved) const;
  template <class T>
  void gather_change(FacePack<T>& pack, const PointField& change) const;
  template <class T>
  void gather_points(FacePack<T>& pack) const;
  template <class T>
  void sum_forces(FacePack<T>& pack) const;
  template <class T>
  static void store_forces(const FacePack<T>& pack, Forces& to);
  template <class T, class W>
  Jet<T> jet(const FacePack<T>& pack, const W& w, int place) const;
  template <class T, class W>
  void add_forces(FacePack<T>& pack, const W& w, int place, const Jet<T>& h) const;
  template <class T>
  static Mat2<T> axes(const PointField& A, std::size_t slot, int point);
  template <class W>
  P bend(FacePack<P>& pack, const W& w);
  template <class W>
  P touch(FacePack<P>& pack, const W& w);
  template <class W>
  void push(FacePack<P>& pack, const W& w) const;
  template <class T, class W>
  void tangents(const FacePack<T>& pack, const W& w, int place, Vec3<T>& x, Vec3<T>& a1, Vec3<T>& a2) const;
  template <class T>
  Vec3<T> fibres(const FacePack<T>& pack, const PointField& d, int place) const;
  template <class T>
  void store_pull(const FacePack<T>& pack, int place, const Vec3<T>& pull);
  double contact_volume(std::size_t i) const {
    return double(
        contact_volume_(contact_at_home_[i] / touches_.size(), int(contact_at_home_[i] % touches_.size())));
  }
  template <class T, class W>
  void touch_forces(FacePack<T>& pack, const W& w, int place, const ContactGradient<T>& g) const;
  std::size_t contact_of(std::size_t slot, int place) const {
    return contact_of_[slot * touches_.size() + std::size_t(place)];
  }

  // Coupling::mesh (shell_mesh.inl).
  bool on_mesh() const { return options_.coupling == Coupling::mesh; }
  void predict(const Step& step);
  void interpolate_velocities();
  void take_kicks(Range r, const Step& step, const AnswerBatch& in);
  void move_on_mesh(const Step& step);
  void add_predicted(Range r, Real* x, Real* y, Real* z) const;
  void put_predicted(std::size_t i, const Vec3d& by, const Vec3d& v);

  // The implicit solve (shell_solve.inl).
  const PointField& start_A() const { return trial_.started ? trial_.start_A : A_; }
  const PointField& start_d() const { return trial_.started ? trial_.start_d : contact_.d; }
  void try_unload_contacts(Range r, const Step& step, const AnswerBatch& in, Solve what);
  void try_load_contacts(Range r, const Step& step, ParcelBatch& out) const;
  void load_contact_stiffness(Range r, const Step& step, StiffnessBatch& out) const;
  template <class W>
  double try_bend(FacePack<Wide>& pack, const W& w) const;
  template <class W>
  double try_touch(FacePack<Wide>& pack, const W& w);
  double try_forces(Range groups);
  template <class W>
  void change_bend(const FacePack<P>& pack, FacePack<P>& by, const W& w) const;
  template <class W>
  void change_touch(const FacePack<P>& pack, FacePack<P>& by, const W& w);
  void try_change(Range groups);
  void find_diagonal(Range groups);
  double yield_faces(Range groups);

  // One face in double, for measuring and drawing.
  Jet<double> jet(std::size_t slot, int place, bool rest) const;
  Columns<double> strain(std::size_t slot, int place, int layer) const;
  Mat2<double> lamina_axes(std::size_t slot, int place, int layer) const;
  double plastic_strain(std::size_t slot, int place, int layer) const;
  static double largest_curvature(const Jet<double>& a);
  double face_energy(std::size_t slot) const;
  SheetFrame<double> contact_frame(std::size_t i, const Vec3d& d) const;
  Vec3d contact_place(std::size_t i, const PointField& of) const;
  void contact_places(Range r, Real* x, Real* y, Real* z) const;
  template <class Of>
  std::vector<double> averaged(Of&& of) const;

  Law law_;
  ShellOptions options_;  ///< without the bulky arrays
  double total_mass_ = 0, pressure_ = 0;
  double offset_ = 0;  ///< of the two layers from the middle [m]
  double dx_ = 0;      ///< grid spacing, known after the first step [m]
  PointField x_{3}, low_{3}, v_{3}, C_{9}, mass_{1}, rest_{3};
  std::vector<std::uint32_t> ids_;
  std::vector<FacePlace> bends_, touches_;
  Patches patches_;
  PointField A_{0};               ///< of each slot: [place][layer] 2x2, B F_p^-1
  PointField volume_{0};          ///< of each slot: [place][layer] [m^3]
  PointField contact_volume_{0};  ///< of each slot: [place of touch] [m^3]
  Forces force_;                  ///< of strain and contact
  Forces push_;                   ///< of pressure, where there is any
  ContactFields contact_;
  std::vector<std::uint32_t> contact_at_home_;  ///< slot * touches + place of each contact point
  std::vector<std::uint32_t> contact_of_;       ///< contact point of slot * touches + place
  Contacts contacts_{*this};
  Controls controls_{*this};
  Pins pins_;
  std::vector<BatchMotion> limits_, contact_limits_;  ///< one a batch of unload
  Stiffness stiffness_;
  VertexLimits vertex_limits_;  ///< in the mesh's own numbers
  PointField dip_{3};           ///< from each control point to the surface when the step began [m]
  Array<Real> scratch_;
  PointField predicted_{0};  ///< Coupling::mesh: velocities of control points before anything touches them
  Forces impulse_;           ///< Coupling::mesh: of the contact points on the members of each group [N s]
  double dt_ = 0;            ///< Coupling::mesh: of the step that is under way [s]
  Trial trial_;
};

template <class Law>
std::unique_ptr<Body> make_shell_of(const ShellOptions& options, const Law& law);

}  // namespace weft
