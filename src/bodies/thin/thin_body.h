/// The body behind cloth and fibres. Vertices are its parcels, contact points a second set.
///
///   load, vertex     p = m v + dt f_q,  f_q summed from the elements around it
///   load, contact    p = m v,  Q = m C - dt D^-1 V sum_beta G_beta d_beta^T
///   unload           x += dt v at vertices;  d <- (I + dt grad v) d at contact points
///   end of step      t = [x_1 - x_0 ..] B_m;  contact points move to their place in the element;  the law
///   yields;
///                    G;  corner forces  [f_1 ..] = -V G_t B_m^T,  f_0 = -sum
#pragma once
#include "bodies/point_motion.h"
#include "bodies/thin/bending.h"
#include "bodies/thin/thin.h"
#include "materials/edge.h"
#include "math/definite.h"
#include "math/pack.h"

namespace weft {

template <class Law>
class ThinBody final : public Body, public Parcels, ImplicitSet {
 public:
  ThinBody(const ThinOptions& options, const Law& law);

  void add_sets(std::vector<Parcels*>& sets) override;
  std::size_t size() const override { return ids_.size(); }
  void positions(Range r, Real* x, Real* y, Real* z) const override { copy_positions(x_, r, x, y, z); }
  void reorder(std::span<const std::uint32_t> order) override;
  void load(Range r, const Step& step, ParcelBatch& out) const override;
  void unload(Range r, const Step& step, const AnswerBatch& in) override;
  void begin_step(const Step& step) override { pins_.begin_step(step); }
  void end_step(const Step& step) override;
  void begin_solve(const Step& step) override;
  void try_unload(Range r, const Step& step, const AnswerBatch& in, Solve what) override;
  double try_elements(const Step& step, Solve what) override;
  void try_load(Range r, const Step& step, ParcelBatch& out, Solve what) const override;
  void linearise(const Step& step, bool definite) override;
  void load_stiffness(Range r, const Step& step, StiffnessBatch& out) const override;
  bool begin_from_yielded(const Step& step) override;
  bool held() const override { return pins_.holds(); }
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
  template <class T>
  using Strain = typename Law::template Strain<T>;
  static constexpr int kTangents = Law::tangents, kNormals = Law::normals, kCorners = kTangents + 1;
  static constexpr int kShape = kTangents == 2 ? 3 : 1;  ///< entries of B_m: b11 b12 b22, or 1/L
  using Corners = std::array<std::uint32_t, kCorners>;

