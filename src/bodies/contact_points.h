/// Contact points: parcels inside the elements of a sheet or strand, which carry mass and the directions
/// across it. What presses on the element presses there. Where they are is up to the body's vertices.
#pragma once
#include "bodies/body.h"
#include "bodies/point_motion.h"
#include "bodies/points.h"

namespace weft {

/// What the body does with its contact points.
class ContactOwner {
 public:
  virtual void reorder_contacts(std::span<const std::uint32_t> order) = 0;
  virtual void load_contacts(Range r, const Step& step, ParcelBatch& out) const = 0;
  virtual void unload_contacts(Range r, const Step& step, const AnswerBatch& in) = 0;
  virtual void try_unload_contacts(Range r, const Step& step, const AnswerBatch& in, Solve what) = 0;
  virtual void try_load_contacts(Range r, const Step& step, ParcelBatch& out) const = 0;
  virtual void load_contact_stiffness(Range r, const Step& step, StiffnessBatch& out) const = 0;
  /// Where contact points r are now that the vertices have moved.
  virtual void contact_places(Range r, Real* x, Real* y, Real* z) const = 0;
  virtual double half_thickness() const = 0;      ///< [m]
  virtual double clearance(double dx) const = 0;  ///< how far they keep from obstacles [m]
  /// The directions across contact point i become those that its element has by itself: nothing presses there.
  virtual void forget_press(std::size_t i) = 0;

 protected:
  ~ContactOwner() = default;
};

/// The fields that all contact points have.
struct ContactMotion {
  const Points& points;
  PointField &x, &v, &C, &mass;
};

/// The contact points as the grid and obstacles see them.
class ContactPoints final : public Parcels, public SurfaceOf<ContactPoints> {
 public:
  ContactPoints(ContactOwner& owner, const ContactMotion& motion) : owner_(owner), at_(motion) {}
  std::size_t size() const override { return at_.points.size(); }
  void positions(Range r, Real* x, Real* y, Real* z) const override { copy_positions(at_.x, r, x, y, z); }
  void reorder(std::span<const std::uint32_t> order) override { owner_.reorder_contacts(order); }
  void load(Range r, const Step& step, ParcelBatch& out) const override {
    owner_.load_contacts(r, step, out);
  }
  void unload(Range r, const Step& step, const AnswerBatch& in) override {
    owner_.unload_contacts(r, step, in);
  }
  void try_unload(Range r, const Step& step, const AnswerBatch& in, Solve what) override {
    owner_.try_unload_contacts(r, step, in, what);
  }
  void try_load(Range r, const Step& step, ParcelBatch& out, Solve) const override {
    owner_.try_load_contacts(r, step, out);
  }
  void load_stiffness(Range r, const Step& step, StiffnessBatch& out) const override {
    owner_.load_contact_stiffness(r, step, out);
  }
  double sheet() const override { return owner_.half_thickness(); }

  std::size_t count() const override { return size(); }
  void places(Range r, Real* x, Real* y, Real* z) const override { owner_.contact_places(r, x, y, z); }
  void rough_places(Range r, Real* x, Real* y, Real* z) const override { positions(r, x, y, z); }
  double clearance(double dx) const override { return owner_.clearance(dx); }
  double mass_of(std::size_t i) const { return double(at_.mass(i, 0)); }
  Vec3d velocity_of(std::size_t i) const { return vector_at(at_.v, i); }
  void put(std::size_t i, const Vec3d&, const Vec3d& v) { set_vector(at_.v, i, v); }
  /// What strained the directions across was C before: neither it nor what replaces it is paid for by their
  /// stress, which would hand out work for ever. The obstacle holds what lies here, and they forget.
  void set_gradient(std::size_t i, const Vec3d& n, const Vec3d& rate, double) {
    set_along(at_.C, i, n, rate);
    owner_.forget_press(i);
  }

 private:
  ContactOwner& owner_;
  ContactMotion at_;
};

}  // namespace weft
