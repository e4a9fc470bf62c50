/// The points of a shell as the grid and obstacles see them.
#pragma once
#include "bodies/body.h"
#include "bodies/shell/contact_kernel.h"
#include "bodies/shell/shell_state.h"

namespace weft {

/// Contact points. Where they are is up to the control points.
class ShellContacts final : public Parcels, public SurfaceOf<ShellContacts> {
 public:
  ShellContacts(ShellState& state, const SheetContact& law) : s_(state), law_(law) {}
  std::size_t size() const override { return s_.contact.points.size(); }
  void positions(Range r, Real* x, Real* y, Real* z) const override {
    copy_positions(s_.contact.x, r, x, y, z);
  }
  void reorder(std::span<const std::uint32_t> order) override { s_.reorder_contacts(order); }
  void load(Range r, const Step& step, ParcelBatch& out) const override;
  void unload(Range r, const Step& step, const AnswerBatch& in) override;
  void try_unload(Range r, const Step& step, const AnswerBatch& in, Solve what) override;
  void try_load(Range r, const Step& step, ParcelBatch& out, Solve what) const override;
  void load_stiffness(Range r, const Step& step, StiffnessBatch& out) const override;
  double sheet() const override { return 0.5 * s_.options.thickness; }

  std::size_t count() const override { return size(); }
  void places(Range r, Real* x, Real* y, Real* z) const override { s_.contact_places(r, x, y, z); }
  void rough_places(Range r, Real* x, Real* y, Real* z) const override { positions(r, x, y, z); }
  double clearance(double dx) const override { return s_.clearance(dx); }
  double mass_of(std::size_t i) const { return double(s_.contact.mass(i, 0)); }
  Vec3d velocity_of(std::size_t i) const { return vector_at(s_.contact.v, i); }
  void put(std::size_t i, const Vec3d&, const Vec3d& v) { set_vector(s_.contact.v, i, v); }
  void set_gradient(std::size_t i, const Vec3d& n, const Vec3d& rate, double dt);

 private:
  FibreKernel fibres(const Step& step, PointField& d, PointField& pull) const;

  ShellState& s_;
  SheetContact law_;
};

/// The surface beside each control point as obstacles see it: where a sheet lies on a ball the control
/// points keep off it by about h^2 / (3 R), and what must not sink into the ball is the surface.
class ShellControls final : public SurfaceOf<ShellControls> {
 public:
  explicit ShellControls(ShellState& state) : s_(state) {}
  std::size_t count() const override { return s_.size(); }
  void places(Range r, Real* x, Real* y, Real* z) const override;
  void rough_places(Range r, Real* x, Real* y, Real* z) const override {
    copy_positions(s_.control.x, r, x, y, z);
  }
  double clearance(double dx) const override { return s_.clearance(dx); }
  double mass_of(std::size_t i) const { return double(s_.control.mass(i, 0)); }
  Vec3d velocity_of(std::size_t i) const { return vector_at(s_.control.v, i); }
  void put(std::size_t i, const Vec3d& by, const Vec3d& v);
  void set_gradient(std::size_t i, const Vec3d& n, const Vec3d& rate, double) {
    set_along(s_.control.C, i, n, rate);
  }

 private:
  ShellState& s_;
};

}  // namespace weft