  /// The contact points as the grid and obstacles see them. Where they are is up to the vertices.
  struct Contacts final : Parcels, SurfaceOf<Contacts> {
    explicit Contacts(ThinBody& owner) : body(owner) {}
    std::size_t size() const override { return body.corner_.size(); }
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
    double sheet() const override { return body.radius_; }
    std::size_t count() const override { return size(); }
    void places(Range r, Real* x, Real* y, Real* z) const override { body.contact_places(r, x, y, z); }
    void rough_places(Range r, Real* x, Real* y, Real* z) const override { positions(r, x, y, z); }
    double clearance(double dx) const override { return body.clearance(dx); }
    double mass_of(std::size_t i) const { return double(body.contact_.mass(i, 0)); }
    Vec3d velocity_of(std::size_t i) const { return vector_at(body.contact_.v, i); }
    void put(std::size_t i, const Vec3d&, const Vec3d& v) { set_vector(body.contact_.v, i, v); }
    void set_gradient(std::size_t i, const Vec3d& n, const Vec3d& rate, double dt) {
      const Vec3d off = set_along(body.contact_.C, i, n, rate);
      // (I + dt C) strained the normals with what C was.
      for (int b = 0; b < kNormals; ++b) {
        PointField& d = body.contact_.d;
        double along = 0;
        for (int a = 0; a < 3; ++a) along += double(d(i, 3 * b + a)) * n[a];
        for (int a = 0; a < 3; ++a) d(i, 3 * b + a) += Real(dt * off[a] * along);
      }
    }
    ThinBody& body;
  };
  /// The vertices as obstacles see them.
  struct Vertices final : SurfaceOf<Vertices> {
    explicit Vertices(ThinBody& owner) : body(owner) {}
    std::size_t count() const override { return body.size(); }
    void places(Range r, Real* x, Real* y, Real* z) const override { body.positions(r, x, y, z); }
    void rough_places(Range r, Real* x, Real* y, Real* z) const override { places(r, x, y, z); }
    double clearance(double dx) const override { return body.clearance(dx); }
    double mass_of(std::size_t i) const { return double(body.mass_(i, 0)); }
    Vec3d velocity_of(std::size_t i) const { return vector_at(body.v_, i); }
    void put(std::size_t i, const Vec3d& by, const Vec3d& v) {
      if (const int held = body.pins_.held(i); held >= 0 && body.pins_.active(held)) return;
      set_vector(body.v_, i, v);
      set_vector(body.x_, i, body.vertex(i) + by);
    }
    void set_gradient(std::size_t i, const Vec3d& n, const Vec3d& rate, double) {
      set_along(body.C_, i, n, rate);
    }
    ThinBody& body;
  };
  struct ContactFields {
    PointField x{3}, v{3}, C{9};
    PointField t{0};             ///< tangents, where the grid strains them
    PointField d{3 * kNormals};  ///< normals; a trial between unload and the end of the step
    PointField stress{9};        ///< V sum G F^T over the columns that the grid strains [J]
    PointField shape{kShape}, volume{1}, mass{1};
    PointField warp{0};   ///< woven: warp in the element's frame
    PointField place{0};  ///< barycentric, where an element has several contact points
  };

  double clearance(double dx) const { return std::min(0.5 * radius_, 0.1 * dx); }
  /// Where contact points r are now that the vertices have moved.
  void contact_places(Range r, Real* x, Real* y, Real* z) const;
  std::vector<PointField*> contact_fields();
  void make_elements(const ThinOptions& options);
  void add_element(const ThinOptions& options, const Corners& corners, const std::vector<Vec3d>& places);
  void make_bends(const ThinOptions& options);
  /// After something was reordered: who meets whom.
  void connect();
  void reorder_contacts(std::span<const std::uint32_t> order);
  void lead_pinned(Range r, const Step& step);
  void load_contacts(Range r, const Step& step, ParcelBatch& out) const;
  void unload_contacts(Range r, const Step& step, const AnswerBatch& in);
  struct Stiffness {
    Real mesh = 0, contact = 0;  ///< omega^2 of the mesh; rho c^2 of pressed contact points
  };
  Stiffness respond(Range r);
  void respond_all();
  double bend_all();
  Strain<double> strain_of(std::size_t i) const;
  static std::array<Vec3d, 4> bent(const Bend& b, const PointField& x);
  static BendAnswer<double> bend(const Bend& b, const std::array<Vec3d, 4>& x);
  std::vector<std::uint32_t> unbroken() const;
  Vec3d vertex(std::size_t i) const { return vector_at(x_, i); }
  /// Forces on those corners [N]. A vertex reads one here and one there, so each is whole in one place.
  using CornerForces = std::array<std::array<Real, 4>, kCorners>;
  using BendForces = std::array<Vec3<Real>, 4>;
  /// The sum over the elements and bends around vertex i.
  Vec3r force_on(std::size_t i, const std::vector<CornerForces>& corners,
                 const std::vector<BendForces>& bends) const;
  /// The corners of sixteen elements: elements are sorted by place, so these are near.
  template <class T>
  void gather_corners(const PointField& x, std::size_t i, Vec3<T> (&X)[kCorners]) const;
  template <class T>
  static void tangents(const Vec3<T> (&X)[kCorners], const T (&B)[3], Strain<T>& s);
  void store_forces(std::size_t i, const Strain<P>& G, const P (&B)[3], P volume,
                    std::vector<CornerForces>& out) const;
  template <class T>
  void load_shape(std::size_t i, T (&B)[3], Vec2<T>& warp) const;

