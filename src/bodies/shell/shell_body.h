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

namespace weft {

template <class Law>
class ShellBody final : public Body {
 public:
  ShellBody(const ShellOptions& options, const Law& law);

  std::string kind() const override { return "shell"; }
  std::string material() const override { return Law::name; }
  void add_sets(std::vector<Parcels*>& sets) override;
  std::size_t size() const override { return ids_.size(); }
  void positions(Range r, Real* x, Real* y, Real* z) const override { copy_positions(x_, r, x, y, z); }
  void reorder(std::span<const std::uint32_t> order) override;
  void load(Range r, const Step& step, ParcelBatch& out) const override;
  void unload(Range r, const Step& step, const AnswerBatch& in) override;
  void begin_step(const Step& step) override { pins_.begin_step(step); }
  void end_step(const Step& step) override;
  std::size_t parcels() const override { return size() + contacts_.size(); }
  double mass() const override { return total_mass_; }
  Limits limits() const override;
  Totals totals() const override;
  std::size_t memory_bytes() const override;
  std::size_t first_bad() const override;
  std::vector<double> quantity(const std::string& what) const override;
  FrameObject frame(const std::vector<std::string>& quantities) const override;
  void archive(Archive& a) override;
  void add_surfaces(std::vector<SurfacePoints*>& out) override;
  void spoil(std::size_t i, const Vec3d& velocity) override;

 private:
  using P = Pack<Real>;

  /// The contact points as the grid and obstacles see them. Where they are is up to the control points.
  struct Contacts final : Parcels, SurfacePoints {
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
    std::size_t count() const override { return size(); }
    void places(Range r, Real* x, Real* y, Real* z) const override { body.contact_places(r, x, y, z); }
    void rough_places(Range r, Real* x, Real* y, Real* z) const override { positions(r, x, y, z); }
    double clearance(double dx) const override { return body.clearance(dx); }
    double mass_of(std::size_t i) const override { return double(body.contact_.mass(i, 0)); }
    Vec3d velocity_of(std::size_t i) const override { return vector_at(body.contact_.v, i); }
    void put(std::size_t i, const Vec3d&, const Vec3d& v) override { set_vector(body.contact_.v, i, v); }
    void set_gradient(std::size_t i, const Vec3d& n, const Vec3d& rate, double dt) override {
      const Vec3d off = set_along(body.contact_.C, i, n, rate), d = vector_at(body.contact_.d, i);
      set_vector(body.contact_.d, i, d + off * (dt * dot(d, n)));  // (I + dt C) strained it with what C was
    }
    ShellBody& body;
  };
  /// The control points as obstacles see them.
  struct Controls final : SurfacePoints {
    explicit Controls(ShellBody& owner) : body(owner) {}
    std::size_t count() const override { return body.size(); }
    void places(Range r, Real* x, Real* y, Real* z) const override { body.positions(r, x, y, z); }
    void rough_places(Range r, Real* x, Real* y, Real* z) const override { places(r, x, y, z); }
    double clearance(double dx) const override { return body.clearance(dx); }
    double mass_of(std::size_t i) const override { return double(body.mass_(i, 0)); }
    Vec3d velocity_of(std::size_t i) const override { return vector_at(body.v_, i); }
    void put(std::size_t i, const Vec3d& by, const Vec3d& v) override {
      if (body.is_pinned(i)) return;
      set_vector(body.v_, i, v);
      body.put_control(i, body.control(i) + by);
    }
    void set_gradient(std::size_t i, const Vec3d& n, const Vec3d& rate, double) override {
      set_along(body.C_, i, n, rate);
    }
    ShellBody& body;
  };
  struct ContactFields {
    PointField x{3}, v{3}, C{9}, mass{1}, volume{1};
    PointField d{3};     ///< the fibre; a trial between unload and the end of the step
    PointField pull{3};  ///< V dchi/dd [J]
  };
  /// What the stiffest part needs of the step.
  struct Stiffness {
    Real mesh = 0;     ///< omega^2 rho of membrane and bending [Pa/m^2]
    Real contact = 0;  ///< rho c^2 of pressed contact points [Pa]
  };
  /// A pack of faces: their control points and the forces on them.
  struct FacePack {
    explicit FacePack(std::size_t most_points) : x(most_points * 3 * P::width), f(x.size()) {}
    Vec3<P> point(std::uint32_t k) const {
      return {{P::load_aligned(at(x, k, 0)), P::load_aligned(at(x, k, 1)), P::load_aligned(at(x, k, 2))}};
    }
    void add_force(std::uint32_t k, const Vec3<P>& by) {
      for (int a = 0; a < 3; ++a) {
        Real* to = const_cast<Real*>(at(f, k, a));
        (P::load_aligned(to) + by[a]).store_aligned(to);
      }
    }
    static const Real* at(const Array<Real>& list, std::uint32_t k, int axis) {
      return &list[(std::size_t(k) * 3 + std::size_t(axis)) * P::width];
    }
    const Patches::Group* group = nullptr;
    std::size_t slot = 0, faces = 0;  ///< of the first lane; how many lanes are not repeated
    Vec3<P> origin;                   ///< what x is measured from
    Array<Real> x, f;                 ///< [point][axis][lane]
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
  std::vector<PointField*> control_fields() { return {&x_, &low_, &v_, &C_, &mass_, &rest_}; }
  std::vector<PointField*> contact_fields() {
    ContactFields& c = contact_;
    return {&c.x, &c.v, &c.C, &c.mass, &c.volume, &c.d, &c.pull};
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
  Vec3r force_on(std::size_t i) const;

  void respond_all();
  Stiffness respond(Range groups);
  template <class Weights>
  Stiffness respond(FacePack& pack, const Weights& w);
  void gather(FacePack& pack, const PointField& low) const;
  template <class Weights>
  P bend(FacePack& pack, const Weights& w);
  template <class Weights>
  P touch(FacePack& pack, const Weights& w);

  // One face in double, for measuring and drawing.
  Jet<double> jet(std::size_t slot, int place, bool rest) const;
  Columns<double> strain(std::size_t slot, int place, int layer) const;
  Mat2<double> lamina_axes(std::size_t slot, int place, int layer) const;
  double plastic_strain(std::size_t slot, int place, int layer) const;
  static double largest_curvature(const Jet<double>& a);
  double face_energy(std::size_t slot) const;
  SheetFrame<double> contact_frame(std::size_t i) const;
  Vec3d contact_place(std::size_t i, const PointField& of, const PointField* low) const;
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
  PointField A_{0};       ///< of each slot: [place][layer] 2x2, B F_p^-1
  PointField volume_{0};  ///< of each slot: [place][layer] [m^3]
  Array<Real> force_;     ///< on the control points of each group, see Patches [N]
  ContactFields contact_;
  std::vector<std::uint32_t> contact_at_home_;  ///< slot * touches + place of each contact point
  std::vector<std::uint32_t> contact_of_;       ///< contact point of slot * touches + place
  Contacts contacts_{*this};
  Controls controls_{*this};
  Pins pins_;
  std::vector<BatchMotion> limits_, contact_limits_;  ///< one a batch of unload
  Stiffness stiffness_;
  Array<Real> scratch_;
};

template <class Law>
std::unique_ptr<Body> make_shell_of(const ShellOptions& options, const Law& law);

}  // namespace weft
