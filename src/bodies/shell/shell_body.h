/// The body behind shells that the grid moves. Control points are its parcels, contact points a second set.
///
///   load, control point   p = m v + dt f,  f summed from the faces around it
///   load, contact point   p = m v,  Q = m C - dt D^-1 V dchi/dd d^T
///   unload                x += dt v at control points;  d <- (I + dt grad v) d at contact points
///   end of step           faces: geometry of the limit surface, denting, forces; contact points move to their
///                         place, friction yields
///
/// ShellState keeps what it remembers, ShellLaw knows the law; what is here is the same for all laws.
#pragma once
#include "bodies/device_data.h"
#include "bodies/handles.h"
#include "bodies/mesh_stiffness.h"
#include "bodies/sharpening.h"
#include "bodies/shell/shell_contacts.h"
#include "bodies/shell/shell_law.h"
#include "bodies/shell/shell_measure.h"

namespace weft {

class ShellBody final : public Body, public Parcels, ImplicitSet, StiffMesh, Traveller, public Handled {
 public:
  ShellBody(const ShellOptions& options, std::unique_ptr<ShellLaw> law);

  void add_sets(std::vector<Parcels*>& sets) override;
  std::size_t size() const override { return s_.size(); }
  void positions(Range r, Real* x, Real* y, Real* z) const override {
    copy_positions(s_.control.x, r, x, y, z);
  }
  void reorder(std::span<const std::uint32_t> order) override { s_.reorder(order); }
  void load(Range r, const Step& step, ParcelBatch& out) const override;
  void unload(Range r, const Step& step, const AnswerBatch& in) override;
  void begin_step(const Step& step) override;
  void end_step(const Step& step) override;
  bool held() const override { return s_.pins.holds(); }
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
  std::string stays() const override;
  DeviceData leave() override;
  void arrive(const DevicePeaksAtHome& peaks) override;
  double mass() const override { return mass_; }
  Limits limits() const override;
  Totals totals() const override;
  std::size_t memory_bytes() const override { return s_.bytes() + sharpening_.bytes(); }
  std::size_t first_bad() const override { return s_.control.points.first_bad(); }
  std::vector<double> quantity(const std::string& what) const override {
    return ShellMeasure(s_, *law_).quantity(what);
  }
  FrameObject frame(const std::vector<std::string>& quantities) const override {
    return ShellMeasure(s_, *law_).frame(name(), quantities);
  }
  void archive(Archive& a) override { s_.archive(a, name() + "/"); }
  void spoil(std::size_t i, const Vec3d& velocity) override { set_vector(s_.control.v, i, velocity); }
  Handles& handles() override { return grip_; }

 private:
  using P = Pack<Real>;

  /// The control points as whoever steers a run from outside sees them (shell_handles.cpp).
  struct Grip final : HandlesOf<Grip> {
    explicit Grip(ShellBody& owner) : body(owner) {}
    std::size_t count() const override { return body.size(); }
    std::uint32_t id_of(std::size_t i) const { return body.s_.control.points.id(i); }
    Vec3d place_of(std::size_t i) const { return body.s_.place(i); }
    Vec3d velocity_of(std::size_t i) const { return vector_at(body.s_.control.v, i); }
    void put_place(std::size_t i, const Vec3d& x) { body.s_.put(i, x); }
    void put_velocity(std::size_t i, const Vec3d& v);
    void placed(std::span<const char> changed);
    void hurried(std::span<const char> changed);
    Pins* pins() override { return body.s_.pins.pins().empty() ? nullptr : &body.s_.pins; }
    PinFeel* feel() override { return &body.feel_; }
    ShellBody& body;
  };
  void feel_pinned(Range r, const Step& step, const AnswerBatch& in);
  void load_pinned(Range r, const Step& step, ParcelBatch& out) const;
  void move_pinned(Range r, const Step& step);
  TouchKernel touch_kernel();

  // Groups of faces (shell_faces.cpp).
  void respond_all();
  ShellStiffness respond(Range groups);
  void push(Range groups);
  template <class View>
  P bend(const FacePack<P>& pack, const View& view, const LayerView& layers) const;
  template <class View>
  P touch(const FacePack<P>& pack, const View& view, const TouchKernel& kernel);

  // The implicit solve (shell_solve.cpp, shell_linearise.cpp).
  double try_forces(Range groups);
  void settle_forces(Range groups);
  void try_change(Range groups);
  void find_diagonal(Range groups);
  double yield_faces(Range groups);
  void share_contact_mass(std::size_t slot, MeshStiffness& out) const;
  void face_stiffness(Range groups, double dt2, MeshStiffness& out) const;

  std::unique_ptr<ShellLaw> law_;
  ShellState s_;
  ShellContacts contacts_;
  ShellControls controls_;
  Sharpening sharpening_;
  double mass_ = 0;  ///< [kg]
  Grip grip_{*this};
  PinFeel feel_;
};

}  // namespace weft
