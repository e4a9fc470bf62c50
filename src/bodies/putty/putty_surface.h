/// The points of putty that others meet: those whose neighbours lie to one side. They are found anew when
/// neighbours change, so that surfaces appear where putty splits and vanish where it merges.
///   n ~ -F_i sum_j (w p)_ij,   one-sided where  |sum w p| > 0.11 h sum w
/// A point stands for the area spacing^2.
/// The grid sees them half a spacing outside, where the surface is. Each carries its own mass times a heft:
/// what moves along with it within a step. Impulses on parcels are impulses on points; the angular momentum that the way
/// from node to parcel and from parcel to point costs is given back (bodies/lost_spin.h).
#pragma once
#include "bodies/putty/neighbourhoods.h"
#include "exec/archive.h"
#include "grid/parcels.h"

namespace weft {

class PuttySurface final : public Parcels {
 public:
  /// x: at the start of the step; w: velocities at its end.
  struct Source {
    const std::vector<Vec3d>&x, &w;
    double mass, spacing;
  };
  explicit PuttySurface(const Source& source) : body_(source) {}
  /// Finds the surface; true when other points belong to it than before.
  bool find(const Neighbourhoods<Real>& near, std::span<const Mat3d> F, double h);

  std::size_t size() const override { return point_.size(); }
  void positions(Range r, Real* x, Real* y, Real* z) const override;
  void reorder(std::span<const std::uint32_t> order) override;
  void load(Range r, const Step& step, ParcelBatch& out) const override;
  void unload(Range r, const Step& step, const AnswerBatch& in) override;
  void add_change(std::size_t i, const Vec3d& dv) override { change_[point_[i]] += dv; }
  void normals(Range r, Real* nx, Real* ny, Real* nz, Real* area) const override;

  double heft() const { return heft_; }
  void set_heft(double heft) { heft_ = heft; }
  /// Nobody has answered yet.
  void forget() {
    std::fill(change_.begin(), change_.end(), Vec3d::zero());
    std::fill(spin_.begin(), spin_.end(), Vec3d::zero());
  }
  /// Once all answers are there, before anybody asks for changes.
  void give_back_spin();
  const Vec3d& change(std::size_t point) const { return change_[point]; }
  bool on(std::size_t point) const { return on_[point]; }
  /// Points were renamed: point i is the old point order[i].
  void rename(std::span<const std::uint32_t> order);
  std::size_t bytes() const;
  void archive(Archive& a, const std::string& name);

 private:
  Vec3d place(std::size_t i) const { return body_.x[point_[i]] + normal_[point_[i]] * (0.5 * body_.spacing); }

  Source body_;
  double heft_ = 1;
  std::vector<std::uint32_t> point_;
  std::vector<char> on_;       ///< of each point of the body
  std::vector<Vec3d> normal_;  ///< likewise, of those on the surface
  std::vector<Vec3d> change_;  ///< likewise [m/s]
  std::vector<Vec3d> spin_;    ///< likewise, that each has lost, per mass [m^2/s]
};

}  // namespace weft