  // What the implicit solve asks (thin_solve.inl).
  void try_unload_contacts(Range r, const Step& step, const AnswerBatch& in, Solve what);
  void try_load_contacts(Range r, const Step& step, ParcelBatch& out) const;
  void load_contact_stiffness(Range r, const Step& step, StiffnessBatch& out) const;
  const PointField& start_normals() const { return solve_.started ? solve_.start_d : contact_.d; }
  double try_contacts(Range r, Solve what);
  Mask<Real> coarse(std::size_t i) const;
  double try_bends(Range r, Solve what);
  template <class T>
  void trial_strain(std::size_t i, Strain<T>& s, Solve what) const;
  static std::array<Vec3d, 4> bent_trial(const Bend& b, const PointField& x, const PointField& u);
  double force_of(std::size_t i, std::size_t lanes, Strain<P>& G) const;
  void change_of(std::size_t i, Strain<P>& G) const;
  void linearise_contacts(Range r, double dt, bool definite);
  void linearise_bends(Range r, bool definite);
  void store_response(std::size_t i, const Strain<P>& G);
  /// Mean over the contact points around each vertex of something each of them knows.
  template <class Of>
  std::vector<double> averaged(Of&& of) const;

  Law law_;
  ThinOptions options_;  ///< without the bulky arrays
  double total_mass_ = 0;
  double radius_ = 0;  ///< half the thickness [m]
  double dx_ = 0;      ///< grid spacing, known after the first step [m]
  PointField x_{3}, v_{3}, C_{9}, mass_{1}, rest_{3};
  std::vector<std::uint32_t> ids_;
  ContactFields contact_;
  std::vector<Corners> corner_;  ///< of each contact point's element
  std::vector<CornerForces> force_;
  std::vector<std::uint32_t> contact_ids_;  ///< in the order they were made
  Contacts contacts_{*this};
  Vertices vertices_{*this};
  Adjacency around_, bends_around_;
  std::vector<Bend> bends_;
  std::vector<BendForces> bend_force_;
  Pins pins_;
  std::vector<BatchMotion> limits_, contact_limits_;  ///< one a batch of unload
  Stiffness stiffness_;
  double bend_frequency2_ = 0;
  Array<Real> scratch_;

  static constexpr int kEntries = 3 * (kTangents + kNormals);  ///< of F
  static constexpr int kTangent = kEntries * (kEntries + 1) / 2;
  static constexpr int kFactors = kTangents == 2 ? 1 : 3;
  /// The implicit solve's; empty as long as every step is explicit.
  struct SolveFields {
    PointField u{0}, d{0}, t{0};  ///< what was last tried: x^ - x, normals, tangents; or their changes
    PointField start_d{0};        ///< the normals it starts from, where those are not d
    bool started = false;         ///< start_d counts
    PointField stress{0};         ///< V sum G d_s^T, or its change
    PointField tangent{0};        ///< V d^2 psi / dF dF, the upper triangle row by row
    std::vector<CornerForces> force;
    std::vector<BendForces> bend_force;
    std::vector<std::array<BendFactor, kFactors>> bend_factors;  ///< definite
    std::vector<BendHessian> bend_hessians;                      ///< exact
    std::vector<std::array<std::array<Real, 6>, kCorners>> diagonal;
    std::size_t bytes() const {
      return u.bytes() + d.bytes() + t.bytes() + start_d.bytes() + stress.bytes() + tangent.bytes() +
             bytes_of(force) + bytes_of(bend_force) + bytes_of(bend_factors) + bytes_of(bend_hessians) +
             bytes_of(diagonal);
    }
  };
  SolveFields solve_;
};

template <class Law>
std::unique_ptr<Body> make_thin_of(const ThinOptions& options, const Law& law);

}  // namespace weft
